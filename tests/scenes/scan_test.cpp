// Scanned scenes: closed where they were seen, near the surfaces they were made from, thin walls still there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scenes/generate.h"
#include "scenes/marching_cubes.h"
#include "scenes/measure.h"
#include "scenes/mesh_builder.h"

namespace ambula::scenes {
namespace {

constexpr double kCell = 0.05;

// Two rooms of 3 x 3 m with a thin wall between them, a doorway in it, a bench, and a tilted sheet outside.
Generated rooms(double thickness) {
  MeshBuilder mesh;
  mesh.object("Floor");
  mesh.box({0, 0, -0.2}, {6, 3, 0});
  mesh.object("Wall");
  const double x0 = 3 - thickness / 2, x1 = 3 + thickness / 2;
  mesh.box({x0, 0, 0}, {x1, 1, 2.5});
  mesh.object("Wall");
  mesh.box({x0, 2, 0}, {x1, 3, 2.5});
  mesh.object("Bench");
  mesh.box({1, 2.2, 0.3}, {2.5, 2.9, 0.45});
  mesh.object("Ramp");
  mesh.quad({6, 0, 0}, {8, 0, 0.5}, {8, 3, 0.5}, {6, 3, 0});
  Generated scene;
  scene.soup = mesh.take();
  scene.truth.places = {{"left", {1, 1, 0}}, {"right", {5, 1, 0}}};
  scene.truth.doors = {{"door", {"left", "right"}, 1, 2.5, {3, 1.5, 0}, {0, 1, 0}}};
  scene.truth.agents.push_back({default_agent(), 18, 0, {{"left", "right"}}});
  return scene;
}

// How often every edge is used: with its direction added up, and without.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>> edge_uses(
    const std::vector<Triangle>& all) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>> out;
  for (const Triangle& t : all) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      auto& [sum, count] = out[std::minmax(a, b)];
      sum += a < b ? 1 : -1;
      ++count;
    }
  }
  return out;
}

TEST(Scan, TheWholeSurfaceIsClosedWhateverTheNoise) {
  const Generated scene = rooms(0.03);
  for (const double noise : {0.0, 0.2, 1.0}) {
    const ScanField field(scene.soup, grid_around(scene.soup, kCell), noise, 5);
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;
    march(field, [](const SurfaceCell&) { return true; }, positions, triangles);
    EXPECT_GT(triangles.size(), 20000u);
    double volume = 0;
    for (const auto& [edge, uses] : edge_uses(triangles)) EXPECT_EQ(uses.first, 0);
    for (const Triangle& t : triangles)
      volume += dot(positions[t[0]], cross(positions[t[1]], positions[t[2]])) / 6;
    EXPECT_GT(volume, 3.6);  // the floor alone; turned inside out it would be negative
  }
}

TEST(Scan, LiesWithinACellOfTheSceneWithHolesInIt) {
  Generated scene = rooms(0.12);
  const Generated clean = scene;
  ASSERT_TRUE(scan(scene, kCell, 3));
  const RayScene rays(scene.soup);
  double most = 0, sum = 0;
  int asked = 0, holes = 0;
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 40; ++j) {
      const Vec3 p{3.3 + 2.4 * i / 60, 0.3 + 2.4 * j / 40, 0};
      const auto hits = rays.vertical(p);
      const auto floor = std::find_if(hits.begin(), hits.end(), [](const auto& h) {
        return std::abs(h.distance) < kCell && h.facing > 0.3;
      });
      ++asked;
      if (floor == hits.end()) {
        ++holes;
        continue;
      }
      most = std::max(most, std::abs(floor->distance));
      sum += floor->distance * floor->distance;
    }
  }
  EXPECT_LT(holes, asked / 50);
  EXPECT_LT(most, 0.5 * kCell);
  EXPECT_GT(std::sqrt(sum / asked), 0.05 * kCell);  // it ripples
  int border = 0;
  for (const auto& [edge, uses] : edge_uses(scene.soup.triangles)) border += uses.second == 1;
  EXPECT_GT(border, 100);  // undersides and dropouts
}

TEST(Scan, ThinWallsStay) {
  for (const double thickness : {0.001, 0.03, 0.07, 0.1}) {
    Generated scene = rooms(thickness);
    ASSERT_TRUE(scan(scene, kCell, 7));
    const RayScene rays(scene.soup);
    int open = 0, asked = 0;
    for (int i = 0; i < 15; ++i) {
      for (int j = 0; j < 15; ++j) {
        const Vec3 p{2.7, 0.05 + 0.85 * i / 15, 0.15 + 2.2 * j / 15};
        ++asked;
        open += !rays.first(p, {1, 0, 0}, 0.6);
      }
    }
    EXPECT_LE(open, asked / 100) << thickness;  // where both sides dropped out
    EXPECT_FALSE(rays.first({2.7, 1.5, 1}, {1, 0, 0}, 0.6)) << "the doorway";
  }
}

TEST(Scan, ASheetHasItsFrontAndUnseenSidesAreMissing) {
  Generated scene = rooms(0.12);
  ASSERT_TRUE(scan(scene, kCell, 3));
  const RayScene rays(scene.soup);
  int sheet = 0, below = 0, under_bench = 0;
  for (int i = 0; i < 100; ++i) {
    const double x = 6.2 + 1.6 * i / 100;
    for (const auto& hit : rays.vertical({x, 1.51, (x - 6) / 4})) {
      sheet += hit.facing > 0.5 && std::abs(hit.distance) < kCell;
      below += hit.facing < -0.5;
    }
    for (const auto& hit : rays.vertical({1.1 + 1.3 * i / 100, 2.6, 0}))
      under_bench += hit.facing > 0.5 && hit.distance < 0.1;
  }
  EXPECT_GT(sheet, 80);         // but for a dropout
  EXPECT_LT(below, 10);         // nobody scans the ramp from below
  EXPECT_LT(under_bench, 100);  // and the floor under the bench only in part
}

TEST(Scan, SameSeedSameScan) {
  Generated a = rooms(0.1), b = rooms(0.1), c = rooms(0.1);
  ASSERT_TRUE(scan(a, kCell, 1) && scan(b, kCell, 1) && scan(c, kCell, 2));
  EXPECT_EQ(a.soup.positions, b.soup.positions);
  EXPECT_EQ(a.soup.triangles, b.soup.triangles);
  EXPECT_NE(a.soup.positions, c.soup.positions);
}

TEST(Scan, DoorsLoseWhatTheScanTakes) {
  Generated scene = rooms(0.12);
  ASSERT_TRUE(scan(scene, kCell, 3));
  EXPECT_LE(scene.truth.doors[0].width, 1);
  EXPECT_GT(scene.truth.doors[0].width, 1 - 2 * kCell);
  ASSERT_EQ(scene.truth.agents.size(), 1u);
  Generated tight = rooms(0.12);
  tight.truth.agents[0].agent.radius = 0.49;  // hangs on two centimetres
  ASSERT_TRUE(scan(tight, kCell, 3));
  EXPECT_TRUE(tight.truth.agents.empty());
}

TEST(Scan, TooFineOrTooLargeIsAnError) {
  EXPECT_FALSE(generate("town-house", {.scan = 0.001}));
  EXPECT_FALSE(generate("blocks", {.scan = 0.02}));
}

}  // namespace
}  // namespace ambula::scenes
