#include <gtest/gtest.h>

#include <algorithm>

#include "scenes/generate.h"
#include "scenes/measure.h"
#include "scenes/mesh_checks.h"
#include "scenes/polygon.h"

namespace ambula::scenes {

extern const Generator kHoles;

namespace {

TEST(Holes, HasTheTrianglesOfThePaper) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u}) {
    const Generated scene = kHoles.make({.seed = seed});
    EXPECT_EQ(scene.soup.triangles.size(), 431u);
    EXPECT_EQ(scene.truth.rooms[0].holes.size(), 17u);
    // To the last digits, so the triangles neither overlap nor leave out any of the plane.
    EXPECT_NEAR(level_area(scene.soup), scene.truth.floors[0].area, 1e-9);
    EXPECT_NEAR(level_area(scene.soup, 0), scene.truth.rooms[0].area, 1e-9);
  }
}

TEST(Holes, HolesAreOpen) {
  const Generated scene = kHoles.make({});
  const RayScene rays(scene.soup);
  int tried = 0;
  for (const auto& hole : scene.truth.rooms[0].holes) {
    // Just inside of every side's middle: clockwise, the hole lies to the right.
    for (std::size_t i = 0; i < hole.size(); ++i) {
      const Vec2 a = hole[i].xy(), b = hole[(i + 1) % hole.size()].xy();
      const Vec2 side = b - a, out{side.y / length(side), -side.x / length(side)};
      const Vec2 middle = (a + b) * 0.5, in = middle + out * 1e-3, on = middle - out * 1e-3;
      EXPECT_TRUE(rays.vertical({in.x, in.y, 0}).empty()) << in.x << ", " << in.y;
      EXPECT_EQ(rays.vertical({on.x, on.y, 0}).size(), 1u) << on.x << ", " << on.y;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 361);
}

TEST(Holes, IslandsAreReachedByWhoStepsAsFarAsTheirMoatIsWide) {
  const Generated scene = kHoles.make({});
  const double wide[] = {0.15, 0.3, 0.5 * turn(180.0 / 32).cos};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(level_distance(scene.soup, 0, i + 1), wide[i], 2e-6);
  for (const AgentTruth& truth : scene.truth.agents) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string& island = scene.truth.places[2 + i].name;
      const auto& first = truth.reach[0];  // the plane's
      const bool reached = std::find(first.begin(), first.end(), island) != first.end();
      EXPECT_EQ(reached, wide[i] <= truth.agent.max_gap) << island << ' ' << truth.agent.max_gap;
    }
  }
}

}  // namespace
}  // namespace ambula::scenes
