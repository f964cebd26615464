// How a walkable surface draws itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "ambula/render.h"
#include "tests/walkable/surfaces.h"

namespace ambula {
namespace {

TEST(DrawWalkable, ComponentsHaveTheirColours) {
  const Walkable w = testing::sample_surface();
  Draw draw;
  draw_walkable(draw, w);
  ASSERT_EQ(draw.layers, (std::vector<std::string>{"", "removed", "walkable"}));
  std::size_t faces = 0;
  for (const Draw::Face& face : draw.faces) {
    if (draw.layers[face.layer] != "walkable") continue;
    EXPECT_EQ(face.fill, palette(w.component[faces]));
    for (std::uint32_t i = 0; i < 3; ++i) {
      EXPECT_EQ(draw.corners[face.first + i], w.corners(FaceId{faces})[i]);
    }
    ++faces;
  }
  EXPECT_EQ(faces, w.faces.size());
}

TEST(DrawWalkable, BordersAreEdgesOfTheirKindsColour) {
  const Walkable w = testing::sample_surface();
  Draw draw;
  draw_walkable(draw, w);
  std::map<std::uint32_t, int> by_color;
  for (const Draw::Edge& edge : draw.edges) {
    EXPECT_EQ(edge.width, 2);
    ++by_color[std::uint32_t{edge.color.r} << 16 | std::uint32_t{edge.color.g} << 8 | edge.color.b];
  }
  std::vector<int> counts;
  for (const auto& [color, count] : by_color) counts.push_back(count);
  std::sort(counts.begin(), counts.end());
  EXPECT_EQ(counts, (std::vector<int>{1, 1, 5}));  // wall, sill, ledges; none between faces
}

TEST(DrawWalkable, WhatWasTakenOutIsTranslucentAndApart) {
  const Walkable w = testing::sample_surface();
  Draw draw;
  draw_walkable(draw, w);
  std::vector<Color> fills;
  for (const Draw::Face& face : draw.faces) {
    if (draw.layers[face.layer] == "removed") fills.push_back(face.fill);
  }
  ASSERT_EQ(fills.size(), 2U);
  EXPECT_LT(fills[0].a, 255);
  EXPECT_LT(fills[1].a, fills[0].a);
  EXPECT_NE(fills[0], fills[1]);
}

TEST(DrawWalkable, LiftRaisesEverything) {
  const Walkable w = testing::sample_surface();
  Draw flat, lifted;
  draw_walkable(flat, w);
  draw_walkable(lifted, w, 0.25);
  ASSERT_EQ(flat.corners.size(), lifted.corners.size());
  for (std::size_t i = 0; i < flat.corners.size(); ++i) {
    EXPECT_EQ(lifted.corners[i], flat.corners[i] + (Vec3{0, 0, 0.25}));
  }
  for (std::size_t i = 0; i < flat.edges.size(); ++i) {
    EXPECT_EQ(lifted.edges[i].a, flat.edges[i].a + (Vec3{0, 0, 0.25}));
  }
}

TEST(DrawWalkable, NothingMakesNoLayer) {
  Draw draw;
  draw_walkable(draw, {});
  EXPECT_EQ(draw.layers.size(), 1U);
  EXPECT_TRUE(draw.faces.empty());
}

TEST(DrawWalkable, IsSeenOverTheSceneItLiesIn) {
  Soup soup;
  soup.positions = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
  soup.triangles = {{0, 1, 2}, {0, 2, 3}};
  soup.triangle_object = soup.triangle_material = {0, 0};
  soup.objects = {{"floor", ""}};
  soup.materials = {""};
  const auto scene = make_scene(std::move(soup), {});
  ASSERT_TRUE(scene);
  constexpr Color kGrey{222, 220, 215};
  const auto middle_of = [&](bool walkable) {
    Draw draw;
    draw_scene(draw, *scene, kGrey);
    for (const Draw::Face& face : draw.faces) EXPECT_EQ(face.fill, kGrey);
    if (walkable) draw_walkable(draw, testing::surface_of(*scene, {0, 1}), 0.01);
    const auto image = render(draw, {.width = 64, .height = 64});
    EXPECT_TRUE(image);
    const std::size_t at = (std::size_t{40} * 64 + 24) * 3;
    return std::array{image->rgb[at], image->rgb[at + 1], image->rgb[at + 2]};
  };
  const auto plain = middle_of(false), covered = middle_of(true);
  EXPECT_NE(plain, covered);
  EXPECT_GT(covered[2], covered[0] + 20);  // the first colour of the palette is blue
}

}  // namespace
}  // namespace ambula
