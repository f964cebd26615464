// glTF files that lie, each answered with where and what.
#include <gtest/gtest.h>

#include <functional>

#include "import/glb_builder.h"

namespace ambula {
namespace {

using Json = GlbBuilder::Json;

Error refuse(const GlbBuilder& b) {
  auto read = b.read();
  EXPECT_FALSE(read) << "was read";
  return read ? Error{} : read.error();
}

// What reading a changed single triangle says.
std::string after(const std::function<void(GlbBuilder&)>& change) {
  GlbBuilder b = GlbBuilder::triangle();
  change(b);
  return refuse(b).message;
}

Result<Imported> read_bytes(std::span<const std::byte> bytes) { return read_gltf(bytes, "test.glb", ""); }
Result<Imported> read_text(const std::string& s) {
  return read_bytes(std::as_bytes(std::span(s.data(), s.size())));
}

TEST(GltfHostile, EveryCutOffFileIsRefusedWithItsOffset) {
  const auto whole = GlbBuilder::triangle().glb();
  ASSERT_TRUE(read_bytes(whole));
  for (std::size_t n = 0; n < whole.size(); ++n) {
    auto read = read_bytes(std::span(whole).first(n));
    ASSERT_FALSE(read) << n;
    if (n < 4) continue;
    EXPECT_EQ(read.error().code, ErrorCode::bad_format);
    EXPECT_NE(read.error().message.find("test.glb: byte "), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().element, n);
  }
}

TEST(GltfHostile, EveryByteMayBeAnyOther) {
  const auto whole = GlbBuilder::triangle().glb();
  std::size_t refused = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char value : {'\0', '\xFF', '9', '"', '{', ']', '-'}) {
      auto mutated = whole;
      mutated[i] = static_cast<std::byte>(value);
      auto read = read_bytes(mutated);
      if (read) {
        EXPECT_LE(read->soup.triangles.size(), 1U);
      } else {
        ++refused;
        EXPECT_TRUE(read.error().message.starts_with("test.glb: ")) << read.error().message;
      }
    }
  }
  EXPECT_GT(refused, whole.size());
}

TEST(GltfHostile, ContainersAreChecked) {
  const auto with_word = [](std::size_t at, std::uint32_t value) {
    auto bytes = GlbBuilder::triangle().glb();
    for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xFF);
    return read_bytes(bytes);
  };
  EXPECT_EQ(with_word(4, 1).error().message, "test.glb: byte 4: GLB version 1; export it as glTF 2.0");
  const auto length = GlbBuilder::triangle().glb().size();
  EXPECT_EQ(with_word(8, 0xFFFFFFFF).error().message,
            "test.glb: byte " + std::to_string(length) +
                ": the file is cut off: its header promises 4294967295 bytes");
  EXPECT_EQ(with_word(12, 0xFFFFFFF0).error().message,
            "test.glb: byte 12: a chunk of 4294967280 bytes reaches past the end of the file at " +
                std::to_string(length));
  EXPECT_EQ(with_word(16, 0x004E4942).error().message, "test.glb: byte 12: the first chunk is not JSON");
  EXPECT_EQ(with_word(8, 12).error().message, "test.glb: byte 12: the file ends before its JSON chunk");
}

TEST(GltfHostile, BytesAfterTheEndAreToldOf) {
  auto bytes = GlbBuilder::triangle().glb();
  bytes.resize(bytes.size() + 5);
  auto read = read_bytes(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->warnings,
            (std::vector<std::string>{"5 byte(s) after the end of the GLB were passed over"}));
}

TEST(GltfHostile, WhatIsNotGltfIsSaidToBeNone) {
  EXPECT_EQ(read_text("").error().code, ErrorCode::empty);
  EXPECT_EQ(read_text("solid cube").error().message,
            "test.glb: byte 0: is neither GLB, which begins with \"glTF\", nor glTF, which is JSON");
  EXPECT_EQ(read_text("{}").error().message, "test.glb: asset: is missing; this JSON is not a glTF file");
  EXPECT_EQ(read_text(R"({"asset": {"version": "1.0"}})").error().message,
            "test.glb: is glTF version \"1.0\"; export it as glTF 2.0");
}

TEST(GltfHostile, JsonMistakesCarryTheirByte) {
  auto read = read_text(R"({"asset": oops})");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().element, 10U);
  EXPECT_TRUE(read.error().message.starts_with("test.glb: byte 10: not valid JSON: "))
      << read.error().message;
  EXPECT_FALSE(read_text("{\"asset\": {\"version\": \"2.0\"}, \"x\": 1e999}")) << "no infinities";
  EXPECT_FALSE(read_text("{\"asset\": {\"version\": \"2.0\"}, \"x\": \"\xFF\"}")) << "no broken UTF-8";
}

TEST(GltfHostile, DeepJsonIsRefused) {
  const std::string deep(1000000, '[');
  auto read = read_text("{\"asset\": " + deep);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "test.glb: its JSON is nested more than 100 deep");
}

TEST(GltfHostile, DeepHierarchiesAreReadWithoutRecursion) {
  GlbBuilder b = GlbBuilder::triangle();
  constexpr int kDepth = 200000;
  for (int i = 1; i < kDepth; ++i) b.node({{"children", Json::array({i - 1})}, {"translation", {1, 0, 0}}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->soup.positions[0].x, kDepth - 1);
}

TEST(GltfHostile, IndicesOutOfRangeAreErrorsAtTheirByte) {
  GlbBuilder b;
  const auto positions = b.floats({0, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
  b.mesh(positions, {{"indices", b.indices<std::uint16_t>({0, 1, 3})}});
  b.node({{"mesh", 0}});
  const Error e = refuse(b);
  EXPECT_EQ(e.code, ErrorCode::bad_format);
  EXPECT_EQ(e.element, b.binary_offset() + 36 + 4);
  EXPECT_EQ(e.message, "test.glb: meshes[0].primitives[0]: byte " + std::to_string(e.element) +
                           ": index 3 is out of range; there are 3 vertices");
}

TEST(GltfHostile, PrimitiveRestartIsRefusedInEveryWidth) {
  const auto message = [](auto restart) {
    GlbBuilder b;
    const auto positions = b.floats(std::vector<float>(3 * 300), 3);
    b.mesh(positions, {{"mode", 5}, {"indices", b.indices<decltype(restart)>({0, 1, 2, restart, 0})}});
    b.node({{"mesh", 0}});
    return refuse(b).message;
  };
  for (const std::string& m :
       {message(std::uint8_t{0xFF}), message(std::uint16_t{0xFFFF}), message(std::uint32_t{0xFFFFFFFF})}) {
    EXPECT_NE(m.find("restarts the primitive, which glTF forbids"), std::string::npos) << m;
  }
}

TEST(GltfHostile, ViewsAndAccessorsStayInsideTheirBytes) {
  const auto past_buffer = after([](GlbBuilder& b) { b.root["bufferViews"][0]["byteLength"] = 43; });
  EXPECT_TRUE(past_buffer.starts_with(
      "test.glb: bufferViews[0]: takes bytes 0 to 43 of buffers[0], which has 42 and ends at byte "))
      << past_buffer;
  const auto far_offset = after([](GlbBuilder& b) { b.root["bufferViews"][0]["byteOffset"] = 1ULL << 52; });
  EXPECT_NE(far_offset.find("of buffers[0], which has 42"), std::string::npos) << far_offset;
  const auto past_view = after([](GlbBuilder& b) { b.root["accessors"][0]["count"] = 4; });
  EXPECT_NE(
      past_view.find("accessors[0]: its 4 elements of 12 bytes, 12 apart from byte 0 on, reach past the "
                     "end of bufferViews[0] at byte "),
      std::string::npos)
      << past_view;
  const auto huge = after([](GlbBuilder& b) { b.root["accessors"][0]["count"] = (1ULL << 53) - 1; });
  EXPECT_NE(huge.find("reach past the end of bufferViews[0]"), std::string::npos) << huge;
  const auto shifted = after([](GlbBuilder& b) { b.root["accessors"][0]["byteOffset"] = 1; });
  EXPECT_NE(shifted.find("from byte 1 on, reach past"), std::string::npos) << shifted;
  const auto narrow = after([](GlbBuilder& b) { b.root["bufferViews"][0]["byteStride"] = 8; });
  EXPECT_EQ(
      narrow,
      "test.glb: accessors[0]: its elements take 12 bytes, but bufferViews[0] has a byteStride of only 8");
  const auto short_chunk =
      after([](GlbBuilder& b) { b.root["buffers"] = Json::array({{{"byteLength", 4000000000U}}}); });
  EXPECT_EQ(short_chunk, "test.glb: buffers[0]: promises 4000000000 bytes, but its data end after 44");
}

TEST(GltfHostile, TheLastElementNeedsNoPadding) {
  GlbBuilder b;
  const auto view = b.view<float>({0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0}, 16);
  b.mesh(b.accessor(view, 5126, 3, "VEC3"));
  b.node({{"mesh", 0}});
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(corners_of(read->soup), "0,0,0 1,0,0 0,1,0");
}

TEST(GltfHostile, DanglingReferencesAreNamed) {
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["mesh"] = 7; }),
            "test.glb: nodes[0]: refers to meshes[7], but there are only 1");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["children"] = Json::array({3}); }),
            "test.glb: nodes[0]: refers to nodes[3], but there are only 1");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["accessors"][0]["bufferView"] = 9; }),
            "test.glb: accessors[0]: refers to bufferViews[9], but there are only 2");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["bufferViews"][0]["buffer"] = 1; }),
            "test.glb: bufferViews[0]: refers to buffers[1], but there are only 1");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["meshes"][0]["primitives"][0]["material"] = 0; }),
            "test.glb: meshes[0].primitives[0]: refers to materials[0], but there are only 0");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["meshes"][0]["primitives"][0]["indices"] = 5; }),
            "test.glb: meshes[0].primitives[0]: refers to accessors[5], but there are only 2");
  EXPECT_EQ(after([](GlbBuilder& b) {
              b.root["scenes"] = Json::array({Json::object()});
              b.root["scene"] = 1;
            }),
            "test.glb: scene: refers to scenes[1], but there are only 1");
}

TEST(GltfHostile, WrongTypesAreNamed) {
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["mesh"] = "0"; }),
            "test.glb: nodes[0]: its mesh is not an index");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["mesh"] = -1; }),
            "test.glb: nodes[0]: its mesh is not an index");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["accessors"][0]["count"] = 2.5; }),
            "test.glb: accessors[0]: its count is not a whole number of zero or more");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["accessors"][0].erase("count"); }),
            "test.glb: accessors[0]: has no count");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["accessors"][0]["componentType"] = 5124; }),
            "test.glb: accessors[0]: its componentType 5124 is not one of glTF's");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["accessors"][0]["type"] = "VEC2"; }),
            "test.glb: meshes[0].primitives[0]: its POSITION is not a VEC3");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["meshes"][0]["primitives"][0]["indices"] = 0; }),
            "test.glb: meshes[0].primitives[0]: its indices are not single unsigned integers");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["meshes"][0]["primitives"][0]["mode"] = 7; }),
            "test.glb: meshes[0].primitives[0]: its mode 7 is not one of glTF's");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0] = 3; }), "test.glb: nodes[0]: is not an object");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["translation"] = Json::array({1, 2}); }),
            "test.glb: nodes[0]: its translation is not 3 numbers");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["rotation"] = Json::array({0, 0, 0, 0}); }),
            "test.glb: nodes[0]: its rotation is zero; a rotation is a unit quaternion");
  EXPECT_EQ(after([](GlbBuilder& b) {
              b.root["nodes"][0]["matrix"] = Json::array({1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
            }),
            "test.glb: nodes[0]: its matrix is a projection; the last row must be 0 0 0 1");
}

TEST(GltfHostile, WholeNumbersMayBeWrittenAsFloats) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["accessors"][0]["count"] = 3.0;
  EXPECT_TRUE(b.read());
}

TEST(GltfHostile, NodesMustFormTrees) {
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["nodes"][0]["children"] = Json::array({0}); }),
            "test.glb: nodes[0]: is its own ancestor");
  EXPECT_EQ(after([](GlbBuilder& b) {
              b.node({{"children", Json::array({2})}});
              b.node({{"children", Json::array({1})}});
            }),
            "test.glb: nodes[1]: is its own ancestor");
  EXPECT_EQ(after([](GlbBuilder& b) {
              b.node({{"children", Json::array({0})}});
              b.node({{"children", Json::array({0})}});
            }),
            "test.glb: nodes[0]: is a child of both nodes[1] and nodes[2]");
  EXPECT_EQ(after([](GlbBuilder& b) {
              b.node({{"children", Json::array({0})}});
              b.root["scenes"] = Json::array({{{"nodes", Json::array({1, 0})}}});
            }),
            "test.glb: scenes[0]: shows nodes[0] by itself and as a child of nodes[1]");
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["scenes"] = Json::array({{{"nodes", Json::array({0, 0})}}}); }),
            "test.glb: scenes[0]: shows nodes[0] twice");
}

TEST(GltfHostile, SparseElementsAreChecked) {
  const auto with = [](const std::vector<std::uint8_t>& at, std::size_t count,
                       const std::vector<float>& values) {
    return after([&](GlbBuilder& b) {
      b.root["accessors"][0]["sparse"] = {{"count", count},
                                          {"indices", {{"bufferView", b.view(at)}, {"componentType", 5121}}},
                                          {"values", {{"bufferView", b.view(values)}}}};
    });
  };
  EXPECT_EQ(with({0, 1, 2, 0}, 4, std::vector<float>(12)),
            "test.glb: accessors[0].sparse: replaces 4 elements of 3");
  EXPECT_NE(with({3}, 1, {0, 0, 0}).find("element 3 is out of range or out of order"), std::string::npos);
  EXPECT_NE(with({1, 1}, 2, std::vector<float>(6)).find("element 1 is out of range or out of order"),
            std::string::npos);
  EXPECT_NE(with({1}, 2, std::vector<float>(6)).find("sparse.indices: reaches past"), std::string::npos);
  EXPECT_NE(with({1, 2}, 2, std::vector<float>(5)).find("sparse.values: reaches past"), std::string::npos);
}

TEST(GltfHostile, RequiredExtensionsNotKnownAreRefusedByName) {
  EXPECT_EQ(after([](GlbBuilder& b) { b.root["extensionsRequired"] = Json::array({"ACME_nurbs"}); }),
            "test.glb: needs the extension ACME_nurbs, which is not read; export it without this extension");
  EXPECT_EQ(
      after(
          [](GlbBuilder& b) { b.root["extensionsRequired"] = Json::array({"KHR_draco_mesh_compression"}); }),
      "test.glb: needs the extension KHR_draco_mesh_compression, which is not read; export it without Draco "
      "compression");
  const auto undeclared = after([](GlbBuilder& b) {
    b.root["accessors"][0].erase("bufferView");
    b.root["meshes"][0]["primitives"][0]["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", 0}};
  });
  EXPECT_NE(undeclared.find("is compressed with Draco"), std::string::npos) << undeclared;
}

TEST(GltfHostile, BombsAreRefusedBeforeTheyUnfold) {
  GlbBuilder zeros = GlbBuilder::triangle();
  zeros.root["accessors"][0].erase("bufferView");
  zeros.root["accessors"][0]["count"] = 4000000000U;
  zeros.root["meshes"][0]["primitives"][0].erase("indices");
  EXPECT_EQ(refuse(zeros).code, ErrorCode::too_large);
  zeros.root["accessors"][0]["count"] = 60000000;
  EXPECT_NE(refuse(zeros).message.find("out of all proportion"), std::string::npos);

  GlbBuilder many = GlbBuilder::triangle();
  const auto at = many.add("accessors", {{"componentType", 5126}, {"count", 1ULL << 40}, {"type", "VEC3"}});
  many.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = at;
  EXPECT_EQ(
      refuse(many).message,
      "test.glb: its meshes and instances come to 1.09951e+12 triangles; the limit is 2147483647. Split "
      "the file");

  GlbBuilder names = GlbBuilder::triangle();
  names.root["meshes"][0]["name"] = std::string(200000, 'x');
  for (int i = 0; i < 5000; ++i) names.node({{"mesh", 0}});
  EXPECT_EQ(refuse(names).code, ErrorCode::too_large);
}

TEST(GltfHostile, InstancesOfNothingCostNothing) {
  GlbBuilder b = GlbBuilder::triangle();
  b.root["meshes"][0]["primitives"][0]["mode"] = 0;
  const auto at = b.add("accessors", {{"componentType", 5126}, {"count", 1ULL << 50}, {"type", "VEC3"}});
  b.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"] = at;
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->soup.triangles.empty());
}

TEST(GltfHostile, InstanceCountsMustAgree) {
  const auto message = after([](GlbBuilder& b) {
    b.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = {
        {"TRANSLATION", b.floats({0, 0, 0}, 3)}, {"SCALE", b.floats({1, 1, 1, 1, 1, 1}, 3)}};
  });
  EXPECT_NE(message.find("its attributes have different counts"), std::string::npos) << message;
}

}  // namespace
}  // namespace ambula
