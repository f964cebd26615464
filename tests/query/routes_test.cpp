// What paths are searched on: the mesh between its borders, what of it is a choice, and the way back to
// cells.
#include <gtest/gtest.h>

#include <cmath>

#include "ambula/query.h"
#include "query/border_cells.h"
#include "query/meshes.h"
#include "query/route_search.h"
#include "query/taut_trace.h"

namespace ambula::testing {
namespace {

// Doubled, of a row of cells that are not cut short.
double area_of(const NavMesh& mesh) {
  double sum = 0;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const auto corners = mesh.corners(c);
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
      const LatticePoint a = mesh.vertices[corners[0]], b = mesh.vertices[corners[k]],
                         d = mesh.vertices[corners[k + 1]];
      sum += static_cast<double>(orient2d({a.x, a.y}, {b.x, b.y}, {d.x, d.y}));
    }
  }
  return sum;
}

// Portals, as pairs of sides, and cells that they join: what is left is the number of rings.
std::int64_t rings_of(const PlanCells& cells, std::uint32_t components) {
  std::int64_t portals = 0;
  for (const MeshSide& s : cells.sides) portals += s.neighbour != PlanCells::kNone ? 1 : 0;
  return portals / 2 - cells.size() + components;
}

TEST(BorderCells, AreConvexAndJoinedAsTheMeshIs) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 40, seed % 8 < 4 ? 1000 : 12);
    if (mesh.size() == 0) continue;
    const QueryMesh m = make_query_mesh(mesh);
    const BorderCells cells = make_border_cells(m);
    ASSERT_GT(cells.size(), 0u);
    EXPECT_LE(cells.size(), area_of(mesh));  // each has area of its own
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
      for (std::uint32_t s = cells.begin(c); s < cells.end(c); ++s) {
        const MeshSide& side = cells.sides[s];
        const Vec2 a = side.at(), b = cells.sides[cells.next(s, c)].at();
        if (cells.end(c) - cells.begin(c) > 2) {
          const Vec2 d = cells.sides[cells.next(cells.next(s, c), c)].at();
          EXPECT_GE(cross(b - a, d - b), 0) << seed;
        }
        if (side.neighbour == PlanCells::kNone) continue;
        EXPECT_EQ(cells.sides[side.across].across, s);
        EXPECT_EQ(cells.sides[side.across].neighbour, c);
        EXPECT_EQ(cells.sides[side.across].at(), b);
      }
    }
    // Rings are those of the mesh less one for every vertex within it, so never more.
    EXPECT_LE(rings_of(cells, mesh.components), rings_of(m, mesh.components));
    EXPECT_GE(rings_of(cells, mesh.components), 0);
  }
}

TEST(BorderCells, EveryPlaceHasItsCell) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 40);
    if (mesh.size() == 0) continue;
    const QueryMesh m = make_query_mesh(mesh);
    const BorderCells cells = make_border_cells(m);
    for (std::uint64_t k = 0; k < 50; ++k) {
      const LatticePlace place = random_place(mesh, seed * 100 + k);
      const Vec2 p{static_cast<double>(place.at.x), static_cast<double>(place.at.y)};
      const std::uint32_t cell = cells.cell_at({{p.x, p.y, 0}, place.cell});
      ASSERT_NE(cell, PlanCells::kNone);
      for (std::uint32_t s = cells.begin(cell); s < cells.end(cell); ++s) {
        if (cells.sides[s].neighbour == PlanCells::kNone) continue;  // cut short there
        const Vec2 a = cells.sides[s].at(), b = cells.sides[cells.next(s, cell)].at();
        EXPECT_GE(cross(b - a, p - a), 0) << seed << " " << k;
      }
    }
  }
}

TEST(Routes, EveryPortalIsInATreeOrInOneChain) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 60);
    if (mesh.size() == 0) continue;
    const BorderCells cells = make_border_cells(make_query_mesh(mesh));
    const Routes routes = find_routes(cells);
    std::vector<int> times(cells.sides.size(), 0);
    for (const std::uint32_t s : routes.up) {
      if (s == Routes::kNone) continue;
      ++times[s];
      ++times[cells.sides[s].across];
    }
    for (const std::uint32_t s : routes.sides) {
      ++times[s];
      ++times[cells.sides[s].across];
    }
    for (std::uint32_t s = 0; s < times.size(); ++s)
      EXPECT_EQ(times[s], cells.sides[s].neighbour == Routes::kNone ? 0 : 1) << seed;
    // Three ways at a junction at least, but for those of lonely rings.
    const std::int64_t rings = rings_of(cells, mesh.components);
    EXPECT_LE(static_cast<std::int64_t>(routes.chains.size()), std::max<std::int64_t>(1, 3 * rings)) << seed;
    for (std::uint32_t way = 0; way < 2 * routes.chains.size(); ++way) {
      const std::uint32_t end = routes.end_of(way);
      EXPECT_EQ(cells.sides[routes.side(cells, way, routes.chains[way / 2].sides - 1)].neighbour, end);
    }
  }
}

// From the taut path to cells: every side is crossed where the path is, and nothing gets lost. A path is only
// searched anew where it does, so this is what keeps queries fast.
void follow(const NavMesh& mesh, std::uint64_t seed, std::uint64_t pairs, std::size_t& found) {
  const QueryMesh m = make_query_mesh(mesh);
  const BorderCells cells = make_border_cells(m);
  const Routes routes = find_routes(cells);
  RouteSearch search;
  Funnel funnel;
  TautTrace trace;
  std::vector<std::uint32_t> rough, sides;
  std::vector<TautPoint> bends, taut;
  for (std::uint64_t k = 0; k < pairs; ++k) {
    const LatticePlace a = random_place(mesh, seed * 1000 + 2 * k),
                       b = random_place(mesh, seed * 1000 + 2 * k + 1);
    if (mesh.component[a.cell] != mesh.component[b.cell]) continue;
    const MeshPlace from{{static_cast<double>(a.at.x), static_cast<double>(a.at.y), 0}, a.cell},
        to{{static_cast<double>(b.at.x), static_cast<double>(b.at.y), 0}, b.cell};
    MeshPlace start = from, goal = to;
    start.cell = cells.cell_at(from);
    goal.cell = cells.cell_at(to);
    search.begin(cells, routes, start, goal);
    ASSERT_EQ(search.advance(cells, routes, 1'000'000), RouteSearch::State::found);
    search.trace(cells, routes, rough);
    std::uint32_t at = start.cell;
    for (const std::uint32_t s : rough) {
      ASSERT_TRUE(cells.begin(at) <= s && s < cells.end(at)) << seed << " " << k;
      at = cells.sides[s].neighbour;
    }
    ASSERT_EQ(at, goal.cell) << seed << " " << k;
    funnel.run(cells, from.at.xy(), to.at.xy(), rough, bends);
    ASSERT_TRUE(trace.run(m, from, to, bends, sides, taut)) << seed << " " << k;
    at = from.cell;
    for (const std::uint32_t s : sides) {
      ASSERT_TRUE(m.begin(at) <= s && s < m.end(at)) << seed << " " << k;
      at = m.sides[s].neighbour;
    }
    ASSERT_EQ(at, to.cell) << seed << " " << k;
    // The same length as the taut path through those sides.
    double direct = 0, through = 0;
    for (std::size_t i = 1; i < bends.size(); ++i) direct += length(bends[i].at - bends[i - 1].at);
    funnel.run(m, from.at.xy(), to.at.xy(), sides, taut);
    for (std::size_t i = 1; i < taut.size(); ++i) through += length(taut[i].at - taut[i - 1].at);
    EXPECT_NEAR(direct, through, 1e-9 * (1 + direct)) << seed << " " << k;
    ++found;
  }
}

TEST(TautTrace, FollowsPathsThroughCellsAndIsNeverLost) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 40, seed % 8 < 4 ? 1000 : 12);
    if (mesh.size() > 0) follow(mesh, seed, 20, found);
  }
  for (std::uint64_t seed = 0; seed < 12 && !HasFailure(); ++seed)
    follow(mesh_of(spiral(60, 600, 5 + static_cast<std::uint32_t>(seed % 7), 2.6, 300, 2, 120)), seed, 20,
           found);
  EXPECT_GT(found, 5000u);
}

// Asked for points alone, the same path is found; it only tells less.
TEST(PathDetail, PointsAreThoseOfTheWholePath) {
  std::size_t turning = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const NavMesh mesh = mesh_of(random_blots(80, 1000, 400, seed, 5));
    Query query(mesh);
    Path all, points;
    PathParams params;
    for (std::uint64_t k = 0; k < 20; ++k) {
      const Vec3 a = scene_point(mesh, random_place(mesh, seed * 999 + k)),
                 b = scene_point(mesh, random_place(mesh, seed * 999 + k + 500));
      for (const bool shortest : {false, true}) {
        params.detail = PathDetail::all;
        shortest ? query.find_shortest(a, b, params, all) : query.find_path(a, b, params, all);
        params.detail = PathDetail::points;
        shortest ? query.find_shortest(a, b, params, points) : query.find_path(a, b, params, points);
        ASSERT_EQ(all.status, points.status);
        if (all.status != PathStatus::complete) continue;
        EXPECT_NEAR(all.length, points.length, 1e-9 * (1 + all.length)) << seed << " " << k;
        EXPECT_NEAR(all.cost, points.cost, 1e-9 * (1 + all.cost)) << seed << " " << k;
        // Each of them is one of the whole path's, which has more where steps are climbed.
        std::size_t at = 0;
        for (const Waypoint& p : points.points) {
          while (at < all.points.size() && length(all.points[at].at - p.at) > 1e-9) ++at;
          EXPECT_LT(at, all.points.size()) << seed << " " << k;
          EXPECT_LT(p.cell, mesh.size());
        }
        if (points.points.size() > 2) ++turning;
      }
    }
  }
  EXPECT_GT(turning, 100u);
}

}  // namespace
}  // namespace ambula::testing
