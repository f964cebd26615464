// Patches that go before cracks are closed. One metre is 10,000 quanta; patches below 0.05 m² are small.
#include "walkable/small_patches.h"

#include <gtest/gtest.h>

#include "walkable/weld_surfaces.h"

namespace ambula {
namespace {

constexpr Int128 kLeast = 2 * 5000000;  // twice 0.05 m²
constexpr std::int32_t kReach = 100;

std::uint32_t small_patches(const Surface& surface) {
  const SmallPatches found = find_small_patches(surface, components_of(surface), kLeast, kReach);
  for (std::uint32_t seed = 1; seed <= 4; ++seed) {
    const Surface other = shuffled(surface, seed);
    EXPECT_EQ(find_small_patches(other, components_of(other), kLeast, kReach).count, found.count);
  }
  return found.count;
}

// 0.01 m², its lower left corner at x.
Surface tile(std::int32_t x, std::int32_t z = 0, Border border = {BorderKind::ledge}) {
  return rectangle({x, 0, z}, {x + 1000, 1000, z}, border);
}

TEST(SmallPatches, OneThatIsAloneGoes) {
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
  append(s, tile(10101));
  const SmallPatches found = find_small_patches(s, components_of(s), kLeast, kReach);
  EXPECT_EQ(found.component, (std::vector<char>{0, 1}));
  EXPECT_EQ(small_patches(s), 1u);
}

TEST(SmallPatches, OneWithinReachOfALargeOneStays) {
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
  append(s, tile(10100));
  EXPECT_EQ(small_patches(s), 0u);
}

// Of the tile's edge only the middle is near: it is the large one's corner that finds it.
TEST(SmallPatches, OneWhoseEdgeALargeOnesCornerReachesStays) {
  Surface s = polygon({{0, 500, 0}, {10000, -9500, 0}, {20000, 500, 0}, {10000, 10500, 0}});
  append(s, tile(-1050));
  EXPECT_EQ(small_patches(s), 0u);
}

TEST(SmallPatches, EnoughOfThemWithinReachOfEachOtherStay) {
  Surface four, five;
  for (std::int32_t k = 0; k < 4; ++k) append(four, tile(1050 * k));
  five = four;
  append(five, tile(1050 * 4));
  EXPECT_EQ(small_patches(four), 4u);
  EXPECT_EQ(small_patches(five), 0u);
}

TEST(SmallPatches, AChainReachesALargeOneThroughOthers) {
  Surface s;
  for (std::int32_t k = 0; k < 3; ++k) append(s, tile(1050 * k));
  append(s, rectangle({3150, 0, 0}, {13150, 10000, 0}));
  EXPECT_EQ(small_patches(s), 0u);
}

TEST(SmallPatches, HeightIsDistanceToo) {
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
  append(s, tile(10050, 101));
  EXPECT_EQ(small_patches(s), 1u);
}

TEST(SmallPatches, WallsAndHighSillsAreNotReachedAcross) {
  for (const Border border : {Border{BorderKind::wall, false, 18000}, Border{BorderKind::sill, false, 101}}) {
    Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
    append(s, tile(10050, 0, border));
    EXPECT_EQ(small_patches(s), 1u);
  }
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
  append(s, tile(10050, 0, {BorderKind::sill, false, 100}));
  EXPECT_EQ(small_patches(s), 0u);
}

TEST(SmallPatches, NothingIsSmallInNothing) { EXPECT_EQ(small_patches({}), 0u); }

}  // namespace
}  // namespace ambula
