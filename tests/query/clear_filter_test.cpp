// Filters on paths with a radius: what is closed is not crossed, what is open is found, costs count.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ambula/hash.h"
#include "ambula/query.h"
#include "navmesh/bases.h"
#include "query/radius_checks.h"

namespace ambula::testing {
namespace {

Vec2 corner_of(const NavMesh& mesh, std::uint32_t side) {
  return mesh.lattice.position(mesh.vertices[mesh.vertex[side]]).xy();
}
Vec2 end_of(const NavMesh& mesh, std::uint32_t side, std::uint32_t cell) {
  return corner_of(mesh, side + 1 == mesh.cell_begin[cell + 1] ? mesh.cell_begin[cell] : side + 1);
}

// Metres inside of a cell, negative outside.
double depth_in(const NavMesh& mesh, std::uint32_t cell, Vec2 p) {
  double least = 1e300;
  for (std::uint32_t s = mesh.cell_begin[cell]; s < mesh.cell_begin[cell + 1]; ++s) {
    const Vec2 a = corner_of(mesh, s), d = end_of(mesh, s, cell) - a;
    least = std::min(least, cross(d, p - a) / length(d));
  }
  return least;
}

// Whether one goes right through a segment, and not past one of its ends.
bool goes_through(Vec2 p, Vec2 q, Vec2 a, Vec2 b) {
  constexpr double kHair = 5e-4;
  const Vec2 d = (b - a) * (1 / length(b - a));
  const double u = cross(d, p - a), v = cross(d, q - a);
  if (!(std::min(u, v) < -1e-9 && std::max(u, v) > 1e-9)) return false;
  const Vec2 x = p + (q - p) * (u / (u - v));
  return dot(x - a, d) > kHair && dot(b - x, d) > kHair;
}

// What of the closed things of a flat mesh a path crosses.
std::string crossed(const NavMesh& mesh, const Filter& filter, const Path& path) {
  const std::vector<Vec3> points = polyline(path, 1e-4);
  std::string out;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const bool closed = c < filter.closed_cells.size() && filter.closed_cells[c] != 0;
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const Vec2 p = points[k].xy(), d = points[k + 1].xy() - p;
      const int parts = closed ? static_cast<int>(length(d) / 0.01) + 1 : 0;
      for (int i = 0; i <= parts && closed; ++i) {
        if (depth_in(mesh, c, p + d * (static_cast<double>(i) / parts)) > 1e-3)
          out = "closed cell " + std::to_string(c);
      }
      for (std::uint32_t s = mesh.cell_begin[c]; s < mesh.cell_begin[c + 1]; ++s) {
        if (s < filter.closed_sides.size() && filter.closed_sides[s] != 0 &&
            goes_through(p, p + d, corner_of(mesh, s), end_of(mesh, s, c)))
          out = "closed side " + std::to_string(s);
      }
    }
  }
  return out;
}

// Which places of a grid are joined by straight lines that keep a little more clear than asked and cross
// nothing that is closed.
class GridTruth {
 public:
  GridTruth(Query& query, const NavMesh& wide, const Filter& filter, double step) {
    Query over_wide(wide);
    Box3 box;
    for (const LatticePoint v : query.mesh().vertices) box.add(query.mesh().lattice.position(v));
    const int columns = static_cast<int>((box.max.x - box.min.x) / step) + 1,
              rows = static_cast<int>((box.max.y - box.min.y) / step) + 1;
    std::vector<std::int32_t> number(static_cast<std::size_t>(columns * rows), -1);
    const auto at = [&](int i, int j) -> std::int32_t& {
      return number[static_cast<std::size_t>(j * columns + i)];
    };
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < columns; ++i) {
        const Vec3 p{box.min.x + step * (i + 0.37), box.min.y + step * (j + 0.41), 0};
        const auto on = query.locate(p);
        if (!on || !over_wide.locate(p)) continue;
        if (on->cell < filter.closed_cells.size() && filter.closed_cells[on->cell] != 0) continue;
        at(i, j) = static_cast<std::int32_t>(places.size());
        places.push_back(*on);
      }
    }
    std::vector<std::size_t> up(places.size());
    std::iota(up.begin(), up.end(), std::size_t{0});
    const auto root = [&](std::size_t n) {
      while (up[n] != n) n = up[n] = up[up[n]];
      return n;
    };
    const auto join = [&](std::int32_t a, std::int32_t b) {
      if (a < 0 || b < 0) return;
      const std::size_t m = static_cast<std::size_t>(a), n = static_cast<std::size_t>(b);
      if (!query.raycast(places[m], places[n].at, &filter).hit) up[root(m)] = root(n);
    };
    for (int j = 0; j < rows; ++j) {
      for (int i = 0; i < columns; ++i) {
        if (i + 1 < columns) join(at(i, j), at(i + 1, j));
        if (j + 1 < rows) join(at(i, j), at(i, j + 1));
      }
    }
    for (std::size_t n = 0; n < places.size(); ++n) part.push_back(root(n));
  }

  std::vector<Place> places;
  std::vector<std::size_t> part;
};

TEST(ClearFilter, NothingClosedIsCrossedAndWhatIsOpenIsFound) {
  std::size_t found = 0, apart = 0, joined_by_grid = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    SCOPED_TRACE(seed);
    const NavMesh mesh = mesh_over(base_of(random_blots(80, 40000, 12000, seed)));
    const double radius = 0.08 + 0.05 * static_cast<double>(seed % 4);
    const auto wide = eroded(mesh, radius + 0.03);
    ASSERT_TRUE(wide);
    Query query(mesh);
    Filter filter;
    filter.closed_cells.assign(mesh.size(), 0);
    filter.closed_sides.assign(mesh.vertex.size(), 0);
    for (std::uint32_t c = 0; c < mesh.size(); ++c)
      filter.closed_cells[c] = mix_bits(seed * 1000 + c) % 5 == 0 ? 1 : 0;
    for (std::uint32_t s = 0; s < mesh.vertex.size(); ++s)
      filter.closed_sides[s] =
          mesh.neighbour[s] != NavMesh::kNone && mix_bits(seed * 77 + s) % 6 == 0 ? 1 : 0;
    const GridTruth truth(query, *wide, filter, 0.04);
    if (truth.places.size() < 50) continue;
    PathParams params;
    params.radius = radius;
    params.reach = {0.0005, 0.0005, 0.1};
    params.filter = &filter;
    Path path;
    for (std::uint64_t k = 0; k < 60; ++k) {
      const std::size_t a = mix_bits(seed * 555 + 2 * k) % truth.places.size(),
                        b = mix_bits(seed * 555 + 2 * k + 1) % truth.places.size();
      for (const bool shortest : {false, true}) {
        if (shortest) {
          query.find_shortest(truth.places[a].at, truth.places[b].at, params, path);
        } else {
          query.find_path(truth.places[a].at, truth.places[b].at, params, path);
        }
        if (truth.part[a] == truth.part[b]) {
          ++joined_by_grid;
          ASSERT_EQ(path.status, PathStatus::complete) << a << " " << b;
        }
        if (path.status != PathStatus::complete) {
          ASSERT_EQ(path.status, PathStatus::unreachable);
          ++apart;
          continue;
        }
        ++found;
        EXPECT_EQ(crossed(mesh, filter, path), "");
        for (const std::uint32_t c : path.cells) EXPECT_EQ(filter.closed_cells[c], 0);
        if (shortest) continue;
        // Without a filter, arcs may be shorter than what is closed lets be.
        PathParams open = params;
        open.filter = nullptr;
        Path free;
        query.find_shortest(truth.places[a].at, truth.places[b].at, open, free);
        EXPECT_GE(path.length, free.length * 0.99 - 0.01);
      }
    }
  }
  EXPECT_GT(joined_by_grid, 300u);
  EXPECT_GT(found, 300u);
  EXPECT_GT(apart, 300u);
}

// Two rooms of four metres, a doorway of a metre in the wall between them.
NavMesh two_rooms() {
  return mesh_over(base_of(polygon_floor({{0, 0},
                                          {40000, 0},
                                          {40000, 15000},
                                          {42000, 15000},
                                          {42000, 0},
                                          {82000, 0},
                                          {82000, 40000},
                                          {42000, 40000},
                                          {42000, 25000},
                                          {40000, 25000},
                                          {40000, 40000},
                                          {0, 40000}})),
                   0.02);
}

TEST(ClearFilter, ADoorThatIsShutLeavesTheRoomsUsable) {
  const NavMesh mesh = two_rooms();
  Query query(mesh);
  const auto door = query.locate({4.1, 2, 0});
  ASSERT_TRUE(door);
  Filter by_cell, by_side;
  by_cell.closed_cells.assign(mesh.size(), 0);
  by_cell.closed_cells[door->cell] = 1;
  by_side.closed_sides.assign(mesh.vertex.size(), 0);
  for (std::uint32_t s = mesh.cell_begin[door->cell]; s < mesh.cell_begin[door->cell + 1]; ++s)
    by_side.closed_sides[s] = 1;
  const Vec3 left{0.5, 0.5, 0}, left_too{0.6, 3.5, 0}, right{7.5, 3.4, 0}, right_too{7.2, 0.4, 0};
  for (const Filter* filter : {&by_cell, &by_side}) {
    for (const double radius : {0.05, 0.2, 0.45}) {
      for (const bool shortest : {false, true}) {
        SCOPED_TRACE(::testing::Message() << radius << " " << shortest << " " << (filter == &by_cell));
        PathParams params;
        params.radius = radius;
        Path path;
        const auto ask = [&](Vec3 a, Vec3 b) {
          if (shortest)
            query.find_shortest(a, b, params, path);
          else
            query.find_path(a, b, params, path);
          return path.status;
        };
        EXPECT_EQ(ask(left, right), PathStatus::complete);
        const double open = path.length;
        params.filter = filter;
        EXPECT_EQ(ask(left, right), PathStatus::unreachable);
        EXPECT_EQ(ask(left, left_too), PathStatus::complete);
        EXPECT_LT(path.length, 3.1);
        EXPECT_EQ(ask(right_too, right), PathStatus::complete);
        EXPECT_LT(path.length, 3.1);
        params.partial = true;
        EXPECT_EQ(ask(left, right), PathStatus::partial);
        EXPECT_LT(path.points.back().at.x, 4.2);
        EXPECT_GT(path.points.back().at.x, 3);
        params.partial = false;
        // Opened again, though the filter is the same.
        Filter opened = *filter;
        params.filter = &opened;
        EXPECT_EQ(ask(left, right), PathStatus::unreachable);
        std::fill(opened.closed_cells.begin(), opened.closed_cells.end(), std::uint8_t{0});
        std::fill(opened.closed_sides.begin(), opened.closed_sides.end(), std::uint8_t{0});
        EXPECT_EQ(ask(left, right), PathStatus::complete);
        EXPECT_NEAR(path.length, open, 0.01 * open);
      }
    }
  }
}

TEST(ClearFilter, CostsDecideBetweenTwoWaysAround) {
  NavBase base = base_of(ring(24, 20000, 24, 50000));
  for (std::size_t t = 0; t < base.triangles.size(); ++t) {
    double y = 0;
    for (const std::uint32_t v : base.triangles[t]) y += base.vertices[v].y;
    base.kind[t] = y > 0 ? CellKind::step : CellKind::floor;
  }
  const NavMesh mesh = mesh_over(base);
  Query query(mesh);
  PathParams params;
  params.radius = 0.3;
  Path path;
  const Vec3 a{-3.5, 0.3, 0}, b{3.5, 0.3, 0};  // the upper way is shorter
  const auto height_in_between = [&] {
    double most = 0;
    for (const Vec3 p : polyline(path, 0.001)) most = std::abs(p.y) > std::abs(most) ? p.y : most;
    return most;
  };
  query.find_path(a, b, params, path);
  ASSERT_EQ(path.status, PathStatus::complete);
  EXPECT_GT(height_in_between(), 1);
  EXPECT_NEAR(path.cost, path.length, 1e-6);
  Filter filter;
  filter.kind_cost[static_cast<std::size_t>(CellKind::step)] = 4;
  params.filter = &filter;
  query.find_path(a, b, params, path);
  ASSERT_EQ(path.status, PathStatus::complete);
  EXPECT_LT(height_in_between(), -1);
  EXPECT_GT(path.cost, path.length);
  filter.kind_cost[static_cast<std::size_t>(CellKind::step)] = std::numeric_limits<double>::infinity();
  query.find_path({-3.5, -0.3, 0}, {3.5, -0.3, 0}, params, path);
  ASSERT_EQ(path.status, PathStatus::complete);
  EXPECT_LT(height_in_between(), -1);
  query.find_shortest({-3.5, -0.3, 0}, {3.5, 2.3, 0}, params, path);
  EXPECT_EQ(path.status, PathStatus::no_goal);
}

}  // namespace
}  // namespace ambula::testing
