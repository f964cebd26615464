#include <gtest/gtest.h>

#include "ambula/scene.h"
#include "scene/soups.h"

namespace ambula {
namespace {

std::vector<std::array<Vec3, 3>> house(double scale, double width = 8.3, double wall = 2.6) {
  std::vector<std::array<Vec3, 3>> out;
  add_box(out, {0.13 * scale, 0.21 * scale, 0}, {width * scale, 6.17 * scale, wall * scale});
  return out;
}

std::string hint(const std::vector<std::array<Vec3, 3>>& triangles, double unit = 1) {
  return summarize(*make_scene(soup_of(triangles), {.unit = unit})).unit_hint;
}

TEST(Summary, MeasuresExtentAreaAndDuplicates) {
  std::vector<std::array<Vec3, 3>> triangles;
  add_box(triangles, {0, 0, 0}, {1, 2, 3});
  triangles.push_back(triangles[4]);
  triangles.push_back({triangles[5][2], triangles[5][1], triangles[5][0]});  // the other way round
  const SceneSummary s = summarize(*make_scene(soup_of(triangles), {.up = kUpY}));
  EXPECT_EQ(s.duplicates, 2u);
  EXPECT_EQ(s.extent.size(), (Vec3{1, 3, 2}));
  EXPECT_EQ(s.input_extent.size(), (Vec3{1, 2, 3}));
  EXPECT_NEAR(s.area, 22 + 1.5 + 1.5, 1e-12);  // the copies are halves of a 1 x 3 side
}

TEST(UnitHint, IsSilentForMetres) {
  EXPECT_EQ(hint(house(1)), "");
  EXPECT_EQ(hint(house(1, 300)), "");
  EXPECT_EQ(hint(house(1, 8.3, 0.5)), "");
  EXPECT_EQ(hint(house(1000), 0.001), "");
}

TEST(UnitHint, NamesTheUsualUnits) {
  EXPECT_EQ(hint(house(1000)), "8170 m wide; did you mean --unit 0.001?");
  EXPECT_EQ(hint(house(100)), "817 m wide; did you mean --unit 0.01?");
  EXPECT_EQ(hint(house(1 / 0.0254)), "321.654 m wide; did you mean --unit 0.0254?");
  EXPECT_EQ(hint(house(0.001)), "0.00817 m wide; did you mean --unit 1000?");
}

TEST(UnitHint, KnowsQuakeByItsGrid) {
  std::vector<std::array<Vec3, 3>> level;
  add_box(level, {-2048, -2048, -64}, {2048, 2048, 64});
  add_box(level, {-512, -256, -64}, {0, 256, 32});
  EXPECT_EQ(hint(level), "4096 m wide; did you mean --unit 0.03125?");
}

TEST(UnitHint, LeavesTerrainAlone) {
  std::vector<std::array<Vec3, 3>> hills;
  for (int i = 0; i < 20; ++i) {
    hills.push_back(
        {Vec3{i * 1000.0, 0, i * 50.0}, {i * 1000.0 + 1000, 0, i * 50.0 + 50}, {i * 1000.0, 900, i * 40.0}});
  }
  EXPECT_EQ(hint(hills), "");
}

}  // namespace
}  // namespace ambula
