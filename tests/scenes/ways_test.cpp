#include "scenes/ways.h"

#include <gtest/gtest.h>

#include "scenes/polygon.h"

namespace ambula::scenes {
namespace {

Agent agent_of(double height, double radius) {
  Agent agent = default_agent();
  agent.height = height;
  agent.radius = radius;
  return agent;
}

TEST(Ways, WhatIsExactlyAtALimitPasses) {
  EXPECT_TRUE(
      passes({.rise = 0.4, .gap = 0.3, .slope = 45, .width = 0.6, .low = 1.8, .high = 1.8}, default_agent()));
  EXPECT_FALSE(passes({.rise = 0.4001}, default_agent()));
  EXPECT_FALSE(passes({.gap = 0.3001}, default_agent()));
  EXPECT_FALSE(passes({.slope = 45.01}, default_agent()));
  EXPECT_FALSE(passes({.width = 0.5999}, default_agent()));
  EXPECT_FALSE(passes({.low = 1.7999, .high = 1.7999}, default_agent()));
}

TEST(Ways, ASlopingLintelNarrowsTheOpeningForTheTall) {
  const Way way{.width = 4, .low = 1, .high = 3};  // at height h: 4 * (3 - h) / 2
  EXPECT_TRUE(passes(way, agent_of(1, 2)));
  EXPECT_TRUE(passes(way, agent_of(2, 1)));
  EXPECT_FALSE(passes(way, agent_of(2, 1.001)));
  EXPECT_FALSE(passes(way, agent_of(3.1, 0)));
}

TEST(Ways, GroupsFollowTheWaysAndLeaveOutWhereOneDoesNotFit) {
  const std::vector<Standing> places{{{"a", {}}, 1, 5, 0},
                                     {{"b", {}}, 1, 5, 0},
                                     {{"c", {}}, 1, 5, 0},
                                     {{"tight", {}}, 0.2, 5, 0},
                                     {{"low", {}}, 1, 2, 1}};
  const std::vector<Way> ways{
      {.from = 2, .to = 0}, {.from = 1, .to = 3}, {.from = 3, .to = 2}, {.from = 0, .to = 4}};
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(reach_groups(places, ways, default_agent()), (Groups{{"a", "c"}, {"b"}}));
  EXPECT_EQ(reach_groups(places, ways, agent_of(1.8, 0.2)), (Groups{{"a", "b", "c", "tight", "low"}}));
}

TEST(Ways, NamedOnesJoinSpotsAndGroupThePlacesInThem) {
  NamedWays ways;
  ways.join("hall", "landing", opening(0.9, 2.1, 0.18));  // the landing is no place
  ways.join("landing", "bedroom", opening(0.6, 2.1));
  ways.place("bed", "bedroom", 1);
  ways.place("hall", "hall", 1);
  ways.place("window", "bedroom", 0.25);
  ways.place("shed", "garden", 1);
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(ways.reach(default_agent()), (Groups{{"bed", "hall"}, {"shed"}}));
  EXPECT_EQ(ways.reach(agent_of(1.8, 0.31)), (Groups{{"bed"}, {"hall"}, {"shed"}}));
  EXPECT_EQ(ways.reach(agent_of(1.8, 0.2)), (Groups{{"bed", "hall", "window"}, {"shed"}}));
}

TEST(Polygons, OverlapDistanceAndClipOfSquares) {
  const Polygon a = rectangle({0, 0}, {2, 2}), b = rectangle({1, 1}, {3, 3}), c = rectangle({5, 6}, {7, 8});
  EXPECT_DOUBLE_EQ(overlap(a, b), 1);
  EXPECT_DOUBLE_EQ(overlap(a, c), 0);
  EXPECT_DOUBLE_EQ(distance(a, b), 0);
  EXPECT_DOUBLE_EQ(distance(a, c), 5);
  EXPECT_DOUBLE_EQ(distance(a, rectangle({2, 0}, {3, 2})), 0);
  EXPECT_DOUBLE_EQ(signed_area(clip_left(a, {0.5, 5}, {0.5, -5})), 3);
  EXPECT_EQ(centroid(b), (Vec2{2, 2}));
}

}  // namespace
}  // namespace ambula::scenes
