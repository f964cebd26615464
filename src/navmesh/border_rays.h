// Which places a border sees along the surface. What is too close to a border lies on a ray that leaves it at
// a right angle, or one of its ends in any direction, and that crosses no other border: beyond those, the
// other ones are closer. So a strip along a border spreads from triangle to triangle by rays, and never
// creeps along the border to a place that only rounding joins to it. What an end alone sees lies beyond that
// end, or beside its tip.
#pragma once

#include <algorithm>
#include <cmath>

#include "ambula/vec.h"
#include "geometry/predicates.h"

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
  // True if some leave the border at one of its ends alone: -1 where it begins, 1 where it stops, else 0.
  [[nodiscard]] int end_of(const Rays& rays) const {
    if (!limited_ || length_ <= 2 * kTip) return 0;
    return rays.high <= kTip ? -1 : rays.low >= length_ - kTip ? 1 : 0;
  }
  // How far a place is from the tip at such an end, towards the rest of the border.
  [[nodiscard]] double from_tip(Vec2 p, int end) const {
    const double at = (p.x - x_) * dx_ + (p.y - y_) * dy_;
    return end < 0 ? at - kTip : length_ - kTip - at;
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
  static constexpr double kRounding = 4;         // quanta
  static constexpr double kTip = 2 * kRounding;  // at each end of a border

  [[nodiscard]] double along(Point2 p) const { return (p.x - x_) * dx_ + (p.y - y_) * dy_; }
  [[nodiscard]] double depth(Point2 p) const { return (p.y - y_) * dx_ - (p.x - x_) * dy_; }
  [[nodiscard]] double clamped(double at) const { return std::clamp(at, 0.0, length_); }

  double x_, y_, reach_, length_ = 0, dx_ = 0, dy_ = 0;
  bool limited_;
};

}  // namespace ambula
