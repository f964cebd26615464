// build_navmesh as a whole: parameters, extremes, and the same bytes whatever the order and the threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ambula/navmesh.h"
#include "navmesh/blocks.h"
#include "navmesh/built.h"

namespace ambula::testing {
namespace {

// Two rooms of 4 x 4 m with a step of 0.2 m between them, a crate in one and a lawn beyond, 3 m high walls.
Blocks rooms() {
  Blocks out;
  out.floor(0, 0, 4, 4, 0).floor(4, 0, 8, 4, 0.2).box({1, 1, 0}, {2, 2, 1}).box({4, 0, -1}, {8, 4, 0.2});
  out.box({-0.2, -0.2, 0}, {8.2, 0, 3}).box({-0.2, 4, 0}, {8.2, 4.2, 3});
  out.floor(20, 0, 30, 10, 0).floor(30, 0, 40, 10, 0, 1);
  return out;
}

double area_of(const NavMesh& mesh, std::uint32_t component) {
  double doubled = 0;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    if (mesh.component[c] != component) continue;
    const auto corners = mesh.corners(c);
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
      const auto at = [&](std::size_t i) { return mesh.lattice.position(mesh.vertices[corners[i]]).xy(); };
      doubled += cross(at(k) - at(0), at(k + 1) - at(0));
    }
  }
  return doubled / 2;
}

TEST(BuildNavMesh, IsTheSameInAnyOrderAndOnAnyThreads) {
  const std::uint64_t hash = navmesh_hash(built(rooms().scene(), {}));
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_EQ(navmesh_hash(built(rooms().scene(seed), {})), hash);
  for (const int threads : {1, 2, 3, 8}) {
    Context context({.threads = threads});
    EXPECT_EQ(navmesh_hash(built(rooms().scene(9), {}, {}, &context)), hash) << threads;
  }
}

TEST(BuildNavMesh, ClearsWallsAndLedgesByTheirOwnDistances) {
  const Scene scene = Blocks().floor(0, 0, 10, 4, 0).box({-0.04, -1, 0}, {0, 5, 3}).scene();
  const auto area = [&](const NavMeshParams& params) { return built(scene, {}, params).area; };
  // The wall is along x = 0, the other three sides are ledges; its top is too small to be kept.
  EXPECT_NEAR(area({.ledge_clearance = 0.0}), 9.7 * 4, 1e-2);
  EXPECT_NEAR(area({}), 9.4 * 3.4, 1e-2);
  EXPECT_NEAR(area({.ledge_clearance = 0.5}), 9.2 * 3, 1e-2);
  EXPECT_NEAR(area({.ledge_clearance = 0.0, .wall_thickness = 0.2}), 9.5 * 4, 1e-2);
}

TEST(BuildNavMesh, DropsSmallPatchesAndSaysSo) {
  const Scene scene = Blocks().floor(0, 0, 4, 4, 0).floor(10, 0, 11.2, 1.2, 0).scene();
  const NavMesh mesh = built(scene, {});
  EXPECT_EQ(mesh.components, 1u);
  ASSERT_EQ(mesh.dropped.size(), 1u);
  EXPECT_EQ(mesh.dropped[0].why, DropReason::small);
  EXPECT_NEAR(mesh.dropped[0].area, 0.36, 1e-2) << "after clearance";
  EXPECT_EQ(built(scene, {}, {.min_patch = 0}).components, 2u);
}

TEST(BuildNavMesh, KeepsWhatIsReachedFromGivenPoints) {
  const NavMesh mesh = built(rooms().scene(), {}, {.keep_from = {{25, 5, 0.1}}});
  EXPECT_EQ(mesh.components, 1u);
  EXPECT_NEAR(mesh.area, 19.4 * 9.4, 0.02);
  EXPECT_TRUE(cell_at(mesh, {25, 5, 0}, 0.1));
  EXPECT_FALSE(cell_at(mesh, {0.6, 3, 0}, 0.1));
  EXPECT_TRUE(std::any_of(mesh.dropped.begin(), mesh.dropped.end(),
                          [](const DroppedPatch& d) { return d.why == DropReason::unreachable; }));
}

TEST(BuildNavMesh, AreasDoNotShareCells) {
  const NavMesh mesh =
      built(rooms().scene(), {}, {.areas = {{.area = "grass", .object = "lawn*"}, {.area = "rest"}}});
  ASSERT_EQ(mesh.areas, (std::vector<std::string>{"", "grass", "rest"}));
  const auto lawn = cell_at(mesh, {35, 5, 0}, 0.1), ground = cell_at(mesh, {25, 5, 0}, 0.1);
  ASSERT_TRUE(lawn && ground);
  EXPECT_EQ(mesh.area_type[*lawn], 1);
  EXPECT_EQ(mesh.area_type[*ground], 2);
  EXPECT_EQ(mesh.component[*lawn], mesh.component[*ground]);
}

TEST(BuildNavMesh, AStepIsAPortalBetweenTwoHeights) {
  const NavMesh mesh = built(rooms().scene(), {});
  const auto low = cell_at(mesh, {3, 3, 0}, 0.1), high = cell_at(mesh, {6, 3, 0.2}, 0.1);
  ASSERT_TRUE(low && high);
  EXPECT_EQ(mesh.component[*low], mesh.component[*high]);
  bool rises = false;
  for (std::uint32_t s = 0; s < mesh.vertex.size(); ++s) {
    if (mesh.across[s] == NavMesh::kNone) continue;
    rises = rises ||
            std::abs(mesh.vertices[mesh.vertex[s]].z - mesh.vertices[mesh.vertex[mesh.across[s]]].z) == 2000;
  }
  EXPECT_TRUE(rises);
}

TEST(BuildNavMesh, CellsHaveNoMoreVerticesThanAllowed) {
  for (const std::uint32_t most : {3u, 4u, 6u}) {
    const NavMesh mesh = built(rooms().scene(), {}, {.max_vertices = most});
    for (std::uint32_t c = 0; c < mesh.size(); ++c) EXPECT_LE(mesh.corners(c).size(), most);
  }
  const NavMesh fast = built(rooms().scene(), {}, {.cells = CellRule::fast}),
                fewest = built(rooms().scene(), {}),
                all = built(rooms().scene(), {}, {.cells = CellRule::triangles});
  EXPECT_LE(fewest.size(), fast.size());
  EXPECT_LT(fast.size(), all.size());
}

TEST(BuildNavMesh, SaysInASentenceWhyThereIsNothing) {
  const auto says = [](const NavMesh& mesh, const char* what) {
    EXPECT_EQ(mesh.size(), 0u);
    ASSERT_EQ(mesh.warnings.size(), 1u);
    EXPECT_NE(mesh.warnings[0].find(what), std::string::npos) << mesh.warnings[0];
  };
  const Scene room = Blocks().floor(0, 0, 4, 4, 0).scene();
  says(built(room, {.radius = 5}), "fits nowhere");
  says(built(room, {.height = 1.8, .radius = 1.99}), "smaller than");
  says(built(Blocks().box({0, 0, 0}, {0.01, 4, 4}).scene(), {}), "no walkable surface");
}

TEST(BuildNavMesh, TakesAgentsOfAnySizeAndASingleTriangle) {
  const Scene scene = rooms().scene();
  const NavMesh mouse =
      built(scene, {.height = 0.05, .radius = 0.02, .max_slope = 45, .max_step = 0.02, .max_gap = 0.02});
  EXPECT_GT(mouse.area, 190);
  const NavMesh giant =
      built(scene, {.height = 50, .radius = 2, .max_slope = 45, .max_step = 5, .max_gap = 4});
  EXPECT_GT(giant.area, 90);
  EXPECT_LT(giant.area, mouse.area);
  Soup soup;
  soup.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
  soup.triangles = {{0, 1, 2}};
  soup.triangle_object = {0};
  soup.triangle_material = {0};
  soup.objects = {{.name = "one"}};
  soup.materials = {""};
  const auto one = make_scene(std::move(soup), {});
  ASSERT_TRUE(one);
  const NavMesh mesh = built(*one, {});
  EXPECT_EQ(mesh.size(), 1u);
  // A right triangle of 4 m whose sides moved in by 0.3 m: the other two sides shrink by 0.3 (2 + √2).
  const double side = 4 - 0.3 * (2 + std::sqrt(2.0));
  EXPECT_NEAR(area_of(mesh, 0), side * side / 2, 5e-3);
}

TEST(BuildNavMesh, RefusesWhatDoesNotBelongTogether) {
  const Scene scene = rooms().scene(), other = Blocks().floor(100, 100, 103, 104, 0).scene();
  const auto walkable = extract_walkable(scene, {});
  ASSERT_TRUE(walkable);
  const auto links = find_links(*walkable, scene, {});
  ASSERT_TRUE(links);
  EXPECT_FALSE(build_navmesh(*walkable, *links, other, {}));
  EXPECT_FALSE(build_navmesh(*walkable, *links, scene, {.height = -1}));
  for (const NavMeshParams& params : {NavMeshParams{.min_patch = -1}, NavMeshParams{.wall_thickness = 11},
                                      NavMeshParams{.border_tolerance = 2}, NavMeshParams{.max_vertices = 2},
                                      NavMeshParams{.stair_slope = 90}}) {
    const auto refused = build_navmesh(*walkable, *links, scene, {}, params);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
  }
}

TEST(BuildNavMesh, CanBeCancelled) {
  const Scene scene = rooms().scene();
  const auto walkable = extract_walkable(scene, {});
  const auto links = find_links(*walkable, scene, {});
  Context context;
  context.cancel();
  const auto cancelled = build_navmesh(*walkable, *links, scene, {}, {}, &context);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace ambula::testing
