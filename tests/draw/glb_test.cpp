#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

#include "ambula/draw.h"
#include "draw/fixtures.h"

namespace ambula {
namespace {

using testing::add_square;

struct Glb {
  nlohmann::json json;
  std::string bin;

  std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bin.data() + at, 4);
    return value;
  }
  // Positions of one primitive through every node translation above it, as a viewer sees them.
  std::vector<Vec3> positions(const nlohmann::json& primitive) const {
    const auto& accessor = json["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()];
    const auto& view = json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
    const auto shift = json["nodes"][0]["translation"].get<std::array<double, 3>>();
    std::vector<Vec3> out;
    for (std::size_t i = 0; i < accessor["count"].get<std::size_t>(); ++i) {
      std::array<float, 3> p{};
      std::memcpy(p.data(), bin.data() + view["byteOffset"].get<std::size_t>() + 12 * i, 12);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_GE(p[k], accessor["min"][k].get<float>());
        EXPECT_LE(p[k], accessor["max"][k].get<float>());
      }
      out.push_back({shift[0] + p[0], shift[1] + p[1], shift[2] + p[2]});
    }
    return out;
  }
};

Glb glb_of(const Draw& draw, const Frame& frame = {}) {
  const testing::TempFile file(".glb");
  const auto result = write_glb(draw, frame, file.path());
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  const std::string bytes = file.read();
  const auto word = [&](std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  Glb glb;
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_EQ(word(4), 2U);
  EXPECT_EQ(word(8), bytes.size());
  const std::size_t size = word(12);
  EXPECT_EQ(size % 4, 0U);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  glb.json = nlohmann::json::parse(bytes.substr(20, size));
  if (20 + size < bytes.size()) {
    EXPECT_EQ(bytes.substr(24 + size, 4), std::string("BIN\0", 4));
    EXPECT_EQ(word(20 + size), bytes.size() - 28 - size);
    EXPECT_EQ(word(20 + size) % 4, 0U);
    glb.bin = bytes.substr(28 + size);
    EXPECT_EQ(glb.json["buffers"][0]["byteLength"].get<std::size_t>(), glb.bin.size());
  }
  return glb;
}

TEST(Glb, HoldsFacesEdgesPointsAndLabelsByLayer) {
  Draw draw;
  draw.layer("floor");
  add_square(draw, 0, 0, 4, 4, 0, testing::kRed);
  add_square(draw, 0, 0, 4, 4, 1, {0, 0, 255, 100});
  draw.layer("marks");
  draw.edge({0, 0, 0}, {4, 4, 0}, testing::kBlue);
  draw.point({1, 2, 3}, testing::kGreen);
  draw.label({2, 2, 0}, "Room \"1\"\n");
  const Glb glb = glb_of(draw);
  EXPECT_EQ(glb.json["asset"]["version"], "2.0");
  EXPECT_EQ(glb.json["asset"]["extras"]["up"], (std::array{0, 0, 1}));
  ASSERT_EQ(glb.json["meshes"].size(), 2U);
  EXPECT_EQ(glb.json["meshes"][0]["name"], "floor");
  const auto& faces = glb.json["meshes"][0]["primitives"];
  ASSERT_EQ(faces.size(), 2U);
  EXPECT_EQ(faces[0]["mode"], 4);
  EXPECT_EQ(glb.json["accessors"][faces[0]["indices"].get<std::size_t>()]["count"], 6);
  EXPECT_EQ(glb.json["materials"][faces[1]["material"].get<std::size_t>()]["alphaMode"], "BLEND");
  EXPECT_TRUE(glb.json["materials"][faces[0]["material"].get<std::size_t>()]["doubleSided"].get<bool>());
  const auto& marks = glb.json["meshes"][1]["primitives"];
  ASSERT_EQ(marks.size(), 2U);
  EXPECT_EQ(marks[0]["mode"], 1);
  EXPECT_EQ(marks[1]["mode"], 0);
  EXPECT_EQ(glb.positions(marks[1]).at(0), (Vec3{1, 2, 3}));
  const auto& label = glb.json["nodes"].back();
  EXPECT_EQ(label["name"], "Room \"1\"\n");
  EXPECT_FALSE(label.contains("mesh"));
}

TEST(Glb, IndicesStayWithinTheirVertices) {
  Draw draw;
  testing::add_box(draw, {0, 0, 0}, {1, 2, 3}, testing::kRed);
  draw.polygon(
      std::array{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{4, 1, 0}, Vec3{1, 1, 0}, Vec3{1, 3, 0}, Vec3{0, 3, 0}},
      testing::kRed);
  const Glb glb = glb_of(draw);
  const auto& primitive = glb.json["meshes"][0]["primitives"][0];
  const auto& indices = glb.json["accessors"][primitive["indices"].get<std::size_t>()];
  const auto offset =
      glb.json["bufferViews"][indices["bufferView"].get<std::size_t>()]["byteOffset"].get<std::size_t>();
  const std::vector<Vec3> positions = glb.positions(primitive);
  ASSERT_EQ(indices["count"].get<std::size_t>(), 3U * (6 * 2 + 4));
  double area = 0;
  for (std::size_t i = 0; i < indices["count"].get<std::size_t>(); i += 3) {
    std::array<std::uint32_t, 3> t{glb.word(offset + 4 * i), glb.word(offset + 4 * i + 4),
                                   glb.word(offset + 4 * i + 8)};
    for (const std::uint32_t v : t) ASSERT_LT(v, positions.size());
    area += length(cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]])) / 2;
  }
  EXPECT_NEAR(area, 2 * (2 + 3 + 6) + 6, 1e-5);
}

TEST(Glb, AFarOffsetKeepsItsPrecision) {
  const Vec3 far{5e6, -4.2e6, 1234.5};
  Draw draw;
  add_square(draw, far.x, far.y, far.x + 20, far.y + 20, far.z, testing::kRed);
  const Vec3 p = far + Vec3{7.0123456789, 3.3333333333, 0.1111111111};
  draw.point(p, testing::kBlue);
  const Glb glb = glb_of(draw);
  const Vec3 q = glb.positions(glb.json["meshes"][0]["primitives"][1]).at(0);
  EXPECT_LT(length(q - p), 20 * 1e-6);
}

TEST(Glb, CoordinatesAreTheScenesOwn) {
  const Frame frame = *make_frame(kUpY, 0.01);  // centimetres, y up
  const Vec3 input{100, 250, -300};
  Draw draw;
  draw.point(frame.to_scene(input), testing::kRed);
  draw.point(frame.to_scene({0, 0, 0}), testing::kRed);
  draw.label(frame.to_scene(input), "here");
  const Glb glb = glb_of(draw, frame);
  EXPECT_LT(length(glb.positions(glb.json["meshes"][0]["primitives"][0]).at(0) - input), 1e-3);
  EXPECT_EQ(glb.json["asset"]["extras"]["up"], (std::array{0, 1, 0}));
  const auto root = glb.json["nodes"][0]["translation"].get<std::array<double, 3>>();
  const auto label = glb.json["nodes"].back()["translation"].get<std::array<double, 3>>();
  EXPECT_LT(length(Vec3{root[0] + label[0], root[1] + label[1], root[2] + label[2]} - input), 1e-9);
}

TEST(Glb, LabelsAloneNeedNoBuffer) {
  Draw draw;
  draw.label({1, 2, 3}, "alone");
  const Glb glb = glb_of(draw);
  EXPECT_TRUE(glb.bin.empty());
  EXPECT_FALSE(glb.json.contains("meshes"));
  EXPECT_EQ(glb.json["nodes"][0]["children"], (std::array{1}));
}

TEST(Glb, RefusesWhatItCannotHold) {
  const testing::TempFile file(".glb");
  Draw draw;
  EXPECT_EQ(write_glb(draw, {}, file.path()).error().code, ErrorCode::empty);
  draw.point({0, 0, std::nan("")}, testing::kRed);
  EXPECT_EQ(write_glb(draw, {}, file.path()).error().code, ErrorCode::broken);
  draw.points[0].at = {0, 0, 0};
  draw.point({1e14, 0, 0}, testing::kRed);
  Frame tiny;
  tiny.unit = 1e-30;
  EXPECT_EQ(write_glb(draw, tiny, file.path()).error().code, ErrorCode::too_large);
  EXPECT_FALSE(std::filesystem::exists(file.path()));
}

}  // namespace
}  // namespace ambula
