// Cells around a place, by how near they come to it in plan, from portal to portal: each is entered through a
// side that is no further away than the limit, so what is close by but not joined within it stays out.
#pragma once

#include <cstdint>
#include <vector>

#include "query/cell_shape.h"
#include "query/nearest.h"
#include "query/quad_heap.h"
#include "query/query_mesh.h"
#include "query/toll.h"

namespace ambula {

class CircleSearch {
 public:
  // Calls visit(cell, distance) for the cells in order, from the place's own on, and wall(side, cell) for
  // their borders and what is shut. Both may lower `limit`, which is in quanta.
  template <class Visit, class Wall>
  void run(const QueryMesh& m, const Toll& toll, const MeshPlace& place, double limit, Visit&& visit,
           Wall&& wall) {
    begin(m.size(), place.cell);
    const Vec2 p = place.at.xy();
    while (!near_.empty()) {
      const Near at = near_.pop();
      if (at.distance > limit) return;
      if (known_[at.cell] == 2 * stamp_ + 1) continue;
      known_[at.cell] = 2 * stamp_ + 1;
      visit(at.cell, at.distance, limit);
      for (std::uint32_t s = m.begin(at.cell); s < m.end(at.cell); ++s) {
        const std::uint32_t d = m.sides[s].neighbour;
        if (d == NavMesh::kNone || !toll.passes(s)) {
          wall(s, at.cell, limit);
          continue;
        }
        if (known_[d] == 2 * stamp_ + 1) continue;
        const Vec2 q = closest_on(m.sides[s].at(), m.sides[m.sides[s].across].at(), p);
        const double off = std::max(at.distance, length(q - p));
        if (off <= limit) near_.push({off, d});
      }
    }
  }

 private:
  struct Near {
    double distance;
    std::uint32_t cell;
  };
  struct NearLess {
    bool operator()(const Near& a, const Near& b) const {
      return a.distance < b.distance || (a.distance == b.distance && a.cell < b.cell);
    }
  };
  void begin(std::uint32_t cells, std::uint32_t first) {
    known_.resize(cells, 0);
    if (++stamp_ == std::uint32_t{1} << 30) {
      std::fill(known_.begin(), known_.end(), 0u);
      stamp_ = 1;
    }
    near_.clear();
    near_.push({0, first});
  }

  QuadHeap<Near, NearLess> near_;
  std::vector<std::uint32_t> known_;  // per cell: 2 stamp + 1 once visited
  std::uint32_t stamp_ = 0;
};

}  // namespace ambula
