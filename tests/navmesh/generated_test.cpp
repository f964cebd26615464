// Cells and clearance of the walkable surfaces of generated scenes.
#include <gtest/gtest.h>

#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "navmesh/cell_checks.h"
#include "navmesh/clearance_checks.h"
#include "navmesh/simplify_checks.h"
#include "navmesh/surfaces.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

class GeneratedCells : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedCells, AreValidAndFew) {
  for (const double rotate : {0.0, 17.0}) {
    SCOPED_TRACE(rotate);
    const auto made = scenes::generate(GetParam(), {.seed = 3, .rotate = rotate});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const TestSurface s = of_walkable(*walkable);
    const Cells fast = merge_cells(s.view(), s.label, {CellRule::fast, 0});
    const Cells fewest = merge_cells(s.view(), s.label, {CellRule::fewest, 0});
    const Cells capped = merge_cells(s.view(), s.label, {CellRule::fewest, 6});
    EXPECT_EQ(faults(s, fast), "");
    EXPECT_EQ(faults(s, fewest), "");
    EXPECT_EQ(faults(s, capped, 6), "");
    const Bounds bounds = bounds_of(s);
    EXPECT_GE(fewest.size(), bounds.least);
    EXPECT_LE(fewest.size(), fast.size());
    EXPECT_LE(fewest.size(), capped.size());
    const std::string turned = rotate > 0 ? "_turned" : "";
    RecordProperty("triangles" + turned, static_cast<int>(s.triangles.size()));
    RecordProperty("least" + turned, static_cast<int>(bounds.least));
    RecordProperty("fast" + turned, static_cast<int>(fast.size()));
    RecordProperty("fewest" + turned, static_cast<int>(fewest.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GeneratedCells,
                         ::testing::Values("doorways", "spiral-maze", "overhang", "competition", "holes",
                                           "stairs", "terrace-house", "terrain"));

class GeneratedClearance : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedClearance, IsExactAtEveryPoint) {
  for (const double rotate : {0.0, 17.0}) {
    const auto made = scenes::generate(GetParam(), {.seed = 3, .rotate = rotate});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const TestSurface s = of_walkable(*walkable);
    for (const double radius : {2000.0, 3000.0, 4500.0}) {
      SCOPED_TRACE(::testing::Message() << "turned by " << rotate << " radius " << radius);
      expect_exact(s, everywhere(s, radius), 20000);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GeneratedClearance,
                         ::testing::Values("doorways", "spiral-maze", "overhang", "competition", "holes",
                                           "stairs", "terrace-house"));

class GeneratedSimplification : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedSimplification, StaysWithinLimitsAndHasFewerCells) {
  for (const double rotate : {0.0, 17.0}) {
    const auto made = scenes::generate(GetParam(), {.seed = 3, .rotate = rotate});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const TestSurface s = of_walkable(*walkable);
    for (const double radius : {0.0, 3000.0}) {
      SCOPED_TRACE(::testing::Message() << "turned by " << rotate << " radius " << radius);
      const NavSurface c = cleared(s, everywhere(s, radius));
      const TestSurface before{c.vertices, c.triangles, c.neighbours,
                               std::vector<std::uint32_t>(c.triangles.size(), 0)};
      const SimplifyLimits limits{200, 250};
      const NavSurface simple = simplify(before.view(), before.label, limits);
      EXPECT_EQ(simplify_faults(before, simple, limits), "");
      const std::vector<std::uint32_t> label(simple.triangles.size(), 0);
      const std::uint32_t cells = merge_cells(before.view(), before.label).size(),
                          fewer = merge_cells(simple.view(), label).size();
      if (radius > 0) {  // or there are no arcs
        EXPECT_LE(2 * simple.triangles.size(), before.triangles.size());
        EXPECT_LT(fewer, cells);
      }
      RecordProperty("cells_" + std::to_string(static_cast<int>(radius)), static_cast<int>(fewer));
    }
  }
}

// Recast has 702 polygons there at the cell size that misses as little.
TEST(GeneratedNavMesh, OfTheCompetitionHasFewerCellsThanRecastHasPolygons) {
  const auto made = scenes::generate("competition", {});
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(made->soup, {});
  ASSERT_TRUE(scene);
  const auto walkable = extract_walkable(*scene, {});
  ASSERT_TRUE(walkable) << walkable.error().message;
  const auto links = find_links(*walkable, *scene, {});
  ASSERT_TRUE(links) << links.error().message;
  NavMeshParams keep_all;
  keep_all.border_tolerance = keep_all.height_tolerance = 0;
  const auto exact = build_navmesh(*walkable, *links, *scene, {}, keep_all);
  const auto mesh = build_navmesh(*walkable, *links, *scene, {});
  ASSERT_TRUE(exact) << exact.error().message;
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_TRUE(validate(*mesh));
  EXPECT_LT(mesh->size(), 702u);
  EXPECT_EQ(mesh->components, exact->components);
  EXPECT_LE(mesh->area, exact->area);
  EXPECT_GE(mesh->area, 0.995 * exact->area);
}

INSTANTIATE_TEST_SUITE_P(Scenes, GeneratedSimplification,
                         ::testing::Values("doorways", "spiral-maze", "overhang", "competition", "holes",
                                           "stairs", "terrace-house", "terrain"));

}  // namespace
}  // namespace ambula::testing
