// Scenes written and read back.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "ambula/import.h"
#include "scenes/generate.h"
#include "scenes/mesh_builder.h"
#include "temporary_folder.h"

namespace ambula::scenes {
extern const Generator kStairs;

namespace {

std::string slurp(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Numbers without a short form, names that need care, two materials in one object, objects out of order.
Generated awkward() {
  MeshBuilder mesh;
  mesh.object("Door 3", "IfcDoor", "oak");
  mesh.quad({0, 0, 0.1}, {1.0 / 3, 0, 0.1}, {1.0 / 3, 2e-7, 0.1}, {0, 2e-7, 0.1});
  mesh.object("Two\nlines", "", "");
  mesh.box({1e6 + 0.1, -2, 0}, {1e6 + 1, -1, 3});
  mesh.object("Floor", "IfcSlab", "oak");
  mesh.quad({0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0});
  Generated scene;
  scene.soup = mesh.take();
  scene.soup.triangle_material.back() = 1;
  std::swap(scene.soup.triangle_object[0], scene.soup.triangle_object.back());
  scene.truth.scene = "awkward";
  scene.truth.seed = 18446744073709551615ULL;
  return scene;
}

// The corners of all triangles, object by object as files have them, with the names they carry.
std::vector<std::tuple<std::string, std::string, Vec3, Vec3, Vec3>> listed(const Soup& soup) {
  std::vector<std::tuple<std::string, std::string, Vec3, Vec3, Vec3>> out;
  for (std::uint32_t o = 0; o < soup.objects.size(); ++o) {
    for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
      if (soup.triangle_object[t] != o) continue;
      const Triangle& c = soup.triangles[t];
      out.emplace_back(soup.objects[o].name, soup.materials[soup.triangle_material[t]], soup.positions[c[0]],
                       soup.positions[c[1]], soup.positions[c[2]]);
    }
  }
  return out;
}

Result<Soup> read_back(const std::filesystem::path& path) {
  auto imported = import_file(path);
  if (!imported) return fail(imported.error());
  auto frame = make_frame(imported->up, imported->unit);
  for (Vec3& p : imported->soup.positions) p = frame->to_scene(p);
  return std::move(imported->soup);
}

TEST(WriteScene, ObjReadsBackExactly) {
  TemporaryFolder folder;
  for (const Generated& scene : {kStairs.make({}), awkward()}) {
    ASSERT_TRUE(write_scene(scene, folder / "out.obj"));
    const auto soup = read_back(folder / "out.obj");
    ASSERT_TRUE(soup) << soup.error().message;
    auto expected = listed(scene.soup);
    for (auto& [object, material, a, b, c] : expected) {
      if (object == "Two\nlines") object = "Two lines";
      if (material.empty()) material = "default";
    }
    const auto got = listed(*soup);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_TRUE(got[i] == expected[i]) << i;
  }
}

TEST(WriteScene, ObjSaysWhatItIs) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_scene(awkward(), folder / "out.obj"));
  const std::string text = slurp(folder / "out.obj");
  EXPECT_EQ(text.find("# ambula scene awkward, seed 18446744073709551615\n"), 0u);
  EXPECT_NE(text.find("y up"), std::string::npos);
  EXPECT_NE(text.find("\no Door 3\n# class IfcDoor\n"), std::string::npos);
  EXPECT_EQ(text.find("-0\n"), std::string::npos);
}

TEST(WriteScene, ObjIsTheSameBytesEveryTime) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_scene(kStairs.make({}), folder / "a.obj"));
  ASSERT_TRUE(write_scene(kStairs.make({}), folder / "b.obj"));
  EXPECT_EQ(slurp(folder / "a.obj"), slurp(folder / "b.obj"));
  EXPECT_EQ(slurp(folder / "a.truth.json"), slurp(folder / "b.truth.json"));
}

TEST(WriteScene, GlbReadsBackWithinFloatPrecisionEvenFarAway) {
  TemporaryFolder folder;
  for (const double away : {0.0, 3e6}) {
    Generated scene = kStairs.make({});
    offset(scene, {away, -away, 0});
    ASSERT_TRUE(write_scene(scene, folder / "out.glb"));
    const auto soup = read_back(folder / "out.glb");
    ASSERT_TRUE(soup) << soup.error().message;
    const auto got = listed(*soup), expected = listed(scene.soup);
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      EXPECT_EQ(std::get<0>(got[i]), std::get<0>(expected[i]));
      EXPECT_EQ(std::get<1>(got[i]), std::get<1>(expected[i]));
      EXPECT_LT(length(std::get<2>(got[i]) - std::get<2>(expected[i])), 4e-6);
      EXPECT_LT(length(std::get<3>(got[i]) - std::get<3>(expected[i])), 4e-6);
      EXPECT_LT(length(std::get<4>(got[i]) - std::get<4>(expected[i])), 4e-6);
    }
  }
}

TEST(WriteScene, GlbKeepsMaterialsOfOneObjectApart) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_scene(awkward(), folder / "out.glb"));
  const auto soup = read_back(folder / "out.glb");
  ASSERT_TRUE(soup) << soup.error().message;
  EXPECT_EQ(soup->triangles.size(), awkward().soup.triangles.size());
  std::map<std::string, int> materials;
  for (const auto& [object, material, a, b, c] : listed(*soup)) ++materials[material];
  EXPECT_EQ(materials["oak"], 3);
  EXPECT_EQ(materials[""], 13);
}

TEST(WriteScene, GlbIsWellFormed) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_scene(awkward(), folder / "out.glb"));
  const std::string bytes = slurp(folder / "out.glb");
  const auto word = [&](std::size_t at) {
    std::uint32_t v = 0;
    for (std::size_t i = 0; i < 4; ++i)
      v |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return v;
  };
  ASSERT_GT(bytes.size(), 28u);
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word(4), 2u);
  EXPECT_EQ(word(8), bytes.size());
  const std::uint32_t json_size = word(12);
  EXPECT_EQ(json_size % 4, 0u);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  const auto json = nlohmann::json::parse(bytes.substr(20, json_size));
  EXPECT_EQ(word(20 + json_size), bytes.size() - 28 - json_size);
  EXPECT_EQ(json["buffers"][0]["byteLength"], bytes.size() - 28 - json_size);
  EXPECT_EQ(json["asset"]["version"], "2.0");
  EXPECT_EQ(json["nodes"].size(), 4u);  // three objects and their common parent
  EXPECT_EQ(json["nodes"][0]["extras"]["ifc_class"], "IfcDoor");
  // Positions must say their bounds; every view must lie within the buffer.
  for (const auto& accessor : json["accessors"]) {
    EXPECT_EQ(accessor.contains("min"), accessor["type"] == "VEC3");
  }
  for (const auto& view : json["bufferViews"]) {
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
              json["buffers"][0]["byteLength"].get<std::size_t>());
  }
}

TEST(TruthJson, HasEveryKeyAndNumbersRoundTrip) {
  Generated scene = kStairs.make({});
  Truth& truth = scene.truth;
  truth.seed = 18446744073709551615ULL;
  truth.area_slack = 0.1 + 0.2;
  truth.rooms.push_back({"Room \"1\"", "F", {{0, 0, 1.0 / 3}, {1, 0, 0}, {1, 1, 0}}, {{{0.5, 0.5, 0}}}, 2.5});
  DoorTruth door;
  door.name = "Door";
  door.rooms[0] = "Room \"1\"";
  door.rooms[1] = "outside";
  door.width = 0.9;
  door.across = {1, 0, 0};
  truth.doors.push_back(door);
  truth.dirt = {{"cracks", 3}, {"noise", 0}};
  const auto json = nlohmann::json::parse(truth_json(truth));
  EXPECT_EQ(json["scene"], "stairs");
  EXPECT_EQ(json["seed"].get<std::uint64_t>(), truth.seed);
  EXPECT_EQ(json["up"], "z");
  EXPECT_EQ(json["area_slack"].get<double>(), truth.area_slack);
  EXPECT_EQ(json["floors"].size(), truth.floors.size());
  EXPECT_EQ(json["floors"][1]["elevation"].get<double>(), truth.floors[1].elevation);
  EXPECT_EQ(json["floors"][1]["area"].get<double>(), truth.floors[1].area);
  EXPECT_EQ(json["rooms"][0]["outline"][0][2].get<double>(), 1.0 / 3);
  EXPECT_EQ(json["rooms"][0]["holes"][0][0][1].get<double>(), 0.5);
  EXPECT_EQ(json["rooms"][0]["name"], "Room \"1\"");
  EXPECT_EQ(json["doors"][0]["rooms"][1], "outside");
  EXPECT_EQ(json["doors"][0]["across"], nlohmann::json::parse("[1.0, 0.0, 0.0]"));
  for (const char* name : {"name", "rooms", "width", "height", "center", "across"}) {
    EXPECT_TRUE(json["doors"][0].contains(name)) << name;
  }
  for (const char* name : {"name", "kind", "floors", "steps", "rise", "run", "width", "line"}) {
    EXPECT_TRUE(json["stairs"][0].contains(name)) << name;
  }
  EXPECT_EQ(json["stairs"][3]["line"].size(), truth.stairs[3].line.size());
  EXPECT_EQ(json["places"][0]["at"][0].get<double>(), truth.places[0].at.x);
  ASSERT_EQ(json["agents"].size(), truth.agents.size());
  EXPECT_EQ(json["agents"][1]["agent"]["max_step"].get<double>(), truth.agents[1].agent.max_step);
  EXPECT_EQ(json["agents"][1]["free_area"].get<double>(), truth.agents[1].free_area);
  EXPECT_EQ(json["agents"][0]["enclosed_area"].get<double>(), truth.agents[0].enclosed_area);
  EXPECT_EQ(json["agents"][0]["reach"].get<std::vector<std::vector<std::string>>>(), truth.agents[0].reach);
  EXPECT_EQ(json["dirt"]["cracks"], 3);
  EXPECT_EQ(json.size(), 11u);
}

TEST(TruthJson, EmptyTruthIsStillJson) {
  const auto json = nlohmann::json::parse(truth_json({}));
  EXPECT_TRUE(json["rooms"].is_array());
  EXPECT_TRUE(json["dirt"].is_object());
}

TEST(WriteScene, TruthStandsBeside) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_scene(awkward(), folder / "a.b.OBJ"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a.b.OBJ"));
  EXPECT_EQ(nlohmann::json::parse(slurp(folder / "a.b.truth.json"))["scene"], "awkward");
}

TEST(WriteScene, FailureLeavesNothing) {
  TemporaryFolder folder;
  const auto other = write_scene(awkward(), folder / "out.stl");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::invalid_argument);
  EXPECT_FALSE(write_scene(awkward(), folder / "missing" / "out.obj"));
  std::filesystem::create_directory(folder / "taken.obj");
  EXPECT_FALSE(write_scene(awkward(), folder / "taken.obj"));
  std::filesystem::create_directory(folder / "half.truth.json");
  EXPECT_FALSE(write_scene(awkward(), folder / "half.glb"));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 0u);
}

TEST(WriteScene, NamesThatAreNotUtf8AreWrittenAllTheSame) {
  TemporaryFolder folder;
  Generated scene = awkward();
  scene.soup.objects[0].name = "bad \xFF name";
  scene.truth.scene = "\xC0";
  EXPECT_TRUE(write_scene(scene, folder / "out.glb"));
  EXPECT_TRUE(write_scene(scene, folder / "out.obj"));
  EXPECT_TRUE(read_back(folder / "out.glb"));
}

}  // namespace
}  // namespace ambula::scenes
