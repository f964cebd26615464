// Doorways, spiral maze and overhang together on one ground, after the thesis' detail-dependent scene
// (competition.obj), made by the very functions that make them alone.
#include <algorithm>
#include <array>

#include "scenes/lab_parts.h"

namespace ambula::scenes {
namespace {

constexpr auto kSettings = [] {
  std::array<Setting, kDoorwaysSettings.size() + kSpiralMazeSettings.size() + kOverhangSettings.size()> all{};
  auto next = std::copy(kDoorwaysSettings.begin(), kDoorwaysSettings.end(), all.begin());
  next = std::copy(kSpiralMazeSettings.begin(), kSpiralMazeSettings.end(), next);
  std::copy(kOverhangSettings.begin(), kOverhangSettings.end(), next);
  return all;
}();

Generated make_competition(const Options& options) {
  Lab lab;
  const double gap = kLabMargin;
  const Vec2 doorways = add_doorways(lab, {gap, gap}, options);
  const double right = gap + doorways.x + gap;  // the other two, one above the other
  const Vec2 maze = add_spiral_maze(lab, on_grid(Vec2{right, gap}), options);
  const Vec2 overhang = add_overhang(lab, on_grid(Vec2{right, gap + maze.y + gap}), options);
  const Vec2 size{right + std::max(maze.x, overhang.x) + gap,
                  std::max(doorways.y, maze.y + gap + overhang.y) + 2 * gap};

  std::vector<Agent> agents = doorways_agents(options);
  for (const auto& more : {spiral_maze_agents(options), overhang_agents()}) {
    agents.insert(agents.end(), more.begin(), more.end());
  }
  return lab.finish(size, agents);
}

}  // namespace

extern const Generator kCompetition;
constinit const Generator kCompetition{"competition", "doorways, spiral maze and overhang on one ground",
                                       kSettings, make_competition};

}  // namespace ambula::scenes
