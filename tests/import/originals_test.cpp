// The original files of the shared real scenes against what the manifest says of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "ambula/files.h"
#include "ambula/import.h"
#include "ambula/scene.h"
#include "folders.h"

namespace ambula {
namespace {

namespace fs = std::filesystem;

struct Row {
  std::uint64_t triangles = 0;
  Vec3 size, min;
  char up = 'z';
};

std::map<std::string, Row> read_manifest(const fs::path& path) {
  std::map<std::string, Row> rows;
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream split(line);
    for (std::string cell; std::getline(split, cell, '\t');) cells.push_back(cell);
    if (cells.size() < 10) continue;
    Row row;
    row.triangles = std::stoull(cells[4]);
    char x = 0;
    std::istringstream(cells[6]) >> row.size.x >> x >> row.size.y >> x >> row.size.z;
    std::istringstream(cells[7]) >> row.min.x >> row.min.y >> row.min.z;
    row.up = cells[8][0];
    rows[cells[0]] = row;
  }
  return rows;
}

Result<Imported> read_original(const fs::path& path) {
  if (path.extension() != ".glb") return read_with_assimp(path);
  auto file = MappedFile::open(path);
  if (!file) return fail(file.error());
  return read_gltf(file->bytes(), path.string(), path.parent_path());
}

// Numbers in the manifest and the shared OBJs are rounded to five digits or so.
void expect_near(Vec3 a, Vec3 b, double slack) {
  EXPECT_NEAR(a.x, b.x, slack);
  EXPECT_NEAR(a.y, b.y, slack);
  EXPECT_NEAR(a.z, b.z, slack);
}

void check(const fs::path& path, const Row& row) {
  SCOPED_TRACE(path.filename().string());
  auto read = read_original(path);
  ASSERT_TRUE(read) << read.error().message;
  Box3 extent;
  for (const Triangle& t : read->soup.triangles) {
    for (const std::uint32_t v : t) extent.add(read->soup.positions[v]);
  }
  EXPECT_EQ(read->up, row.up == 'y' ? kUpY : kUpZ);
  EXPECT_EQ(read->unit, 1);
  const double slack = 2e-5 * std::max({1.0, row.size.x, row.size.y, row.size.z});
  expect_near(extent.size(), row.size, slack);
  expect_near(extent.min, row.min, slack);
  const auto n = static_cast<double>(read->soup.triangles.size()),
             expected = static_cast<double>(row.triangles);
  if (path.extension() == ".ifc") {  // the manifest's came from another tessellator
    EXPECT_GT(n, 0.8 * expected);
    EXPECT_LT(n, 1.25 * expected);
    for (const Object& object : read->soup.objects) {
      EXPECT_TRUE(object.ifc_class.starts_with("Ifc")) << object.name;
      EXPECT_NE(object.ifc_class, "IfcSpace");
      EXPECT_NE(object.ifc_class, "IfcOpeningElement");
    }
  } else {
    EXPECT_EQ(read->soup.triangles.size(), row.triangles);
  }
  SceneParams params;
  params.up = read->up;
  params.unit = read->unit;
  EXPECT_TRUE(make_scene(std::move(read->soup), params));
}

bool is_read(const fs::path& path) {
  const std::string extension = path.extension().string();
#ifdef AMBULA_WITH_ASSIMP
  if (extension == ".dae" || extension == ".ply" || extension == ".ifc") return true;
#endif
  return extension == ".glb";
}

TEST(Originals, AgreeWithTheManifest) {
  const fs::path folder = ambula::testing::real_scenes_folder() / "original";
  if (!fs::exists(folder)) GTEST_SKIP() << "the shared real scenes are not here; nothing to compare with";
  const auto rows = read_manifest(ambula::testing::real_scenes_folder() / "MANIFEST.tsv");
  const fs::path unpacked = fs::temp_directory_path() / "ambula_originals";
  fs::remove_all(unpacked);
  fs::create_directories(unpacked);
  int checked = 0, packed = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    fs::path path = entry.path();
    if (path.extension() == ".xz") {
      const fs::path target = unpacked / path.stem();
      const std::string command = "xz -dc '" + path.string() + "' > '" + target.string() + "' 2>/dev/null";
      if (!is_read(target)) continue;
      if (std::system(command.c_str()) != 0) {
        ++packed;  // no xz here
        continue;
      }
      path = target;
    }
    const auto row = rows.find(path.stem().string());
    if (!is_read(path) || row == rows.end()) continue;
    check(path, row->second);
    ++checked;
  }
  fs::remove_all(unpacked);
  EXPECT_GT(checked, 0);
  if (packed > 0) GTEST_SKIP() << packed << " files were not checked: the xz tool is missing";
}

}  // namespace
}  // namespace ambula
