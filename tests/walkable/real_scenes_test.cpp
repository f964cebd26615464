// The real scenes beside the project, where they are present: brute force finds nothing to say against their
// surfaces.
#include <gtest/gtest.h>

#include <filesystem>

#include "ambula/import.h"
#include "bench/manifest.h"
#include "folders.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

constexpr std::uint64_t kSamples = 20'000;

void expect_agreement(const WalkableParams& params) {
  const std::filesystem::path folder = real_scenes_folder();
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  EXPECT_GE(scenes->size(), 20u);
  for (const bench::ManifestScene& entry : *scenes) {
    SCOPED_TRACE(entry.name);
    const auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    const Walkable w = checked(*scene, params, {}, kSamples);
    EXPECT_GT(w.faces.size(), 0u);
  }
}

TEST(WalkableRealScenes, StrictSurfacesAgreeWithBruteForce) { expect_agreement(kStrict); }

TEST(WalkableRealScenes, DefaultSurfacesAgreeWithBruteForce) { expect_agreement({}); }

// A few flakes of a noisy scan. Welding them apart does not do, and all are welded as one.
TEST(WalkableRealScenes, ACrumpledScanIsExtracted) {
  const std::filesystem::path file =
      std::filesystem::path(real_scenes_folder()).parent_path() / "cases" / "weld_crash.obj";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not here";
  const auto scene = import_scene(file, {.up = kUpZ, .unit = 1.0});
  ASSERT_TRUE(scene) << scene.error().message;
  for (const double min_patch : {0.0, 0.01, 0.05}) {
    WalkableParams params;
    params.min_patch = min_patch;
    EXPECT_GT(checked(*scene, params, {}, 0).areas.ground, 0.05);
  }
}

}  // namespace
}  // namespace ambula::testing
