#include <algorithm>

#include "query/cell_shape.h"
#include "query/taut_search.h"

namespace ambula {

void CellsAt::find(const PlanCells& m, const Toll& toll, const MeshPlace& place) {
  cells.assign(1, place.cell);
  way.assign(1, NavMesh::kNone);
  const Vec2 p = place.at.xy();
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::uint32_t c = cells[k];
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s) {
      const std::uint32_t d = m.sides[s].neighbour;
      if (d == NavMesh::kNone || has(d) || !toll.passes(s)) continue;
      if (!stands_on(m.sides[s].at(), m.sides[m.next(s, c)].at(), p)) continue;
      cells.push_back(d);
      way.push_back(s);
    }
  }
}

void CellsAt::way_to(const PlanCells& m, std::uint32_t cell, std::vector<std::uint32_t>& out) const {
  const auto first = static_cast<std::ptrdiff_t>(out.size());
  while (cell != cells.front()) {
    const std::uint32_t s =
        way[static_cast<std::size_t>(std::find(cells.begin(), cells.end(), cell) - cells.begin())];
    out.push_back(s);
    cell = m.cell_of_portal(s);
  }
  std::reverse(out.begin() + first, out.end());
}

}  // namespace ambula
