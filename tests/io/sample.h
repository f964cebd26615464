// A small document with something in every field, and a way to change its bytes.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "ambula/io.h"
#include "tests/walkable/surfaces.h"

namespace ambula {

// Two triangles of a square floor and one of a roof, far from zero, in a y-up file in centimetres.
inline Scene sample_scene() {
  Soup soup;
  soup.positions = {
      {4e8, 0, 5e8}, {4e8 + 400, 0, 5e8}, {4e8 + 400, 0, 5e8 - 300}, {4e8, 0, 5e8 - 300}, {4e8, 250, 5e8}};
  soup.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 1, 2}, {0, 0, 1}};
  soup.triangle_object = {0, 0, 1, 1};
  soup.triangle_material = {0, 0, 2, 1};
  soup.objects = {{"Floor", "IfcSlab"}, {"Roof, broken", ""}};
  soup.materials = {"wood", "", "tiles"};
  soup.source = "house.obj";
  auto scene = make_scene(std::move(soup), {.up = kUpY, .unit = 0.01});
  EXPECT_TRUE(scene.has_value()) << (scene ? "" : scene.error().message);
  return *scene;
}

inline Document sample_document() {
  Document document;
  document.agent = {.height = 2, .radius = 0.25, .max_slope = 40, .max_step = 0.3, .max_gap = 0.2};
  document.parameters = {{"engine", "exact"}, {"until", "scene"}};
  document.source = "house.obj";
  document.scene = sample_scene();
  document.scene_hash = scene_hash(*document.scene);
  return document;
}

// The sample with its floor as the walkable surface.
inline Document sample_walkable_document() {
  Document document = sample_document();
  Walkable& w = document.walkable.emplace(testing::surface_of(*document.scene, {0, 1}));
  for (std::size_t i = 0; i < 3; ++i) {
    if (w.neighbours[0][i] != Walkable::kNone) continue;
    w.border[0][i] = BorderKind::wall;
    w.border_height[0][i] = 25000;
    w.inner_wall[0] = static_cast<std::uint8_t>(1U << i);
  }
  w.removed = {{{{1, 2, 3}, {4, 2, 3}, {1, 5, 3}}}, {{{1, 2, 3}, {4, 2, 3}, {1, 6, 3}}}};
  w.removed_why = {Removal::small, Removal::enclosed};
  w.removed_enclosed = w.removed_small = 1;
  w.closed = {{{{7, 8, 9}, {-7, -8, -9}}}};
  w.areas.blocked = 0.5;
  w.areas.duplicate = 0.25;
  w.areas.enclosed = 0.75;
  w.areas.small = 0.125;
  w.areas.closed = -0.0625;
  w.areas.ground = 13.6875;
  w.warnings = {"a sentence for the user", ""};
  document.walkable_hash = walkable_hash(w);
  return document;
}

inline std::vector<std::byte> encoded(const Document& document) {
  auto bytes = encode(document);
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().message);
  return bytes ? *bytes : std::vector<std::byte>();
}

template <class T>
void put(std::vector<std::byte>& bytes, std::size_t at, T value) {
  ASSERT_LE(at + sizeof(T), bytes.size());
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

template <class T>
T get(const std::vector<std::byte>& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

// A folder of its own for each test, gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ =
        std::filesystem::temp_directory_path() / (std::string("ambula-") + test->test_suite_name() + "-" +
                                                  test->name() + "-" + std::to_string(std::uintptr_t(this)));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ec;
    std::filesystem::remove_all(path_, ec);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::size_t files() const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path_)) ++n;
    return n;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace ambula
