// The real scenes beside the project, where they are present: links are valid, free by brute force, the same
// on any number of threads, and the flights people know are found.
#include <gtest/gtest.h>

#include <filesystem>

#include "ambula/import.h"
#include "bench/manifest.h"
#include "links/scenes.h"

namespace ambula::testing {
namespace {

TEST(LinksRealScenes, AreFreeAndTheSameOnAnyNumberOfThreads) {
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
    const Linked it = linked(*scene);
    Context context({.threads = 2});
    const auto again = find_links(it.walkable, it.scene, {}, {}, &context);
    ASSERT_TRUE(again);
    EXPECT_EQ(links_hash(*again), links_hash(it.links));
    if (entry.name == "ifc_duplex") {
      EXPECT_GE(it.links.flights.size(), 2u);
    }
  }
}

}  // namespace
}  // namespace ambula::testing
