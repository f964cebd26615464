// Floors whose triangles were torn apart by noise: the navmesh is that of the whole floor.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "navmesh/built.h"

namespace ambula::testing {
namespace {

struct Floor {
  Soup soup;

  Floor() {
    soup.objects = {{.name = "floor"}};
    soup.materials = {""};
  }
  void triangle(Vec3 a, Vec3 b, Vec3 c) {
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    soup.positions.insert(soup.positions.end(), {a, b, c});
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.triangle_object.push_back(0);
    soup.triangle_material.push_back(0);
  }
  void quad(double x0, double y0, double x1, double y1) {
    triangle({x0, y0, 0}, {x1, y0, 0}, {x1, y1, 0});
    triangle({x0, y0, 0}, {x1, y1, 0}, {x0, y1, 0});
  }
  // Every corner of every triangle moved on its own, by up to `noise` metres along each axis.
  [[nodiscard]] Scene torn(double noise, std::uint32_t seed) const {
    std::mt19937 random(seed);
    const auto off = [&] { return noise * (static_cast<double>(random()) / 2147483648.0 - 1); };
    Soup out = soup;
    for (Vec3& p : out.positions) {
      const double x = off(), y = off(), z = off();
      p = p + Vec3{x, y, z};
    }
    auto scene = make_scene(std::move(out), {});
    EXPECT_TRUE(scene);
    return std::move(*scene);
  }
};

double area(const NavMesh& mesh) { return mesh.area; }

void expect_whole(const Floor& floor, double side, std::uint32_t draws) {
  const double whole = area(built(floor.torn(0, 1), {}));
  ASSERT_NEAR(whole, (side - 0.6) * (side - 0.6), 0.05);
  for (const double noise : {0.0001, 0.0005, 0.001, 0.003}) {
    for (std::uint32_t seed = 1; seed <= draws; ++seed) {
      EXPECT_GE(area(built(floor.torn(noise, seed), {})), 0.995 * whole)
          << "noise " << noise << " m, seed " << seed;
    }
  }
}

TEST(TornFloors, QuadsOfTwoTriangles) {
  Floor floor;
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 8; ++j) floor.quad(0.5 * i, 0.5 * j, 0.5 * i + 0.5, 0.5 * j + 0.5);
  }
  expect_whole(floor, 4, 50);
}

}  // namespace
}  // namespace ambula::testing
