#include "geometry/winding_number.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ambula {
namespace {

constexpr double kPi = 3.14159265358979323846;

// A closed sphere-like ball of 2 * rings * slices triangles, outwards, with bumps.
std::vector<LatticeTriangle> ball(LatticePoint center, double radius, int rings, int slices, double bumps) {
  const auto at = [&](int ring, int slice) {
    const double a = kPi * ring / rings, b = 2 * kPi * (slice % slices) / slices;
    const double r = radius * (1 + bumps * std::sin(5 * a) * std::sin(a) * std::sin(7 * b));
    return LatticePoint{center.x + static_cast<std::int32_t>(std::lround(r * std::sin(a) * std::cos(b))),
                        center.y + static_cast<std::int32_t>(std::lround(r * std::sin(a) * std::sin(b))),
                        center.z + static_cast<std::int32_t>(std::lround(r * std::cos(a)))};
  };
  std::vector<LatticeTriangle> triangles;
  for (int ring = 0; ring < rings; ++ring) {
    for (int slice = 0; slice < slices; ++slice) {
      const LatticePoint a = at(ring, slice), b = at(ring + 1, slice), c = at(ring + 1, slice + 1),
                         d = at(ring, slice + 1);
      if (ring + 1 < rings) triangles.push_back({a, b, c});
      if (ring > 0) triangles.push_back({a, c, d});
    }
  }
  return triangles;
}

Vec3 random_point(std::mt19937& random, double reach) {
  const auto coordinate = [&] { return (static_cast<double>(random() % 200001) / 100000 - 1) * reach; };
  const double x = coordinate(), y = coordinate();
  return {x, y, coordinate()};
}

TEST(Arctangent, AgreesWithTheLibrary) {
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    const Vec3 p = random_point(random, 1);
    ASSERT_NEAR(arctangent(p.y, p.x), std::atan2(p.y, p.x), 1e-12);
  }
  for (const auto& [y, x] : {std::pair{0.0, 1.0},
                             {0.0, -1.0},
                             {1.0, 0.0},
                             {-1.0, 0.0},
                             {1.0, 1.0},
                             {-1.0, -1.0},
                             {1e-300, 1.0},
                             {1e300, 1e300},
                             {0.0, 0.0}}) {
    EXPECT_NEAR(arctangent(y, x), std::atan2(y, x), 1e-12) << y << " " << x;
  }
}

TEST(HalfSolidAngle, OfOneOctantIsAnEighthOfTheSphere) {
  const LatticeTriangle t{LatticePoint{100, 0, 0}, {0, 100, 0}, {0, 0, 100}};
  EXPECT_NEAR(half_solid_angle(t, {0, 0, 0}), kPi / 4, 1e-12);  // seen from its back
  const LatticeTriangle turned{t[0], t[2], t[1]};
  EXPECT_NEAR(half_solid_angle(turned, {0, 0, 0}), -kPi / 4, 1e-12);
}

TEST(WindingNumber, IsOneInsideMinusOneInsideOutAndZeroOutside) {
  std::vector<LatticeTriangle> triangles = ball({0, 0, 0}, 1000, 12, 16, 0);
  EXPECT_NEAR(winding_number(triangles, {300, 200, -100}), 1, 1e-9);
  EXPECT_NEAR(winding_number(triangles, {1300, 200, -100}), 0, 1e-9);
  for (LatticeTriangle& t : triangles) std::swap(t[1], t[2]);
  EXPECT_NEAR(winding_number(triangles, {300, 200, -100}), -1, 1e-9);
}

TEST(WindingTree, AgreesWithBruteForce) {
  // Closed, open and soup: pieces left out, pieces turned.
  std::vector<LatticeTriangle> closed = ball({0, 0, 0}, 100000, 60, 90, 0.2), open, soup;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (i % 7 != 0 && i > closed.size() / 5) open.push_back(closed[i]);
    soup.push_back(closed[i]);
    if (i % 3 == 0) std::swap(soup.back()[1], soup.back()[2]);
  }
  for (const auto* triangles : {&closed, &open, &soup}) {
    const WindingTree tree(*triangles);
    std::mt19937 random(4);
    for (int i = 0; i < 500; ++i) {
      const Vec3 p = random_point(random, 150000);
      ASSERT_NEAR(tree.at(p), winding_number(*triangles, p), 0.02);
    }
  }
}

TEST(WindingTree, AgreesCloseToTheSurface) {
  const std::vector<LatticeTriangle> triangles = ball({5000, 100, 7}, 100000, 40, 50, 0.1);
  const WindingTree tree(triangles);
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) {
    const LatticeTriangle& t = triangles[random() % triangles.size()];
    const auto real = [](LatticePoint p) { return Vec3{double(p.x), double(p.y), double(p.z)}; };
    const Vec3 a = real(t[0]), b = real(t[1]), c = real(t[2]), normal = cross(b - a, c - a);
    const Vec3 middle = (a + b + c) * (1.0 / 3);
    const Vec3 above = middle + normal * (2 / length(normal)), below = middle - normal * (2 / length(normal));
    ASSERT_NEAR(tree.at(above), 0, 0.02);
    ASSERT_NEAR(tree.at(below), 1, 0.02);
  }
}

TEST(WindingTree, OfFewTrianglesOrNone) {
  EXPECT_EQ(WindingTree().at({1, 2, 3}), 0);
  EXPECT_EQ(WindingTree(std::span<const LatticeTriangle>{}).at({1, 2, 3}), 0);
  const std::vector<LatticeTriangle> one{{LatticePoint{100, 0, 0}, {0, 100, 0}, {0, 0, 100}}};
  EXPECT_NEAR(WindingTree(one).at({0, 0, 0}), 0.125, 1e-9);
}

TEST(WindingTree, CountsFullTurnsWithinALeaf) {
  // Eight nested copies of one face of a thin box, seen from between two such: angles that add up beyond a
  // turn.
  std::vector<LatticeTriangle> triangles;
  for (std::int32_t k = 1; k <= 3; ++k) {
    const std::int32_t s = 100000;
    triangles.push_back({LatticePoint{-s, -s, k}, {s, -s, k}, {0, 2 * s, k}});     // above, facing up
    triangles.push_back({LatticePoint{-s, -s, -k}, {0, 2 * s, -k}, {s, -s, -k}});  // below, facing down
  }
  EXPECT_GT(winding_number(triangles, {10.3, 5.1, 0.2}), 2.9);
  EXPECT_NEAR(WindingTree(triangles).at({10.3, 5.1, 0.2}), winding_number(triangles, {10.3, 5.1, 0.2}), 1e-9);
  for (LatticeTriangle& t : triangles) std::swap(t[1], t[2]);
  EXPECT_NEAR(WindingTree(triangles).at({10.3, 5.1, 0.2}), winding_number(triangles, {10.3, 5.1, 0.2}), 1e-9);
}

}  // namespace
}  // namespace ambula
