// Shells whose orientation cannot be trusted are taken on both sides, and no others.
#include <gtest/gtest.h>

#include "walkable/checked.h"

namespace ambula::testing {
namespace {

WalkableParams sides(TwoSided two_sided) {
  WalkableParams params;
  params.two_sided = two_sided;
  return params;
}

void turn(Model& model, std::size_t first, std::size_t count) {
  for (std::size_t t = first; t < first + count; ++t) std::swap(model.triangles[t][1], model.triangles[t][2]);
}

TEST(TwoSidedAuto, APlankInsideOutIsWalkedOn) {
  Model model;
  model.floor(-10, -10, 10, 10, -3);
  model.as("plank").box({0, 0, 0}, {3, 1, 0.1});
  turn(model, 2, 12);
  const Walkable w = checked(model.scene());
  EXPECT_NE(component_at(w, 1.5, 0.5, 0.1), component_at(w, -5, -5, -3));
  EXPECT_EQ(w.both_sides.size(), 12u);
  ASSERT_EQ(w.warnings.size(), 1u);
  EXPECT_EQ(w.warnings[0], "a shell of 'plank' is inside out; 12 triangles are taken on both sides");
  const Walkable by_winding = checked(model.scene(), sides(TwoSided::no));
  EXPECT_EQ(by_winding.components, 1u);
  EXPECT_TRUE(by_winding.both_sides.empty());
}

TEST(TwoSidedAuto, ARoomThatFacesInIsNotInsideOut) {
  Model model;
  model.box({0, 0, 0}, {6, 5, 3});
  turn(model, 0, 12);
  const Walkable w = checked(model.scene());
  EXPECT_TRUE(w.both_sides.empty());
  EXPECT_NEAR(w.areas.walkable, 30, 1e-6) << "its floor, and not the top of its ceiling";
}

TEST(TwoSidedAuto, ACleanModelIsWhatItIsByWindingAlone) {
  Model model;
  model.floor(-10, -10, 10, 10, 0).box({1, 1, 0}, {2, 2, 0.3}).box({4, 1, 2.5}, {8, 5, 2.8});
  model.ceiling(-9, -9, -6, -6, 2.4).wall(0, -5, 5, -5, 0, 2);
  const Walkable w = checked(model.scene());
  EXPECT_TRUE(w.both_sides.empty());
  EXPECT_TRUE(w.warnings.empty());
  EXPECT_EQ(walkable_hash(w), walkable_hash(checked(model.scene(), sides(TwoSided::no))));
}

TEST(TwoSidedAuto, OneTriangleTurnedInAFloorLeavesNoHole) {
  Model model;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) model.floor(x, y, x + 1, y + 1, 0);
  }
  turn(model, 11, 1);
  const Walkable w = checked(model.scene());
  EXPECT_NEAR(w.areas.walkable, 16, 1e-6);
  EXPECT_EQ(w.components, 1u);
  EXPECT_EQ(w.both_sides.size(), 1u);
}

TEST(TwoSidedAuto, AFloorUpsideDownIsGroundWhereThereIsNoOther) {
  EXPECT_NEAR(checked(Model{}.ceiling(0, 0, 4, 4, 0).scene()).areas.walkable, 16, 1e-9);
  const Walkable under = checked(Model{}.floor(0, 0, 4, 4, 0).ceiling(0, 0, 4, 4, 3).scene());
  EXPECT_NEAR(under.areas.walkable, 16, 1e-9) << "a ceiling stays one";
}

}  // namespace
}  // namespace ambula::testing
