// Random soups with a wall whose truth is known: who is parted from whom, and where one gets through.
#pragma once

#include <cstdint>
#include <random>

#include "walkable/checked.h"

namespace ambula::testing {

// A floor of 10 × 10 m, parted by a wall right across it that leans by 10⁻⁶ to 2·10⁻³ m per metre.
struct LeaningWall {
  Model model;
  Vec3 left, right;  // on the floor, on the two sides of the wall
};
[[nodiscard]] LeaningWall leaning_wall(std::uint64_t seed);

// Two floors of 6 × 3 m that meet under a wall, the second up to 2 cm higher. The wall has an opening of
// 0.75 to 1.2 m somewhere along it, or none.
struct DoorInWall {
  Model model;
  bool is_open = true;
  Vec2 from, to;     // the opening in plan
  Vec3 left, right;  // on the floors, as far from the opening along the wall as they can be
};
[[nodiscard]] DoorInWall door_in_wall(std::uint64_t seed, bool is_open);

}  // namespace ambula::testing
