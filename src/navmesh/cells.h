// Convex cells from a triangulated surface: edges are left out as long as every cell stays convex in plan.
//
//   Cells cells = merge_cells(surface, label, {.rule = CellRule::fewest, .max_vertices = 6});
//   for (std::uint32_t c = 0; c < cells.size(); ++c) draw(cells.corners(c));
//
// Cells are convex in plan (exactly; vertices on straight sides are kept, so that no T-junction comes about),
// counter-clockwise, with area. Triangles of different labels never share a cell. The answer depends on
// places and labels alone, not on the order of triangles. The fast rule is Hertel and Mehlhorn's (1983):
// linear but for the sort, and 4 times the least number of cells at most where all vertices are on borders.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/context.h"
#include "ambula/params/navmesh.h"
#include "ambula/values/navmesh.h"
#include "navmesh/surface_view.h"

namespace ambula {

struct CellParams {
  CellRule rule = CellRule::fewest;
  std::uint32_t max_vertices = 0;  // of a cell; 0: no limit. Triangles are always allowed
};

// Cells are in the order of their corners' places, each from its least corner on.
struct Cells {
  static constexpr std::uint32_t kNone = SurfaceView::kNone;

  std::vector<std::uint32_t> begin{0};   // cell c: [begin[c], begin[c + 1]) of the next two
  std::vector<std::uint32_t> vertex;     // of the surface
  std::vector<std::uint32_t> neighbour;  // the cell across the side from this vertex to the next, or kNone
  std::vector<std::uint32_t> half_edge;  // of the surface, that this side is
  std::vector<std::uint32_t> label;      // per cell
  std::vector<std::uint32_t> cell;       // per triangle

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(begin.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> corners(std::uint32_t c) const {
    return {vertex.data() + begin[c], begin[c + 1] - begin[c]};
  }
};

// `label` is per triangle. Once cancelled it stops early, with cells that are valid and more than needed.
[[nodiscard]] Cells merge_cells(const SurfaceView& surface, std::span<const std::uint32_t> label,
                                const CellParams& params = {}, const Context* context = nullptr);

}  // namespace ambula
