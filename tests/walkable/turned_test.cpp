// What turning a scene must not change: how many edges a straight border has, and what is ground.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "walkable/checked.h"

namespace ambula::testing {
namespace {

constexpr int kAngles = 24;

double angle_of(int k) { return (15.0 * k + (k % 2 == 1 ? 7.3 : 0)) / 180 * std::numbers::pi; }

// A sheet of n by n squares, each 0.3 m, rising along x; turned about z.
Scene sheet(int n, double slope, double angle) {
  Soup soup;
  const double c = std::cos(angle), s = std::sin(angle);
  for (int y = 0; y <= n; ++y) {
    for (int x = 0; x <= n; ++x)
      soup.positions.push_back({0.3 * (x * c - y * s), 0.3 * (x * s + y * c), 0.3 * x * slope});
  }
  const auto at = [n](int x, int y) { return static_cast<std::uint32_t>(y * (n + 1) + x); };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      soup.triangles.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
      soup.triangles.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
    }
  }
  soup.triangle_object.assign(soup.triangles.size(), 0);
  soup.triangle_material.assign(soup.triangles.size(), 0);
  soup.objects = {{"sheet"}};
  soup.materials = {""};
  auto scene = make_scene(std::move(soup), {});
  EXPECT_TRUE(scene) << scene.error().message;
  return std::move(*scene);
}

std::size_t borders_of(const Walkable& walkable) {
  std::size_t out = 0;
  for (const auto& face : walkable.border) {
    for (const BorderKind kind : face) out += kind == BorderKind::none ? 0 : 1;
  }
  return out;
}

TEST(Turned, ALevelFloorHasFourBorders) {
  constexpr int kSquares = 20;
  for (int k = 0; k < kAngles; ++k) {
    SCOPED_TRACE(k);
    const auto walkable = extract_walkable(sheet(kSquares, 0, angle_of(k)), {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const auto sound = validate(*walkable);
    EXPECT_TRUE(sound) << sound.error().message;
    EXPECT_EQ(walkable->components, 1u);
    EXPECT_EQ(borders_of(*walkable), 4u);
    EXPECT_NEAR(walkable->areas.walkable, 36, 0.002);
  }
}

TEST(Turned, SlopesOfExactlyTheLimitAreGround) {
  for (int k = 0; k < kAngles; ++k) {
    SCOPED_TRACE(k);
    const auto at_limit = extract_walkable(sheet(4, 1, angle_of(k)), {});
    ASSERT_TRUE(at_limit) << at_limit.error().message;
    EXPECT_EQ(at_limit->ground_triangles, 32u);
    // A hundredth of a degree more is too steep.
    const auto beyond = extract_walkable(sheet(4, std::tan(45.01 / 180 * std::numbers::pi), angle_of(k)), {});
    ASSERT_TRUE(beyond) << beyond.error().message;
    EXPECT_EQ(beyond->ground_triangles, 0u);
  }
}

}  // namespace
}  // namespace ambula::testing
