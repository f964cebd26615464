// The part of a segment that lies within limits, exactly: what clipping is made of.
//
//   SegmentStretch<std::int64_t> stretch;
//   if (stretch.limit(orient2d(p, q, a), orient2d(p, q, b), 0) && !stretch.empty())
//     use(point_at(a, b, stretch.from), point_at(a, b, stretch.to));   // left of p → q
//
// Ends are compared as fractions and rounded once, so a crossing is rounded to the same point whichever of
// the two segments it was found on.
#pragma once

#include <cstdint>

#include "geometry/predicates.h"
#include "geometry/snap_rounding.h"

namespace ambula {

// a * b compared with c * d, all non-negative.
inline int compare_products(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  const Int128 l = Int128{a} * b, r = Int128{c} * d;
  return (l > r) - (l < r);
}
inline int compare_products(Int128 a, Int128 b, Int128 c, Int128 d) {
  __extension__ using Wide = unsigned __int128;
  struct Product {
    Wide high, low;
  };
  const auto multiply = [](Int128 u, Int128 v) -> Product {
    const auto x = static_cast<Wide>(u), y = static_cast<Wide>(v);
    const Wide mask = ~std::uint64_t{0};
    const Wide low = (x & mask) * (y & mask), m1 = (x >> 64) * (y & mask), m2 = (x & mask) * (y >> 64);
    const Wide middle = (low >> 64) + (m1 & mask) + (m2 & mask);
    return {(x >> 64) * (y >> 64) + (m1 >> 64) + (m2 >> 64) + (middle >> 64), (middle << 64) | (low & mask)};
  };
  const Product l = multiply(a, b), r = multiply(c, d);
  if (l.high != r.high) return l.high > r.high ? 1 : -1;
  return (l.low > r.low) - (l.low < r.low);
}

// A place along an edge, as a fraction of it.
template <class Int>
struct Bound {
  Int part, whole;
  double at;
  int by;  // the limit that set it, as the caller numbers them; -1 the edge's end
};

template <class Int>
bool before(const Bound<Int>& a, const Bound<Int>& b) {
  if (a.at < b.at - 1e-13) return true;
  if (a.at > b.at + 1e-13) return false;
  return compare_products(a.part, b.whole, b.part, a.whole) < 0;
}

// The stretch of an edge where all limits hold.
template <class Int>
struct SegmentStretch {
  Bound<Int> from{0, 1, 0, -1}, to{1, 1, 1, -1};

  // Values of a limit's function at both ends of the edge; it must not be negative. False: nothing is left.
  bool limit(Int a, Int b, int by) {
    if (a >= 0 && b >= 0) return true;
    if (a <= 0 && b <= 0) return false;
    if (a < 0) {
      const Bound<Int> bound{-a, b - a, static_cast<double>(-a) / static_cast<double>(b - a), by};
      if (before(from, bound)) from = bound;
    } else {
      const Bound<Int> bound{a, a - b, static_cast<double>(a) / static_cast<double>(a - b), by};
      if (before(bound, to)) to = bound;
    }
    return true;
  }
  [[nodiscard]] bool empty() const { return !before(from, to); }
};

template <class Point, class Int>
Point2 point_at(Point a, Point b, const Bound<Int>& bound) {
  if (bound.by < 0) return bound.part == 0 ? Point2{a.x, a.y} : Point2{b.x, b.y};
  return {static_cast<std::int32_t>(a.x +
                                    rounded_part(std::int64_t{b.x} - a.x, bound.part, bound.whole, bound.at)),
          static_cast<std::int32_t>(
              a.y + rounded_part(std::int64_t{b.y} - a.y, bound.part, bound.whole, bound.at))};
}

}  // namespace ambula
