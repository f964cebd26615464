// The nearest point of the mesh, against looking at every triangle: on it, above, below, beside and far away,
// where floors lie over each other, on vertices and sides, and on meshes whose grid in plan is a poor one.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "ambula/query.h"
#include "geometry/rationals.h"
#include "query/meshes.h"

namespace ambula::testing {
namespace {

// Ericson, Real-Time Collision Detection, 5.1.5.
Vec3 closest_in_triangle(const std::array<Vec3, 3>& t, Vec3 p) {
  const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], ap = p - t[0], bp = p - t[1], cp = p - t[2];
  const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
               d6 = dot(ac, cp);
  if (d1 <= 0 && d2 <= 0) return t[0];
  if (d3 >= 0 && d4 <= d3) return t[1];
  if (d6 >= 0 && d5 <= d6) return t[2];
  const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return t[0] + ab * (d1 / (d1 - d3));
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return t[0] + ac * (d2 / (d2 - d6));
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
    return t[1] + (t[2] - t[1]) * ((d4 - d3) / (d4 - d3 + d5 - d6));
  return t[0] + ab * (vb / (va + vb + vc)) + ac * (vc / (va + vb + vc));
}

double distance_to_cell(const NavMesh& mesh, std::uint32_t cell, Vec3 p) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& t : cell_triangles(mesh, cell)) {
    const auto at = [&](std::size_t k) { return mesh.lattice.position(mesh.vertices[t[k]]); };
    least = std::min(least, length(closest_in_triangle({at(0), at(1), at(2)}, p) - p));
  }
  return least;
}

void expect_nearest(Query& query, Vec3 p, Vec3 extents) {
  const NavMesh& mesh = query.mesh();
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t c = 0; c < mesh.size(); ++c) least = std::min(least, distance_to_cell(mesh, c, p));
  const auto found = query.nearest(p, extents);
  const auto again = Query(query).nearest(p, extents);
  ASSERT_EQ(found.has_value(), again.has_value());
  if (!found) {
    EXPECT_GT(least, std::min({extents.x, extents.y, extents.z}) - 1e-6);
    return;
  }
  EXPECT_EQ(found->at, again->at);
  EXPECT_EQ(found->cell, again->cell);
  const Vec3 d = found->at - p;
  EXPECT_LE(std::abs(d.x), extents.x + 1e-9);
  EXPECT_LE(std::abs(d.y), extents.y + 1e-9);
  EXPECT_LE(std::abs(d.z), extents.z + 1e-9);
  // The box cuts off nothing that is nearer than its sides.
  const double inner = std::min({extents.x, extents.y, extents.z});
  if (least < inner) {
    EXPECT_NEAR(length(d), least, 1e-8 + 1e-12 * least);
  } else {
    EXPECT_GE(length(d), least - 1e-8);
  }
  EXPECT_LT(distance_to_cell(mesh, found->cell, found->at), 1e-7 + 1e-12 * least);
}

NavMesh far_flung() {
  // Small triangles close together, and one a long way off: in a grid of even bins they all share one.
  std::vector<std::array<LatticePoint, 3>> out;
  for (std::int32_t k = 0; k < 60; ++k) {
    const std::int32_t x = k % 8 * 12, y = k / 8 * 12;
    out.push_back({LatticePoint{x, y, k}, {x + 10, y, k}, {x + 1, y + 10, k + 3}});
  }
  out.push_back({LatticePoint{4'000'000, 0, 0}, {4'000'500, 0, 0}, {4'000'500, 700, 9}});
  return mesh_of(joined(out));
}

NavMesh tower() {
  // More floors over each other than a bin takes.
  std::vector<std::array<LatticePoint, 3>> out;
  for (std::int32_t k = 0; k < 150; ++k)
    out.push_back({LatticePoint{k % 7, 0, 250 * k}, {1000, k % 5, 250 * k + 40}, {500, 900, 250 * k}});
  return mesh_of(joined(out));
}

NavMesh fan() {
  // Needles around one vertex.
  std::vector<std::array<LatticePoint, 3>> out;
  std::vector<LatticePoint> rim;
  for (std::int32_t k = 0; k <= 120; ++k) rim.push_back({2000 - k, 30 * k, k % 3});
  for (std::size_t k = 0; k + 1 < rim.size(); ++k) out.push_back({LatticePoint{0, 0, 0}, rim[k], rim[k + 1]});
  return mesh_of(joined(out), CellRule::triangles);
}

void add_quad(std::vector<Corners>& out, LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
  out.push_back({a, b, c});
  out.push_back({a, c, d});
}

NavMesh staircase() {
  // Two storeys, a flight of treads, a ramp beside it, and a landing that is lower than both.
  std::vector<Corners> out;
  for (const std::int32_t z : {0, 300}) add_quad(out, {-500, 0, z}, {0, 0, z}, {0, 400, z}, {-500, 400, z});
  for (std::int32_t k = 0; k < 16; ++k) {
    const std::int32_t x = 29 * k, z = 17 * (k + 1);
    add_quad(out, {x, 0, z}, {x + 29, 0, z}, {x + 29, 120, z}, {x, 120, z});
  }
  add_quad(out, {0, 120, 0}, {464, 120, 272}, {464, 260, 280}, {0, 260, 0});
  add_quad(out, {0, 300, -40}, {200, 310, -40}, {200, 390, -40}, {0, 400, -40});
  return mesh_of(joined(out));
}

NavMesh needles() {
  // Long and thin, askew and sloped, side by side: their boxes are all over each other.
  std::vector<Corners> out;
  for (std::int32_t k = 0; k < 80; ++k)
    out.push_back({LatticePoint{9 * k, -7 * k, k % 4},
                   {9 * k + 2, -7 * k - 2, k % 4},
                   {9 * k + 2000, -7 * k + 3000, 40}});
  return mesh_of(joined(out));
}

class NearestOn : public ::testing::TestWithParam<int> {
 protected:
  static NavMesh make(int which) {
    switch (which) {
      case 0:
        return mesh_of(spiral(200, 500, 9, 2.3, 40, 2, 30));
      case 1:
        return mesh_of(spiral(100, 600, 12, 3.0, 300, 1, 0), CellRule::triangles);
      case 2:
        return holed_mesh(1, 60);
      case 3:
        return holed_mesh(3);
      case 4:
        return holed_mesh(6, 120);
      case 5:
        return far_flung();
      case 6:
        return tower();
      case 7:
        return fan();
      case 8:
        return staircase();
      default:
        return needles();
    }
  }
};

TEST_P(NearestOn, IsWhatLookingAtAllTrianglesGives) {
  const NavMesh mesh = make(GetParam());
  Query query(mesh);
  const Vec3 boxes[] = {{1e6, 1e6, 1e6}, {0.5, 0.5, 1}, {3, 0.2, 0.7}};
  for (std::uint64_t k = 0; k < 60; ++k) {
    SCOPED_TRACE(k);
    Random random(k + 1000 * static_cast<std::uint64_t>(GetParam()));
    const auto part = [&] { return random.within(2'000'001) / 1e6 - 1; };
    const LatticePlace place = random_place(mesh, k);
    const Vec3 on = scene_point(mesh, place);
    const auto corners = mesh.corners(place.cell);
    const Vec3 a = mesh.lattice.position(mesh.vertices[corners[k % corners.size()]]),
               b = mesh.lattice.position(mesh.vertices[corners[(k + 1) % corners.size()]]);
    const double x = part(), y = part(), z = part();
    for (const Vec3 extents : boxes) {
      for (const Vec3 p :
           {on, on + Vec3{0, 0, 0.3}, on - Vec3{0, 0, 0.02}, on + Vec3{x, y, z} * 0.4, a, a + Vec3{0, 0, z},
            (a + b) * 0.5, a + (b - a) * std::abs(x), on + Vec3{x, y, z} * 300})
        expect_nearest(query, p, extents);
    }
  }
}

TEST_P(NearestOn, IsSoAboveBelowAndBesideBorders) {
  const NavMesh mesh = make(GetParam());
  Query query(mesh);
  for (std::uint64_t k = 0; k < 40; ++k) {
    SCOPED_TRACE(k);
    const LatticePlace place = random_place(mesh, k);
    const Vec3 on = scene_point(mesh, place);
    const auto corners = mesh.corners(place.cell);
    const Vec3 a = mesh.lattice.position(mesh.vertices[corners[k % corners.size()]]),
               b = mesh.lattice.position(mesh.vertices[corners[(k + 1) % corners.size()]]), d = b - a;
    const Vec3 outwards = Vec3{d.y, -d.x, 0} * (1 / length(d.xy()));
    for (const double off : {0.05, 0.1, 0.2, 0.3, 0.345, 0.36, 0.5, 0.7, 1.0}) {
      SCOPED_TRACE(off);
      for (const Vec3 extents : {Vec3{0.5, 0.5, 1}, Vec3{0.3, 0.3, 1.1}, Vec3{5, 5, 5}}) {
        for (const Vec3 p : {on + Vec3{0, 0, off}, on - Vec3{0, 0, off}, (a + b) * 0.5 + outwards * off,
                             a + outwards * off, a + d * 0.3 + outwards * off + Vec3{0, 0, off}})
          expect_nearest(query, p, extents);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, NearestOn, ::testing::Range(0, 10));

TEST(Nearest, OfEquallyNearFloorsTheFirstCellsCounts) {
  const NavMesh mesh = mesh_of(joined({{LatticePoint{0, 0, 0}, {1000, 0, 0}, {0, 1000, 0}},
                                       {LatticePoint{0, 0, 200}, {1000, 0, 200}, {0, 1000, 200}}}));
  Query query(mesh);
  for (std::int32_t k = 0; k < 20; ++k) {
    const auto found = query.nearest(mesh.lattice.position({40 + 10 * k, 300 - 7 * k, 100}), {2, 2, 2});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->cell, 0u);
  }
}

TEST(Nearest, LocateIsWhatLookingAtAllCellsGives) {
  for (const NavMesh& mesh : {tower(), far_flung(), fan(), mesh_of(spiral(100, 600, 12, 3.0, 300, 1, 0))}) {
    Query query(mesh);
    for (std::uint64_t k = 0; k < 200; ++k) {
      Random random(k);
      const Vec3 p =
          scene_point(mesh, random_place(mesh, k)) + Vec3{0, 0, random.within(2'000'001) / 1e6 - 1};
      double least = std::numeric_limits<double>::infinity();
      for (std::uint32_t c = 0; c < mesh.size(); ++c) {
        if (const auto z = query.height_at(c, p.x, p.y)) least = std::min(least, std::abs(*z - p.z));
      }
      const auto found = query.locate(p, 0.6);
      ASSERT_EQ(found.has_value(), least <= 0.6) << k;
      if (found) {
        EXPECT_NEAR(std::abs(found->at.z - p.z), least, 1e-9) << k;
      }
    }
  }
}

}  // namespace
}  // namespace ambula::testing
