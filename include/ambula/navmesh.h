// The navigation mesh: convex cells and the portals between them, for an agent of one radius.
//
//   for (std::uint32_t c = 0; c < mesh.size(); ++c) {
//     for (std::uint32_t s = mesh.cell_begin[c]; s < mesh.cell_begin[c + 1]; ++s) {
//       if (mesh.neighbour[s] != NavMesh::kNone) walk(mesh.neighbour[s]);   // through side s
//     }
//   }
//
// Cells are convex in plan, exactly, and counter-clockwise. Two cells share a whole side or none, so there
// are no T-junctions: a cell has a vertex on a straight side where a neighbour has it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/result.h"

namespace ambula {

// What a cell is made of.
enum class CellKind : std::uint8_t {
  floor,  // walkable surface
  step,   // fillers of links
  gap,
  fill,
  ramp,  // over a flight of stairs
};
[[nodiscard]] const char* name_of(CellKind kind) noexcept;  // "floor"

struct NavMesh {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Lattice lattice;                     // the scene's
  std::vector<LatticePoint> vertices;  // numbered by the first side that begins there

  // Cell c has the sides cell_begin[c] .. cell_begin[c + 1]: per side the vertex it begins at. The one least
  // by (x, y, z) is first, and cells are ordered by the places of their vertices.
  std::vector<std::uint32_t> cell_begin{0};
  std::vector<std::uint32_t> vertex;
  // The portal of a side: the cell across, and the same side as that cell has it. kNone at a border. Both
  // have the same ends in plan; where their heights differ, the portal is a step without run.
  std::vector<std::uint32_t> neighbour, across;

  std::vector<CellKind> kind;            // per cell
  std::vector<std::uint16_t> area_type;  // per cell; 0 unless the rules say otherwise
  std::vector<std::uint32_t> component;  // per cell: what portals join, numbered by their first cell
  std::uint32_t components = 0;

  // Triangles of the cells that are not planar within tolerance, as vertices: cell c has those from
  // height_begin[c] to height_begin[c + 1], none when it is planar. They cover the cell in plan. Vertices of
  // theirs that no side begins at come last.
  std::vector<std::uint32_t> height_begin{0};
  std::vector<std::array<std::uint32_t, 3>> height_triangles;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cell_begin.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> corners(std::uint32_t cell) const {
    return {vertex.data() + cell_begin[cell], cell_begin[cell + 1] - cell_begin[cell]};
  }
};

// Checks every promise above; the first broken one is the error. Never uses a number before it was compared.
[[nodiscard]] Result<void> validate(const NavMesh& mesh);

[[nodiscard]] std::uint64_t navmesh_hash(const NavMesh& mesh);

}  // namespace ambula
