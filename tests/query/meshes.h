// Navmeshes for the tests of queries: at random with holes, winding over themselves, by hand.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/navmesh.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {

// The cells of a surface; labels are kinds of cells. Quanta are metres / 100 and the origin is not 0.
[[nodiscard]] NavMesh mesh_of(const TestSurface& surface, CellRule rule = CellRule::fast,
                              std::int32_t height_tolerance = 0);

// A floor with holes; lattice coordinates within ± range.
[[nodiscard]] NavMesh holed_mesh(std::uint64_t seed, std::size_t points = 40, std::int32_t range = 1000);

// A place of a cell on the lattice.
struct LatticePlace {
  Point2 at;
  std::uint32_t cell = 0;
};

// At random; corners and sides come up often.
[[nodiscard]] LatticePlace random_place(const NavMesh& mesh, std::uint64_t seed);
[[nodiscard]] LatticePlace random_place(const NavMesh& mesh, std::uint32_t cell, std::uint64_t seed);

// The place in the scene, at the height the cell's triangles have there.
[[nodiscard]] Vec3 scene_point(const NavMesh& mesh, const LatticePlace& place);

}  // namespace ambula::testing
