// The kinds of stairs, one bay each.
#pragma once

#include "scenes/random.h"
#include "scenes/stairs_bay.h"

namespace ambula::scenes {

struct StairsSizes {
  int steps = 16;        // rises from floor to floor
  double rise = 0.175;   // metres
  double run = 0.28;     // metres
  double width = 1.2;    // metres
  double nosing = 0.03;  // metres
  double uneven = 0.15;  // share of the rise it may be off
  double steep_rise = 0.5;
  double ramp = 8, steep_ramp = 55;  // degrees
};

// stairs_straight.cpp
[[nodiscard]] Bay straight_bay(const StairsSizes& sizes);
[[nodiscard]] Bay nosing_bay(const StairsSizes& sizes);
[[nodiscard]] Bay open_riser_bay(const StairsSizes& sizes);
[[nodiscard]] Bay uneven_bay(const StairsSizes& sizes, Random& random);
[[nodiscard]] Bay steep_bay(const StairsSizes& sizes);
[[nodiscard]] Bay ramp_bay(const StairsSizes& sizes, double degrees, std::string name);
[[nodiscard]] Bay escalator_bay(const StairsSizes& sizes);

// stairs_turning.cpp
[[nodiscard]] Bay spiral_bay(const StairsSizes& sizes);
[[nodiscard]] Bay curved_bay(const StairsSizes& sizes);
[[nodiscard]] Bay winder_bay(const StairsSizes& sizes);
[[nodiscard]] Bay landing_bay(const StairsSizes& sizes);

// Treads one `run` deep each along a straight way: `foot` is the line of the first riser.
[[nodiscard]] std::vector<std::vector<Line>> straight_treads(const Line& foot, Vec2 forward, int count,
                                                             double run);

// What every bay ends with: the walking line's ends and the two places, `back` metres before the foot and
// beyond the head. `foot` and `head` are the middles of the first and last riser, with the ways to walk
// there.
struct Ends {
  Vec2 foot, foot_way, head, head_way;
  double height = 0;  // of the upper floor
};
void finish(Bay& bay, const Ends& ends, double run);

inline constexpr double kSlab = 0.2;      // metres; thickness of upper floors
inline constexpr double kApproach = 2.5;  // metres of lower floor before the foot
inline constexpr double kBeyond = 2;      // metres of upper floor after the head
inline constexpr double kMargin = 1;      // metres of lower floor beside the stairs

}  // namespace ambula::scenes
