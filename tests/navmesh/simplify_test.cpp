// Simplified surfaces against brute force (simplify_checks.h).
#include "navmesh/simplify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

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
    const TestSurface s =
        random_blots(150, seed % 2 == 0 ? 60 : 5000, seed % 2 == 0 ? 14 : 1200, seed, seed % 3 == 0 ? 3 : 1);
    for (const SimplifyLimits limits : {SimplifyLimits{5, 3}, SimplifyLimits{200, 10, 1},
                                        SimplifyLimits{40, 0, 0.1}, SimplifyLimits{0, 4}}) {
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

// What lies beyond x is lifted, and joined by steps alone.
TestSurface stepped(TestSurface s, std::int32_t x) {
  std::vector<std::uint32_t> lifted(s.vertices.size(), SurfaceView::kNone);
  for (auto& t : s.triangles) {
    if (s.vertices[t[0]].x + s.vertices[t[1]].x + s.vertices[t[2]].x < 3 * x) continue;
    for (std::uint32_t& v : t) {
      if (lifted[v] == SurfaceView::kNone) {
        lifted[v] = static_cast<std::uint32_t>(s.vertices.size());
        s.vertices.push_back({s.vertices[v].x, s.vertices[v].y, s.vertices[v].z + 100});
      }
      v = lifted[v];
    }
  }
  return s;
}

TEST(Simplify, KeepsSteps) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = stepped(random_blots(150, 5000, 1200, seed, seed % 3 == 0 ? 3 : 1), 500);
    const SimplifyLimits limits{200, 10, 1};
    const NavSurface c = simplified(s, limits);
    EXPECT_EQ(simplify_faults(s, c, limits), "");
    const auto steps = [](const SurfaceView& view) {
      std::size_t n = 0;
      for (std::uint32_t h = 0; h < 3 * view.triangles.size(); ++h) {
        const std::uint32_t twin = view.twin(h);
        n += twin != SurfaceView::kNone && view.is_step(h, twin) ? 1u : 0u;
      }
      return n;
    };
    EXPECT_EQ(steps(c.view()), steps(s.view()));
    EXPECT_LT(c.triangles.size(), s.triangles.size());
  }
}

TEST(Simplify, OfSpiralsAndRingsKeepsAllPromises) {
  for (const double drift : {0.0, 13000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      SCOPED_TRACE(::testing::Message() << "drift " << drift << " rows " << rows);
      const TestSurface s = spiral(15000, 45000, 96, 3, 30000, rows, drift);
      for (const SimplifyLimits limits :
           {SimplifyLimits{200, 250}, SimplifyLimits{0, 250}, SimplifyLimits{1000, 1000, 0.1}}) {
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
    for (std::size_t k = 0; k < a.source.size(); ++k) EXPECT_EQ(s.label[a.source[k]], t.label[b.source[k]]);
  }
}

// The checks above are worth what they find.
TEST(Simplify, EveryBrokenPromiseIsFound) {
  TestSurface blots = random_blots(80, 40000, 16000, 8);
  for (LatticePoint& v : blots.vertices) v.z *= 100;
  const TestSurface s = as_surface(cleared(blots, everywhere(blots, 900)));
  const SimplifyLimits limits{200, 250, 0.02};
  const NavSurface good = simplified(s, limits);
  ASSERT_EQ(simplify_faults(s, good, limits), "");
  EXPECT_NE(simplify_faults(s, good, {50, 250, 0.02}), "") << "a border too far in";
  EXPECT_NE(simplify_faults(s, good, {200, 100, 0.02}), "") << "heights too far off";
  EXPECT_NE(simplify_faults(s, good, {200, 250, 1e-5}), "") << "too much lost";
  EXPECT_NE(simplify_faults(s, good, {0, 250, 0.02}), "") << "borders that moved";
  EXPECT_NE(simplify_faults(s, good, {200, 0, 0.02}), "") << "vertices that are gone";
  const auto harmed = [&](auto harm) {
    NavSurface bad = good;
    harm(bad);
    return simplify_faults(s, bad, limits);
  };
  std::uint32_t border = 0, inner = 0;  // half-edges
  while (good.neighbours[border / 3][border % 3] != SurfaceView::kNone) ++border;
  while (good.neighbours[inner / 3][inner % 3] == SurfaceView::kNone) ++inner;
  const std::uint32_t v = good.view().from(border);
  EXPECT_NE(harmed([&](NavSurface& bad) { bad.vertices[v].z += 600; }), "");
  EXPECT_NE(harmed([&](NavSurface& bad) {
              // Outwards, by two quanta.
              const LatticePoint a = bad.vertices[v], b = bad.vertices[bad.view().to(border)];
              const double length = std::hypot(b.x - a.x, b.y - a.y);
              bad.vertices[v].x += static_cast<std::int32_t>(std::lround(2 * (b.y - a.y) / length));
              bad.vertices[v].y -= static_cast<std::int32_t>(std::lround(2 * (b.x - a.x) / length));
            }),
            "");
  EXPECT_NE(harmed([&](NavSurface& bad) {  // a slit
              const std::uint32_t twin = bad.view().twin(inner);
              bad.neighbours[inner / 3][inner % 3] = bad.neighbours[twin / 3][twin % 3] = SurfaceView::kNone;
            }),
            "");
  EXPECT_NE(harmed([&](NavSurface& bad) { bad.neighbours[inner / 3][inner % 3] = SurfaceView::kNone; }), "");
  EXPECT_NE(harmed([&](NavSurface& bad) { std::swap(bad.triangles[0][0], bad.triangles[0][1]); }), "");
  TestSurface other = s;
  other.label[good.source[0]] = 1;
  EXPECT_NE(simplify_faults(other, good, limits), "") << "another label";
}

// Eight corners of an eighth of a right angle around a disc of 3000 quanta: by twos they make four, the best
// are three.
TEST(Simplify, ArcsKeepTheFewestCorners) {
  std::vector<Point2> outline{{0, -9000}};
  const double step = std::numbers::pi / 16;
  for (int k = 0; k < 8; ++k) {
    const double angle = std::numbers::pi / 2 - (k + 0.5) * step, out = 3000 / std::cos(step / 2);
    outline.push_back({static_cast<std::int32_t>(std::lround(out * std::cos(angle))) - 3000,
                       static_cast<std::int32_t>(std::lround(out * std::sin(angle)))});
  }
  // The surface is left of the chain when it turns right: above and beyond the disc.
  outline.front() = {-9000, outline[1].y};
  outline.push_back({outline[8].x, -9000});
  outline.push_back({9000, -9000});
  outline.push_back({9000, 9000});
  outline.push_back({-9000, 9000});
  const TestSurface s = polygon_floor(outline);
  const SimplifyLimits limits{200, 10};
  const NavSurface c = simplified(s, limits);
  EXPECT_EQ(simplify_faults(s, c, limits), "");
  EXPECT_EQ(c.vertices.size(), 5u + 3u);
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
