// What polygons cover of a hole, and the pockets they leave.
#include "links/plan_union.h"

#include <gtest/gtest.h>

namespace ambula {
namespace {

// Twice the area that the borders enclose.
std::int64_t doubled_area(const PlanUnion& plan) {
  std::int64_t sum = 0;
  for (const PlanUnion::Border& b : plan.borders()) {
    const Point2 p = plan.nodes()[b.from], q = plan.nodes()[b.to];
    sum += std::int64_t{p.x} * q.y - std::int64_t{p.y} * q.x;
  }
  return sum;
}

std::array<Point2, 4> rectangle(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1) {
  return {Point2{x0, y0}, Point2{x1, y0}, Point2{x1, y1}, Point2{x0, y1}};
}

// A hole of 100 by 100, clockwise.
void hole(PlanUnion& plan) {
  plan.clear();
  plan.outline(std::array{Point2{0, 0}, Point2{0, 100}, Point2{100, 100}, Point2{100, 0}});
}

// Bands along all four sides, with a pocket of 40 by 30 amid them.
void frame(PlanUnion& plan) {
  hole(plan);
  plan.cover(rectangle(-5, -5, 105, 30));
  plan.cover(rectangle(-5, 60, 105, 105));
  plan.cover(rectangle(-5, -5, 30, 105));
  plan.cover(rectangle(70, -5, 105, 105));
}

TEST(PlanUnion, CoversNoMoreThanTheHole) {
  PlanUnion plan;
  hole(plan);
  plan.cover(rectangle(-10, 40, 110, 60));
  ASSERT_TRUE(plan.run());
  EXPECT_EQ(doubled_area(plan), 2 * 100 * 20);
}

TEST(PlanUnion, PocketsCloseUpToTheirWidth) {
  PlanUnion plan;
  frame(plan);
  ASSERT_TRUE(plan.run());
  EXPECT_EQ(doubled_area(plan), 2 * (100 * 100 - 40 * 30));
  plan.close_pockets(49.9);  // the diagonal is 50
  EXPECT_EQ(doubled_area(plan), 2 * (100 * 100 - 40 * 30));
  plan.close_pockets(50.1);
  EXPECT_EQ(doubled_area(plan), 2 * 100 * 100);
}

TEST(PlanUnion, PocketsThatTouchInAPointCloseEachByItself) {
  PlanUnion plan;
  frame(plan);
  // What is left of the pocket: a small corner and a large one, with one point in common.
  plan.cover(rectangle(30, 30, 40, 50));
  plan.cover(rectangle(40, 50, 70, 60));
  ASSERT_TRUE(plan.run());
  const std::int64_t before = doubled_area(plan);
  EXPECT_EQ(before, 2 * (100 * 100 - 10 * 10 - 30 * 20));
  plan.close_pockets(20);
  EXPECT_EQ(doubled_area(plan), before + 2 * 10 * 10);
  plan.close_pockets(40);
  EXPECT_EQ(doubled_area(plan), 2 * 100 * 100);
}

TEST(PlanUnion, WhatLiesAlongTheOutlineStaysOpen) {
  PlanUnion plan;
  hole(plan);
  plan.cover(rectangle(-5, -5, 105, 30));
  plan.cover(rectangle(-5, 40, 105, 105));
  ASSERT_TRUE(plan.run());
  const std::int64_t before = doubled_area(plan);
  EXPECT_EQ(before, 2 * 100 * 90);
  plan.close_pockets(1000);
  EXPECT_EQ(doubled_area(plan), before);
}

}  // namespace
}  // namespace ambula
