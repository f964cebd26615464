// The real scenes beside the project, where they are present: each OBJ loads with the triangles its manifest
// promises, up to what cleaning reports.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "ambula/import.h"
#include "folders.h"

namespace ambula {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream in(line);
  for (std::string cell; std::getline(in, cell, '\t');) cells.push_back(cell);
  return cells;
}

TEST(RealScenes, EveryObjLoadsWithItsTriangles) {
  const std::filesystem::path folder = ambula::testing::real_scenes_folder();
  std::ifstream manifest(folder / "MANIFEST.tsv");
  if (!manifest) GTEST_SKIP() << "the real scenes are not here: " << folder << " has no MANIFEST.tsv";
  std::string line;
  std::getline(manifest, line);
  const std::vector<std::string> header = split(line);
  const auto column = [&](const char* name) {
    return static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin());
  };
  int scenes = 0;
  while (std::getline(manifest, line)) {
    const std::vector<std::string> row = split(line);
    const std::string& file = row.at(column("obj_file"));
    Context context;
    const auto scene =
        import_scene(folder / file, {.up = row.at(column("up_axis")) == "y" ? kUpY : kUpZ}, &context);
    ASSERT_TRUE(scene) << scene.error().message;
    const Cleaning& c = scene->cleaning;
    EXPECT_EQ(c.input, std::stoull(row.at(column("triangles")))) << file;
    EXPECT_EQ(c.kept + c.degenerate, c.input) << file << ": nothing but degenerate triangles is dropped";
    EXPECT_LE(c.degenerate, std::stoull(row.at(column("degenerate_tris")))) << file;
    const auto ok = validate(*scene);
    EXPECT_TRUE(ok) << file << ": " << ok.error().message;
    ++scenes;
  }
  EXPECT_GE(scenes, 20);
}

}  // namespace
}  // namespace ambula
