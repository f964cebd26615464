#include "geometry/point_grid.h"

#include <gtest/gtest.h>

#include <random>

namespace ambula {
namespace {

std::vector<Vec2> random_points(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Vec2> points(count);
  for (Vec2& p : points) p = {static_cast<double>(random() % 1000), static_cast<double>(random() % 300)};
  return points;
}

TEST(PointGrid, FindsWhatBruteForceFinds) {
  for (const std::size_t count : {1u, 7u, 500u, 5000u}) {
    const std::vector<Vec2> points = random_points(count, 1);
    const PointGrid grid(points);
    std::mt19937 random(2);
    std::size_t found_any = 0;
    for (int trial = 0; trial < 300; ++trial) {
      const Vec2 low{static_cast<double>(random() % 1200) - 100, static_cast<double>(random() % 500) - 100};
      const Vec2 high = low + Vec2{static_cast<double>(random() % 200), static_cast<double>(random() % 200)};
      std::vector<std::uint32_t> found, expected;
      grid.each_in(low, high, [&](std::uint32_t i, Vec2 p) {
        EXPECT_EQ(p, points[i]);
        found.push_back(i);
      });
      for (std::uint32_t i = 0; i < count; ++i) {
        const Vec2 p = points[i];
        if (p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y) expected.push_back(i);
      }
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected);
      found_any += found.size();
    }
    EXPECT_GT(found_any, 0u);
  }
}

TEST(PointGrid, WithoutPointsFindsNone) {
  const PointGrid grid(std::span<const Vec2>{});
  grid.each_in({-1e9, -1e9}, {1e9, 1e9}, [](std::uint32_t, Vec2) { FAIL(); });
}

}  // namespace
}  // namespace ambula
