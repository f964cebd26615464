// What is around a place: rays, walls, sliding, cells, points at random, areas within reach.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ambula/query.h"
#include "geometry/rationals.h"
#include "query/meshes.h"
#include "query/shortest_truth.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

// A square room of the given side (quanta) as 2 n² triangles, without the ones `out(x, y)` leaves out.
template <class Out>
NavMesh room(std::int32_t side, std::int32_t n, Out&& out, CellRule rule = CellRule::fast) {
  std::vector<Corners> triangles;
  for (std::int32_t x = 0; x < n; ++x) {
    for (std::int32_t y = 0; y < n; ++y) {
      if (out(x, y)) continue;
      const std::int32_t u = x * side / n, v = y * side / n, s = (x + 1) * side / n, t = (y + 1) * side / n;
      triangles.push_back({LatticePoint{u, v, 0}, {s, v, 0}, {s, t, 0}});
      triangles.push_back({LatticePoint{u, v, 0}, {s, t, 0}, {u, t, 0}});
    }
  }
  return mesh_of(joined(triangles), rule);
}
bool nothing(std::int32_t, std::int32_t) { return false; }

TEST(Raycast, MeetsWhatBruteForceMeets) {
  std::size_t seen = 0, hidden = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 20, seed % 8 < 4 ? 1000 : 30);
    if (mesh.size() == 0) continue;
    ShortestTruth truth(mesh);
    Query query(mesh);
    for (std::uint64_t k = 0; k < 10; ++k) {
      const LatticePlace a = random_place(mesh, seed * 1000 + 2 * k),
                         b = random_place(mesh, seed * 1000 + 2 * k + 1);
      const Vec3 to = scene_point(mesh, b);
      const RayHit hit = query.raycast({scene_point(mesh, a), a.cell}, to);
      const bool sees = truth.sees(a, b);
      ASSERT_LT(hit.end.cell, mesh.size());
      const auto z = query.height_at(hit.end.cell, hit.end.at.x, hit.end.at.y);
      EXPECT_NEAR(z.value_or(hit.end.at.z), hit.end.at.z, 1e-6);
      if (sees) {
        ++seen;
        EXPECT_FALSE(hit.hit) << seed << " " << k;
        EXPECT_LT(length((hit.end.at - to).xy()), 1e-9);
      } else if (hit.hit) {
        ++hidden;
        ASSERT_NE(hit.side, kNone);
        EXPECT_EQ(mesh.neighbour[hit.side], kNone);
      } else {
        // Another fan of the corner the goal stands on.
        EXPECT_TRUE(truth.sees(a, {b.at, hit.end.cell})) << seed << " " << k;
      }
    }
  }
  EXPECT_GT(seen, 1000u);
  EXPECT_GT(hidden, 1000u);
}

TEST(Raycast, StopsAtAClosedDoor) {
  const NavMesh mesh = room(1000, 4, [](auto x, auto y) { return x == 2 && y != 1; }, CellRule::triangles);
  Query query(mesh);
  const Vec3 a = mesh.lattice.position({200, 370, 0}), b = mesh.lattice.position({900, 370, 0});
  const auto from = query.locate(a);
  ASSERT_TRUE(from);
  EXPECT_FALSE(query.raycast(*from, b).hit);
  const auto door = query.locate(mesh.lattice.position({600, 370, 0}));
  ASSERT_TRUE(door);
  Filter filter;
  filter.closed_cells.assign(mesh.size(), 0);
  filter.closed_cells[door->cell] = 1;
  const RayHit hit = query.raycast(*from, b, &filter);
  EXPECT_TRUE(hit.hit);
  EXPECT_LT(hit.end.at.x, mesh.lattice.origin.x + 7.51);
  EXPECT_LT(hit.normal.x, 0);
}

TEST(DistanceToWall, IsTheLeastOverAllWallsInARoom) {
  const NavMesh mesh = room(1000, 10, [](auto x, auto y) { return x == 4 && y == 4; });
  Query query(mesh);
  for (std::uint64_t k = 0; k < 200; ++k) {
    const auto p = query.random_point(k);
    ASSERT_TRUE(p);
    const double x = (p->at.x - mesh.lattice.origin.x) * 100, y = (p->at.y - mesh.lattice.origin.y) * 100;
    const double dx = std::max({400 - x, x - 500, 0.0}), dy = std::max({400 - y, y - 500, 0.0});
    const double expected = std::min({x, y, 1000 - x, 1000 - y, std::hypot(dx, dy)}) / 100;
    const auto wall = query.distance_to_wall(*p, 100);
    ASSERT_TRUE(wall);
    EXPECT_NEAR(wall->distance, expected, 1e-9);
    EXPECT_NEAR(length((wall->at - p->at).xy()), expected, 1e-9);
    EXPECT_FALSE(query.distance_to_wall(*p, expected * 0.99 - 1e-9));
    const auto border = query.closest_on_border(p->at, {100, 100, 1});
    ASSERT_TRUE(border);
    EXPECT_NEAR(border->distance, expected, 1e-9);
    // A normal leads away from the wall.
    EXPECT_NEAR(dot((p->at - wall->at).xy(), wall->normal.xy()), expected, 1e-9);
  }
}

TEST(MoveAlongSurface, SlidesAlongWallsAndStaysOnTheMesh) {
  const NavMesh mesh = room(1000, 10, nothing);
  Query query(mesh);
  const auto from = query.locate(mesh.lattice.position({500, 950, 0}));
  ASSERT_TRUE(from);
  std::vector<std::uint32_t> visited;
  const Place to = query.move_along_surface(*from, mesh.lattice.position({700, 1400, 0}), nullptr, &visited);
  EXPECT_NEAR(to.at.x, mesh.lattice.origin.x + 7, 1e-9);
  EXPECT_NEAR(to.at.y, mesh.lattice.origin.y + 10, 1e-9);
  ASSERT_FALSE(visited.empty());
  EXPECT_EQ(visited.front(), from->cell);
  EXPECT_EQ(visited.back(), to.cell);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const NavMesh holed = holed_mesh(seed);
    Query other(holed);
    const LatticePlace a = random_place(holed, seed), b = random_place(holed, seed + 9);
    const Vec3 goal = scene_point(holed, b);
    const Place end = other.move_along_surface({scene_point(holed, a), a.cell}, goal);
    EXPECT_TRUE(other.locate(end.at, 0.01)) << seed;
    EXPECT_LE(length((end.at - goal).xy()), length((scene_point(holed, a) - goal).xy()) + 1e-9);
    const double off = length((end.at - goal).xy());
    EXPECT_TRUE(off < 1e-6 || !ShortestTruth(holed).sees(a, b)) << seed;
  }
}

TEST(RandomPoint, IsUniformByArea) {
  const NavMesh mesh = room(1000, 10, [](auto x, auto y) { return x > 4 && y > 4; });
  Query query(mesh);
  std::vector<int> count(100, 0);
  constexpr int kPoints = 30000;
  for (int k = 0; k < kPoints; ++k) {
    const auto p = query.random_point(static_cast<std::uint64_t>(k));
    ASSERT_TRUE(p);
    const Vec2 at = (p->at - mesh.lattice.origin).xy();
    ++count[static_cast<std::size_t>(at.x) * 10 + static_cast<std::size_t>(at.y)];
  }
  for (std::size_t k = 0; k < 100; ++k) {
    const double expected = k / 10 > 4 && k % 10 > 4 ? 0 : kPoints / 75.0;
    EXPECT_NEAR(count[k], expected, 6 * std::sqrt(expected));
  }
  const auto a = query.random_point(7), b = query.random_point(7);
  EXPECT_EQ(a->at, b->at);
}

TEST(RandomPoint, StaysInItsCircleAndInWhatIsJoinedThere) {
  // A wall without an end within the circle: what is behind it is near, and not reached.
  const NavMesh mesh = room(1000, 10, [](auto x, auto y) { return x == 5 && y != 0; });
  Query query(mesh);
  const auto centre = query.locate(mesh.lattice.position({450, 700, 0}));
  ASSERT_TRUE(centre);
  double left = 0;
  for (std::uint64_t k = 0; k < 4000; ++k) {
    const auto p = query.random_point(k, *centre, 2.0);
    ASSERT_TRUE(p);
    EXPECT_LE(length((p->at - centre->at).xy()), 2.0 + 1e-9);
    EXPECT_LE(p->at.x, mesh.lattice.origin.x + 5 + 1e-9);
    left += p->at.x < centre->at.x ? 1 : 0;
  }
  const double half = std::numbers::pi * 2,
               cap = 4 * std::acos(0.25) - 0.5 * std::sqrt(3.75);  // beyond the wall
  EXPECT_NEAR(left / 4000, half / (2 * half - cap), 0.04);
}

TEST(CellsAround, AreThoseOfTheCircleNearestFirst) {
  const NavMesh mesh = room(1000, 20, nothing, CellRule::triangles);
  Query query(mesh);
  const auto centre = query.locate(mesh.lattice.position({512, 507, 0}));
  ASSERT_TRUE(centre);
  std::vector<std::uint32_t> cells;
  query.cells_around(*centre, 1.5, nullptr, cells);
  EXPECT_EQ(cells.front(), centre->cell);
  const Vec2 p{512, 507};
  const auto distance = [&](std::uint32_t c) {
    double least = std::numeric_limits<double>::infinity();
    const auto corners = mesh.corners(c);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const LatticePoint a = mesh.vertices[corners[k]], b = mesh.vertices[corners[(k + 1) % corners.size()]];
      const Vec2 u{static_cast<double>(a.x), static_cast<double>(a.y)},
          d = Vec2{static_cast<double>(b.x), static_cast<double>(b.y)} - u;
      least = std::min(least, length(u + d * std::clamp(dot(p - u, d) / dot(d, d), 0.0, 1.0) - p));
    }
    return c == centre->cell ? 0 : least;
  };
  std::size_t expected = 0;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) expected += distance(c) <= 150 ? 1u : 0u;
  EXPECT_EQ(cells.size(), expected);
  for (std::size_t k = 1; k < cells.size(); ++k) EXPECT_LE(distance(cells[k - 1]), distance(cells[k]) + 1e-9);
}

TEST(ReachableArea, IsADiscInAnEmptyRoomAndBendsAroundWalls) {
  for (const CellRule rule : {CellRule::triangles, CellRule::fast}) {
    const NavMesh open = room(1000, 10, nothing, rule);
    Query query(open);
    const auto from = query.locate(open.lattice.position({510, 490, 0}));
    std::vector<ReachedCell> cells;
    query.reachable_area(*from, 3.0, nullptr, cells);
    double sum = 0;
    for (const ReachedCell& c : cells) sum += c.area;
    EXPECT_NEAR(sum, std::numbers::pi * 9, 1e-9);
    for (std::size_t k = 1; k < cells.size(); ++k) EXPECT_LE(cells[k - 1].distance, cells[k].distance);

    // A wall from one side to beyond the middle; around its end only what is left of the length counts.
    const NavMesh walled = room(1000, 20, [](auto x, auto y) { return x == 10 && y < 10; }, rule);
    Query other(walled);
    const Vec3 start = walled.lattice.position({450, 250, 0});
    other.reachable_area(*other.locate(start), 4.0, nullptr, cells);
    sum = 0;
    for (const ReachedCell& c : cells) sum += c.area;
    // By counting points, each with its shortest path.
    Path path;
    int within = 0;
    for (int x = 0; x < 50; ++x) {
      for (int y = 0; y < 50; ++y) {
        const Vec3 p = walled.lattice.position({10 + 20 * x, 10 + 20 * y, 0});
        if (!other.locate(p)) continue;
        other.find_shortest(start, p, {}, path);
        within += path.status == PathStatus::complete && path.length <= 4.0 ? 1 : 0;
      }
    }
    EXPECT_NEAR(sum, within * 0.04, 0.35);
  }
}

double reached_from(const NavMesh& mesh, Vec3 start, double within) {
  Query query(mesh);
  std::vector<ReachedCell> cells;
  query.reachable_area(*query.locate(start), within, nullptr, cells);
  double sum = 0;
  for (const ReachedCell& c : cells) sum += c.area;
  return sum;
}

TEST(ReachableArea, IsSectorsAroundTheEndOfAWall) {
  for (const CellRule rule : {CellRule::triangles, CellRule::fast}) {
    const NavMesh mesh = room(1000, 20, [](auto x, auto y) { return x == 10 && y < 10; }, rule);
    // Half a disc from where the wall hides the other half, then a quarter around each corner of its end.
    const double sum = reached_from(mesh, mesh.lattice.position({500, 450, 0}), 2.0);
    EXPECT_NEAR(sum, std::numbers::pi * (4.0 / 2 + 1.5 * 1.5 / 4 + 1.0 / 4), 1e-9);
    // All of the room, but for the wall.
    EXPECT_NEAR(reached_from(mesh, mesh.lattice.position({40, 40, 0}), 30), 100 - 0.5 * 5, 1e-9);
  }
}

TEST(ReachableArea, DoesNotDependOnHowCellsAreCutOrTurned) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto hole = [&](std::int32_t x, std::int32_t y) {
      return Random(seed * 1000 + static_cast<std::uint64_t>(20 * x + y)).within(100) < 30 && x + y > 2;
    };
    const auto turned = [&](std::int32_t x, std::int32_t y) { return hole(y, 19 - x); };
    const NavMesh fast = room(1000, 20, hole), cut = room(1000, 20, hole, CellRule::triangles),
                  other = room(1000, 20, turned);
    for (const double within : {0.4, 1.7, 3.3, 9.0}) {
      const double sum = reached_from(fast, fast.lattice.position({31, 17, 0}), within);
      EXPECT_GT(sum, 0.1);
      EXPECT_NEAR(reached_from(cut, cut.lattice.position({31, 17, 0}), within), sum, 1e-8 * sum) << seed;
      EXPECT_NEAR(reached_from(other, other.lattice.position({1000 - 17, 31, 0}), within), sum, 1e-8 * sum)
          << seed;
    }
  }
}

TEST(ReachableArea, OfEachCellIsWhatCountingPointsGives) {
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 20, 300);
    Query query(mesh);
    const LatticePlace from = random_place(mesh, seed);
    const Place start{scene_point(mesh, from), from.cell};
    std::vector<ReachedCell> cells;
    query.reachable_area(start, 2.5, nullptr, cells);
    std::vector<double> counted(mesh.size(), 0.0);
    constexpr double kApart = 0.03;  // metres
    Path path;
    for (int x = -110; x < 110; ++x) {
      for (int y = -110; y < 110; ++y) {
        const Vec3 p = mesh.lattice.position({0, 0, 0}) + Vec3{x + 0.37, y + 0.61, 0} * kApart;
        const auto place = query.locate(p, 10);
        if (!place) continue;
        query.find_shortest_between(start, *place, {}, path);
        if (path.status == PathStatus::complete && path.length <= 2.5)
          counted[place->cell] += kApart * kApart;
      }
    }
    for (const ReachedCell& c : cells)
      EXPECT_NEAR(c.area, counted[c.cell], 0.01 + 0.15 * std::sqrt(c.area) * kApart * 5)
          << seed << " " << c.cell;
  }
}

TEST(Around, NonsenseIsAnswered) {
  const NavMesh mesh = room(1000, 4, nothing);
  Query query(mesh);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vec3 at = mesh.lattice.position({500, 500, 0});
  std::vector<std::uint32_t> cells;
  std::vector<ReachedCell> reached;
  for (const Place bad : {Place{at, kNone}, Place{{nan, 0, 0}, 0}, Place{{1e300, 0, 0}, 0}}) {
    EXPECT_TRUE(query.raycast(bad, at).hit);
    EXPECT_FALSE(query.distance_to_wall(bad, 10));
    EXPECT_FALSE(query.random_point(1, bad, 1));
    query.cells_around(bad, 1, nullptr, cells);
    EXPECT_TRUE(cells.empty());
    query.reachable_area(bad, 1, nullptr, reached);
    EXPECT_TRUE(reached.empty());
    EXPECT_EQ(query.move_along_surface(bad, at).cell, bad.cell);
  }
  const auto place = query.locate(at);
  ASSERT_TRUE(place);
  EXPECT_TRUE(query.raycast(*place, {nan, 0, 0}).hit);
  EXPECT_EQ(query.move_along_surface(*place, {0, nan, 0}).cell, place->cell);
  EXPECT_FALSE(query.distance_to_wall(*place, nan));
  EXPECT_FALSE(query.closest_on_border({nan, 0, 0}, {1, 1, 1}));
  Filter filter;
  filter.kind_cost[0] = -1;
  EXPECT_FALSE(query.random_point(1, &filter));
  filter.kind_cost[0] = nan;
  EXPECT_FALSE(query.nearest(at, {1, 1, 1}, &filter));
  const NavMesh empty;
  Query none(empty);
  EXPECT_FALSE(none.random_point(1));
  EXPECT_FALSE(none.closest_on_border({0, 0, 0}, {1, 1, 1}));
}

}  // namespace
}  // namespace ambula::testing
