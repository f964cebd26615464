// The three walled laboratory scenes as parts, so that `competition` is made of the very same ones.
#pragma once

#include <array>
#include <vector>

#include "scenes/lab.h"

namespace ambula::scenes {

inline constexpr double kLabMargin = 2;  // metres of open ground around every part

inline constexpr std::array<Setting, 2> kDoorwaysSettings{{
    {"radius", 0.3, 0.1, 1, "metres, of the agent that the doorways are measured by"},
    {"door-height", 2.1, 1, 4, "metres, of every doorway"},
}};
inline constexpr std::array<Setting, 3> kSpiralMazeSettings{{
    {"narrow", 0.62, 0.2, 2, "metres, width of the corridor at its inner end"},
    {"wide", 1.2, 0.2, 3, "metres, width of the corridor at its mouth"},
    {"turns", 3, 1, 8, "times the corridor goes round; whole"},
}};
inline constexpr std::array<Setting, 2> kOverhangSettings{{
    {"slope", 0.5, 0.3, 0.9, "rise over run of the ramp"},
    {"passage", 0.7, 0.3, 2, "metres, width under the ramp with 1.8 m of headroom"},
}};

// Each adds its part with the lower left corner of its rectangle at `corner` and returns the rectangle's
// size.
Vec2 add_doorways(Lab& lab, Vec2 corner, const Options& options);
Vec2 add_spiral_maze(Lab& lab, Vec2 corner, const Options& options);
Vec2 add_overhang(Lab& lab, Vec2 corner, const Options& options);

// The agents each part is decided for, the default agent first.
[[nodiscard]] std::vector<Agent> doorways_agents(const Options& options);
[[nodiscard]] std::vector<Agent> spiral_maze_agents(const Options& options);
[[nodiscard]] std::vector<Agent> overhang_agents();

// A scene of one part.
[[nodiscard]] Generated single_part(Vec2 (*add)(Lab&, Vec2, const Options&), const Options& options,
                                    std::span<const Agent> agents);

}  // namespace ambula::scenes
