#include <gtest/gtest.h>

#include <algorithm>

#include "ambula/hash.h"
#include "ambula/scene.h"
#include "scene/soups.h"

namespace ambula {
namespace {

std::vector<std::array<Vec3, 3>> two_boxes() {
  std::vector<std::array<Vec3, 3>> out;
  add_box(out, {0, 0, 0}, {1, 2, 3});
  add_box(out, {5, 0, 0}, {6, 2, 3});
  return out;
}

std::uint64_t hash_of(const std::vector<std::array<Vec3, 3>>& triangles) {
  return scene_hash(*make_scene(soup_of(triangles), {}));
}

TEST(SceneHash, DoesNotDependOnTriangleOrderNorFirstCorner) {
  auto triangles = two_boxes();
  const std::uint64_t reference = hash_of(triangles);
  for (std::uint64_t k = 1; k < 6; ++k) {
    std::sort(triangles.begin(), triangles.end(), [&](const auto& a, const auto& b) {
      return mix_bits(k + static_cast<std::uint64_t>(a[0].x * 17 + a[1].y * 5 + a[2].z + 3 * a[1].x + 40)) <
             mix_bits(k + static_cast<std::uint64_t>(b[0].x * 17 + b[1].y * 5 + b[2].z + 3 * b[1].x + 40));
    });
    std::rotate(triangles[k].begin(), triangles[k].begin() + 1, triangles[k].end());
    EXPECT_EQ(hash_of(triangles), reference);
  }
}

TEST(SceneHash, DoesNotDependOnSharedPositions) {
  Soup separate = soup_of({{Vec3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {Vec3{0, 0, 0}, {1, 1, 0}, {0, 1, 0}}});
  Soup shared = separate;
  shared.triangles = {{0, 1, 2}, {0, 2, 5}};
  EXPECT_EQ(scene_hash(*make_scene(separate, {})), scene_hash(*make_scene(shared, {})));
}

TEST(SceneHash, SeesGeometryWindingNamesAndCopies) {
  auto triangles = two_boxes();
  const std::uint64_t reference = hash_of(triangles);
  auto moved = triangles;
  moved[3][1].z += 1e-9;
  EXPECT_NE(hash_of(moved), reference);
  auto flipped = triangles;
  std::swap(flipped[3][1], flipped[3][2]);
  EXPECT_NE(hash_of(flipped), reference);
  auto doubled = triangles;
  doubled.push_back(doubled[0]);
  EXPECT_NE(hash_of(doubled), reference);
  doubled.push_back(doubled[0]);
  EXPECT_NE(hash_of(doubled), reference);  // a sum, not an exclusive or
  Soup renamed = soup_of(triangles);
  renamed.objects[0].name = "other";
  EXPECT_NE(scene_hash(*make_scene(renamed, {})), reference);
}

// A fixed value: the hash must be the same on every platform and stay the same over releases.
TEST(SceneHash, IsTheSameEverywhere) { EXPECT_EQ(hash_text(hash_of(two_boxes())), "fa3a2daaf582d543"); }

}  // namespace
}  // namespace ambula
