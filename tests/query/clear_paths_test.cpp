// Queries with a radius, as a user asks them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ambula/query.h"
#include "navmesh/built.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

Agent of_radius(double radius) {
  Agent agent;
  agent.radius = radius;
  return agent;
}

Scene generated(const char* name, double rotate = 0) {
  const auto made = scenes::generate(name, {.seed = 4, .rotate = rotate});
  EXPECT_TRUE(made) << made.error().message;
  auto scene = make_scene(made->soup, {});
  EXPECT_TRUE(scene) << scene.error().message;
  return std::move(*scene);
}

// Of a point from the borders of a mesh of radius 0 without simplification, in plan, within a metre of its
// height.
double from_borders(const NavBase& base, const Lattice& lattice, Vec3 p) {
  double least = 1e9;
  for (std::size_t t = 0; t < base.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (base.border[t][i] == BorderKind::none) continue;
      const Vec3 a = lattice.position(base.vertices[base.triangles[t][i]]),
                 b = lattice.position(base.vertices[base.triangles[t][(i + 1) % 3]]);
      if (std::abs((a.z + b.z) / 2 - p.z) > 1) continue;
      const Vec2 along = b.xy() - a.xy();
      const double size = dot(along, along);
      const double part = size > 0 ? std::clamp(dot(p.xy() - a.xy(), along) / size, 0.0, 1.0) : 0;
      least = std::min(least, length(a.xy() + along * part - p.xy()));
    }
  }
  return least;
}

// Waypoints and cells are told in cells of the mesh that was asked.
void expect_own_cells(const Query& query, const Path& path) {
  for (const Waypoint& p : path.points) {
    ASSERT_LT(p.cell, query.mesh().size());
    // A hair off its side it may be.
    std::optional<double> z;
    for (const double off : {0.0, 1e-4, -1e-4}) {
      if (!z) z = query.height_at(p.cell, p.at.x + off, p.at.y);
      if (!z) z = query.height_at(p.cell, p.at.x, p.at.y + off);
    }
    ASSERT_TRUE(z) << p.at.x << " " << p.at.y;
    EXPECT_NEAR(*z, p.at.z, 0.06);
  }
  std::size_t cells = 0;
  for (const PathStretch& s : path.stretches) cells += s.cells;
  EXPECT_EQ(cells, path.cells.size());
  for (const std::uint32_t c : path.cells) ASSERT_LT(c, query.mesh().size());
  EXPECT_FALSE(path.cells.empty());
}

class ClearPaths : public ::testing::TestWithParam<const char*> {};

TEST_P(ClearPaths, KeepTheirRadiusAndAreNotShorterThanTheShortest) {
  const Scene scene = generated(GetParam(), 17);
  const NavMesh mesh = built(scene, of_radius(0), {.border_tolerance = 0});
  Query query(mesh);
  std::size_t complete = 0;
  for (const double radius : {0.1, 0.3, 0.6}) {
    SCOPED_TRACE(radius);
    const NavMesh wide = built(scene, of_radius(radius), {.border_tolerance = 0});
    Query over_wide(wide);
    PathParams params;
    params.radius = radius;
    params.reach = {0.001, 0.001, 0.1};
    Path clear, shortest, direct;
    for (std::uint64_t i = 0; i < 30; ++i) {
      const auto start = over_wide.random_point(100 + 2 * i), goal = over_wide.random_point(101 + 2 * i);
      ASSERT_TRUE(start && goal);
      query.find_path(start->at, goal->at, params, clear);
      query.find_shortest(start->at, goal->at, params, shortest);
      over_wide.find_shortest_between(*start, *goal, {}, direct);
      ASSERT_EQ(clear.status, direct.status) << i;
      ASSERT_EQ(shortest.status, direct.status) << i;
      if (direct.status != PathStatus::complete) continue;
      ++complete;
      EXPECT_NEAR(shortest.length, direct.length, 1e-9 * direct.length + 1e-9);
      EXPECT_NEAR(shortest.length_3d, direct.length_3d, 0.02 * direct.length_3d + 1e-6);
      expect_own_cells(query, shortest);
      expect_own_cells(query, clear);
      // Arcs are shorter than the chords around them, which are within 5 mm of them.
      EXPECT_GE(clear.length, direct.length * 0.98 - 0.01);
      const std::vector<Vec3> points = polyline(clear, 1e-4);
      ASSERT_GE(points.size(), 2u);
      double sum = 0, along = 0;
      for (std::size_t k = 1; k < points.size(); ++k) sum += length(points[k].xy() - points[k - 1].xy());
      for (const PathStretch& s : clear.stretches) along += s.length;
      EXPECT_NEAR(sum, clear.length, 0.002 * clear.length + 1e-6);
      EXPECT_NEAR(along, clear.length, 1e-6 * clear.length + 1e-6);
      EXPECT_GE(clear.length_3d, clear.length - 1e-9);
      if (i % 5 != 0) continue;  // it takes longer than all the rest
      for (std::size_t k = 1; k < points.size(); ++k) {
        const Vec3 step = points[k] - points[k - 1];
        const int parts = static_cast<int>(std::ceil(length(step.xy()) / 0.05)) + 1;
        for (int j = 0; j <= parts; ++j) {
          const Vec3 p = points[k - 1] + step * (static_cast<double>(j) / parts);
          ASSERT_GE(from_borders(*mesh.base, mesh.lattice, p), radius - 0.001) << p.x << ' ' << p.y;
        }
      }
    }
  }
  EXPECT_GT(complete, 20u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ClearPaths, ::testing::Values("doorways", "competition"));

// As on a mesh of that radius; but never through a wall, where that one may find something closer.
TEST_P(ClearPaths, MoveTheirEndsToTheNearestPlaceThatKeepsTheRadius) {
  const Scene scene = generated(GetParam(), 17);
  const NavMesh mesh = built(scene, of_radius(0), {.border_tolerance = 0});
  Query query(mesh);
  std::size_t moved = 0, same = 0, nowhere = 0;
  for (const double radius : {0.1, 0.3, 0.6}) {
    SCOPED_TRACE(radius);
    const NavMesh wide = built(scene, of_radius(radius), {.min_patch = 0, .border_tolerance = 0});
    Query over_wide(wide);
    PathParams params;
    params.radius = radius;
    Path path;
    for (std::uint64_t i = 0; i < 300; ++i) {
      const auto p = query.random_point(i);
      ASSERT_TRUE(p);
      const auto there = over_wide.nearest(p->at, params.reach);
      query.find_path(p->at, p->at, params, path);
      if (path.status != PathStatus::complete) {
        ASSERT_EQ(path.status, PathStatus::no_start);
        ++nowhere;
        if (!there) ++same;
        continue;
      }
      ASSERT_TRUE(there) << p->at.x << " " << p->at.y;
      const Vec3 start = path.points.front().at;
      EXPECT_EQ(start, path.points.back().at);
      EXPECT_GE(from_borders(*mesh.base, mesh.lattice, start), radius - 0.0005);
      const double away = length(start.xy() - p->at.xy()), least = length(there->at.xy() - p->at.xy());
      EXPECT_GE(away, least - 0.01);  // arcs are chords there
      if (away > 0) ++moved;
      if (away < least + 0.01) ++same;
    }
  }
  EXPECT_GT(moved, 100u);
  EXPECT_GT(same, 860u);
  EXPECT_LT(nowhere, 300u);
}

TEST(ClearPaths, CrossStairsAndSayWhichFlight) {
  const Scene scene = generated("terrace-house");
  const NavMesh mesh = built(scene, of_radius(0));
  Query query(mesh);
  PathParams params;
  params.radius = 0.2;
  Path path;
  bool crossed = false;
  for (std::uint64_t i = 0; i < 60 && !crossed; ++i) {
    const auto start = query.random_point(2 * i), goal = query.random_point(2 * i + 1);
    ASSERT_TRUE(start && goal);
    query.find_path(start->at, goal->at, params, path);
    if (path.status != PathStatus::complete) continue;
    for (const PathStretch& s : path.stretches)
      crossed |= s.kind == CellKind::ramp && s.flight != NavMesh::kNone;
  }
  EXPECT_TRUE(crossed);
}

TEST(ClearPaths, NeedAMeshOfRadiusZeroAndSense) {
  const Scene scene = generated("doorways");
  const NavMesh flat = built(scene, of_radius(0)), wide = built(scene, of_radius(0.3));
  Query query(flat), over_wide(wide);
  const auto a = over_wide.random_point(1), b = over_wide.random_point(2);
  ASSERT_TRUE(a && b);
  Path path;
  PathParams params;
  params.radius = 0.5;
  over_wide.find_path(a->at, b->at, params, path);
  EXPECT_EQ(path.status, PathStatus::invalid);
  over_wide.find_shortest(a->at, b->at, params, path);
  EXPECT_EQ(path.status, PathStatus::invalid);
  for (const double radius : {-1.0, std::nan(""), 1e30}) {
    params.radius = radius;
    query.find_path(a->at, b->at, params, path);
    EXPECT_NE(path.status, PathStatus::complete) << radius;
    query.find_shortest(a->at, b->at, params, path);
    EXPECT_NE(path.status, PathStatus::complete) << radius;
  }
  params.radius = 50;  // wider than every room
  query.find_path(a->at, b->at, params, path);
  EXPECT_EQ(path.status, PathStatus::no_start);
}

}  // namespace
}  // namespace ambula::testing
