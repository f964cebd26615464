#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "ambula/files.h"
#include "ambula/scene.h"
#include "import/glb_builder.h"

namespace ambula {
namespace {

using Json = GlbBuilder::Json;

constexpr const char* kTriangle = "0,0,0 1,0,0 0,1,0";

std::string read_corners(const GlbBuilder& b) {
  auto read = b.read();
  return read ? corners_of(read->soup) : "error: " + read.error().message;
}

Result<Scene> scene_of(Imported imported) {
  SceneParams params;
  params.up = imported.up;
  return make_scene(std::move(imported.soup), params);
}

Result<Imported> read_text(const std::string& json, const std::filesystem::path& folder = "") {
  return read_gltf(std::as_bytes(std::span(json.data(), json.size())), "test.gltf", folder);
}

TEST(Gltf, ReadsATriangleYUpInMetres) {
  auto read = GlbBuilder::triangle().read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(corners_of(read->soup), kTriangle);
  EXPECT_EQ(read->up, kUpY);
  EXPECT_EQ(read->unit, 1);
  EXPECT_TRUE(read->warnings.empty());
  EXPECT_EQ(read->soup.source, "test.glb");
  EXPECT_TRUE(scene_of(*read));
}

TEST(Gltf, ObjectsAreNamedByNodeThenMeshThenNumber) {
  GlbBuilder b = GlbBuilder::triangle();
  b.mesh(0);
  b.root["meshes"][1]["name"] = "Wall";
  b.node({{"mesh", 1}});
  b.node({{"mesh", 1}, {"name", "North wall"}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->soup.objects.size(), 3U);
  EXPECT_EQ(read->soup.objects[0].name, "mesh 0");
  EXPECT_EQ(read->soup.objects[1].name, "Wall");
  EXPECT_EQ(read->soup.objects[2].name, "North wall");
  EXPECT_EQ(read->soup.triangle_object, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(Gltf, TheNodesExtrasNameTheIfcClass) {
  GlbBuilder b = GlbBuilder::triangle();
  b.node({{"mesh", 0}, {"name", "D1"}, {"extras", {{"ifc_class", "IfcDoor"}}}});
  b.node({{"mesh", 0}, {"extras", {{"ifc_class", 7}}}});
  b.node({{"mesh", 0}, {"extras", "IfcWall"}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  std::vector<std::string> classes;
  for (const Object& object : read->soup.objects) classes.push_back(object.ifc_class);
  EXPECT_EQ(classes, (std::vector<std::string>{"", "IfcDoor", "", ""}));

  SceneParams params;
  params.up = read->up;
  params.ignore = {"IfcDoor"};
  const auto scene = make_scene(read->soup, params);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->cleaning.ignored, 1U);
}

TEST(Gltf, MaterialsAreSharedByNameAndUnnamedOnesAreEmpty) {
  GlbBuilder b = GlbBuilder::triangle();
  b.add("materials", {{"name", "Brick"}});
  b.add("materials", Json::object());
  b.add("materials", {{"name", "Brick"}});
  for (const int material : {0, 1, 2}) b.node({{"mesh", b.mesh(0, {{"material", material}})}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->soup.materials, (std::vector<std::string>{"", "Brick"}));
  EXPECT_EQ(read->soup.triangle_material, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

TEST(Gltf, StripsAlternateAndFansTurn) {
  const std::vector<float> square = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  GlbBuilder strip;
  strip.mesh(strip.floats(square, 3), {{"mode", 5}});
  strip.node({{"mesh", 0}});
  EXPECT_EQ(read_corners(strip), "0,0,0 1,0,0 0,1,0; 1,0,0 1,1,0 0,1,0");

  GlbBuilder fan;
  const auto positions = fan.floats(square, 3);
  fan.mesh(positions, {{"mode", 6}, {"indices", fan.indices<std::uint8_t>({0, 1, 3, 2})}});
  fan.node({{"mesh", 0}});
  EXPECT_EQ(read_corners(fan), "0,0,0 1,0,0 1,1,0; 0,0,0 1,1,0 0,1,0");
}

TEST(Gltf, PointsLinesAndLeftoversAreCounted) {
  GlbBuilder b = GlbBuilder::triangle();
  for (const int mode : {0, 1, 2, 3}) b.node({{"mesh", b.mesh(0, {{"mode", mode}})}});
  b.node({{"mesh", b.mesh(b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5}, 3))}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->soup.triangles.size(), 2U);
  ASSERT_EQ(read->warnings.size(), 2U);
  EXPECT_EQ(read->warnings[0], "4 primitive(s) of points or lines were passed over");
  EXPECT_EQ(read->warnings[1], "1 primitive(s) end in an incomplete triangle, which was passed over");
}

TEST(Gltf, StridesAndOffsetsAreFollowed) {
  GlbBuilder b;
  const auto view = b.view<float>({9, 0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0}, 16);
  b.mesh(b.accessor(view, 5126, 3, "VEC3", {{"byteOffset", 4}}));
  b.node({{"mesh", 0}});
  EXPECT_EQ(read_corners(b), kTriangle);
}

template <class T>
std::string quantized(int component, bool normalized, const std::vector<T>& values) {
  GlbBuilder b;
  b.root["extensionsRequired"] = Json::array({"KHR_mesh_quantization"});
  b.mesh(b.accessor(b.view(values), component, 3, "VEC3", {{"normalized", normalized}}));
  b.node({{"mesh", 0}});
  return read_corners(b);
}

TEST(Gltf, EveryComponentTypeIsRead) {
  EXPECT_EQ(quantized<std::int8_t>(5120, true, {-128, 0, 0, 127, 0, 0, 0, 127, 0}), "-1,0,0 1,0,0 0,1,0");
  EXPECT_EQ(quantized<std::int8_t>(5120, false, {-128, 0, 0, 127, 0, 0, 0, 7, 0}), "-128,0,0 127,0,0 0,7,0");
  EXPECT_EQ(quantized<std::uint8_t>(5121, true, {0, 0, 0, 255, 0, 0, 0, 51, 0}), "0,0,0 1,0,0 0,0.2,0");
  EXPECT_EQ(quantized<std::int16_t>(5122, true, {-32768, 0, 0, 32767, 0, 0, 0, 32767, 0}),
            "-1,0,0 1,0,0 0,1,0");
  EXPECT_EQ(quantized<std::uint16_t>(5123, true, {0, 0, 0, 65535, 0, 0, 0, 13107, 0}), "0,0,0 1,0,0 0,0.2,0");
  EXPECT_EQ(quantized<std::uint16_t>(5123, false, {0, 0, 0, 65535, 0, 0, 0, 2, 0}), "0,0,0 65535,0,0 0,2,0");
  EXPECT_EQ(quantized<std::uint32_t>(5125, false, {0, 0, 0, 70000, 0, 0, 0, 2, 0}), "0,0,0 70000,0,0 0,2,0");
}

TEST(Gltf, WideAndNarrowIndicesAgree) {
  for (const int width : {1, 2, 4}) {
    GlbBuilder b;
    const auto positions = b.floats({7, 7, 7, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
    const auto indices = width == 1   ? b.indices<std::uint8_t>({1, 2, 3})
                         : width == 2 ? b.indices<std::uint16_t>({1, 2, 3})
                                      : b.indices<std::uint32_t>({1, 2, 3});
    b.mesh(positions, {{"indices", indices}});
    b.node({{"mesh", 0}});
    EXPECT_EQ(read_corners(b), kTriangle) << width;
  }
}

TEST(Gltf, SparseElementsReplaceOthers) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["accessors"][0]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", b.view<std::uint8_t>({2})}, {"componentType", 5121}}},
      {"values", {{"bufferView", b.view<float>({0, 5, 0})}}}};
  EXPECT_EQ(read_corners(b), "0,0,0 1,0,0 0,5,0");
}

TEST(Gltf, WithoutAViewElementsAreZeroUnlessSparse) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["accessors"][0].erase("bufferView");
  EXPECT_EQ(read_corners(b), "0,0,0 0,0,0 0,0,0");
  b.root["accessors"][0]["sparse"] = {
      {"count", 2},
      {"indices", {{"bufferView", b.view<std::uint16_t>({1, 2})}, {"componentType", 5123}}},
      {"values", {{"bufferView", b.view<float>({1, 0, 0, 0, 1, 0})}}}};
  EXPECT_EQ(read_corners(b), kTriangle);
}

TEST(Gltf, OnlyUsedPositionsAreTakenFromASharedArray) {
  std::vector<float> many(3 * 1000, 4.0F);
  GlbBuilder b;
  const auto positions = b.floats(many, 3);
  b.mesh(positions, {{"indices", b.indices<std::uint16_t>({500, 7, 999})}});
  b.node({{"mesh", 0}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->soup.positions.size(), 3U);
  EXPECT_EQ(read->soup.triangles[0], (Triangle{1, 0, 2}));
}

TEST(Gltf, TransformsMultiplyFromTheRoot) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["nodes"][0]["scale"] = {2, 3, 4};
  b.root["nodes"][0]["translation"] = {0, 0, 1};
  // A quarter turn about z, then ten along x: column-major.
  b.node({{"matrix", {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1}}, {"children", {0}}});
  EXPECT_EQ(read_corners(b), "10,0,1 10,2,1 7,0,1");
}

TEST(Gltf, RotationsAreUnitQuaternions) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["nodes"][0]["rotation"] = {0, 0, 0.7, 0.7};  // too short by a hundredth: it must not scale
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_NEAR(read->soup.positions[1].y, 1, 1e-15);
  EXPECT_NEAR(read->soup.positions[2].x, -1, 1e-15);
}

TEST(Gltf, TransformsKeepDoublePrecisionFarAway) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["nodes"][0]["translation"] = {4400000.0625, 0, 0};
  auto read = b.read();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->soup.positions[0].x, 4400000.0625);
  EXPECT_EQ(read->soup.positions[1].x, 4400001.0625);
}

TEST(Gltf, MirroringFlipsTheWinding) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["nodes"][0]["scale"] = {-1, 1, 1};
  EXPECT_EQ(read_corners(b), "0,0,0 0,1,0 -1,0,0");
  b.node({{"scale", {1, 1, -1}}, {"children", {0}}});
  EXPECT_EQ(read_corners(b), "0,0,0 -1,0,0 0,1,0");
}

TEST(Gltf, TheDefaultSceneIsShown) {
  GlbBuilder b = GlbBuilder::triangle();
  b.node({{"mesh", 0}, {"translation", {5, 0, 0}}});
  b.root["scenes"] = {{{"nodes", {0}}}, {{"nodes", {1}}}};
  EXPECT_EQ(read_corners(b), kTriangle) << "the first without a default";
  b.root["scene"] = 1;
  EXPECT_EQ(read_corners(b), "5,0,0 6,0,0 5,1,0");
  b.root.erase("scenes");
  b.root.erase("scene");
  EXPECT_EQ(read_corners(b), "0,0,0 1,0,0 0,1,0; 5,0,0 6,0,0 5,1,0") << "all roots without scenes";
}

TEST(Gltf, InstancesByExtensionAreOneObject) {
  GlbBuilder b = GlbBuilder::triangle();
  const auto at = b.floats({1, 0, 0, 2, 0, 0}, 3);
  const auto scale = b.floats({1, 1, 1, -1, 1, 1}, 3);
  const auto turn =
      b.accessor(b.view<std::int8_t>({0, 0, 0, 127, 0, 0, 0, 127}), 5120, 2, "VEC4", {{"normalized", true}});
  b.root["extensionsRequired"] = Json::array({"EXT_mesh_gpu_instancing"});
  b.root["nodes"][0]["translation"] = {0, 0, 9};
  b.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = {
      {"TRANSLATION", at}, {"SCALE", scale}, {"ROTATION", turn}};
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(corners_of(read->soup), "1,0,9 2,0,9 1,1,9; 2,0,9 2,1,9 1,0,9");
  EXPECT_EQ(read->soup.objects.size(), 1U);
}

TEST(Gltf, SkinnedAndMorphedMeshesAreTakenAsTheyStand) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["nodes"][0]["skin"] = 0;
  b.root["nodes"][0]["translation"] = {5, 5, 5};
  b.root["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", 0}}};
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(corners_of(read->soup), kTriangle);
  ASSERT_EQ(read->warnings.size(), 2U);
  EXPECT_EQ(read->warnings[1], "1 skinned mesh(es) were taken in their bind pose");
}

TEST(Gltf, NonFinitePositionsPassToTheCleaning) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
  GlbBuilder b;
  b.mesh(b.floats({nan, 0, 0, 1, 0, 0, 0, 1, 0, 0, inf, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0}, 3));
  b.node({{"mesh", 0}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->soup.triangles.size(), 3U);
  auto scene = scene_of(*read);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->cleaning.non_finite, 2U);
  EXPECT_EQ(scene->cleaning.kept, 1U);
}

TEST(Gltf, MeshesOutsideTheSceneAreToldOf) {
  GlbBuilder b = GlbBuilder::triangle();
  b.mesh(0);
  auto read = b.read();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->warnings,
            (std::vector<std::string>{"1 mesh(es) are not part of the scene and were left out"}));
}

TEST(Gltf, ImagesAreNeverOpened) {
  GlbBuilder b = GlbBuilder::triangle();
  b.add("images", {{"uri", "no_such_picture.png"}});
  b.add("images", {{"bufferView", 12345}});
  b.root["extensionsRequired"] = Json::array({"KHR_texture_basisu", "KHR_materials_unlit"});
  EXPECT_EQ(read_corners(b), kTriangle);
}

// A folder of its own for each test, gone afterwards.
class GltfFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() / ("ambula_gltf_" + std::string(info->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "scene" / "my data");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static std::string with_uri(const GlbBuilder& b, const std::string& uri) {
    GlbBuilder copy = b;
    copy.root["buffers"] = Json::array({{{"byteLength", b.binary.size()}, {"uri", uri}}});
    return copy.json();
  }

  std::filesystem::path folder_;
};

TEST_F(GltfFiles, ExternalBuffersAreFoundBesideTheFile) {
  const GlbBuilder b = GlbBuilder::triangle();
  ASSERT_TRUE(write_file(folder_ / "scene" / "my data" / "a.bin", b.binary));
  for (const char* uri : {"my%20data/a.bin", "my data/a.bin", "./my%20data/a.bin", "my data\\\\a.bin"}) {
    auto read = read_text(with_uri(b, uri), folder_ / "scene");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(corners_of(read->soup), kTriangle);
  }
}

TEST_F(GltfFiles, BuffersElsewhereAreRefused) {
  const GlbBuilder b = GlbBuilder::triangle();
  ASSERT_TRUE(write_file(folder_ / "a.bin", b.binary));
  const std::string absolute = (folder_ / "a.bin").string();
  for (const std::string& uri :
       {std::string("../a.bin"), std::string("my data/../../a.bin"), std::string("%2e%2e/a.bin"),
        std::string("..\\a.bin"), absolute, "file://" + absolute, std::string("http://example.org/a.bin"),
        std::string("C:/a.bin")}) {
    auto read = read_text(with_uri(b, uri), folder_ / "scene");
    ASSERT_FALSE(read) << uri;
    EXPECT_EQ(read.error().code, ErrorCode::unsupported) << uri;
  }
}

TEST_F(GltfFiles, MissingAndShortBuffersAreNamed) {
  const GlbBuilder b = GlbBuilder::triangle();
  auto missing = read_text(with_uri(b, "b.bin"), folder_ / "scene");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_EQ(missing.error().message,
            "test.gltf: buffers[0]: " + (folder_ / "scene" / "b.bin").string() + ": no such file");
  ASSERT_TRUE(write_file(folder_ / "scene" / "b.bin", std::string_view("short")));
  auto cut = read_text(with_uri(b, "b.bin"), folder_ / "scene");
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().message, "test.gltf: buffers[0]: promises 42 bytes, but its data end after 5");
  EXPECT_EQ(cut.error().element, 5U);
}

std::string base64(const std::vector<std::byte>& bytes, bool padded = true) {
  static const char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? std::to_integer<unsigned>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      if (i + k <= bytes.size()) {
        out += kDigits[group >> (18 - 6 * k) & 63];
      } else if (padded) {
        out += '=';
      }
    }
  }
  return out;
}

TEST_F(GltfFiles, DataUrisAreDecoded) {
  GlbBuilder b = GlbBuilder::triangle();
  for (int extra = 0; extra < 3; ++extra) {  // all three kinds of padding
    for (const bool padded : {true, false}) {
      const std::string uri = "data:application/octet-stream;base64," + base64(b.binary, padded);
      auto read = read_text(with_uri(b, uri));
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(corners_of(read->soup), kTriangle);
    }
    b.binary.push_back(std::byte{0});
  }
}

TEST_F(GltfFiles, BrokenDataUrisAreRefused) {
  const GlbBuilder b = GlbBuilder::triangle();
  const auto message = [&](const std::string& uri) {
    auto read = read_text(with_uri(b, uri));
    return read ? std::string("read") : read.error().message;
  };
  EXPECT_EQ(message("data:;base64,AAAA*AAA"),
            "test.gltf: buffers[0]: its base64 text is wrong at character 4");
  EXPECT_EQ(message("data:;base64,AAAAA"), "test.gltf: buffers[0]: its base64 text is cut off");
  EXPECT_EQ(message("data:text/plain,hello"), "test.gltf: buffers[0]: its data URI is not base64");
  EXPECT_EQ(message("data:"), "test.gltf: buffers[0]: its data URI holds no data");
}

TEST(Gltf, AByteOrderMarkIsPassedOver) {
  GlbBuilder b;
  auto read = read_text("\xEF\xBB\xBF" + b.json());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->soup.triangles.empty());
}

TEST(Gltf, CancelledReadingSaysSo) {
  Context context;
  context.cancel();
  auto read = GlbBuilder::triangle().read(&context);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace ambula
