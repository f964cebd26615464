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

// How far it is from p to the nearest side of a ring, straight ahead.
double ahead(const std::vector<Vec3>& ring, Vec2 p, Vec2 way) {
  double nearest = 1e9;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i].xy() - p, side = ring[(i + 1) % ring.size()].xy() - ring[i].xy();
    const double across = cross(way, side);
    if (across == 0) continue;
    const double t = cross(a, side) / across, u = cross(a, way) / across;
    if (t > 0 && u >= 0 && u <= 1) nearest = std::min(nearest, t);
  }
  return nearest;
}

TEST(Holes, EveryPlaceOfAHoleLiesOnALineAcrossOfAMetreAtMost) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    const Generated scene = kHoles.make({.seed = seed});
    int tried = 0;
    // The last three are moats: across those it is to their islands.
    for (std::size_t h = 0; h + 3 < scene.truth.rooms[0].holes.size(); ++h) {
      const auto& hole = scene.truth.rooms[0].holes[h];
      Vec2 low = hole[0].xy(), high = low;
      for (const Vec3 p : hole) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
      }
      const auto inside = [&](Vec2 p) {
        int crossed = 0;
        for (std::size_t i = 0; i < hole.size(); ++i) {
          const Vec2 a = hole[i].xy(), b = hole[(i + 1) % hole.size()].xy();
          if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) ++crossed;
        }
        return crossed % 2 == 1;
      };
      for (double x = low.x + 0.0137; x < high.x; x += 0.05) {
        for (double y = low.y + 0.0171; y < high.y; y += 0.05) {
          if (!inside({x, y})) continue;
          ++tried;
          double least = 1e9;
          for (int k = 0; k < 90; ++k) {
            const Vec2 way = heading(2 * k);
            least = std::min(least, ahead(hole, {x, y}, way) + ahead(hole, {x, y}, way * -1));
          }
          EXPECT_LE(least, 1.0 + 1e-6) << x << ", " << y;
        }
      }
    }
    EXPECT_GT(tried, 1000);
  }
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
