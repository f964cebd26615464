// The same navmesh whatever the order of triangles and the number of threads, through all stages.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "ambula/navmesh.h"
#include "folders.h"
#include "scenes/generate.h"
#ifdef AMBULA_TEST_IMPORT
#include <filesystem>

#include "ambula/import.h"
#include "bench/manifest.h"
#endif

namespace ambula::testing {
namespace {

std::uint64_t hash_of(const Scene& scene, int threads) {
  Context context({.threads = threads});
  const auto walkable = extract_walkable(scene, {}, {}, &context);
  EXPECT_TRUE(walkable) << walkable.error().message;
  if (!walkable) return 0;
  const auto links = find_links(*walkable, scene, {}, {}, &context);
  EXPECT_TRUE(links) << links.error().message;
  if (!links) return 0;
  const auto mesh = build_navmesh(*walkable, *links, scene, {}, {}, &context);
  EXPECT_TRUE(mesh) << mesh.error().message;
  return mesh ? navmesh_hash(*mesh) : 0;
}

template <class Triangles>
Triangles shuffled(const Triangles& from, std::mt19937& random) {
  std::vector<std::size_t> order(from.triangles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  Triangles out = from;
  for (std::size_t i = 0; i < order.size(); ++i) {
    out.triangles[i] = from.triangles[order[i]];
    out.triangle_object[i] = from.triangle_object[order[i]];
    out.triangle_material[i] = from.triangle_material[order[i]];
  }
  return out;
}

TEST(NavMeshOfEveryGeneratedScene, IsTheSameInAnyOrderAndOnAnyNumberOfThreads) {
  for (const scenes::Generator& generator : scenes::generators()) {
    SCOPED_TRACE(generator.name);
    scenes::Options options{.seed = 3, .rotate = 17};
    if (std::string(generator.name) == "blocks") options.sizes["scale"] = 0.02;
    const auto made = scenes::generate(generator.name, options);
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const std::uint64_t expected = hash_of(*scene, 1);
    std::mt19937 random(11);
    for (const int threads : {1, 2, 8}) {
      const auto anew = make_scene(shuffled(made->soup, random), {});
      ASSERT_TRUE(anew);
      EXPECT_EQ(hash_of(*anew, threads), expected) << threads << " threads";
    }
  }
}

#ifdef AMBULA_TEST_IMPORT
TEST(NavMeshOfRealScenes, IsTheSameInAnyOrderAndOnAnyNumberOfThreads) {
  const std::filesystem::path folder = real_scenes_folder();
  if (!std::filesystem::exists(folder / "MANIFEST.tsv")) {
    GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  }
  const auto scenes = bench::read_manifest(folder);
  ASSERT_TRUE(scenes) << scenes.error().message;
  int asked = 0;
  for (const bench::ManifestScene& entry : *scenes) {
    if (entry.name != "ifc_fzk_haus" && entry.name != "recast_dungeon" && entry.name != "q3_oa_shouse")
      continue;
    SCOPED_TRACE(entry.name);
    const auto scene = import_scene(folder / entry.obj_file, {.up = entry.up, .unit = entry.unit});
    ASSERT_TRUE(scene) << scene.error().message;
    const std::uint64_t expected = hash_of(*scene, 1);
    std::mt19937 random(7);
    for (const int threads : {2, 8})
      EXPECT_EQ(hash_of(shuffled(*scene, random), threads), expected) << threads << " threads";
    ++asked;
  }
  EXPECT_EQ(asked, 3);
}
#endif

}  // namespace
}  // namespace ambula::testing
