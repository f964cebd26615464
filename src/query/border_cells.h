// The mesh as a search needs it: cut into convex cells between its borders alone.
//
// A navmesh has vertices within, where slopes, kinds and areas meet; to a way in plan they mean nothing, and
// every one of them is a round that a search has to make. Here they are taken out (border_mesh.h), so all
// vertices stand on borders, and cells go round only what one has to go round. Of a border between two
// portals of a cell only its ends are kept: nobody on the way through comes to the rest.
#pragma once

#include <cstdint>
#include <vector>

#include "query/nearest.h"
#include "query/plan_cells.h"
#include "query/query_mesh.h"

namespace ambula {

struct BorderCells : PlanCells {
  // Per side, of the corner it begins at: its height, the least of all there, and a cell of the mesh there.
  std::vector<std::int32_t> height;
  std::vector<std::uint32_t> corner_cell;
  // Per cell: which classes of cells it may overlap, as bits (class_bit).
  std::vector<std::uint64_t> classes;
  std::vector<Vec2> anchor;            // per cell of the mesh: a place in it
  std::vector<std::uint32_t> home;     // and the cell here that has that place
  std::vector<std::uint8_t> is_whole;  // 1: that one has all of the mesh's cell

  // The cell here that has a place of the mesh; kNone where rounding leads astray.
  [[nodiscard]] std::uint32_t cell_at(const MeshPlace& place) const;
};

[[nodiscard]] BorderCells make_border_cells(const QueryMesh& mesh);

}  // namespace ambula
