// A floating-point filter, then an expansion: the determinant of each coordinate plane as the exact sum of
// twelve doubles (six products, each split into head and tail), summed without loss as in Shewchuk's
// "Adaptive Precision Floating-Point Arithmetic" (1997).
#include "geometry/collinear.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace ambula {
namespace {

// An exact sum of doubles, kept as non-overlapping terms of increasing size. All zero means the sum is zero.
class ExactSum {
 public:
  void add_product(double a, double b) {
    const double head = a * b;
    add(std::fma(a, b, -head));  // std::fma is one correctly rounded operation everywhere
    add(head);
  }
  [[nodiscard]] bool is_zero() const {
    for (std::size_t i = 0; i < size_; ++i) {
      if (terms_[i] != 0) return false;
    }
    return true;
  }

 private:
  void add(double value) {
    for (std::size_t i = 0; i < size_; ++i) {
      const double sum = value + terms_[i];
      const double part = sum - value;
      terms_[i] = (value - (sum - part)) + (terms_[i] - part);
      value = sum;
    }
    terms_[size_++] = value;
  }

  std::array<double, 12> terms_{};
  std::size_t size_ = 0;
};

// Whether the points certainly are not on one line in this plane. Each difference and product rounds once: 4
// half-ulps relative to the larger product is a safe bound.
bool surely_apart(double ax, double ay, double bx, double by, double cx, double cy) {
  const double left = (ax - cx) * (by - cy);
  const double right = (ay - cy) * (bx - cx);
  return std::abs(left - right) > 1e-15 * (std::abs(left) + std::abs(right));
}

bool exactly_in_line(double ax, double ay, double bx, double by, double cx, double cy) {
  ExactSum sum;
  sum.add_product(ax, by);
  sum.add_product(-ax, cy);
  sum.add_product(-cx, by);
  sum.add_product(-ay, bx);
  sum.add_product(ay, cx);
  sum.add_product(cy, bx);
  return sum.is_zero();
}

}  // namespace

// The filter first in all three planes: a wall is a line in one of them, yet plainly a triangle in another.
bool collinear(Vec3 a, Vec3 b, Vec3 c) {
  if (surely_apart(a.x, a.y, b.x, b.y, c.x, c.y) || surely_apart(a.y, a.z, b.y, b.z, c.y, c.z) ||
      surely_apart(a.z, a.x, b.z, b.x, c.z, c.x)) {
    return false;
  }
  return exactly_in_line(a.x, a.y, b.x, b.y, c.x, c.y) && exactly_in_line(a.y, a.z, b.y, b.z, c.y, c.z) &&
         exactly_in_line(a.z, a.x, b.z, b.x, c.z, c.x);
}

}  // namespace ambula
