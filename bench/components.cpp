#include "bench/components.h"

#include <vector>

namespace ambula::bench {

void number_components(NavMesh& mesh) {
  mesh.component.assign(mesh.size(), NavMesh::kNone);
  mesh.components = 0;
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t first = 0; first < mesh.size(); ++first) {
    if (mesh.component[first] != NavMesh::kNone) continue;
    mesh.component[first] = mesh.components;
    waiting.assign(1, first);
    while (!waiting.empty()) {
      const std::uint32_t c = waiting.back();
      waiting.pop_back();
      for (std::uint32_t s = mesh.cell_begin[c]; s < mesh.cell_begin[c + 1]; ++s) {
        const std::uint32_t d = mesh.neighbour[s];
        if (d == NavMesh::kNone || mesh.component[d] != NavMesh::kNone) continue;
        mesh.component[d] = mesh.components;
        waiting.push_back(d);
      }
    }
    ++mesh.components;
  }
}

}  // namespace ambula::bench
