// Simplified surfaces against brute force (simplify_checks.h).
#include "navmesh/simplify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/rationals.h"
#include "navmesh/clearance_checks.h"
#include "navmesh/simplify_checks.h"

namespace ambula::testing {
namespace {

NavSurface simplified(const TestSurface& s, const SimplifyLimits& limits) {
  return simplify(s.view(), s.label, limits);
}

TestSurface as_surface(const NavSurface& c) {
  return {c.vertices, c.triangles, c.neighbours, std::vector<std::uint32_t>(c.triangles.size(), 0)};
}

TEST(Simplify, OfRandomSurfacesKeepsAllPromises) {
  std::size_t before = 0, after = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(150, seed % 2 == 0 ? 60 : 5000, seed % 2 == 0 ? 14 : 1200, seed,
                                       seed % 3 == 0 ? 3 : 1);
    for (const SimplifyLimits limits :
         {SimplifyLimits{5, 3}, SimplifyLimits{200, 10, 1}, SimplifyLimits{40, 0, 0.1}, SimplifyLimits{0, 4}}) {
      const NavSurface c = simplified(s, limits);
      EXPECT_EQ(simplify_faults(s, c, limits), "") << limits.border << ' ' << limits.height;
      if (limits.border < 200) continue;
      before += s.triangles.size();
      after += c.triangles.size();
    }
  }
  EXPECT_LT(after * 2, before) << "or this proves little";
}

TEST(Simplify, OfBoardsKeepsAllPromises) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    TestSurface s = random_board(12, seed, seed % 3 == 0 ? 3 : 1);
    for (LatticePoint& v : s.vertices) v = {v.x * 40, v.y * 40, v.x * 3};
    for (const SimplifyLimits limits : {SimplifyLimits{10, 2}, SimplifyLimits{50, 2, 1}}) {
      const NavSurface c = simplified(s, limits);
      EXPECT_EQ(simplify_faults(s, c, limits), "") << limits.border;
      EXPECT_LT(c.triangles.size(), s.triangles.size());
    }
  }
}

TEST(Simplify, OfSpiralsAndRingsKeepsAllPromises) {
  for (const double drift : {0.0, 13000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      SCOPED_TRACE(::testing::Message() << "drift " << drift << " rows " << rows);
      const TestSurface s = spiral(15000, 45000, 96, 3, 30000, rows, drift);
      for (const SimplifyLimits limits : {SimplifyLimits{200, 250}, SimplifyLimits{0, 250}, SimplifyLimits{1000, 1000, 0.1}}) {
        const NavSurface c = simplified(s, limits);
        EXPECT_EQ(simplify_faults(s, c, limits), "");
        EXPECT_LE(c.triangles.size(), s.triangles.size());
      }
    }
  }
  for (std::uint32_t n = 3; n < 90; n += 7) {
    const TestSurface s = ring(n, 10000, 100 - n, 26000);
    for (const double border : {20.0, 200.0, 1500.0}) {
      const SimplifyLimits limits{border, 50, 1};
      EXPECT_EQ(simplify_faults(s, simplified(s, limits), limits), "") << n << ' ' << border;
    }
  }
}

TEST(Simplify, OfClearedSurfacesKeepsAllPromises) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    TestSurface s = random_blots(80, 40000, 16000, seed);
    for (LatticePoint& v : s.vertices) v.z *= 100;
    const TestSurface c = as_surface(cleared(s, everywhere(s, seed % 2 == 0 ? 900 : 3000)));
    for (const SimplifyLimits limits : {SimplifyLimits{200, 250}, SimplifyLimits{800, 100, 1}}) {
      EXPECT_EQ(simplify_faults(c, simplified(c, limits), limits), "") << limits.border;
    }
  }
}

TEST(Simplify, DoesNotDependOnTheOrderOfTriangles) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(150, 5000, 1200, seed, seed % 3 == 0 ? 3 : 1), t = shuffled(s, seed);
    const NavSurface a = simplified(s, {200, 5}), b = simplified(t, {200, 5});
    EXPECT_EQ(a.vertices, b.vertices);
    EXPECT_EQ(a.triangles, b.triangles);
    EXPECT_EQ(a.neighbours, b.neighbours);
    for (std::size_t k = 0; k < a.source.size(); ++k)
      EXPECT_EQ(s.label[a.source[k]], t.label[b.source[k]]);
  }
}

TEST(Simplify, ByNothingKeepsEverything) {
  const TestSurface s = random_blots(150, 5000, 1200, 3, 3);
  const NavSurface c = simplified(s, {});
  EXPECT_EQ(c.triangles.size(), s.triangles.size());
  EXPECT_EQ(simplify_faults(s, c, {}), "");
  EXPECT_TRUE(simplified(TestSurface{}, {200, 200}).triangles.empty());
}

}  // namespace
}  // namespace ambula::testing
