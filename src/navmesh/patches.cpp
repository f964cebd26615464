#include "navmesh/patches.h"

#include "geometry/predicates.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

}  // namespace

Patches find_patches(const SurfaceView& surface) {
  Patches out;
  out.of.assign(surface.triangles.size(), kNone);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t first = 0; first < surface.triangles.size(); ++first) {
    if (out.of[first] != kNone) continue;
    const auto patch = static_cast<std::uint32_t>(out.area.size());
    Int128 doubled = 0;  // exact, so that the sum does not depend on an order
    out.of[first] = patch;
    waiting.assign(1, first);
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      const auto& c = surface.triangles[t];
      doubled += orient2d(surface.plan_of(c[0]), surface.plan_of(c[1]), surface.plan_of(c[2]));
      for (const std::uint32_t n : surface.neighbours[t]) {
        if (n == kNone || out.of[n] != kNone) continue;
        out.of[n] = patch;
        waiting.push_back(n);
      }
    }
    out.area.push_back(static_cast<double>(doubled) / 2);
  }
  return out;
}

NavSurface without_patches(const NavSurface& surface, const Patches& patches, std::span<const char> dropped) {
  NavSurface out;
  std::vector<std::uint32_t> number(surface.triangles.size(), kNone), vertex(surface.vertices.size(), kNone);
  std::uint32_t kept = 0;
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    if (!dropped[patches.of[t]]) number[t] = kept++;
  }
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    if (number[t] == kNone) continue;
    std::array<std::uint32_t, 3> corners{}, neighbours{};
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t v = surface.triangles[t][i], n = surface.neighbours[t][i];
      if (vertex[v] == kNone) {
        vertex[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(surface.vertices[v]);
      }
      corners[i] = vertex[v];
      neighbours[i] = n == kNone ? kNone : number[n];
    }
    out.triangles.push_back(corners);
    out.neighbours.push_back(neighbours);
    out.source.push_back(t);
  }
  return out;
}

}  // namespace ambula
