#include "geometry/polygon.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ambula {
namespace {

double area_of(std::span<const Vec3> corners, const std::vector<std::array<std::uint32_t, 3>>& triangles,
               Vec3 normal) {
  double sum = 0;
  for (const auto& t : triangles) {
    const double area = dot(cross(corners[t[1]] - corners[t[0]], corners[t[2]] - corners[t[0]]), normal) / 2;
    EXPECT_GE(area, 0);  // wound as the polygon, none turned over
    sum += area;
  }
  return sum;
}

TEST(TriangulatePolygon, CoversANonConvexPolygonExactlyOnce) {
  // An L in each of the six axis directions.
  const std::array<Vec2, 6> shape{{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}}};
  const auto place = [](Vec2 p, int axis) {
    return axis == 0 ? Vec3{5, p.x, p.y} : axis == 1 ? Vec3{p.y, 5, p.x} : Vec3{p.x, p.y, 5};
  };
  for (int axis = 0; axis < 3; ++axis) {
    for (const bool turned : {false, true}) {
      std::vector<Vec3> corners;
      for (const Vec2 p : shape) corners.push_back(place(p, axis));
      Vec3 normal{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
      if (turned) {
        std::reverse(corners.begin(), corners.end());
        normal = normal * -1;
      }
      std::vector<std::array<std::uint32_t, 3>> triangles;
      triangulate_polygon(corners, triangles);
      ASSERT_EQ(triangles.size(), 4U);
      EXPECT_NEAR(area_of(corners, triangles, normal), 6, 1e-12) << axis << turned;
    }
  }
}

TEST(TriangulatePolygon, TakesAHoleJoinedToTheOutline) {
  const std::vector<Vec3> corners{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0},
                                  {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}};
  std::vector<std::array<std::uint32_t, 3>> triangles;
  triangulate_polygon(corners, triangles);
  EXPECT_EQ(triangles.size(), 8U);
  EXPECT_NEAR(area_of(corners, triangles, {0, 0, 1}), 12, 1e-12);
}

TEST(TriangulatePolygon, AStarOfAThousandSpikesKeepsItsArea) {
  std::vector<Vec3> corners;
  double expected = 0;
  for (int i = 0; i < 2000; ++i) {
    const double angle = i * 3.14159265358979 / 1000, r = i % 2 == 0 ? 10 : 6;
    corners.push_back({r * std::cos(angle), r * std::sin(angle), 1});
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    expected += cross(corners[i].xy(), corners[(i + 1) % corners.size()].xy()) / 2;
  }
  std::vector<std::array<std::uint32_t, 3>> triangles;
  triangulate_polygon(corners, triangles);
  EXPECT_EQ(triangles.size(), 1998U);
  EXPECT_NEAR(area_of(corners, triangles, {0, 0, 1}), expected, 1e-6);
}

TEST(TriangulatePolygon, APolygonWithoutAreaStillGetsItsCount) {
  const std::vector<Vec3> corners(7, Vec3{1, 2, 3});
  std::vector<std::array<std::uint32_t, 3>> triangles;
  triangulate_polygon(corners, triangles);
  EXPECT_EQ(triangles.size(), 5U);
}

}  // namespace
}  // namespace ambula
