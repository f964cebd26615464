#include "query/meshes.h"

#include <gtest/gtest.h>

#include "ambula/hash.h"
#include "geometry/rationals.h"
#include "navmesh/cells.h"
#include "navmesh/write_navmesh.h"

namespace ambula::testing {
namespace {

Point2 plan(const NavMesh& mesh, std::uint32_t v) { return {mesh.vertices[v].x, mesh.vertices[v].y}; }

Point2 lattice_place(const NavMesh& mesh, std::uint32_t cell, std::uint64_t seed) {
  const auto corners = mesh.corners(cell);
  const std::uint64_t dice = mix_bits(seed);
  const auto corner = [&](std::size_t k) { return plan(mesh, corners[k % corners.size()]); };
  const Point2 a = corner(dice % 64), b = corner(dice % 64 + 1), c = corner(dice / 64 % 64);
  if (dice >> 60 == 0) return a;
  if (dice >> 60 == 1 && (a.x + b.x) % 2 == 0 && (a.y + b.y) % 2 == 0)
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
  // Towards the middle of three corners, rounded; back to a corner where that leaves the cell.
  const std::int64_t u = static_cast<std::int64_t>(dice >> 8 & 255),
                     v = static_cast<std::int64_t>(dice >> 16 & 255),
                     w = static_cast<std::int64_t>(dice >> 24 & 255) + 1, sum = u + v + w;
  const Point2 p{static_cast<std::int32_t>((u * a.x + v * b.x + w * c.x) / sum),
                 static_cast<std::int32_t>((u * a.y + v * b.y + w * c.y) / sum)};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    if (orient2d(corner(k), corner(k + 1), p) < 0) return a;
  }
  return p;
}

}  // namespace

NavMesh mesh_of(const TestSurface& surface, CellRule rule, std::int32_t height_tolerance) {
  CellParams params;
  params.rule = rule;
  const auto cells = rule == CellRule::triangles
                         ? merge_cells(surface.view(), surface.label, {CellRule::fast, 3})
                         : merge_cells(surface.view(), surface.label, params);
  std::vector<CellTraits> traits(5);
  for (std::size_t k = 0; k < traits.size(); ++k) traits[k].kind = static_cast<CellKind>(k);
  Lattice lattice;
  lattice.origin = {12.5, -3.25, 100.0625};
  lattice.quantum = 0.01;
  NavMesh mesh = write_navmesh(lattice, surface.view(), cells, traits, height_tolerance);
  const auto valid = validate(mesh);
  EXPECT_TRUE(valid) << valid.error().message;
  return mesh;
}

NavMesh holed_mesh(std::uint64_t seed, std::size_t points, std::int32_t range) {
  if (seed % 4 == 3)
    return mesh_of(random_board(4 + static_cast<std::int32_t>(seed % 5), seed), CellRule::fast);
  const CellRule rules[] = {CellRule::triangles, CellRule::fast, CellRule::fewest};
  return mesh_of(random_blots(points, range, range / (2 + static_cast<std::int32_t>(seed % 4)), seed),
                 rules[seed % 3]);
}

LatticePlace random_place(const NavMesh& mesh, std::uint64_t seed) {
  return random_place(mesh, static_cast<std::uint32_t>(mix_bits(seed) % mesh.size()), seed + 77);
}

LatticePlace random_place(const NavMesh& mesh, std::uint32_t cell, std::uint64_t seed) {
  return {lattice_place(mesh, cell, seed), cell};
}

Vec3 scene_point(const NavMesh& mesh, const LatticePlace& place) {
  const Point2 at = place.at;
  for (const auto& t : cell_triangles(mesh, place.cell)) {
    const auto corner = [&](std::size_t k) { return plan(mesh, t[k]); };
    const auto u = static_cast<double>(orient2d(corner(1), corner(2), at)),
               v = static_cast<double>(orient2d(corner(2), corner(0), at)),
               w = static_cast<double>(orient2d(corner(0), corner(1), at));
    if (u < 0 || v < 0 || w < 0) continue;
    const double z =
        (u * mesh.vertices[t[0]].z + v * mesh.vertices[t[1]].z + w * mesh.vertices[t[2]].z) / (u + v + w);
    const double q = mesh.lattice.quantum;
    return mesh.lattice.origin + Vec3{at.x * q, at.y * q, z * q};
  }
  ADD_FAILURE() << "the place is not in the cell";
  return {};
}

}  // namespace ambula::testing
