// How paths with a radius end: partial, out of budget, cancelled, with different distances from walls and
// ledges, and without taking memory.
#include <gtest/gtest.h>

#include <cmath>

#include "ambula/query.h"
#include "geometry/allocations.h"
#include "navmesh/bases.h"
#include "query/radius_checks.h"

namespace ambula::testing {
namespace {

Vec3 scene_point(const BasePoint& p) { return Lattice{}.position({p.at.x, p.at.y, 0}); }

TEST(ClearRequest, PartialGoesToTheReachablePointNearestToTheGoal) {
  std::size_t partial = 0, complete = 0;
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(random_blots(80, 40000, 14000, seed));
    const NavMesh mesh = mesh_over(base);
    Query query(mesh);
    const double radius = 0.1 + 0.1 * static_cast<double>(seed % 3);
    const KeptDistance keep = ClearanceGraph(*mesh.base, *mesh.clearance, mesh.lattice).keep_of(radius);
    const OffsetTruth truth(base, keep);
    const auto points = random_points(base, 30, seed);
    PathParams params;
    params.radius = radius;
    params.partial = true;
    Path path;
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      const std::uint32_t from = truth.part_of(points[k].triangle, points[k].at),
                          to = truth.part_of(points[k + 1].triangle, points[k + 1].at);
      if (from == SurfaceView::kNone || to == SurfaceView::kNone ||
          std::abs(room_at(base, points[k].triangle,
                           {static_cast<double>(points[k].at.x), static_cast<double>(points[k].at.y)},
                           keep)) < 10)
        continue;
      for (const bool shortest : {false, true}) {
        if (shortest) {
          query.find_shortest(scene_point(points[k]), scene_point(points[k + 1]), params, path);
        } else {
          query.find_path(scene_point(points[k]), scene_point(points[k + 1]), params, path);
        }
        ASSERT_EQ(path.status, from == to ? PathStatus::complete : PathStatus::partial);
        ++(from == to ? complete : partial);
        if (from == to) continue;
        const Vec2 goal{static_cast<double>(points[k + 1].at.x), static_cast<double>(points[k + 1].at.y)};
        const double left =
            length(path.points.back().at.xy() - scene_point(points[k + 1]).xy()) / mesh.lattice.quantum;
        // Arcs of the eroded mesh are chords within 5 mm.
        EXPECT_GE(left, truth.distance_to_part(from, goal) - 5);
        EXPECT_LE(left, truth.distance_to_part(from, goal) + 120);
      }
    }
  }
  EXPECT_GT(partial, 60u);
  EXPECT_GT(complete, 60u);
}

class OnAPillaredFloor : public ::testing::Test {
 protected:
  const NavBase base = mixed_base_of(pillared_floor(60000, 14, 4), 4);
  const NavMesh mesh = mesh_over(base);
  Query query{mesh};
  const Vec3 a{-5, -5, 0}, b{5, 5, 0};
  Path path;
  PathStatus find(const PathParams& params) {
    query.find_path(a, b, params, path);
    return path.status;
  }
  PathStatus find_shortest(const PathParams& params) {
    query.find_shortest(a, b, params, path);
    return path.status;
  }
};

TEST_F(OnAPillaredFloor, BudgetsAndCancellationEndASearch) {
  PathParams params;
  params.radius = 0.2;
  for (const bool mixed : {false, true}) {
    if (mixed) params.ledge_clearance = 0.4;
    ASSERT_EQ(find(params), PathStatus::complete);
    ASSERT_GT(path.expansions, 2u);
    ASSERT_EQ(find_shortest(params), PathStatus::complete);
    params.budget = 2;
    EXPECT_EQ(find(params), PathStatus::out_of_budget);
    EXPECT_EQ(path.expansions, 2u);
    EXPECT_TRUE(path.points.empty());
    EXPECT_EQ(find_shortest(params), PathStatus::out_of_budget);
    params.partial = true;
    EXPECT_EQ(find(params), PathStatus::partial);
    EXPECT_GE(path.points.size(), 2u);
    params.partial = false;
    params.budget = 0;
    Context context;
    context.cancel();
    params.context = &context;
    EXPECT_EQ(find(params), PathStatus::cancelled);
    EXPECT_EQ(find_shortest(params), PathStatus::cancelled);
    EXPECT_TRUE(path.points.empty());
    params.context = nullptr;
  }
}

TEST_F(OnAPillaredFloor, SlicesAreNotForARadius) {
  PathParams params;
  params.radius = 0.2;
  query.begin_path(a, b, params);
  EXPECT_TRUE(query.advance_path(1));
  query.finish_path(path);
  EXPECT_EQ(path.status, PathStatus::invalid);
}

TEST_F(OnAPillaredFloor, NothingIsAllocatedAfterWarmUp) {
  UserLink link;
  link.from_a = link.from_b = {-5, 0, 0};
  link.to_a = link.to_b = {5, 0, 0};
  Query linked(mesh, {&link, 1});
  Filter filter;
  filter.closed_cells.assign(mesh.size(), 0);
  filter.closed_cells[mesh.size() / 2] = 1;
  const auto points = random_points(base, 60, 3);
  const auto ask_all = [&] {
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      PathParams params;
      params.radius = 0.3;
      linked.find_path(scene_point(points[k]), scene_point(points[k + 1]), params, path);
      linked.find_shortest(scene_point(points[k]), scene_point(points[k + 1]), params, path);
      params.filter = &filter;
      params.partial = true;
      linked.find_path(scene_point(points[k]), scene_point(points[k + 1]), params, path);
    }
  };
  ask_all();
  const std::size_t before = allocations();
  ask_all();
  EXPECT_EQ(allocations(), before);
}

// Status by status as the eroded mesh has it, with links; where corners do not tell, it is asked itself.
TEST(ClearRequest, DifferentDistancesFromLedgesAreAnsweredAsByTheErodedMesh) {
  std::size_t complete = 0, apart = 0, over_links = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const NavMesh mesh = mesh_over(mixed_base_of(random_blots(80, 40000, 12000, seed), seed));
    for (const double ledge : {0.05, 0.5}) {
      const auto wide = eroded(mesh, 0.2, ledge);
      ASSERT_TRUE(wide);
      Query places(*wide);
      const auto p = [&](std::uint64_t k) { return places.random_point(seed * 100 + k)->at; };
      if (wide->size() == 0) continue;
      UserLink link;
      link.from_a = link.from_b = p(1);
      link.to_a = link.to_b = p(2);
      Query query(mesh, {&link, 1});
      PathParams params;
      params.radius = 0.2;
      params.ledge_clearance = ledge;
      params.reach = {0.002, 0.002, 0.1};
      Path path, shortest;
      for (std::uint64_t k = 0; k < 20; ++k) {
        query.find_path(p(10 + 2 * k), p(11 + 2 * k), params, path);
        query.find_shortest(p(10 + 2 * k), p(11 + 2 * k), params, shortest);
        ASSERT_EQ(path.status, shortest.status) << k;
        ++(path.status == PathStatus::complete ? complete : apart);
        for (const Waypoint& w : path.points) over_links += w.link != NavMesh::kNone ? 1u : 0u;
      }
    }
  }
  EXPECT_GT(complete, 200u);
  EXPECT_GT(apart, 30u);
  EXPECT_GT(over_links, 20u);
}

}  // namespace
}  // namespace ambula::testing
