// Which places a border sees along the surface. What is too close to a border lies on a ray that leaves it at
// a right angle, or one of its ends in any direction, and that crosses no other border: beyond those, the
// other ones are closer. So a strip along a border spreads from triangle to triangle by rays, and never
// creeps along the border to a place that only rounding joins to it.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "ambula/vec.h"
#include "geometry/predicates.h"
#include "navmesh/high_part.h"

namespace ambula {

// From where to where along the border, in quanta; as one range, so it may be more than there are.
struct Rays {
  double low = 0, high = -1;

  [[nodiscard]] bool none() const { return low > high; }
  [[nodiscard]] bool has(const Rays& r) const { return low <= r.low && r.high <= high; }
  // Whether that made it more.
  bool add(const Rays& r) {
    if (has(r)) return false;
    low = std::min(low, r.low);
    high = std::max(high, r.high);
    return true;
  }
};

class BorderRays {
 public:
  // All pass through everything unless `limited`: where less distance is kept from other borders, those do
  // not stand for what is beyond them.
  BorderRays(Point2 from, Point2 to, double distance, bool limited)
      : x_(from.x), y_(from.y), reach_(distance + kRounding), limited_(limited) {
    const double dx = static_cast<double>(to.x) - x_, dy = static_cast<double>(to.y) - y_;
    length_ = std::sqrt(dx * dx + dy * dy);
    dx_ = dx / length_;
    dy_ = dy / length_;
  }

  [[nodiscard]] Rays all() const { return {0, length_}; }
  // True if rounding alone may have led the rays to a triangle that reaches far beyond them: through a slit
  // hardly wider than a quantum, or past the end of the border.
  [[nodiscard]] bool are_stray(const Rays& rays, std::span<const Point2> corners) const {
    if (rays.high - rays.low > 3 * kRounding) return false;
    return std::any_of(corners.begin(), corners.end(), [&](Point2 p) {
      const double at = clamped(along(p));
      return at < rays.low - kFar || at > rays.high + kFar;
    });
  }
  // The part of a convex polygon that some rays pass through, on the lattice. Rays of an end pass through all
  // that lies beyond it.
  [[nodiscard]] std::vector<Point2> lit_part(const Rays& rays, std::span<const Point2> polygon) const {
    std::vector<Vec2> part;
    for (const Point2 p : polygon) part.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
    const auto at = [&](Vec2 p) { return (p.x - x_) * dx_ + (p.y - y_) * dy_; };
    const auto keep = [&](auto value) {
      keep_positive(part, value, [](Vec2 a, Vec2 b, double t) { return a + (b - a) * t; });
    };
    if (rays.low > 0) keep([&](Vec2 p) { return at(p) - rays.low + kSeam; });
    if (rays.high < length_) keep([&](Vec2 p) { return rays.high + kSeam - at(p); });
    return hull_on_lattice(part);
  }
  // Those of some that cross an edge within reach.
  [[nodiscard]] Rays through(const Rays& rays, Point2 a, Point2 b) const {
    if (!limited_) return rays;
    const double deep_a = depth(a), deep_b = depth(b), at_a = along(a), at_b = along(b);
    double from = 0, to = 1;  // the part of the edge within reach
    const auto limit = [&](double value_a, double value_b) {
      if (value_a < 0 && value_b < 0) to = -1;
      if (value_a < 0 && value_b > 0) from = std::max(from, value_a / (value_a - value_b));
      if (value_a > 0 && value_b < 0) to = std::min(to, value_a / (value_a - value_b));
    };
    limit(reach_ - deep_a, reach_ - deep_b);
    limit(deep_a + kRounding, deep_b + kRounding);
    if (from > to) return {};
    const double p = at_a + (at_b - at_a) * from, q = at_a + (at_b - at_a) * to;
    const Rays out{std::max(rays.low, clamped(std::min(p, q) - kRounding)),
                   std::min(rays.high, clamped(std::max(p, q) + kRounding))};
    return out;
  }

 private:
  static constexpr double kRounding = 4;  // quanta
  static constexpr double kFar = 400;     // quanta
  static constexpr double kSeam = 40;     // quanta: what several borders see between them overlaps

  [[nodiscard]] double along(Point2 p) const { return (p.x - x_) * dx_ + (p.y - y_) * dy_; }
  [[nodiscard]] double depth(Point2 p) const { return (p.y - y_) * dx_ - (p.x - x_) * dy_; }
  [[nodiscard]] double clamped(double at) const { return std::clamp(at, 0.0, length_); }

  double x_, y_, reach_, length_ = 0, dx_ = 0, dy_ = 0;
  bool limited_;
};

}  // namespace ambula
