#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <cmath>

#include "import/glb_builder.h"

namespace ambula {
namespace {

using Json = GlbBuilder::Json;

const std::vector<float> kSquare = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0};  // x y z and a spare

std::vector<unsigned char> pack_vertices(const void* data, std::size_t count, std::size_t size) {
  std::vector<unsigned char> out(meshopt_encodeVertexBufferBound(count, size));
  out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), data, count, size));
  return out;
}

// Adds a compressed view and returns its index.
std::size_t packed_view(GlbBuilder& b, const std::vector<unsigned char>& packed, std::size_t count,
                        std::size_t stride, const char* mode, const char* filter = nullptr) {
  const auto raw = b.view(packed);
  Json extension = b.root["bufferViews"][raw];
  extension["count"] = count;
  extension["byteStride"] = stride;
  extension["mode"] = mode;
  if (filter) extension["filter"] = filter;
  // The fallback buffer holds nothing: only the extension may be read.
  b.root["bufferViews"][raw] = {{"buffer", 1},
                                {"byteLength", count * stride},
                                {"extensions", {{"EXT_meshopt_compression", extension}}}};
  return raw;
}

GlbBuilder packed_square(bool sequence) {
  GlbBuilder b;
  b.root["extensionsRequired"] = Json::array({"EXT_meshopt_compression"});
  const auto positions =
      b.accessor(packed_view(b, pack_vertices(kSquare.data(), 4, 16), 4, 16, "ATTRIBUTES"), 5126, 4, "VEC3");
  const std::vector<unsigned> indices = {0, 1, 2, 2, 1, 3};
  std::vector<unsigned char> packed;
  if (sequence) {
    packed.resize(meshopt_encodeIndexSequenceBound(6, 4));
    packed.resize(meshopt_encodeIndexSequence(packed.data(), packed.size(), indices.data(), 6));
  } else {
    packed.resize(meshopt_encodeIndexBufferBound(6, 4));
    packed.resize(meshopt_encodeIndexBuffer(packed.data(), packed.size(), indices.data(), 6));
  }
  const auto view = packed_view(b, packed, 6, 2, sequence ? "INDICES" : "TRIANGLES");
  b.mesh(positions, {{"indices", b.accessor(view, 5123, 6, "SCALAR")}});
  b.node({{"mesh", 0}});
  b.root["buffers"] = {
      {{"byteLength", b.binary.size()}},
      {{"byteLength", 76}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}}};
  return b;
}

TEST(GltfMeshopt, TrianglesAndSequencesAreDecoded) {
  for (const bool sequence : {false, true}) {
    auto read = packed_square(sequence).read();
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->soup.triangles.size(), 2U);
    double area = 0;  // the codec may turn triangles, so measure instead of comparing corners
    for (const auto& [i, j, k] : read->soup.triangles) {
      const auto& p = read->soup.positions;
      area += cross(p[j] - p[i], p[k] - p[i]).z / 2;
    }
    EXPECT_EQ(area, 1);
  }
}

TEST(GltfMeshopt, ExponentialFilterIsUndone) {
  const std::vector<float> numbers = {0, 0, 0, 0.5F, 0, 0, 0, 1024, 0};
  std::vector<unsigned> encoded(9);
  meshopt_encodeFilterExp(encoded.data(), 3, 12, 15, numbers.data());
  GlbBuilder b;
  const auto view = packed_view(b, pack_vertices(encoded.data(), 3, 12), 3, 12, "ATTRIBUTES", "EXPONENTIAL");
  b.mesh(b.accessor(view, 5126, 3, "VEC3"));
  b.node({{"mesh", 0}});
  b.root["buffers"] = {{{"byteLength", b.binary.size()}}, {{"byteLength", 36}}};
  auto read = b.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(corners_of(read->soup), "0,0,0 0.5,0,0 0,1024,0");
}

TEST(GltfMeshopt, QuaternionAndOctahedralFiltersAreUndone) {
  // Two instances turned by a quarter about z, one through a packed quaternion.
  const float turn[] = {0, 0, 0.70710678F, 0.70710678F};
  std::vector<std::int16_t> quaternion(4);
  meshopt_encodeFilterQuat(quaternion.data(), 1, 8, 16, turn);
  GlbBuilder b = GlbBuilder::triangle();
  const auto view = packed_view(b, pack_vertices(quaternion.data(), 1, 8), 1, 8, "ATTRIBUTES", "QUATERNION");
  const auto rotation = b.accessor(view, 5122, 1, "VEC4", {{"normalized", true}});
  b.root["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = {{"ROTATION", rotation}};
  b.root["buffers"] = {{{"byteLength", b.binary.size()}}, {{"byteLength", 8}}};
  auto turned = b.read();
  ASSERT_TRUE(turned) << turned.error().message;
  EXPECT_NEAR(turned->soup.positions[1].y, 1, 1e-4);
  EXPECT_NEAR(turned->soup.positions[2].x, -1, 1e-4);

  // Positions on the unit sphere are unit vectors, so an octahedral view may hold a triangle.
  const float corners[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
  std::vector<std::int8_t> normals(12);
  meshopt_encodeFilterOct(normals.data(), 3, 4, 8, corners);
  GlbBuilder o;
  const auto packed = packed_view(o, pack_vertices(normals.data(), 3, 4), 3, 4, "ATTRIBUTES", "OCTAHEDRAL");
  o.mesh(o.accessor(packed, 5120, 3, "VEC3", {{"normalized", true}}));
  o.node({{"mesh", 0}});
  o.root["buffers"] = {{{"byteLength", o.binary.size()}}, {{"byteLength", 12}}};
  auto read = o.read();
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(corners_of(read->soup), "1,0,0 0,1,0 0,0,1");
}

TEST(GltfMeshopt, WrongShapesAreRefusedBeforeDecoding) {
  const auto error_with = [](std::size_t view, const char* key, const Json& value) {
    GlbBuilder b = packed_square(false);
    b.root["bufferViews"][view]["extensions"]["EXT_meshopt_compression"][key] = value;
    auto read = b.read();
    return read ? std::string("read") : read.error().message;
  };
  const auto expect = [&](std::size_t view, const char* key, const Json& value, const char* part) {
    EXPECT_NE(error_with(view, key, value).find(part), std::string::npos) << error_with(view, key, value);
  };
  expect(0, "count", 4000000000U, "4000000000 elements cannot be packed into");
  expect(1, "count", 3000000000U, "3000000000 elements cannot be packed into");
  expect(0, "byteStride", 0, "cannot have a byteStride of 0");
  expect(0, "byteStride", 6, "cannot have a byteStride of 6");
  expect(0, "byteStride", 260, "cannot have a byteStride of 260");
  expect(1, "byteStride", 1, "cannot have a byteStride of 1");
  expect(1, "count", 5, "compressed triangles come in threes");
  expect(0, "mode", "ZIPPED", "its compression mode \"ZIPPED\" is not known");
  expect(0, "filter", "QUATERNION", "its filter \"QUATERNION\" does not go with ATTRIBUTES of byteStride 16");
  expect(1, "filter", "EXPONENTIAL", "does not go with TRIANGLES");
  expect(0, "byteLength", 10, "are corrupt");
  expect(0, "byteLength", 100000, "takes bytes 0 to 100000 of buffers[0]");
}

TEST(GltfMeshopt, CorruptBytesNeverCrash) {
  const GlbBuilder good = packed_square(false);
  const std::size_t begin = good.binary_offset();
  auto bytes = good.glb();
  for (std::size_t i = begin; i < bytes.size(); ++i) {
    for (const int value : {0x00, 0xFF, 0xE1, 0xA0, 0x5B}) {
      auto mutated = bytes;
      mutated[i] = static_cast<std::byte>(value);
      auto read = read_gltf(mutated, "test.glb", "");
      if (read) {
        EXPECT_LE(read->soup.triangles.size(), 2U);
      } else {
        EXPECT_EQ(read.error().code, ErrorCode::bad_format);
      }
    }
  }
}

}  // namespace
}  // namespace ambula
