// How two segments meet.
#include "geometry/predicates.h"

#include <utility>

namespace ambula {
namespace {

int sign(std::int64_t v) { return (v > 0) - (v < 0); }

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

}  // namespace ambula
