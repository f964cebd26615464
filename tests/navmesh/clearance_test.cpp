// Clearance against brute force: of single points the exact distance to the borders around them, walked to
// from the point; of doorways whether one gets through.
#include "navmesh/clearance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/rationals.h"
#include "navmesh/clearance_checks.h"
#include "navmesh/clearance_shapes.h"
#include "navmesh/sill.h"
#include "navmesh/simplify.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

// Metres.
struct Turned {
  double angle, x, y;
  [[nodiscard]] Point2 operator()(double px, double py) const {
    const double c = std::cos(angle), s = std::sin(angle);
    return {static_cast<std::int32_t>(std::lround((c * px - s * py + x) * 1e4)),
            static_cast<std::int32_t>(std::lround((s * px + c * py + y) * 1e4))};
  }
};

// Two rooms and a doorway between what juts into them from below and from above.
enum class Door { flush, tip_to_wall, tip_to_tip, column, thin };
std::vector<Point2> two_rooms(Door door, double width, double slant, const Turned& turned) {
  using Profile = std::vector<std::pair<double, double>>;
  const double y = 1.7;
  Profile below, above;  // from left to right
  switch (door) {
    case Door::flush:
      below = {{2.9, 0}, {2.9, y}, {3.1, y}, {3.1, 0}};
      above = {{2.9, 4}, {2.9, y + width}, {3.1, y + width}, {3.1, 4}};
      break;
    case Door::thin:
      below = {{3, 0}, {3, y}, {3.002, y}, {3.002, 0}};
      above = {{3, 4}, {3, y + width}, {3.002, y + width}, {3.002, 4}};
      break;
    case Door::tip_to_wall:
      below = {{2.5, 0}, {3.1, y}, {3.3, 0}};
      above = {{2, 4}, {2, y + width}, {4.3, y + width}, {4.3, 4}};
      break;
    case Door::tip_to_tip: {
      const double dx = width * std::sin(slant), dy = width * std::cos(slant);
      below = {{2.4, 0}, {3, y}, {3.3, 0}};
      above = {{2.6 + dx, 4}, {3 + dx, y + dy}, {3.5 + dx, 4}};
      break;
    }
    case Door::column:
      below = {{2.9, 0}, {2.9, y}, {3.1, y}, {3.1, 0}};
      above = {{2.5, 4}};
      for (int k = 0; k <= 12; ++k) {
        const double a = std::numbers::pi * (1 + k / 12.0);
        above.emplace_back(3 + 0.5 * std::cos(a), y + width + 0.5 + 0.5 * std::sin(a));
      }
      above.emplace_back(3.5, 4);
      break;
  }
  std::vector<Point2> out{turned(0, 0)};
  for (const auto& [px, py] : below) out.push_back(turned(px, py));
  out.push_back(turned(6, 0));
  out.push_back(turned(6, 4));
  std::reverse(above.begin(), above.end());
  for (const auto& [px, py] : above) out.push_back(turned(px, py));
  out.push_back(turned(0, 4));
  return out;
}

bool joined_places(const NavSurface& c, Point2 from, Point2 to) {
  const SurfaceView view = c.view();
  std::vector<char> seen(c.triangles.size(), 0);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t t = 0; t < c.triangles.size(); ++t) {
    if (inside(view, t, from, true)) waiting.push_back(t);
  }
  EXPECT_FALSE(waiting.empty());
  while (!waiting.empty()) {
    const std::uint32_t t = waiting.back();
    waiting.pop_back();
    if (seen[t]) continue;
    seen[t] = 1;
    if (inside(view, t, to, true)) return true;
    for (const std::uint32_t n : c.neighbours[t]) {
      if (n != kNone) waiting.push_back(n);
    }
  }
  return false;
}

TEST(Clearance, ADoorwayAMillimetreWiderThanTheAgentIsOpenAndOneNarrowerIsNot) {
  Random random(7);
  std::size_t doors = 0;
  for (const Door door : {Door::flush, Door::tip_to_wall, Door::tip_to_tip, Door::column, Door::thin}) {
    for (const double radius : {0.2, 0.3, 0.45}) {
      for (int k = 0; k < 24; ++k) {
        SCOPED_TRACE(::testing::Message() << static_cast<int>(door) << " radius " << radius << " case " << k);
        const Turned turned{k * 0.2617, random.within(1000000) * 1e-5, random.within(1000000) * 1e-5};
        const double slant = random.within(50) * 0.01;
        for (const double more : {-0.001, 0.001}) {
          const TestSurface s = polygon_floor(two_rooms(door, 2 * radius + more, slant, turned));
          const NavSurface c = cleared(s, everywhere(s, radius * 1e4));
          EXPECT_EQ(joined_places(c, turned(1, 2), turned(5, 2)), more > 0) << more;
          const std::vector<std::uint32_t> label(c.triangles.size(), 0);
          const NavSurface simple = simplify(c.view(), label, {200, 250});
          EXPECT_EQ(joined_places(simple, turned(1, 2), turned(5, 2)), more > 0) << more << ", simplified";
          ++doors;
        }
      }
    }
  }
  EXPECT_EQ(doors, 5u * 3 * 24 * 2);
}

TEST(Clearance, OfDoorwaysIsExactAtEveryPoint) {
  for (const Door door : {Door::flush, Door::tip_to_wall, Door::tip_to_tip, Door::column, Door::thin}) {
    for (int k = 0; k < 3; ++k) {
      SCOPED_TRACE(::testing::Message() << static_cast<int>(door) << " turned " << k);
      const Turned turned{k * 0.41, 0.1 * k, 0};
      const TestSurface s = polygon_floor(two_rooms(door, 0.75, 0.2, turned));
      expect_exact(s, everywhere(s, 3000), 20000);
    }
  }
}

TEST(Clearance, OfRandomSurfacesIsExactAtEveryPoint) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(80, 40000, 16000, seed);
    expect_exact(s, everywhere(s, seed % 2 == 0 ? 900 : 3000), 4000);
  }
}

// Between two large triangles lies one that is a quantum wide at its wide end, and rounds to a line.
TEST(Clearance, ANeedleDoesNotPartItsNeighbours) {
  for (std::int32_t k = 0; k < 60; ++k) {
    SCOPED_TRACE(k);
    const LatticePoint a{0, 0, 0}, b{20000 + 37 * k, 0, 0}, b2{20001 + 37 * k, 0, 0}, c{40000, 0, 0},
        e{40000, 40000, 0}, d{4321 + 511 * k, 40000, 0}, f{0, 40000, 0};
    const TestSurface s =
        joined({Corners{a, b, d}, Corners{a, d, f}, Corners{b, b2, d}, Corners{b2, c, d}, Corners{c, e, d}});
    const NavSurface kept = cleared(s, everywhere(s, 3000));
    ASSERT_FALSE(kept.triangles.empty());
    std::vector<std::uint32_t> reached{0};
    std::vector<char> seen(kept.triangles.size(), 0);
    seen[0] = 1;
    for (std::size_t next = 0; next < reached.size(); ++next) {
      for (const std::uint32_t n : kept.neighbours[reached[next]]) {
        if (n == kNone || seen[n] != 0) continue;
        seen[n] = 1;
        reached.push_back(n);
      }
    }
    EXPECT_EQ(reached.size(), kept.triangles.size()) << "one floor, one part";
    EXPECT_EQ(mesh_faults(s, kept), "");
  }
}

TEST(Clearance, DistancesMayDifferFromBorderToBorder) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(60, 40000, 16000, seed);
    Distances distance = everywhere(s, 0);
    for (std::size_t t = 0; t < distance.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        const LatticePoint a = s.vertices[s.triangles[t][i]], b = s.vertices[s.triangles[t][(i + 1) % 3]];
        const auto dice = static_cast<std::uint32_t>(a.x * 7 + a.y * 3 + b.x * 5 + b.y * 11) % 3;
        distance[t][i] = seed % 3 == 0 ? 2500 + 100 * dice : dice == 0 ? 0 : dice == 1 ? 700 : 2500;
      }
    }
    expect_exact(s, distance, 4000);
  }
}

TEST(Clearance, ABorderAboveOrBelowDoesNotBite) {
  for (const double drift : {0.0, 13000.0, 21000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      SCOPED_TRACE(::testing::Message() << "drift " << drift << " rows " << rows);
      const TestSurface s = spiral(15000, 45000, 24, 3, 30000, rows, drift);
      expect_exact(s, everywhere(s, 3000), 20000);
    }
  }
}

TEST(Clearance, AWallWithoutThicknessIsClearedOnBothSidesAndAroundItsEnd) {
  TestSurface s = joined({{{{0, 0, 0}, {20000, 20000, 0}, {0, 20000, 0}}},
                          {{{0, 0, 0}, {40000, 0, 0}, {20000, 20000, 0}}},
                          {{{40000, 0, 0}, {40000, 40000, 0}, {20000, 20000, 0}}},
                          {{{40000, 40000, 0}, {0, 40000, 0}, {20000, 20000, 0}}},
                          {{{0, 40000, 0}, {0, 20000, 0}, {20000, 20000, 0}}}});
  for (const std::uint32_t t : {0u, 4u}) {
    for (std::uint32_t& n : s.neighbours[t]) {
      if (n == 4 - t) n = kNone;
    }
  }
  for (std::uint32_t& v : s.triangles[4]) {
    if (s.vertices[v] == LatticePoint{0, 20000, 0}) {
      v = static_cast<std::uint32_t>(s.vertices.size());
      s.vertices.push_back({0, 20000, 0});
    }
  }
  expect_exact(s, everywhere(s, 3000), 50000);
}

// A slit whose end opens onto a floor, and that floor goes on in front of the slit, behind a border that is
// stood over: the last quantum of the slit's far side sees it, and the rest of that side does not.
TEST(Regression, WhatTheEndOfABorderAloneSeesIsKeptFromThatEndAlone) {
  for (const std::int32_t off : {0, 2, 3, 9, 40}) {
    SCOPED_TRACE(off);
    const LatticePoint a{0, 0, 0}, b{16000, 0, 0}, c{16000, -6, 0}, d{0, -6, 0}, e{-off, -10, 0},
        f{-off, -9000, 0}, g{-9000, -9000, 0}, h{-9000, 4000, 0}, i{16000, -9000, 0}, j{16000, -10, 0};
    const TestSurface s = joined({Corners{d, c, b}, Corners{d, b, a}, Corners{h, g, f}, Corners{h, f, e},
                                  Corners{h, e, d}, Corners{h, d, a}, Corners{e, f, i}, Corners{e, i, j}});
    Distances distance = everywhere(s, 3000);
    for (std::size_t t = 0; t < distance.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (s.vertices[s.triangles[t][k]] == j && s.vertices[s.triangles[t][(k + 1) % 3]] == e)
          distance[t][k] = kStoodOver;
      }
    }
    const NavSurface kept = cleared(s, distance);
    EXPECT_EQ(mesh_faults(s, kept), "");
    const auto has = [&](Point2 p) {
      for (std::uint32_t t = 0; t < kept.triangles.size(); ++t) {
        if (inside(kept.view(), t, p, true)) return true;
      }
      return false;
    };
    EXPECT_TRUE(has({8000, -1000}));
    EXPECT_TRUE(has({3100, -100}));
    EXPECT_FALSE(has({1000, -1000})) << "near the end";
    EXPECT_FALSE(has({-1000, -1000}));
  }
}

// Tangents almost parallel meet within some quanta of each other; rounded, the side between them points
// anywhere.
TEST(Regression, ClearanceAroundABorderAlmostStraightIsConvex) {
  for (std::int32_t bend = -3; bend <= 3; ++bend) {
    const TestSurface s =
        polygon_floor({{0, 0}, {13646, 5 + bend}, {13676, 18}, {30000, 6780}, {30000, 30000}, {0, 30000}});
    const ClearanceShapes shapes = clearance_shapes(s.view(), everywhere(s, 2000), kTolerance);
    EXPECT_EQ(shapes.shapes.size(), 6u);
    for (const ClearanceShape& shape : shapes.shapes) {
      const auto p = shapes.outline(shape);
      for (std::size_t k = 0; k < p.size(); ++k)
        EXPECT_GT(orient2d(p[k], p[(k + 1) % p.size()], p[(k + 2) % p.size()]), 0);
    }
    expect_exact(s, everywhere(s, 2000), 5000);
  }
}

TEST(Clearance, GreaterThanEveryRoomLeavesNothing) {
  const TestSurface s = ring(12, 10000, 16, 26000);
  EXPECT_TRUE(cleared(s, everywhere(s, 9000)).triangles.empty());
  EXPECT_TRUE(cleared(TestSurface{}, {}).triangles.empty());
}

TEST(Clearance, OfNothingLeavesTheSurfaceAsItIs) {
  const TestSurface s = random_blots(60, 40000, 16000, 3);
  const NavSurface c = cleared(s, everywhere(s, 0));
  EXPECT_EQ(c.triangles.size(), s.triangles.size());
  EXPECT_EQ(mesh_faults(s, c), "");
}

TEST(Clearance, DoesNotDependOnTheOrderOfTrianglesNorOnThreads) {
  Context context({.threads = 2});
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(80, 40000, 16000, seed), t = shuffled(s, seed);
    const NavSurface a = cleared(s, everywhere(s, 2000)), b = cleared(t, everywhere(t, 2000), &context);
    EXPECT_EQ(a.vertices, b.vertices);
    EXPECT_EQ(a.triangles, b.triangles);
    EXPECT_EQ(a.neighbours, b.neighbours);
  }
}

}  // namespace
}  // namespace ambula::testing
