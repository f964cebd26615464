// What every query reads: the mesh packed for it. Never changes once made; Query objects share it.
// Cells, sides and portals are in plan_cells.h; here are their heights and what they cost.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/values/navmesh.h"
#include "ambula/vec.h"
#include "query/plan_cells.h"

namespace ambula {

// A cell's heights where one plane has them all: z + zx (x - x of the first side) + zy (y - y of it).
struct CellPlane {
  double zx = 0, zy = 0;
  std::int32_t z = 0;
  std::uint32_t toll = 0;  // cells of one kind and area type have the same number
};

// A kind and an area type that occur together.
struct TollClass {
  CellKind kind = CellKind::floor;
  std::uint16_t area_type = 0;
};

// Classes as a set of bits; the last one stands for all that are too many.
[[nodiscard]] inline std::uint64_t class_bit(std::uint32_t toll) {
  return std::uint64_t{1} << (toll < 63 ? toll : 63);
}

// A triangle of a cell that is not planar: its corners in plan, its slope, and what lies across the edge from
// corner i to i + 1, as 3 * triangle + corner; kNone at the cell's outline.
struct SurfacePiece {
  std::array<std::int32_t, 3> x, y;
  double zx = 0, zy = 0;
  std::array<std::uint32_t, 3> beyond;

  [[nodiscard]] Vec2 at(std::uint32_t corner) const {
    return {static_cast<double>(x[corner]), static_cast<double>(y[corner])};
  }
};

struct QueryMesh : PlanCells {
  const NavMesh* mesh = nullptr;
  double per_quantum = 1;         // 1 over the lattice's quantum
  std::vector<CellPlane> planes;  // per cell
  std::vector<TollClass> tolls;
  // Triangles of the cells that are not exactly planar; none where the plane is all there is.
  std::vector<std::uint32_t> triangle_begin;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint8_t> is_nearly_planar;  // per cell: no more than the lattice rounds by off a plane
  std::vector<SurfacePiece> pieces;            // the same triangles, for who walks over them
  std::vector<std::uint32_t>
      side_edge;                      // per side: the edge there; kNone in planar cells, empty without others
  std::vector<std::uint8_t> is_step;  // per side: the neighbour has the portal at other heights
  // Per side: a path that goes straight on there has something to tell: another slope, kind, area or flight.
  std::vector<std::uint8_t> is_seam;

  [[nodiscard]] Vec3 vertex(std::uint32_t v) const {
    const LatticePoint p = mesh->vertices[v];
    return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  }
  [[nodiscard]] bool is_planar(std::uint32_t cell) const {
    return triangle_begin[cell] == triangle_begin[cell + 1];
  }
  [[nodiscard]] std::span<const std::array<std::uint32_t, 3>> triangles_of(std::uint32_t cell) const {
    return {triangles.data() + triangle_begin[cell], triangle_begin[cell + 1] - triangle_begin[cell]};
  }

  // To quanta and back, plan coordinates rounded.
  [[nodiscard]] Vec3 inwards(Vec3 p) const { return rounded((p - mesh->lattice.origin) * per_quantum); }
  // Plan coordinates that are whole but for a millionth of a quantum, so that the places of vertices are
  // exact.
  [[nodiscard]] static Vec3 rounded(Vec3 p) { return {rounded(p.x), rounded(p.y), p.z}; }
  [[nodiscard]] static double rounded(double v) {
    constexpr double kWhole = 0x1.8p52;  // doubles around it are whole numbers; larger ones are already
    if (!(std::abs(v) < 0x1p51)) return v;
    const double whole = (v + kWhole) - kWhole;
    return std::abs(v - whole) < 1e-6 ? whole : v;
  }
  [[nodiscard]] Vec3 outwards(Vec3 p) const { return mesh->lattice.origin + p * mesh->lattice.quantum; }
};

[[nodiscard]] QueryMesh make_query_mesh(const NavMesh& mesh);

}  // namespace ambula
