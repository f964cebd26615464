// The real scenes beside the project, where they are present: clearance is exact, its cells are valid.
#include <gtest/gtest.h>

#include <filesystem>

#include "ambula/import.h"
#include "bench/manifest.h"
#include "navmesh/clearance_checks.h"
#include "navmesh/surfaces.h"
#include "navmesh/write_navmesh.h"

namespace ambula::testing {
namespace {

TEST(NavMeshRealScenes, AreClearedExactlyAndHaveValidCells) {
  const std::filesystem::path folder = AMBULA_REAL_SCENES;
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

}  // namespace
}  // namespace ambula::testing
