#include "geometry/collinear.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ambula {
namespace {

TEST(Collinear, EqualAndAlignedPointsAre) {
  const Vec3 a{1, 2, 3};
  EXPECT_TRUE(collinear(a, a, a));
  EXPECT_TRUE(collinear(a, a, {4, 5, 6}));
  EXPECT_TRUE(collinear({0, 0, 0}, {1, 2, 3}, {2, 4, 6}));
  EXPECT_TRUE(collinear({0, 0, 0}, {0, 0, 1}, {0, 0, 5}));
}

TEST(Collinear, OneUlpOffTheLineIsNot) {
  const Vec3 a{0.1, 0.2, 0}, b{0.4, 0.8, 0};
  const double y = 0.2 + (0.8 - 0.2) * 0.5;
  int aligned = 0;
  for (double v : {std::nextafter(y, 0.0), y, std::nextafter(y, 1.0)})
    aligned += collinear(a, b, {0.25, v, 0});
  EXPECT_LE(aligned, 1);  // at most one double is on the exact line
}

TEST(Collinear, DecidesWhereRoundedArithmeticCannot) {
  // 2^53 + 1 has no double: products of these differ only in bits a double drops.
  const double big = 94906267;  // big * big is just above 2^53
  EXPECT_TRUE(collinear({0, 0, 0}, {big, big + 1, 0}, {2 * big, 2 * (big + 1), 0}));
  EXPECT_FALSE(collinear({0, 0, 0}, {big, big + 1, 0}, {big - 1, big, 0}));
  // The determinant is -1 here: big * big - (big + 1) * (big - 1) = 1.
}

TEST(Collinear, FarFromTheOriginTinyTrianglesKeepTheirArea) {
  const double far = 5e6;
  const double step = std::nextafter(far, 1e9) - far;
  EXPECT_FALSE(collinear({far, far, 0}, {far + step, far, 0}, {far, far + step, 0}));
  EXPECT_FALSE(collinear({far, far, far}, {far + step, far + step, far},
                         {far + 2 * step, far + 2 * step, far + step}));
}

}  // namespace
}  // namespace ambula
