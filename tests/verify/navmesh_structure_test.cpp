// Every promise of a navmesh's arrays, broken one at a time.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "verify/navmesh_structure.h"
#include "verify/navmeshes.h"

namespace ambula {
namespace {

const std::function<bool(Vec3)> kNothingBetween = [](Vec3) { return false; };

NavMeshStructure checked(const NavMesh& mesh, const std::function<bool(Vec3)>& parted = kNothingBetween) {
  const auto fits = checker::check_arrays(mesh);
  EXPECT_TRUE(fits) << fits.error().message;
  return checker::check_structure(mesh, {.step = 0.4, .tolerance = 0.05}, parted);
}

const Scene kScene = scene_from(rectangle(0, 0, 10, 10, 0));

NavMesh made(const std::vector<Outline>& cells) { return navmesh_from(kScene, cells); }

std::uint64_t faults(const NavMeshStructure& s) {
  return s.not_convex + s.without_area + s.bad_portals + s.unjoined + s.t_junctions + s.overlaps +
         s.bad_components + s.bad_heights;
}

const std::vector<Outline> kPair{quad({0, 0, 1, 1}, 0), quad({1, 0, 2, 1}, 0)};

TEST(NavMeshStructure, GoodMeshesAreSound) {
  EXPECT_TRUE(checked(made(kPair)).sound());
  EXPECT_TRUE(checked(made(around_box({0, 0, 6, 5}, {2, 2, 3, 3}, 0.3, 0))).sound());
  EXPECT_TRUE(checked(made({})).sound());
  // A vertex on a straight side.
  EXPECT_TRUE(checked(made({{{0, 0, 0}, {1, 0, 0}, {1, 0.5, 0}, {1, 1, 0}, {0, 1, 0}},
                            quad({1, 0, 2, 0.5}, 0),
                            quad({1, 0.5, 2, 1}, 0)}))
                  .sound());
  // A step without run.
  const NavMesh step = made({quad({0, 0, 1, 1}, 0), quad({1, 0, 2, 1}, 0.3)});
  EXPECT_EQ(step.components, 1u);
  EXPECT_TRUE(checked(step).sound());
}

TEST(NavMeshStructure, DentIsNotConvex) {
  const NavMeshStructure s = checked(made({{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 0.5, 0}, {0, 2, 0}}}));
  EXPECT_EQ(s.not_convex, 1u);
  EXPECT_EQ(faults(s), 1u);
  ASSERT_EQ(s.places.size(), 1u);
}

TEST(NavMeshStructure, StarIsNotConvexAlthoughItTurnsLeftEverywhere) {
  Outline star;
  for (int k = 0; k < 5; ++k) {
    const double angle = 2 * std::numbers::pi * (2 * k % 5) / 5;
    star.push_back({5 + std::cos(angle), 5 + std::sin(angle), 0});
  }
  EXPECT_EQ(checked(made({star})).not_convex, 1u);
}

TEST(NavMeshStructure, ClockwiseAndFlatCellsHaveNoArea) {
  Outline turned = quad({0, 0, 1, 1}, 0);
  std::swap(turned[1], turned[3]);
  EXPECT_EQ(checked(made({turned})).without_area, 1u);
  EXPECT_EQ(checked(made({{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}})).without_area, 1u);
  EXPECT_EQ(checked(made({{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}}})).without_area, 1u);
}

TEST(NavMeshStructure, PortalThatDoesNotReturnIsBad) {
  NavMesh mesh = made(kPair);
  for (std::uint32_t s = 0; s < mesh.vertex.size(); ++s) {
    if (mesh.neighbour[s] == NavMesh::kNone) continue;
    NavMesh broken = mesh;
    broken.across[s] = s;
    EXPECT_GT(checked(broken).bad_portals, 0u);
    broken = mesh;
    broken.neighbour[s] = mesh.neighbour[mesh.across[s]];
    EXPECT_GT(checked(broken).bad_portals, 0u);
    broken = mesh;
    broken.across[s] = NavMesh::kNone;
    EXPECT_GT(checked(broken).bad_portals, 0u);
  }
}

TEST(NavMeshStructure, PortalWithOtherEndsOrTooHighIsBad) {
  NavMesh mesh = made(kPair);
  const auto moved = [&](std::int32_t x, std::int32_t z) {
    NavMesh out = mesh;
    for (std::uint32_t s = 0; s < out.vertex.size(); ++s) {  // one end of one cell's side of the portal
      if (out.neighbour[s] == NavMesh::kNone) continue;
      out.vertices.push_back(out.vertices[out.vertex[s]]);
      out.vertices.back().x += x;
      out.vertices.back().z += z;
      out.vertex[s] = static_cast<std::uint32_t>(out.vertices.size() - 1);
      return out;
    }
    return out;
  };
  EXPECT_EQ(checked(moved(0, 0)).bad_portals, 0u);
  EXPECT_EQ(checked(moved(1, 0)).bad_portals, 2u) << "told from both sides";
  EXPECT_EQ(checked(moved(0, 4000)).bad_portals, 0u);
  EXPECT_EQ(checked(moved(0, 5000)).bad_portals, 2u);
}

TEST(NavMeshStructure, SideThatIsNotJoinedIsTold) {
  NavMesh mesh = made(kPair);
  for (auto* all : {&mesh.neighbour, &mesh.across}) all->assign(all->size(), NavMesh::kNone);
  mesh.component = {0, 1};
  mesh.components = 2;
  const NavMeshStructure s = checked(mesh);
  EXPECT_EQ(s.unjoined, 1u);
  EXPECT_EQ(faults(s), 1u);
  ASSERT_EQ(s.places.size(), 1u);
  EXPECT_NEAR(s.places[0].x, 1, 1e-9);
  EXPECT_TRUE(checked(mesh, [](Vec3) { return true; }).sound()) << "a wall stands between them";
}

TEST(NavMeshStructure, TJunctionIsTold) {
  const NavMeshStructure s =
      checked(made({quad({0, 0, 1, 1}, 0), quad({1, 0, 2, 0.5}, 0), quad({1, 0.5, 2, 1}, 0)}));
  EXPECT_EQ(s.t_junctions, 2u);
  EXPECT_EQ(faults(s), 2u);
  // Cells that only touch in a corner, or lie at other heights, make none.
  EXPECT_TRUE(checked(made({quad({0, 0, 1, 1}, 0), quad({1, 1, 2, 2}, 0)})).sound());
  EXPECT_TRUE(checked(made({quad({0, 0, 1, 1}, 0), quad({1, 0, 2, 2}, 1)})).sound());
}

TEST(NavMeshStructure, OverlapIsToldUnlessItIsAStoreyHigher) {
  const auto pair = [](double x, double z) {
    return checked(made({quad({0, 0, 1, 1}, 0), quad({x, 0.25, x + 1, 0.75}, z)}));
  };
  EXPECT_EQ(pair(0.5, 0).overlaps, 1u);
  EXPECT_EQ(pair(0.9999, 0).overlaps, 1u) << "by a quantum";
  EXPECT_EQ(pair(0.5, 0.39).overlaps, 1u);
  EXPECT_EQ(pair(0.5, 0.41).overlaps, 0u);
  EXPECT_EQ(pair(0.5, 3).overlaps, 0u);
  EXPECT_EQ(pair(1, 0).overlaps, 0u);
  EXPECT_EQ(checked(made({quad({0, 0, 1, 1}, 0), quad({0, 0, 1, 1}, 0)})).overlaps, 1u) << "the same twice";
  // One inside the other; and across each other, no corner of either inside.
  EXPECT_EQ(checked(made({quad({0, 0, 3, 3}, 0), quad({1, 1, 2, 2}, 0)})).overlaps, 1u);
  EXPECT_EQ(checked(made({quad({0, 1, 3, 2}, 0), quad({1, 0, 2, 3}, 0)})).overlaps, 1u);
}

TEST(NavMeshStructure, SpiralDoesNotOverlapItself) {
  const auto spiral = [](double rise) {
    std::vector<Outline> cells;
    const auto at = [&](double radius, int k) {
      const double angle = 2 * std::numbers::pi * k / 12;
      return Vec3{5 + radius * std::cos(angle), 5 + radius * std::sin(angle), rise * k / 12};
    };
    for (int k = 0; k < 30; ++k) cells.push_back({at(1, k), at(2, k), at(2, k + 1), at(1, k + 1)});
    return checked(made(cells));
  };
  EXPECT_EQ(spiral(3).overlaps, 0u);
  EXPECT_GT(spiral(0.3).overlaps, 0u);
}

TEST(NavMeshStructure, OverlapIsMeasuredOnTheHeightTriangles) {
  NavMesh mesh = made({quad({0, 0, 2, 2}, 0), quad({0.9, 0.9, 1.1, 1.1}, 1)});
  EXPECT_EQ(checked(mesh).overlaps, 0u);
  // A pyramid of 1 m in the middle of the first cell.
  const auto top = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(kScene.lattice.snap({1, 1, 1}));
  const auto v = mesh.corners(0);
  for (std::uint32_t k = 0; k < 4; ++k) mesh.height_triangles.push_back({v[k], v[(k + 1) % 4], top});
  mesh.height_begin = {0, 4, 4};
  const NavMeshStructure s = checked(mesh);
  EXPECT_EQ(s.overlaps, 1u);
  EXPECT_EQ(s.bad_heights, 0u);
  mesh.height_triangles.pop_back();
  mesh.height_begin = {0, 3, 3};
  EXPECT_EQ(checked(mesh).bad_heights, 1u) << "they do not cover the cell";
}

TEST(NavMeshStructure, WrongComponentIsTold) {
  NavMesh mesh = made(kPair);
  mesh.component[1] = 1;
  EXPECT_EQ(checked(mesh).bad_components, 1u);
  mesh = made(kPair);
  mesh.components = 2;
  EXPECT_EQ(checked(mesh).bad_components, 1u);
}

}  // namespace
}  // namespace ambula
