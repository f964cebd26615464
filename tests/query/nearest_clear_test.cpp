// Ends of paths that are too close to a border go to the nearest place that is not, against the exact offset
// of the same surface.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "geometry/allocations.h"
#include "navmesh/bases.h"
#include "navmesh/make_clearance_mesh.h"
#include "query/nearest_clear.h"
#include "query/radius_checks.h"

namespace ambula::testing {
namespace {

struct MoveTally {
  std::size_t stayed = 0, moved = 0, nowhere = 0;
  std::size_t further = 0;  // than the truth has it, where distances differ
};

// What the truth leaves is what keeps `keep` but for this many quanta: it rounds, and its arcs are chords.
constexpr double kLess = 3, kMore = 6;

void expect_nearest(const NavBase& base, double radius, std::size_t points, std::uint64_t seed,
                    MoveTally& tally, std::optional<double> ledge = {}) {
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  NearestClear nearest(graph);
  const KeptDistance keep = graph.keep_of(radius, ledge);
  const auto kept = [&](double more) {
    return KeptDistance{std::max(keep.wall + more, 0.0), std::max(keep.ledge + more, 0.0)};
  };
  const OffsetTruth truth(base, keep), wider(base, kept(-kMore));
  const double half = 5000;  // quanta
  for (const BasePoint& p : random_points(base, points, seed)) {
    SCOPED_TRACE(::testing::Message() << p.at.x << " " << p.at.y << " radius " << radius << " seed " << seed);
    const Vec2 at{static_cast<double>(p.at.x), static_cast<double>(p.at.y)};
    const ClearPlace from = graph.place_in(p.triangle, at);
    const Vec3 here = graph.position(at, graph.height(p.triangle, at));
    const auto move = [&](double more, double box) {
      const double metres = box * graph.quantum();
      return nearest.find(from, here, {metres, metres, 1e6}, kept(more), search);
    };
    const auto distance = [&](const std::optional<ClearPlace>& to) {
      return to ? length(to->at - at) : std::numeric_limits<double>::infinity();
    };
    const auto found = move(0, half);
    if (found) {
      EXPECT_TRUE(search.is_clear(*found, keep));
      EXPECT_LE(wider.distance_from(found->base, found->at, 3), 1);
      if (keep.wall == keep.ledge) {
        EXPECT_GE(room_at(base, found->base, found->at, keep), -1);
      }
      EXPECT_GE(graph.base().depth(found->base, found->at), -1);
      EXPECT_LE(std::abs(found->at.x - at.x), half + 1);
      EXPECT_LE(std::abs(found->at.y - at.y), half + 1);
    }
    // Who keeps less has it nearer, who keeps more further.
    const double least = distance(move(-kLess, half + 2)), most = distance(move(kMore, half - 2));
    const double there = truth.distance_from(p.triangle, at, half);
    if (keep.wall == keep.ledge) {
      EXPECT_LE(least, there + 1);
    } else {
      tally.further += least > there + 1 ? 1u : 0u;
    }
    EXPECT_LE(there, most + 1);
    EXPECT_LE(least, distance(found) + 0.01);
    EXPECT_LE(distance(found), most + 0.01);
    ++(!found ? tally.nowhere : found->at == at ? tally.stayed : tally.moved);
  }
}

TEST(NearestClear, AmongPillarsIsTheNearest) {
  MoveTally tally;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const NavBase base = base_of(pillared_floor(60000, 8 + static_cast<std::uint32_t>(seed), seed));
    for (const double radius : {0.1, 0.25, 0.4, 0.7, 1.0}) expect_nearest(base, radius, 25, seed, tally);
  }
  EXPECT_GT(tally.stayed, 100u);
  EXPECT_GT(tally.moved, 100u);
  EXPECT_GT(tally.nowhere, 50u);
}

TEST(NearestClear, OnRandomFloorsIsTheNearest) {
  MoveTally tally;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const NavBase base = base_of(random_blots(80, 40000, 12000, seed));
    for (const double radius : {0.05, 0.1, 0.2, 0.3, 0.5}) expect_nearest(base, radius, 25, seed, tally);
  }
  EXPECT_GT(tally.moved, 300u);
  EXPECT_GT(tally.nowhere, 100u);
}

TEST(NearestClear, OnASpiralStaysOnItsSheet) {
  MoveTally tally;
  for (const double drift : {0.0, 13000.0, 21000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      const NavBase base = base_of(spiral(15000, 45000, 24, 3, 30000, rows, drift));
      for (const double radius : {0.1, 0.4, 1.0}) expect_nearest(base, radius, 25, 5, tally);
    }
  }
  EXPECT_GT(tally.moved, 50u);
}

// A border may count that is within the disc but around a corner: then the place is further than it had to
// be.
TEST(NearestClear, WithAnotherDistanceFromLedgesIsSoundAndHardlyEverFurther) {
  MoveTally tally;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const NavBase pillars =
        mixed_base_of(pillared_floor(60000, 10 + static_cast<std::uint32_t>(seed), seed), seed);
    const NavBase blots = mixed_base_of(random_blots(80, 40000, 12000, seed), seed);
    for (const double ledge : {0.0, 0.1, 0.6}) {
      expect_nearest(pillars, 0.3, 25, seed, tally, ledge);
      expect_nearest(blots, 0.3, 25, seed, tally, ledge);
    }
  }
  EXPECT_GT(tally.moved, 300u);
  EXPECT_LE(tally.further, tally.moved / 100);
}

// Two metres wide, corners at the origin and (2, 2).
class NearestInASquare : public ::testing::Test {
 protected:
  const NavBase base = base_of(joined(
      {{{{0, 0, 0}, {20000, 0, 0}, {20000, 20000, 0}}}, {{{0, 0, 0}, {20000, 20000, 0}, {0, 20000, 0}}}}));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph{base, mesh, {}};
  ClearanceSearch search{graph};
  NearestClear nearest{graph};
  std::optional<Vec2> move(Vec3 p, double reach, double radius) {
    const auto from = graph.locate({std::clamp(p.x, 0.0, 2.0), std::clamp(p.y, 0.0, 2.0), p.z}, 1);
    if (!from) return {};
    const auto to = nearest.find(*from, p, {reach, reach, 1}, graph.keep_of(radius), search);
    if (!to) return {};
    return to->at * graph.quantum();
  }
};

void expect_at(const std::optional<Vec2>& found, Vec2 at) {
  ASSERT_TRUE(found);
  EXPECT_LT(length(*found - at), 0.0004) << found->x << " " << found->y;
}

TEST_F(NearestInASquare, GoesStraightFromWallsAndOutOfCorners) {
  expect_at(move({1, 0.1, 0}, 0.5, 0.3), {1, 0.3});
  expect_at(move({0.1, 0.2, 0}, 0.5, 0.3), {0.3, 0.3});
  expect_at(move({0, 0, 0}, 0.5, 0.3), {0.3, 0.3});
  expect_at(move({0.9, 0.7, 0}, 0.5, 1), {1, 1});  // the one point there is
  expect_at(move({1.2, 1.3, 0}, 0.5, 0.3), {1.2, 1.3});
}

TEST_F(NearestInASquare, IsMeasuredFromWhatWasAskedFor) {
  expect_at(move({1.25, -0.15, 0}, 0.5, 0.3), {1.25, 0.3});
  EXPECT_FALSE(move({1.25, -0.25, 0}, 0.5, 0.3));  // beyond reach, though not from the square
}

TEST_F(NearestInASquare, IsNowhereBeyondReach) {
  EXPECT_FALSE(move({1, 0.1, 0}, 0.19, 0.3));
  expect_at(move({1, 0.1, 0}, 0.21, 0.3), {1, 0.3});
  EXPECT_FALSE(move({1, 1, 0}, 0.5, 1.001));
  EXPECT_FALSE(move({1, 1, 0}, 1e300, 1.001));
}

// Two rooms beside each other, joined at one end: who keeps clear of the far wall of one stands just behind a
// wall of the other. A triangle has no more than a sharp corner there, so that is almost in the triangle.
TEST(NearestClear, Regression_BehindABorderIsNotClear) {
  const auto quad = [](std::vector<Corners>& out, Point2 a, Point2 b, Point2 c, Point2 d) {
    const auto at = [](Point2 p) { return LatticePoint{p.x, p.y, 0}; };
    out.push_back({{at(a), at(b), at(c)}});
    out.push_back({{at(a), at(c), at(d)}});
  };
  std::vector<Corners> triangles;
  quad(triangles, {-1000, 0}, {500, 0}, {500, 52000}, {-1000, 52000});
  quad(triangles, {1000, 0}, {6000, 0}, {6000, 25900}, {1000, 26000});
  triangles.push_back({{{1000, 26000, 0}, {6000, 25900, 0}, {6000, 26100, 0}}});
  quad(triangles, {1000, 26000}, {6000, 26100}, {6000, 52000}, {1000, 52000});
  quad(triangles, {-1000, 52000}, {500, 52000}, {500, 60000}, {-1000, 60000});
  quad(triangles, {500, 52000}, {1000, 52000}, {1000, 60000}, {500, 60000});
  quad(triangles, {1000, 52000}, {6000, 52000}, {6000, 60000}, {1000, 60000});
  const NavBase base = base_of(joined(triangles));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  NearestClear nearest(graph);
  for (const double y : {25300.0, 26000.0, 26682.0}) {
    SCOPED_TRACE(y);
    const Vec3 p = graph.position({1325, y}, 0);
    const auto from = graph.locate(p, 0.1);
    ASSERT_TRUE(from);
    const auto to = nearest.find(*from, p, {5, 5, 1}, graph.keep_of(0.2), search);
    ASSERT_TRUE(to);
    EXPECT_NEAR(to->at.x, 2997.5, 0.01);
    EXPECT_NEAR(to->at.y, y, 0.01);
  }
}

TEST(NearestClear, AllocatesNothingAfterWarmUp) {
  const NavBase base = base_of(pillared_floor(60000, 20, 3));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  NearestClear nearest(graph);
  const auto points = random_points(base, 200, 7);
  const auto all = [&] {
    std::size_t found = 0;
    for (const BasePoint& p : points) {
      const Vec2 at{static_cast<double>(p.at.x), static_cast<double>(p.at.y)};
      const auto to = nearest.find(graph.place_in(p.triangle, at), graph.position(at, 0), {1, 1, 1},
                                   graph.keep_of(0.5), search);
      found += to ? 1u : 0u;
    }
    return found;
  };
  EXPECT_GT(all(), 100u);
  const std::size_t before = allocations();
  EXPECT_GT(all(), 100u);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace ambula::testing
