// reachable_area: the shortest paths to everywhere within a length, and how much of each cell they reach
// (seen_area.h).
#include <algorithm>
#include <cmath>

#include "query/query_state.h"

namespace ambula {

void Query::reachable_area(Place from, double length, const Filter* filter, std::vector<ReachedCell>& out) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  out.clear();
  MeshPlace start;
  if (!own.enter(*shared_, from, filter, start) || !(length >= 0)) return;
  const double quantum = m.mesh->lattice.quantum, limit = std::min(length / quantum, kFarAway);
  own.entries.assign(m.size(), NavMesh::kNone);
  own.taut.flood(shared_->taut_world(), own.toll, start, limit, [&](std::uint32_t cell, double distance) {
    if (own.entries[cell] != NavMesh::kNone) return;
    own.entries[cell] = static_cast<std::uint32_t>(out.size());
    out.push_back({cell, distance * quantum, 0});
  });
  auto& parts = own.taut.parts();
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.number < b.number;
  });
  for (std::size_t k = 0; k < parts.size();) {
    std::size_t end = k;
    while (end < parts.size() && parts[end].cell == parts[k].cell) ++end;
    const double area = own.seen_area.measure(m, {parts.data() + k, end - k}, limit);
    out[own.entries[parts[k].cell]].area = area * quantum * quantum;
    k = end;
  }
}

}  // namespace ambula
