#include "why/near_borders.h"

#include <algorithm>
#include <cmath>

#include "why/solids_at.h"

namespace ambula {
namespace {

LatticePoint nearest_of(LatticePoint a, LatticePoint b, Point2 p) {
  const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y,
               dz = static_cast<double>(b.z) - a.z;
  const double squared = dx * dx + dy * dy;
  const double along = (static_cast<double>(p.x) - a.x) * dx + (static_cast<double>(p.y) - a.y) * dy;
  const double part = squared > 0 ? std::clamp(along / squared, 0.0, 1.0) : 0;
  const auto rounded = [part](std::int32_t from, double d) {
    return static_cast<std::int32_t>(std::nearbyint(from + part * d));
  };
  return {rounded(a.x, dx), rounded(a.y, dy), rounded(a.z, dz)};
}

}  // namespace

std::vector<NearBorder> near_borders(const JoinedSurface& joined, std::uint32_t triangle, Point2 place,
                                     double reach) {
  const SurfaceView surface = joined.surface.view();
  std::vector<NearBorder> out;
  std::vector<char> seen(surface.triangles.size(), 0);
  std::vector<std::uint32_t> waiting{triangle};
  seen[triangle] = 1;
  while (!waiting.empty()) {
    const std::uint32_t t = waiting.back();
    waiting.pop_back();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t a = surface.from(3 * t + i), b = surface.to(3 * t + i);
      const double distance = plan_distance(place, surface.plan_of(a), surface.plan_of(b));
      if (distance > reach) continue;
      const std::uint32_t beyond = surface.neighbours[t][i];
      if (beyond == SurfaceView::kNone) {
        out.push_back({t, i, distance, nearest_of(surface.vertices[a], surface.vertices[b], place)});
      } else if (!seen[beyond]) {
        seen[beyond] = 1;
        waiting.push_back(beyond);
      }
    }
  }
  std::sort(out.begin(), out.end(), [](const NearBorder& a, const NearBorder& b) {
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.triangle != b.triangle ? a.triangle < b.triangle : a.edge < b.edge;
  });
  return out;
}

}  // namespace ambula
