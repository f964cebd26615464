#include "walkable/axis_rays.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "walkable/solids.h"

namespace ambula {
namespace {

using Seen = std::vector<std::tuple<std::uint32_t, int, bool, long>>;  // triangle, direction, back, distance

// By another way: the ray's line through the triangle's plane, sides by barycentric coordinates.
Seen brute_force(const std::vector<LatticeTriangle>& triangles, Vec3 p) {
  const std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  Seen seen;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const auto real = [&](std::size_t i) {
      return Vec3{double(triangles[t][i].x), double(triangles[t][i].y), double(triangles[t][i].z)};
    };
    const Vec3 a = real(0), e = real(1) - a, f = real(2) - a;
    for (int direction = 0; direction < 6; ++direction) {
      const Vec3 d = axes[static_cast<std::size_t>(direction / 2)] * (direction % 2 ? -1 : 1);
      const Vec3 q = cross(d, f);
      const double det = dot(e, q);
      if (det == 0) continue;
      const Vec3 r = p - a, s = cross(r, e);
      const double u = dot(r, q) / det, v = dot(d, s) / det, at = dot(f, s) / det;
      if (u > 0 && v > 0 && u + v < 1 && at > 0) seen.emplace_back(t, direction, det < 0, std::lround(at));
    }
  }
  std::sort(seen.begin(), seen.end());
  return seen;
}

TEST(AxisRays, SeeWhatBruteForceSees) {
  std::mt19937 random(6);
  const auto coordinate = [&](std::int32_t reach) {
    return static_cast<std::int32_t>(random() % (2u * static_cast<unsigned>(reach))) - reach;
  };
  std::vector<LatticeTriangle> triangles(400);
  for (std::size_t i = 0; i < triangles.size(); ++i) {  // large ones and small ones
    const std::int32_t size = i % 4 == 0 ? 20000 : 900;
    const LatticePoint c{coordinate(20000), coordinate(20000), coordinate(3000)};
    for (LatticePoint& p : triangles[i]) {
      p = {c.x + coordinate(size), c.y + coordinate(size), c.z + coordinate(size)};
    }
  }
  std::vector<Vec3> points(150);
  for (Vec3& p : points) p = {coordinate(15000) + 0.31, coordinate(25000) + 0.17, coordinate(2000) + 0.37};
  Context context({.threads = 3});
  for (Context* used : {static_cast<Context*>(nullptr), &context}) {
    const AxisHits hits = look_along_axes(triangles, points, used);
    std::size_t total = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      Seen seen;
      for (const AxisHit& hit : hits.of(i)) {
        seen.emplace_back(hit.triangle, hit.direction, hit.back, std::lround(hit.distance));
      }
      std::sort(seen.begin(), seen.end());
      ASSERT_EQ(seen, brute_force(triangles, points[i])) << i;
      total += seen.size();
    }
    EXPECT_GT(total, 1000u);
  }
}

TEST(AxisRays, InsideABoxSeeSixBacks) {
  solids::SolidScene scene;
  scene.box({-100, -100, -100}, {100, 200, 300});
  const std::vector<Vec3> points{{1.3, 2.7, 3.1}};
  const AxisHits hits = look_along_axes(scene.triangles, points);
  ASSERT_EQ(hits.hits.size(), 6u);
  for (const AxisHit& hit : hits.of(0)) EXPECT_TRUE(hit.back);
}

TEST(AxisRays, NoPointsSeeNothing) {
  solids::SolidScene scene;
  scene.box({0, 0, 0}, {100, 100, 100});
  EXPECT_TRUE(look_along_axes(scene.triangles, {}).hits.empty());
}

}  // namespace
}  // namespace ambula
