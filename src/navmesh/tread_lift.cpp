#include "navmesh/tread_lift.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ambula/vec.h"

namespace ambula {
namespace {

struct Nearest {
  double part = 0, distance = 0;
};

Nearest nearest_on(LatticePoint a, LatticePoint b, LatticePoint p) {
  const Vec2 from{static_cast<double>(a.x), static_cast<double>(a.y)},
      d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y},
      to{static_cast<double>(p.x) - from.x, static_cast<double>(p.y) - from.y};
  const double size = dot(d, d), part = size > 0 ? std::clamp(dot(to, d) / size, 0.0, 1.0) : 0;
  return {part, length(to - d * part)};
}

}  // namespace

std::int32_t TreadLift::height(LatticePoint p) const {
  double before = std::numeric_limits<double>::infinity(), behind = before, up = p.z;
  for (const Front& f : front) before = std::min(before, nearest_on(f.a, f.b, p).distance);
  for (const Back& b : back) {
    const Nearest n = nearest_on(b.a, b.b, p);
    const double z = b.a_up + n.part * (b.b_up - b.a_up);
    if (n.distance < behind || (n.distance == behind && z > up)) up = z;
    behind = std::min(behind, n.distance);
  }
  // Where a tread tapers to a point both distances are 0, and its own nosing counts.
  if (before == 0 || up <= p.z) return p.z;
  return static_cast<std::int32_t>(std::floor(p.z + (up - p.z) * (before / (before + behind)) + 0.5));
}

}  // namespace ambula
