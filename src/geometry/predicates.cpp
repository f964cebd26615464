// The predicates that are more than a line.
#include "geometry/predicates.h"

#include <cmath>

namespace ambula {
namespace {

int sign(std::int64_t v) { return (v > 0) - (v < 0); }

int incircle_exact(std::int64_t ax, std::int64_t ay, std::int64_t bx, std::int64_t by, std::int64_t cx,
                   std::int64_t cy) {
  const std::int64_t a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  const Int128 det =
      Int128{a2} * (bx * cy - by * cx) - Int128{b2} * (ax * cy - ay * cx) + Int128{c2} * (ax * by - ay * bx);
  return (det > 0) - (det < 0);
}

}  // namespace

Meeting meet(Point2 a, Point2 b, Point2 c, Point2 d) {
  const int c_side = sign(orient2d(a, b, c)), d_side = sign(orient2d(a, b, d));
  const int a_side = sign(orient2d(c, d, a)), b_side = sign(orient2d(c, d, b));
  if (c_side * d_side > 0 || a_side * b_side > 0) return Meeting::none;
  if (c_side * d_side < 0 && a_side * b_side < 0) return Meeting::cross;
  if (c_side != 0 || d_side != 0 || a_side != 0 || b_side != 0) {
    const bool touches =
        on_segment(a, b, c) || on_segment(a, b, d) || on_segment(c, d, a) || on_segment(c, d, b);
    return touches ? Meeting::touch : Meeting::none;
  }
  // All on one line: compare along it.
  if (b < a) std::swap(a, b);
  if (d < c) std::swap(c, d);
  const Point2 low = std::max(a, c), high = std::min(b, d);
  return low < high ? Meeting::overlap : low == high ? Meeting::touch : Meeting::none;
}

int incircle(Point2 a, Point2 b, Point2 c, Point2 d) {
  const std::int64_t ax = std::int64_t{a.x} - d.x, ay = std::int64_t{a.y} - d.y;
  const std::int64_t bx = std::int64_t{b.x} - d.x, by = std::int64_t{b.y} - d.y;
  const std::int64_t cx = std::int64_t{c.x} - d.x, cy = std::int64_t{c.y} - d.y;
  // Squares and minors are exact integers below 2^61. As doubles they carry one rounding each, their products
  // and sums a few more: ten half-ulps of the sum of magnitudes bound all of it.
  const auto a2 = static_cast<double>(ax * ax + ay * ay), b2 = static_cast<double>(bx * bx + by * by),
             c2 = static_cast<double>(cx * cx + cy * cy);
  const auto bc = static_cast<double>(bx * cy - by * cx), ac = static_cast<double>(ax * cy - ay * cx),
             ab = static_cast<double>(ax * by - ay * bx);
  const double det = a2 * bc - b2 * ac + c2 * ab;
  const double bound = (a2 * std::abs(bc) + b2 * std::abs(ac) + c2 * std::abs(ab)) * 1.2e-15;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return incircle_exact(ax, ay, bx, by, cx, cy);
}

}  // namespace ambula
