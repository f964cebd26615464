// Noise on corners: as large as asked for, no larger, and the truth survives it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/generate.h"
#include "scenes/measure.h"

namespace ambula::scenes {
namespace {

double largest_move(Vec3 a, Vec3 b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

TEST(Noise, JitterMovesSharedVerticesTogether) {
  const auto clean = generate("town-house", {});
  const auto noisy = generate("town-house", {.jitter = 0.001});
  ASSERT_TRUE(clean && noisy);
  ASSERT_EQ(noisy->soup.triangles, clean->soup.triangles);
  ASSERT_EQ(noisy->soup.positions.size(), clean->soup.positions.size());
  double most = 0;
  for (std::size_t v = 0; v < clean->soup.positions.size(); ++v) {
    most = std::max(most, largest_move(noisy->soup.positions[v], clean->soup.positions[v]));
  }
  EXPECT_LE(most, 0.001);
  EXPECT_GT(most, 0.00099);
}

TEST(Noise, TearGivesEveryTriangleCornersOfItsOwn) {
  const auto clean = generate("town-house", {});
  const auto torn = generate("town-house", {.tear = 0.001});
  ASSERT_TRUE(clean && torn);
  ASSERT_EQ(torn->soup.triangles.size(), clean->soup.triangles.size());
  ASSERT_EQ(torn->soup.positions.size(), 3 * torn->soup.triangles.size());
  EXPECT_EQ(torn->soup.triangle_object, clean->soup.triangle_object);
  double most = 0;
  std::vector<bool> used(torn->soup.positions.size());
  for (std::size_t t = 0; t < clean->soup.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = torn->soup.triangles[t][k];
      EXPECT_FALSE(used[v]);
      used[v] = true;
      most = std::max(
          most, largest_move(torn->soup.positions[v], clean->soup.positions[clean->soup.triangles[t][k]]));
    }
  }
  EXPECT_LE(most, 0.001);
  EXPECT_GT(most, 0.00099);
}

TEST(Noise, SameSeedSameNoise) {
  const auto a = generate("holes", {.seed = 5, .jitter = 0.001, .tear = 0.001});
  const auto b = generate("holes", {.seed = 5, .jitter = 0.001, .tear = 0.001});
  const auto c = generate("holes", {.seed = 6, .jitter = 0.001, .tear = 0.001});
  ASSERT_TRUE(a && b && c);
  EXPECT_EQ(a->soup.positions, b->soup.positions);
  EXPECT_NE(a->soup.positions, c->soup.positions);
}

TEST(Noise, MoreThanItsLimitIsAnError) {
  EXPECT_FALSE(generate("holes", {.tear = 0.2}));
  EXPECT_FALSE(generate("holes", {.jitter = -0.001}));
}

// Two noises, at a size that keeps faces on each other within the millimetre that counts as one.
TEST(Noise, AreasStayWithinTheirSlackAndPointsNearTheGround) {
  for (const Options& options : {Options{.jitter = 0.0004}, Options{.tear = 0.0004},
                                 Options{.sizes = {{"cells", 80}}, .tear = 0.0004}}) {
    const char* name = options.sizes.empty() ? "stairs" : "terrain";
    SCOPED_TRACE(::testing::Message() << name << " jitter " << options.jitter << " tear " << options.tear);
    const auto scene = generate(name, options);
    ASSERT_TRUE(scene);
    EXPECT_LT(scene->truth.area_slack, 0.05);
    const RayScene rays(scene->soup);
    for (const AgentTruth& truth : scene->truth.agents) {
      const GroundAreas areas = measure_ground(rays, truth.agent, 80000);
      const double told = truth.free_area + truth.enclosed_area;
      EXPECT_NEAR(areas.free + areas.enclosed, told, scene->truth.area_slack * told + areas.error);
    }
    for (const PlaceTruth& place : scene->truth.places) {
      // A crack may run right through it, not through a point beside it as well.
      const auto on_ground = [&](Vec3 p) {
        const auto hits = rays.vertical(p);
        return std::any_of(hits.begin(), hits.end(), [](const auto& hit) {
          return std::abs(hit.distance) < 0.002 && hit.facing > 0.5;
        });
      };
      EXPECT_TRUE(on_ground(place.at) || on_ground(place.at + Vec3{0.002, 0.001, 0})) << place.name;
    }
  }
}

}  // namespace
}  // namespace ambula::scenes
