// Where a point is: against looking at every cell.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

#include "ambula/hash.h"
#include "ambula/query.h"
#include "geometry/rationals.h"
#include "query/meshes.h"

namespace ambula::testing {
namespace {

// A query refers to its mesh: a mesh that ends with the statement is no argument.
static_assert(std::is_constructible_v<Query, NavMesh&> && std::is_constructible_v<Query, const NavMesh&>);
static_assert(!std::is_constructible_v<Query, NavMesh> && !std::is_constructible_v<Query, const NavMesh>);
static_assert(!std::is_constructible_v<Query, NavMesh, std::span<const UserLink>>);

// The nearest point of a triangle to p by looking finer and finer; slow, sure, and to about a micrometre.
double distance_to_triangle(const std::array<Vec3, 3>& t, Vec3 p) {
  const auto at = [&](double u, double v) { return t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v; };
  const auto least_over_v = [&](double u) {
    double low = 0, high = 1 - u;
    for (int k = 0; k < 60; ++k) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      (length(at(u, a) - p) < length(at(u, b) - p) ? high : low) =
          length(at(u, a) - p) < length(at(u, b) - p) ? b : a;
    }
    return length(at(u, low) - p);
  };
  double low = 0, high = 1;
  for (int k = 0; k < 60; ++k) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (least_over_v(a) < least_over_v(b))
      high = b;
    else
      low = a;
  }
  return least_over_v(low);
}

double distance_to_mesh(const NavMesh& mesh, Vec3 p) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    for (const auto& t : cell_triangles(mesh, c)) {
      const auto at = [&](std::size_t k) { return mesh.lattice.position(mesh.vertices[t[k]]); };
      least = std::min(least, distance_to_triangle({at(0), at(1), at(2)}, p));
    }
  }
  return least;
}

Vec3 point_around(const NavMesh& mesh, std::uint64_t seed, double range) {
  Random random(seed);
  const auto part = [&] { return random.within(1000000) / 1e6; };
  const double x = part(), y = part();
  return mesh.lattice.origin + Vec3{x * range, y * range, part() * range / 4};
}

TEST(Places, NearestIsWhatLookingAtAllCellsGives) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const NavMesh mesh = seed % 2 == 0 ? mesh_of(spiral(200, 500, 9, 2.3, 40, 2, 30)) : holed_mesh(seed, 14);
    Query query(mesh);
    for (std::uint64_t k = 0; k < 6; ++k) {
      const Vec3 p = point_around(mesh, seed * 100 + k, 7);
      const auto found = query.nearest(p, {1000, 1000, 1000});
      ASSERT_TRUE(found);
      EXPECT_NEAR(length(found->at - p), distance_to_mesh(mesh, p), 1e-5) << seed << " " << k;
      const auto z = query.height_at(found->cell, found->at.x, found->at.y);
      EXPECT_NEAR(z.value_or(found->at.z), found->at.z, 1e-6);
    }
  }
}

TEST(Places, NearestWithinABoxIsOfWhatLiesInTheBox) {
  // One floor beside the point and near, one below it and further away: a narrow box only has the lower one.
  const NavMesh mesh = mesh_of(joined({{LatticePoint{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}},
                                       {LatticePoint{600, 300, 90}, {1000, 300, 90}, {1000, 700, 90}}}));
  Query query(mesh);
  const Vec3 p = mesh.lattice.position({500, 310, 90});
  const auto wide = query.nearest(p, {5, 5, 5});
  ASSERT_TRUE(wide);
  EXPECT_NEAR(length(wide->at - p), 0.9, 1e-9);
  const auto high = query.nearest(p, {5, 5, 0.5});
  ASSERT_TRUE(high);
  EXPECT_NEAR(high->at.z, mesh.lattice.origin.z + 0.9, 1e-9);
  EXPECT_NE(high->cell, wide->cell);
  // The nearest point of the box is on its rim where the whole cell's nearest one is outside.
  const Vec3 off = mesh.lattice.position({-50, 100, 0});
  const auto rim = query.nearest(off, {1.6, 0.5, 1});
  ASSERT_TRUE(rim);
  EXPECT_NEAR(rim->at.y, off.y - 0.5, 1e-9);
  EXPECT_NEAR(rim->at.x, mesh.lattice.origin.x + 0.5, 1e-9);
  EXPECT_FALSE(query.nearest(off, {0.4, 0.4, 1}));
}

TEST(Places, LocateTellsFloorsApart) {
  const NavMesh mesh = mesh_of(spiral(100, 600, 12, 3.0, 300, 1, 0));
  Query query(mesh);
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const Vec3 p = scene_point(mesh, random_place(mesh, c, c + 7));
    const auto found = query.locate(p, 0.5);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->at.z, p.z, 1e-6);
    EXPECT_FALSE(query.locate(p + Vec3{0, 0, 40}, 0.5));
  }
}

TEST(Places, EveryPointOfAPortalIsSomewhere) {
  const NavMesh mesh = holed_mesh(5, 60);
  Query query(mesh);
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const auto corners = mesh.corners(c);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (mesh.neighbour[mesh.cell_begin[c] + k] == NavMesh::kNone) continue;
      const Vec3 a = mesh.lattice.position(mesh.vertices[corners[k]]);
      const Vec3 b = mesh.lattice.position(mesh.vertices[corners[(k + 1) % corners.size()]]);
      for (int i = 0; i <= 10; ++i) EXPECT_TRUE(query.locate(a + (b - a) * (i / 10.0), 1)) << c << " " << i;
    }
  }
}

TEST(Places, PointsThatAreNoneAreNowhere) {
  const NavMesh mesh = holed_mesh(1);
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const NavMesh& m : {mesh, NavMesh{}}) {
    Query query(m);
    for (const double bad : {nan, inf, -inf, 1e300, -1e18}) {
      EXPECT_FALSE(query.locate({bad, 0, 0}));
      EXPECT_FALSE(query.locate({0, 0, bad}));
      EXPECT_FALSE(query.nearest({0, bad, 0}, {1, 1, 1}));
      EXPECT_FALSE(query.height_at(0, bad, 0));
    }
    EXPECT_FALSE(query.nearest({0, 0, 0}, {nan, 1, 1}));
    EXPECT_FALSE(query.nearest({0, 0, 0}, {-1, 1, 1}));
    EXPECT_FALSE(query.locate({0, 0, 0}, nan));
  }
  Query query(mesh);
  EXPECT_TRUE(query.nearest({0, 0, 0}, {inf, inf, inf}));
}

TEST(Places, ClosedCellsAreNotNearest) {
  const NavMesh mesh = holed_mesh(2);
  Query query(mesh);
  const Vec3 p = scene_point(mesh, random_place(mesh, 3, 1));
  const auto open = query.nearest(p, {1, 1, 1});
  ASSERT_TRUE(open);
  Filter filter;
  filter.closed_cells.assign(mesh.size(), 0);
  filter.closed_cells[open->cell] = 1;
  const auto other = query.nearest(p, {100, 100, 100}, &filter);
  ASSERT_TRUE(other);
  EXPECT_NE(other->cell, open->cell);
  filter.closed_cells.assign(mesh.size(), 1);
  EXPECT_FALSE(query.nearest(p, {100, 100, 100}, &filter));
}

}  // namespace
}  // namespace ambula::testing
