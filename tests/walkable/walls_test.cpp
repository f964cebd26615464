// Walls part the surface however they lean, and wherever they stand beside an edge of the floor.
#include <gtest/gtest.h>

#include "walkable/wall_soups.h"

namespace ambula::testing {
namespace {

constexpr std::uint64_t kDraws = 200;

TEST(Walls, LeaningWallRightAcrossAFloorPartsIt) {
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const LeaningWall drawn = leaning_wall(seed);
    const Walkable w = checked(drawn.model.scene(), {}, {}, 100);
    EXPECT_EQ(w.components, 2u);
    EXPECT_NE(component_at(w, drawn.left.x, drawn.left.y, 0),
              component_at(w, drawn.right.x, drawn.right.y, 0));
    EXPECT_LT(border_length(w, BorderKind::sill), 0.01);
  }
}

TEST(Walls, WallBesideTheJointOfTwoFloorsIsABorderOfOneAtLeast) {
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const DoorInWall drawn = door_in_wall(seed, false);
    const Walkable w = checked(drawn.model.scene(), {}, {}, 100);
    EXPECT_GE(border_length(w, BorderKind::wall), 6 - 0.01);
  }
}

}  // namespace
}  // namespace ambula::testing
