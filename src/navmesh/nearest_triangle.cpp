#include "navmesh/nearest_triangle.h"

#include <algorithm>
#include <limits>

namespace ambula {
namespace {

double squared(Vec3 d) { return dot(d, d); }

double to_segment(Vec3 p, Vec3 a, Vec3 b) {
  const Vec3 d = b - a;
  const double length = squared(d);
  const double part = length > 0 ? std::clamp(dot(p - a, d) / length, 0.0, 1.0) : 0;
  return squared(p - (a + d * part));
}

double to_triangle(Vec3 p, Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = cross(b - a, c - a);
  if (dot(cross(b - a, p - a), n) >= 0 && dot(cross(c - b, p - b), n) >= 0 &&
      dot(cross(a - c, p - c), n) >= 0) {
    const double above = dot(p - a, n);
    return above * above / squared(n);
  }
  return std::min({to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a)});
}

}  // namespace

std::uint32_t nearest_triangle(const SurfaceView& surface, const Lattice& lattice, Vec3 p) {
  std::uint32_t nearest = SurfaceView::kNone;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    const auto at = [&](std::size_t i) {
      return lattice.position(surface.vertices[surface.triangles[t][i]]);
    };
    const double distance = to_triangle(p, at(0), at(1), at(2));
    if (distance >= least) continue;
    least = distance;
    nearest = t;
  }
  return nearest;
}

}  // namespace ambula
