// The real scenes beside the project, where they are present: clearance is exact, its cells are valid.
#include <gtest/gtest.h>

#include <filesystem>

#include "ambula/import.h"
#include "ambula/links.h"
#include "bench/manifest.h"
#include "folders.h"
#include "navmesh/clearance_checks.h"
#include "navmesh/joined_surface.h"
#include "navmesh/labels.h"
#include "navmesh/simplify_checks.h"
#include "navmesh/surfaces.h"
#include "navmesh/write_navmesh.h"

namespace ambula::testing {
namespace {

TEST(NavMeshRealScenes, AreClearedExactlyAndHaveValidCells) {
  const std::filesystem::path folder = real_scenes_folder();
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const bench::ManifestScene& entry : *scenes) {
    SCOPED_TRACE(entry.name);
    const auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const TestSurface s = of_walkable(*walkable);
    const Distances distance = everywhere(s, 0.3 / walkable->lattice.quantum);
    expect_exact(s, distance, 20000, false);  // of a large terrain, hardly a point is near a border
    const NavSurface c = cleared(s, distance);
    const std::vector<std::uint32_t> label(c.triangles.size(), 0);
    const CellTraits floor;
    const NavMesh mesh =
        write_navmesh(walkable->lattice, c.view(), merge_cells(c.view(), label), {&floor, 1}, 500);
    const auto valid = validate(mesh);
    EXPECT_TRUE(valid) << valid.error().message;
  }
}

// With links: so there are labels, and steps.
TEST(NavMeshRealScenes, AreSimplifiedWithinLimits) {
  const std::filesystem::path folder = real_scenes_folder();
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const bench::ManifestScene& entry : *scenes) {
    SCOPED_TRACE(entry.name);
    const auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const auto links = find_links(*walkable, *scene, {});
    ASSERT_TRUE(links) << links.error().message;
    const LinkedSurface linked = linked_surface(*walkable, *links);
    const JoinedSurface joined = join_surface(linked);
    const Labels labels = label_triangles(linked, *walkable, *links, *scene, {});
    const double quantum = walkable->lattice.quantum;
    const Distances distance(joined.surface.triangles.size(), {0.3 / quantum, 0.3 / quantum, 0.3 / quantum});
    const auto cleared = clear_borders(joined.surface.view(), distance, 0.005 / quantum);
    ASSERT_TRUE(cleared) << cleared.error().message;
    TestSurface before{cleared->vertices, cleared->triangles, cleared->neighbours, {}};
    for (const std::uint32_t s : cleared->source)
      before.label.push_back(labels.label[joined.surface.source[s]]);
    const SimplifyLimits limits{0.02 / quantum, 0.025 / quantum};
    const NavSurface after = simplify(before.view(), before.label, limits);
    EXPECT_EQ(simplify_faults(before, after, limits, 1), "");
    EXPECT_LT(after.triangles.size(), before.triangles.size());
    const double area = plan_area(before.view());
    RecordProperty(entry.name + "_before", static_cast<int>(before.triangles.size()));
    RecordProperty(entry.name + "_after", static_cast<int>(after.triangles.size()));
    RecordProperty(entry.name + "_lost_ppm", static_cast<int>(1e6 * (1 - plan_area(after.view()) / area)));
  }
}

}  // namespace
}  // namespace ambula::testing
