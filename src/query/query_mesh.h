// What every query reads: the mesh packed for it. Never changes once made; Query objects share it.
//
// All of src/query measures in quanta of the lattice, as doubles from its origin. Vertices are whole numbers
// then, and which side of a line through two of them a third one is on comes out exactly as long as a mesh
// reaches no further than 2^25 quanta.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/navmesh.h"
#include "ambula/vec.h"

namespace ambula {

// A side of a cell, from this place to that of the next one.
struct MeshSide {
  std::int32_t x = 0, y = 0;
  std::uint32_t neighbour = NavMesh::kNone, across = NavMesh::kNone;  // as in NavMesh

  [[nodiscard]] Vec2 at() const { return {static_cast<double>(x), static_cast<double>(y)}; }
};

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

struct QueryMesh {
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  const NavMesh* mesh = nullptr;
  double per_quantum = 1;  // 1 over the lattice's quantum
  std::vector<MeshSide> sides;
  std::vector<CellPlane> planes;  // per cell
  std::vector<TollClass> tolls;
  // Triangles of the cells that are not exactly planar; none where the plane is all there is.
  std::vector<std::uint32_t> triangle_begin;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint8_t> is_nearly_planar;  // per cell: no more than the lattice rounds by off a plane
  std::vector<std::array<std::uint32_t, 3>> beyond;  // across the edge from corner i on; kNone at the outline
  std::vector<std::uint32_t> side_triangle;          // per side; kNone in planar cells, empty without others
  std::vector<std::uint8_t> is_step;  // per side: the neighbour has the portal at other heights
  // Per side, of the corner it begins at: a number that all corners of its fan share, where a taut path can
  // turn there, else kNone. A fan is what portals join around one place in plan: the two sides of a step have
  // vertices of their own there, but one fan; two fans that meet in a vertex only are two.
  std::vector<std::uint32_t> turn;
  std::uint32_t turns = 0;  // such fans

  [[nodiscard]] std::uint32_t size() const { return mesh->size(); }
  [[nodiscard]] std::uint32_t begin(std::uint32_t cell) const { return mesh->cell_begin[cell]; }
  [[nodiscard]] std::uint32_t end(std::uint32_t cell) const { return mesh->cell_begin[cell + 1]; }
  [[nodiscard]] std::uint32_t next(std::uint32_t side, std::uint32_t cell) const {
    return side + 1 == end(cell) ? begin(cell) : side + 1;
  }
  [[nodiscard]] std::uint32_t before(std::uint32_t side, std::uint32_t cell) const {
    return side == begin(cell) ? end(cell) - 1 : side - 1;
  }
  // The cell that has a portal's side: what its other side leads to.
  [[nodiscard]] std::uint32_t cell_of_portal(std::uint32_t side) const {
    return sides[sides[side].across].neighbour;
  }
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
