#include "navmesh/surface_order.h"

#include <algorithm>
#include <numeric>

namespace ambula {

NavSurface in_order(const NavSurface& surface) {
  constexpr std::uint32_t kNone = SurfaceView::kNone;
  const auto n = static_cast<std::uint32_t>(surface.triangles.size());
  std::vector<std::array<LatticePoint, 3>> place(n);
  std::vector<std::uint32_t> turn(n), order(n), rank(n);
  for (std::uint32_t t = 0; t < n; ++t) {
    for (std::uint32_t i = 0; i < 3; ++i) place[t][i] = surface.vertices[surface.triangles[t][i]];
    turn[t] =
        static_cast<std::uint32_t>(std::min_element(place[t].begin(), place[t].end()) - place[t].begin());
    std::rotate(place[t].begin(), place[t].begin() + turn[t], place[t].end());
  }
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return place[a] != place[b] ? place[a] < place[b] : a < b;
  });
  for (std::uint32_t k = 0; k < n; ++k) rank[order[k]] = k;

  NavSurface out;
  out.triangles.resize(n);
  out.neighbours.resize(n);
  out.source.resize(n);
  std::vector<std::uint32_t> number(surface.vertices.size(), kNone);
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t t = order[k];
    out.source[k] = surface.source[t];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t from = (i + turn[t]) % 3, v = surface.triangles[t][from];
      if (number[v] == kNone) {
        number[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(surface.vertices[v]);
      }
      out.triangles[k][i] = number[v];
      const std::uint32_t other = surface.neighbours[t][from];
      out.neighbours[k][i] = other == kNone ? kNone : rank[other];
    }
  }
  return out;
}

}  // namespace ambula
