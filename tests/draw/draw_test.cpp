#include "ambula/draw.h"

#include <gtest/gtest.h>

#include <set>

#include "ambula/scene.h"
#include "draw/fixtures.h"

namespace ambula {
namespace {

int difference(Color a, Color b) { return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b); }

TEST(Draw, PaletteNeighboursDifferClearly) {
  for (std::size_t n = 0; n < 100; ++n) {
    EXPECT_GT(difference(palette(n), palette(n + 1)), 60) << n;
    EXPECT_GT(difference(palette(n), palette(n + 2)), 40) << n;
  }
}

TEST(Draw, ALayerThatComesBackIsTheSameLayer) {
  Draw draw;
  draw.point({0, 0, 0}, testing::kRed);
  draw.layer("a");
  draw.point({0, 0, 0}, testing::kRed);
  draw.layer("b");
  draw.point({0, 0, 0}, testing::kRed);
  draw.layer("a");
  draw.point({0, 0, 0}, testing::kRed);
  EXPECT_EQ(draw.layers, (std::vector<std::string>{"", "a", "b"}));
  EXPECT_EQ(draw.points[0].layer, 0U);
  EXPECT_EQ(draw.points[1].layer, 1U);
  EXPECT_EQ(draw.points[2].layer, 2U);
  EXPECT_EQ(draw.points[3].layer, 1U);
}

TEST(Draw, ExtentCoversEveryKind) {
  Draw draw;
  testing::add_square(draw, 0, 0, 1, 1, 0, testing::kRed);
  draw.edge({0, 0, 0}, {-2, 0, 0}, testing::kRed);
  draw.point({0, 5, 0}, testing::kRed);
  draw.label({0, 0, 7}, "top");
  const Box3 box = draw.extent();
  EXPECT_EQ(box.min, (Vec3{-2, 0, 0}));
  EXPECT_EQ(box.max, (Vec3{1, 5, 7}));
}

TEST(Draw, PolygonsOfFewerThanThreeCornersAreNothing) {
  Draw draw;
  draw.polygon(std::array{Vec3{0, 0, 0}, Vec3{1, 0, 0}}, testing::kRed);
  EXPECT_TRUE(draw.faces.empty());
  EXPECT_TRUE(draw.extent().empty());
}

Scene two_floors(bool two_objects) {
  Soup soup;
  soup.objects = {{"lower", ""}, {"upper", ""}};
  soup.materials = {""};
  const auto floor = [&](double z, std::uint32_t object) {
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    for (const Vec3 p : {Vec3{0, 0, z}, Vec3{4, 0, z}, Vec3{4, 4, z}, Vec3{0, 4, z + 1e-9}})
      soup.positions.push_back(p);
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.triangles.push_back({first, first + 2, first + 3});
    soup.triangle_object.insert(soup.triangle_object.end(), 2, object);
    soup.triangle_material.insert(soup.triangle_material.end(), 2, 0);
  };
  floor(0, 0);
  floor(3, two_objects ? 1 : 0);
  return *make_scene(std::move(soup), {});
}

TEST(DrawScene, ObjectsHaveTheirColours) {
  Draw draw;
  draw_scene(draw, two_floors(true));
  ASSERT_EQ(draw.faces.size(), 4U);
  EXPECT_EQ(draw.faces[0].fill, palette(0));
  EXPECT_EQ(draw.faces[1].fill, palette(0));
  EXPECT_EQ(draw.faces[2].fill, palette(1));
  EXPECT_EQ(draw.layers.back(), "scene");
}

TEST(DrawScene, OneObjectIsColouredByHeightAndFlatSurfacesAsOne) {
  Draw draw;
  draw_scene(draw, two_floors(false));
  ASSERT_EQ(draw.faces.size(), 4U);
  EXPECT_EQ(draw.faces[0].fill, draw.faces[1].fill);
  EXPECT_EQ(draw.faces[2].fill, draw.faces[3].fill);
  EXPECT_GT(difference(draw.faces[0].fill, draw.faces[2].fill), 60);
}

}  // namespace
}  // namespace ambula
