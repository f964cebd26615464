#include "query/arc_funnel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ambula::testing {
namespace {

TEST(ArcFunnel, TurnsAreWhatTheAnglesAre) {
  for (int k = 1; k < 720; ++k) {
    const double a = k * 0.731, turn = 2 * std::numbers::pi * k / 720;
    const Vec2 from{std::cos(a), std::sin(a)}, to{std::cos(a + turn), std::sin(a + turn)};
    EXPECT_NEAR(left_turn(from, to), turn, 1e-13);
  }
}

TEST(ArcFunnel, StraightOnWhereNothingIsInTheWay) {
  ArcFunnel funnel;
  std::vector<ArcBend> bends;
  funnel.begin({0, 0});
  funnel.add_left({{5, 3}, 1});
  funnel.add_right({{5, -3}, 1});
  funnel.finish({10, 0});
  EXPECT_DOUBLE_EQ(funnel.write(bends), 10);
  EXPECT_EQ(bends.size(), 2u);
}

TEST(ArcFunnel, AroundACircleOnTheLeft) {
  ArcFunnel funnel;
  std::vector<ArcBend> bends;
  funnel.begin({-10, 0});
  funnel.add_left({{0, 0}, 1});
  funnel.add_right({{0, -30}, 1});
  funnel.add_right({{30, 0}, 1});
  const double tangent = std::sqrt(99.0), turn = 2 * std::asin(0.1);
  funnel.finish({10, 0});
  EXPECT_NEAR(funnel.write(bends), 2 * tangent + turn, 1e-12);
  ASSERT_EQ(bends.size(), 4u);
  EXPECT_EQ(bends[1].turn, 1);
  EXPECT_EQ(bends[1].centre, (Vec2{0, 0}));
  EXPECT_LT(bends[1].at.y, 0);
}

TEST(ArcFunnel, BetweenTwoCirclesOnDifferentSides) {
  ArcFunnel funnel;
  std::vector<ArcBend> bends;
  funnel.begin({-10, 2});
  funnel.add_left({{0, 0}, 1});
  funnel.add_right({{0, -30}, 1});
  funnel.add_left({{10, 30}, 2});
  funnel.add_right({{10, 0}, 2});
  funnel.finish({20, -2});
  (void)funnel.write(bends);
  ASSERT_EQ(bends.size(), 6u);
  EXPECT_EQ(bends[1].turn, 1);
  EXPECT_EQ(bends[3].turn, -1);
  EXPECT_NEAR(length(bends[3].at - bends[3].centre), 2, 1e-12);
  EXPECT_NEAR(dot(bends[3].at - bends[2].at, bends[3].at - bends[3].centre), 0, 1e-9);
}

TEST(ArcFunnel, AroundTheEndOfAWallWithoutThickness) {
  ArcFunnel funnel;
  std::vector<ArcBend> bends;
  funnel.begin({-10, -1});
  funnel.add_left({{0, 0}, 1});
  funnel.add_right({{0, -30}, 1});
  funnel.add_right({{30, 0}, 1});
  funnel.add_right({{0, 30}, 1});
  funnel.finish({-10, 1});
  EXPECT_NEAR(funnel.write(bends), 20 + std::numbers::pi, 1e-9);
  EXPECT_EQ(bends.size(), 4u);
}

// A wall of two posts that stand closer than a disc is wide: the goal is between them, and the way to it
// turns around the far one by more than half a circle.
TEST(ArcFunnel, Regression_TurnsByMoreThanHalfACircle) {
  ArcFunnel funnel;
  std::vector<ArcBend> bends;
  funnel.begin({20, 5});
  funnel.add_left({{0, 0}, 1});
  funnel.add_right({{0, 30}, 1});
  funnel.add_left({{-1, 0}, 1});
  funnel.add_right({{-30, 0}, 1});
  funnel.add_right({{-1, -30}, 1});
  const Vec2 goal{-0.5, -0.867};  // touches both circles but for a thousandth
  funnel.finish(goal);
  (void)funnel.write(bends);
  ASSERT_EQ(bends.size(), 4u);
  EXPECT_EQ(bends[1].turn, 1);
  EXPECT_EQ(bends[1].centre, (Vec2{-1, 0}));
  const Vec2 in = bends[1].at - bends[1].centre, out = bends[2].at - bends[1].centre;
  EXPECT_GT(left_turn(in, out), std::numbers::pi);
  EXPECT_LT(length(bends[2].at - goal), 0.1);
}

// The way begins so close to a circle on its right that it has to go left at first, further than to a circle
// on its left that is far beyond: that one is not in between.
TEST(ArcFunnel, Regression_WhatIsBeyondACircleIsNotBeforeIt) {
  ArcFunnel funnel;
  std::vector<ArcBend> bends;
  const Vec2 start{-0.7075, 0.7075};
  funnel.begin(start);
  funnel.add_left({{10, 6}, 1});
  funnel.add_right({{0, 0}, 1});
  funnel.add_right({{7, -3.5}, 1});
  funnel.add_left({{12, -3}, 1});
  funnel.add_right({{6, -30}, 1});
  funnel.finish({9.5, -30});
  (void)funnel.write(bends);
  ASSERT_EQ(bends.size(), 6u);
  EXPECT_EQ(bends[1].centre, (Vec2{0, 0}));
  EXPECT_EQ(bends[1].turn, -1);
  EXPECT_EQ(bends[3].centre, (Vec2{7, -3.5}));
  EXPECT_EQ(bends[3].turn, -1);
}

}  // namespace
}  // namespace ambula::testing
