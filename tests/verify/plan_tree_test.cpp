#include "verify/plan_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ambula::checker {
namespace {

TEST(PlanTree, FindsWhatTryingAllFinds) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> place(0, 10), size(0, 0.5);
  std::vector<Box3> boxes;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 low{place(random), place(random), place(random)};
    const double scale = i % 100 == 0 ? 20 : 1;
    boxes.push_back({low, low + Vec3{size(random), size(random), size(random)} * scale});
  }
  const PlanTree tree(boxes);
  for (int i = 0; i < 500; ++i) {
    const Vec2 p{place(random), place(random)};
    const double low = place(random), high = low + 1;
    std::vector<std::uint32_t> found, expected;
    tree.at(p, low, high, [&](std::uint32_t b) { found.push_back(b); });
    for (std::uint32_t b = 0; b < boxes.size(); ++b) {
      const Box3& box = boxes[b];
      if (box.min.x <= p.x && p.x <= box.max.x && box.min.y <= p.y && p.y <= box.max.y && box.min.z <= high &&
          low <= box.max.z) {
        expected.push_back(b);
      }
    }
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
}

TEST(PlanTree, TakesManyBoxesAtOnePlace) {
  const PlanTree tree(std::vector<Box3>(10000, Box3{{0, 0, 0}, {1, 1, 1}}));
  std::size_t found = 0;
  tree.at({0.5, 0.5}, 0, 1, [&](std::uint32_t) { ++found; });
  EXPECT_EQ(found, 10000u);
  tree.at({1.5, 0.5}, 0, 1, [&](std::uint32_t) { ++found; });
  EXPECT_EQ(found, 10000u);
}

TEST(PlanTree, OfNothingFindsNothing) {
  PlanTree(std::vector<Box3>{}).at({0, 0}, 0, 1, [](std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace ambula::checker
