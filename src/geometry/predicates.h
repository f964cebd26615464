// Exact decisions on lattice points in the plane. Coordinates lie within ± 2^28 (Lattice::kReach); every sign
// is that of the true value, never of a rounded one.
//
//   orient2d(a, b, c) > 0      c lies to the left of a → b
//   incircle(a, b, c, d) > 0   d lies inside the circle through a, b, c (counter-clockwise)
//
// Widths: differences take 30 bits, orient2d 61 (int64), incircle 121 (int128; its three wide products take
// less time than a filter in doubles, measured).
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>

namespace ambula {

struct Point2 {
  std::int32_t x = 0, y = 0;
  auto operator<=>(const Point2&) const = default;  // by x, then y
};

#ifdef __SIZEOF_INT128__
__extension__ using Int128 = __int128;
#else
#error "exact predicates need a compiler with 128-bit integers (GCC, Clang, clang-cl)"
#endif

// Twice the signed area of a, b, c.
[[nodiscard]] constexpr std::int64_t orient2d(Point2 a, Point2 b, Point2 c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) -
         (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

// Whether p lies on the closed segment a b.
[[nodiscard]] constexpr bool on_segment(Point2 a, Point2 b, Point2 p) {
  return orient2d(a, b, p) == 0 && p.x >= std::min(a.x, b.x) && p.x <= std::max(a.x, b.x) &&
         p.y >= std::min(a.y, b.y) && p.y <= std::max(a.y, b.y);
}

// How two closed segments meet.
enum class Meeting : std::uint8_t {
  none,
  touch,    // in one point that is an end of at least one of them
  cross,    // in one point inside both
  overlap,  // along a line, in more than a point
};
[[nodiscard]] Meeting meet(Point2 a, Point2 b, Point2 c, Point2 d);

// Sign of the incircle determinant: 1 inside, -1 outside, 0 on the circle through a, b, c
// (counter-clockwise).
[[nodiscard]] constexpr int incircle(Point2 a, Point2 b, Point2 c, Point2 d) {
  const std::int64_t ax = std::int64_t{a.x} - d.x, ay = std::int64_t{a.y} - d.y;
  const std::int64_t bx = std::int64_t{b.x} - d.x, by = std::int64_t{b.y} - d.y;
  const std::int64_t cx = std::int64_t{c.x} - d.x, cy = std::int64_t{c.y} - d.y;
  const Int128 det = Int128{ax * ax + ay * ay} * (bx * cy - by * cx) +
                     Int128{bx * bx + by * by} * (cx * ay - cy * ax) +
                     Int128{cx * cx + cy * cy} * (ax * by - ay * bx);
  return (det > 0) - (det < 0);
}

}  // namespace ambula
