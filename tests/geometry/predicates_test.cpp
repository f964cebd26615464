#include "geometry/predicates.h"

#include <gtest/gtest.h>

#include "ambula/hash.h"
#include "ambula/lattice.h"

namespace ambula {
namespace {

constexpr std::int32_t kFar = Lattice::kReach;

TEST(Predicates, OrientIsExactAtTheEndsOfTheLattice) {
  EXPECT_EQ(orient2d({-kFar, -kFar}, {kFar, kFar}, {0, 0}), 0);
  EXPECT_GT(orient2d({-kFar, -kFar}, {kFar, kFar}, {0, 1}), 0);
  EXPECT_LT(orient2d({-kFar, -kFar}, {kFar, kFar}, {1, 0}), 0);
  EXPECT_EQ(orient2d({-kFar, -kFar}, {kFar, -kFar}, {kFar, kFar}), std::int64_t{4} * kFar * kFar);
}

TEST(Predicates, OnSegmentIncludesItsEndsAndNothingBeyond) {
  EXPECT_TRUE(on_segment({0, 0}, {6, 4}, {3, 2}));
  EXPECT_TRUE(on_segment({0, 0}, {6, 4}, {6, 4}));
  EXPECT_FALSE(on_segment({0, 0}, {6, 4}, {9, 6}));
  EXPECT_FALSE(on_segment({0, 0}, {6, 4}, {3, 3}));
}

TEST(Predicates, SegmentsMeetInFourWays) {
  EXPECT_EQ(meet({0, 0}, {4, 4}, {0, 4}, {4, 0}), Meeting::cross);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {2, 0}, {2, 3}), Meeting::touch);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {4, 0}, {6, 3}), Meeting::touch);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {4, 0}, {9, 0}), Meeting::touch);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {9, 0}, {3, 0}), Meeting::overlap);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {5, 0}, {9, 0}), Meeting::none);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {5, -1}, {5, 1}), Meeting::none);
  EXPECT_EQ(meet({0, 0}, {4, 0}, {0, 1}, {4, 1}), Meeting::none);
}

TEST(Predicates, IncircleDecidesWhereDoublesCannot) {
  // Four corners of a square at the ends of the lattice, then one of them moved by one quantum.
  EXPECT_EQ(incircle({-kFar, -kFar}, {kFar, -kFar}, {kFar, kFar}, {-kFar, kFar}), 0);
  EXPECT_EQ(incircle({-kFar, -kFar}, {kFar, -kFar}, {kFar, kFar}, {-kFar + 1, kFar}), 1);
  EXPECT_EQ(incircle({-kFar + 1, -kFar}, {kFar, -kFar}, {kFar, kFar}, {-kFar, kFar}), -1);
}

// Against the same determinant in plain 128-bit arithmetic: small coordinates, where it cannot overflow.
TEST(Predicates, IncircleAgreesWithTheDeterminant) {
  std::uint64_t state = 1;
  const auto next = [&](int range) {
    state += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::int32_t>(mix_bits(state) % static_cast<std::uint64_t>(2 * range + 1)) - range;
  };
  int zeros = 0;
  for (int k = 0; k < 200000; ++k) {
    const int range = k % 2 ? 5 : 1 << 20;
    const Point2 a{next(range), next(range)}, b{next(range), next(range)}, c{next(range), next(range)},
        d{next(range), next(range)};
    Int128 det = 0;
    const Point2 p[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
      const Point2 u = p[i], v = p[(i + 1) % 3], w = p[(i + 2) % 3];
      const Int128 ux = u.x - d.x, uy = u.y - d.y, vx = v.x - d.x, vy = v.y - d.y, wx = w.x - d.x,
                   wy = w.y - d.y;
      det += (ux * ux + uy * uy) * (vx * wy - vy * wx);
    }
    const int sign = (det > 0) - (det < 0);
    ASSERT_EQ(incircle(a, b, c, d), sign);
    zeros += sign == 0;
  }
  EXPECT_GT(zeros, 1000);
}

}  // namespace
}  // namespace ambula
