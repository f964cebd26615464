// The real scenes beside the project, where they are present: links are valid, free by brute force, the same
// on any number of threads, and the flights people know are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <utility>
#include <vector>

#include "ambula/import.h"
#include "bench/manifest.h"
#include "folders.h"
#include "links/scenes.h"

namespace ambula::testing {
namespace {

TEST(LinksRealScenes, AreFreeAndTheSameOnAnyNumberOfThreads) {
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
    const Linked it = linked(*scene);
    Context context({.threads = 2});
    const auto again = find_links(it.walkable, it.scene, {}, {}, &context);
    ASSERT_TRUE(again);
    EXPECT_EQ(links_hash(*again), links_hash(it.links));
    // Nor on the order of triangles.
    if (entry.name == "ifc_duplex" || entry.name == "recast_dungeon" || entry.name == "q3_kaos2") {
      Scene shuffled = it.scene;
      std::mt19937 random(7);
      std::shuffle(shuffled.triangles.begin(), shuffled.triangles.end(), random);
      const auto walkable = extract_walkable(shuffled, {}, {}, &context);
      ASSERT_TRUE(walkable);
      const auto links = find_links(*walkable, shuffled, {}, {}, &context);
      ASSERT_TRUE(links);
      EXPECT_EQ(links_hash(*links), links_hash(it.links));
    }
    // One mesh: no side of it occurs twice the same way, and every interval is joined.
    const LinkedSurface joined = linked_surface(it.walkable, it.links);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sides;
    for (const auto& t : joined.triangles) {
      for (std::size_t i = 0; i < 3; ++i) sides.emplace_back(t[i], t[(i + 1) % 3]);
    }
    std::sort(sides.begin(), sides.end());
    EXPECT_EQ(std::adjacent_find(sides.begin(), sides.end()), sides.end());
    for (const BorderInterval& b : it.links.intervals) {
      EXPECT_TRUE(std::binary_search(sides.begin(), sides.end(), std::pair{b.first, b.last}));
      EXPECT_TRUE(std::binary_search(sides.begin(), sides.end(), std::pair{b.last, b.first}));
    }
    if (entry.name == "ifc_duplex") {
      EXPECT_GE(it.links.flights.size(), 2u);
    }
  }
}

}  // namespace
}  // namespace ambula::testing
