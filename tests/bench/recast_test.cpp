// The peer on scenes whose answer is known, at offsets, and on what it cannot bake.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <queue>

#include "bench/recast_peer.h"

namespace ambula::bench {
namespace {

// Rectangles facing up, or down where `a` and `b` are swapped along one axis.
class SceneMaker {
 public:
  SceneMaker& rectangle(Vec3 a, Vec3 u, Vec3 v) {
    const auto first = static_cast<std::uint32_t>(soup_.positions.size());
    soup_.positions.insert(soup_.positions.end(), {a, a + u, a + u + v, a + v});
    triangle({first, first + 1, first + 2});
    triangle({first, first + 2, first + 3});
    return *this;
  }
  Scene make(Vec3 offset = {}) {
    for (Vec3& p : soup_.positions) p = p + offset;
    soup_.objects = {{"it", ""}};
    soup_.materials = {""};
    SceneParams params;
    params.quantum = 1e-3;  // reaches 268 km
    auto scene = make_scene(std::move(soup_), params);
    EXPECT_TRUE(scene) << scene.error().message;
    return std::move(*scene);
  }

 private:
  void triangle(Triangle t) {
    soup_.triangles.push_back(t);
    soup_.triangle_object.push_back(0);
    soup_.triangle_material.push_back(0);
  }
  Soup soup_;
};

Scene plane(double side, Vec3 offset = {}) {
  return SceneMaker().rectangle({0, 0, 0}, {side, 0, 0}, {0, side, 0}).make(offset);
}

// Ground, a slope of about 27 degrees off it, and a deck beside its upper end: sizes are powers of two, so
// that an offset changes no bit.
Scene ramp(Vec3 offset = {}) {
  return SceneMaker()
      .rectangle({0, 0, 0}, {16, 0, 0}, {0, 8, 0})
      .rectangle({2, 8, 0}, {4, 0, 0}, {0, 8, 4})
      .rectangle({2, 16, 4}, {12, 0, 0}, {0, 4, 0})
      .make(offset);
}

double signed_plan_area(const PeerMesh& mesh, std::size_t polygon) {
  double twice = 0;
  const std::size_t begin = mesh.polygon_begin[polygon], end = mesh.polygon_begin[polygon + 1];
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t next = i + 1 < end ? i + 1 : begin;
    twice +=
        cross(mesh.positions[mesh.polygon_corners[i]].xy(), mesh.positions[mesh.polygon_corners[next]].xy());
  }
  return twice / 2;
}

std::size_t reachable_polygons(const PeerMesh& mesh) {
  std::vector<char> seen(mesh.polygon_count(), 0);
  std::queue<std::uint32_t> waiting({0});
  seen[0] = 1;
  std::size_t count = 0;
  for (; !waiting.empty(); waiting.pop(), ++count) {
    const std::uint32_t p = waiting.front();
    for (std::size_t i = mesh.polygon_begin[p]; i < mesh.polygon_begin[p + 1]; ++i) {
      const std::uint32_t q = mesh.polygon_neighbors[i];
      if (q == PeerMesh::kNone || seen[q]) continue;
      seen[q] = 1;
      waiting.push(q);
    }
  }
  return count;
}

class RecastPlane : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Cells, RecastPlane, testing::Values(0.3, 0.1, 0.05));

TEST_P(RecastPlane, IsThePlaneLessTheRadius) {
  const double cell = GetParam();
  const Agent agent;
  const PeerResult r = bake_recast(plane(10), {.agent = agent, .cell = cell, .runs = 1});
  ASSERT_TRUE(r.ok) << r.reason;
  // Recast gives up the outermost ring of cells as a ledge, and the grid may be half a cell short.
  const double side = 10 - 2 * agent.radius;
  EXPECT_LT(r.area, side * side + 1e-3);
  EXPECT_GT(r.area, std::pow(side - 3 * cell, 2));
  Box3 box;
  for (const Vec3 p : r.mesh.positions) box.add(p);
  EXPECT_NEAR(box.min.x, agent.radius, 1.5 * cell);
  EXPECT_NEAR(box.max.y, 10 - agent.radius, 1.5 * cell);
  EXPECT_NEAR(box.max.z, 0, cell);
}

TEST(Recast, MeshIsCounterClockwiseFromAboveAndItsAreaIsTheSum) {
  const PeerResult r = bake_recast(ramp(), {.cell = 0.125, .runs = 1});
  ASSERT_TRUE(r.ok) << r.reason;
  ASSERT_GT(r.mesh.polygon_count(), 1u);
  double area = 0;
  for (std::size_t p = 0; p < r.mesh.polygon_count(); ++p) {
    EXPECT_GT(signed_plan_area(r.mesh, p), 0) << "polygon " << p;
    area += signed_plan_area(r.mesh, p);
  }
  EXPECT_NEAR(r.area, area, 1e-6 * area);

  double detail = 0;
  for (const Triangle& t : r.mesh.detail_triangles) {
    const Vec2 a = r.mesh.detail_positions[t[0]].xy();
    const double twice =
        cross(r.mesh.detail_positions[t[1]].xy() - a, r.mesh.detail_positions[t[2]].xy() - a);
    EXPECT_GE(twice, -1e-9);
    detail += twice / 2;
  }
  EXPECT_NEAR(detail, area, 1e-3 * area);
  EXPECT_EQ(r.mesh.detail_triangles.size(), r.mesh.detail_polygon.size());
}

TEST(Recast, DetailMeshFollowsTheRampWithinACell) {
  const double cell = 0.125;
  const PeerResult r = bake_recast(ramp(), {.cell = cell, .runs = 1});
  ASSERT_TRUE(r.ok) << r.reason;
  std::size_t on_ramp = 0;
  for (const Vec3 p : r.mesh.detail_positions) {
    // The surface by construction; Recast lifts its answer by up to two cell heights and samples a cell wide.
    const double ground = p.y <= 8 ? 0 : p.y >= 16 ? 4 : (p.y - 8) / 2;
    EXPECT_NEAR(p.z, ground, 3 * cell) << p.x << ' ' << p.y;
    on_ramp += p.y > 9 && p.y < 15;
  }
  EXPECT_GE(on_ramp, 1u);
}

TEST(Recast, NeighborsJoinGroundRampAndDeckBothWays) {
  const PeerMesh mesh = bake_recast(ramp(), {.cell = 0.125, .runs = 1}).mesh;
  ASSERT_GT(mesh.polygon_count(), 0u);
  EXPECT_EQ(reachable_polygons(mesh), mesh.polygon_count());
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const std::size_t begin = mesh.polygon_begin[p], end = mesh.polygon_begin[p + 1];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t q = mesh.polygon_neighbors[i];
      if (q == PeerMesh::kNone) continue;
      ASSERT_LT(q, mesh.polygon_count());
      // The neighbour has the same edge the other way round, and knows us across it.
      const std::uint32_t a = mesh.polygon_corners[i], b = mesh.polygon_corners[i + 1 < end ? i + 1 : begin];
      const std::size_t q_begin = mesh.polygon_begin[q], q_end = mesh.polygon_begin[q + 1];
      bool found = false;
      for (std::size_t k = q_begin; k < q_end; ++k) {
        const std::size_t next = k + 1 < q_end ? k + 1 : q_begin;
        found = found || (mesh.polygon_corners[k] == b && mesh.polygon_corners[next] == a &&
                          mesh.polygon_neighbors[k] == p);
      }
      EXPECT_TRUE(found) << "polygon " << p << " edge " << i - begin;
    }
  }
}

TEST(Recast, LowCeilingIsNotWalkedUnder) {
  const auto room = [](double height) {
    return SceneMaker()
        .rectangle({0, 0, 0}, {8, 0, 0}, {0, 8, 0})
        .rectangle({4, 0, height}, {0, 8, 0}, {4, 0, 0})  // faces down
        .make();
  };
  const double high = bake_recast(room(2.5), {.cell = 0.1, .runs = 1}).area;
  const double low = bake_recast(room(1.0), {.cell = 0.1, .runs = 1}).area;
  EXPECT_NEAR(high, 7.2 * 7.2, 3);
  EXPECT_NEAR(low, 3.3 * 7.2, 3);
}

TEST(Recast, AgentOfAWholeNumberOfCellsIsNotRoundedUp) {
  // 1.8 m over 2/3 of 0.3 m is 9 cells, though the doubles' quotient is a bit more. Recast wants one cell
  // more than that free over the floor's own: there are 10 below a ceiling at 2.3 m.
  const Scene room = SceneMaker()
                         .rectangle({0, 0, 0}, {9, 0, 0}, {0, 9, 0})
                         .rectangle({0, 0, 2.3}, {0, 9, 0}, {9, 0, 0})
                         .make();
  EXPECT_GT(bake_recast(room, {.cell = 0.3, .runs = 1}).area, 50);
}

TEST(Recast, StepOfTheLimitIsClimbedAndOneAboveIsNot) {
  const auto terrace = [](double rise) {
    return SceneMaker()
        .rectangle({0, 0, 0}, {4, 0, 0}, {0, 4, 0})
        .rectangle({4, 0, 0}, {0, 4, 0}, {0, 0, rise})
        .rectangle({4, 0, rise}, {4, 0, 0}, {0, 4, 0})
        .make();
  };
  const PeerResult low = bake_recast(terrace(0.4), {.cell = 0.1, .runs = 1});
  const PeerResult high = bake_recast(terrace(0.5), {.cell = 0.1, .runs = 1});
  ASSERT_TRUE(low.ok && high.ok);
  EXPECT_EQ(reachable_polygons(low.mesh), low.mesh.polygon_count());
  EXPECT_LT(reachable_polygons(high.mesh), high.mesh.polygon_count());
}

TEST(Recast, FarFromZeroTheAnswerIsTheSameAndMovedBack) {
  const Vec3 offset{5e6, -5e6, 4096};
  const PeerResult here = bake_recast(ramp(), {.cell = 0.125, .runs = 1});
  const PeerResult there = bake_recast(ramp(offset), {.cell = 0.125, .runs = 1});
  ASSERT_TRUE(here.ok && there.ok) << here.reason << there.reason;
  EXPECT_EQ(here.mesh.polygon_corners, there.mesh.polygon_corners);
  EXPECT_EQ(here.mesh.detail_triangles, there.mesh.detail_triangles);
  EXPECT_NEAR(here.area, there.area, 1e-4);
  ASSERT_EQ(here.mesh.detail_positions.size(), there.mesh.detail_positions.size());
  for (std::size_t i = 0; i < here.mesh.detail_positions.size(); ++i) {
    EXPECT_LT(length(here.mesh.detail_positions[i] + offset - there.mesh.detail_positions[i]), 1e-6);
  }
}

TEST(Recast, TimesEveryRunAndCountsTheSameMemoryEachTime) {
  const Scene scene = plane(10);
  const PeerResult once = bake_recast(scene, {.cell = 0.1, .runs = 1});
  const PeerResult five = bake_recast(scene, {.cell = 0.1, .runs = 5});
  ASSERT_TRUE(once.ok && five.ok);
  EXPECT_EQ(once.seconds.size(), 1u);
  ASSERT_EQ(five.seconds.size(), 5u);
  EXPECT_GT(five.median_seconds, 0);
  EXPECT_GT(five.median_cpu_seconds, 0);
  EXPECT_TRUE(five.warnings.empty()) << five.warnings.front();
  // At least a pointer for each of the 100 x 100 columns.
  EXPECT_GT(once.peak_bytes, 100u * 100u * sizeof(void*));
  EXPECT_EQ(once.peak_bytes, five.peak_bytes);
}

TEST(Recast, NothingWalkableIsAnEmptyMeshAndNoFailure) {
  const PeerResult r =
      bake_recast(SceneMaker().rectangle({0, 0, 0}, {0, 5, 0}, {5, 0, 0}).make(), {.cell = 0.1, .runs = 1});
  EXPECT_TRUE(r.ok) << r.reason;
  EXPECT_EQ(r.mesh.polygon_count(), 0u);
  EXPECT_EQ(r.area, 0);
}

TEST(RecastRefuses, ThirtyKilometresAtADecimetreBeforeAllocating) {
  const PeerResult r = bake_recast(plane(30000), {.cell = 0.1});
  EXPECT_FALSE(r.ok);
  EXPECT_NE(r.reason.find("300000 x 300000 cells"), std::string::npos) << r.reason;
  EXPECT_NE(r.reason.find("limit is 4.0 GiB"), std::string::npos) << r.reason;
  EXPECT_EQ(r.peak_bytes, 0u);
  EXPECT_TRUE(r.seconds.empty());
}

TEST(RecastRefuses, WhatGrowsOverTheLimitWhileBaking) {
  // The columns fit into 2 MiB and the spans do not.
  const PeerResult r = bake_recast(plane(30), {.cell = 0.1, .runs = 1, .memory_limit = std::size_t{2} << 20});
  EXPECT_FALSE(r.ok);
  EXPECT_NE(r.reason.find("wanted to hold"), std::string::npos) << r.reason;
  EXPECT_TRUE(bake_recast(plane(30), {.cell = 0.1, .runs = 1, .memory_limit = std::size_t{16} << 20}).ok);
}

TEST(RecastRefuses, GridsItsSixteenBitsCannotHold) {
  const Scene strip = SceneMaker().rectangle({0, 0, 0}, {7000, 0, 0}, {0, 1, 0}).make();
  const PeerResult r = bake_recast(strip, {.cell = 0.1, .runs = 1});
  EXPECT_FALSE(r.ok);
  EXPECT_NE(r.reason.find("65535"), std::string::npos) << r.reason;
}

TEST(RecastRefuses, ScenesHigherThanASpanCounts) {
  const auto tower = [](double top) {
    return SceneMaker()
        .rectangle({0, 0, 0}, {8, 0, 0}, {0, 8, 0})
        .rectangle({0, 0, top}, {8, 0, 0}, {0, 8, 0})
        .make();
  };
  const PeerResult r = bake_recast(tower(600), {.cell = 0.1, .runs = 1});  // 9000 cells of 0.0667 m
  EXPECT_FALSE(r.ok);
  EXPECT_NE(r.reason.find("8191"), std::string::npos) << r.reason;
  const PeerResult fits = bake_recast(tower(500), {.cell = 0.1, .runs = 1});
  ASSERT_TRUE(fits.ok) << fits.reason;
  EXPECT_NEAR(fits.mesh.detail_positions.back().z, 500, 0.2);
}

TEST(RecastRefuses, AgentsItsCellsCannotMeasure) {
  Agent tall, small, wide;
  tall.height = 60;
  small.height = 0.3;
  small.max_step = 0.1;
  small.max_gap = 0.1;
  wide.radius = 20;
  for (const Agent& agent : {tall, small, wide}) {
    const PeerResult r =
        bake_recast(plane(10), {.agent = agent, .cell = small == agent ? 0.3 : 0.1, .runs = 1});
    EXPECT_FALSE(r.ok);
    EXPECT_NE(r.reason.find("Recast takes"), std::string::npos) << r.reason;
  }
}

TEST(RecastRefuses, ParametersOutOfRange) {
  const Scene scene = plane(10);
  Agent bad;
  bad.height = -1;
  EXPECT_FALSE(bake_recast(scene, {.agent = bad}).ok);
  for (const double cell : {0.0, -1.0, std::nan(""), 1e9}) {
    EXPECT_NE(bake_recast(scene, {.cell = cell}).reason.find("cell"), std::string::npos);
  }
  EXPECT_NE(bake_recast(scene, {.runs = 0}).reason.find("runs"), std::string::npos);
  EXPECT_NE(bake_recast(Scene{}, {}).reason.find("no triangles"), std::string::npos);
}

TEST(RecastRefuses, ASceneNarrowerThanACell) {
  const Scene wall = SceneMaker().rectangle({0, 0, 0}, {5, 0, 0}, {0, 0, 3}).make();
  const PeerResult r = bake_recast(wall, {.cell = 0.3, .runs = 1});
  EXPECT_FALSE(r.ok);
  EXPECT_NE(r.reason.find("narrower"), std::string::npos) << r.reason;
}

TEST(Recast, StopsWhenCancelled) {
  Context context({.threads = 1});
  context.cancel();
  const PeerResult r = bake_recast(plane(100), {.cell = 0.05, .runs = 1000}, &context);
  EXPECT_FALSE(r.ok);
  EXPECT_NE(r.reason.find("cancelled"), std::string::npos) << r.reason;
}

}  // namespace
}  // namespace ambula::bench
