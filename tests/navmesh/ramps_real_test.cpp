// Ramps in the real scenes beside the project, where they are present.
#include <gtest/gtest.h>

#include <filesystem>

#include "ambula/import.h"
#include "ambula/navmesh.h"
#include "bench/manifest.h"
#include "folders.h"
#include "navmesh/ramp_checks.h"

namespace ambula::testing {
namespace {

TEST(RampsRealScenes, KeepTheirPromises) {
  const std::filesystem::path folder = real_scenes_folder();
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  for (const bench::ManifestScene& entry : *scenes) {
    SCOPED_TRACE(entry.name);
    auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    const Stages s = stages_of(std::move(*scene));
    const auto ramps = add_ramps(s.input(), s.agent, 60);
    ASSERT_TRUE(ramps) << ramps.error().message;
    EXPECT_EQ(ramp_faults(s, *ramps, 500), "");
    const auto mesh = build_navmesh(s.walkable, s.links, s.scene, s.agent);
    ASSERT_TRUE(mesh) << mesh.error().message;
    const auto valid = validate(*mesh);
    EXPECT_TRUE(valid) << valid.error().message;
    RecordProperty(entry.name, summary(count_flights(s, *ramps)));
  }
}

}  // namespace
}  // namespace ambula::testing
