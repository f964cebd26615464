#include "navmesh/tread_lift.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ambula/vec.h"

namespace ambula {
namespace {

// Between its risers, a point of a tread sees the nearest places of both in opposite directions. Beside them
// both are on one side: what is there does not lead up.
constexpr double kBetween = 0.9,
                 kBeside = 0.5;  // distance of the two places, as a part of the way over the point

struct Nearest {
  double part = 0, distance = std::numeric_limits<double>::infinity();
  Vec2 at;
};

Nearest nearest_on(LatticePoint a, LatticePoint b, LatticePoint p) {
  const Vec2 from{static_cast<double>(a.x), static_cast<double>(a.y)},
      d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y},
      to{static_cast<double>(p.x) - from.x, static_cast<double>(p.y) - from.y};
  const double size = dot(d, d), part = size > 0 ? std::clamp(dot(to, d) / size, 0.0, 1.0) : 0;
  return {part, length(to - d * part), from + d * part};
}

}  // namespace

std::int32_t TreadLift::height(LatticePoint p) const {
  Nearest before, behind;
  double up = p.z;
  for (const Front& f : front) {
    const Nearest n = nearest_on(f.a, f.b, p);
    if (n.distance < before.distance) before = n;
  }
  for (const Back& b : back) {
    const Nearest n = nearest_on(b.a, b.b, p);
    const double z = b.a_up + n.part * (b.b_up - b.a_up);
    if (n.distance < behind.distance || (n.distance == behind.distance && z > up)) up = z;
    if (n.distance < behind.distance) behind = n;
  }
  // Where a tread tapers to a point both distances are 0, and its own nosing counts.
  if (before.distance == 0 || up <= p.z) return p.z;
  if (behind.distance == 0) return static_cast<std::int32_t>(std::floor(up + 0.5));
  const double way = before.distance + behind.distance;
  const double between =
      std::clamp((length(behind.at - before.at) / way - kBeside) / (kBetween - kBeside), 0.0, 1.0);
  return static_cast<std::int32_t>(std::floor(p.z + (up - p.z) * (before.distance / way) * between + 0.5));
}

}  // namespace ambula
