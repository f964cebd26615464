#include "draw/caps.h"

#include <gtest/gtest.h>

#include <cmath>

#include "draw/fixtures.h"

namespace ambula {
namespace {

double filled_area(const Caps& caps) {
  double sum = 0;
  for (std::size_t r = 0; r + 1 < caps.offsets.size(); ++r) {
    const std::uint32_t first = caps.offsets[r], end = caps.offsets[r + 1];
    for (std::uint32_t i = first; i < end; ++i) {
      sum += cross(caps.points[i].xy() - caps.points[first].xy(),
                   caps.points[i + 1 < end ? i + 1 : first].xy() - caps.points[first].xy()) /
             2;
    }
  }
  return sum;
}

TEST(Caps, AWallIsFilledEvenWithoutABottom) {
  Draw draw;
  testing::add_box(draw, {0, 0, 0}, {5, 0.3, 3}, testing::kRed, false);
  const Caps caps = make_caps(draw, 1.2);
  EXPECT_NEAR(filled_area(caps), 1.5, 1e-12);
  for (const Vec3 p : caps.points) EXPECT_EQ(p.z, 1.2);
  EXPECT_TRUE(make_caps(draw, 3.5).points.empty());
}

TEST(Caps, AClosedRoomOfThickWallsKeepsItsInside) {
  Draw draw, inner;
  testing::add_box(draw, {0, 0, 0}, {6, 6, 3}, testing::kRed);
  testing::add_box(inner, {0.25, 0.25, 0.25}, {5.75, 5.75, 2.75}, testing::kRed);
  for (const Draw::Face& face : inner.faces) {  // turned inside out: the room's own surfaces
    std::vector<Vec3> corners(inner.corners.begin() + face.first,
                              inner.corners.begin() + face.first + face.count);
    std::reverse(corners.begin(), corners.end());
    draw.polygon(corners, testing::kRed);
  }
  EXPECT_NEAR(filled_area(make_caps(draw, 1.2)), 36 - 5.5 * 5.5, 1e-12);
}

TEST(Caps, AShellAroundAWholeHouseIsNotFilled) {
  Draw draw;
  testing::add_box(draw, {0, 0, 0}, {12, 9, 6}, testing::kRed);
  EXPECT_TRUE(make_caps(draw, 1.2).points.empty());
}

TEST(Caps, SheetsAndInsideOutRoomsAreNotFilled) {
  Draw draw;
  const std::array wall{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 0, 3}, Vec3{0, 0, 3}};
  draw.polygon(wall, testing::kRed);
  draw.polygon(std::array{wall[3], wall[2], wall[1], wall[0]}, testing::kRed);  // its other side
  testing::add_box(draw, {1.5, 1.5, 0}, {1, 1, 3}, testing::kRed);  // corners swapped twice: still outwards
  const std::size_t outwards = make_caps(draw, 1).points.size();
  Draw turned;
  testing::add_box(turned, {1.5, 1, 0}, {1, 1.5, 3}, testing::kRed);  // swapped once: inwards
  EXPECT_EQ(outwards, 4U);
  EXPECT_TRUE(make_caps(turned, 1).points.empty());
}

}  // namespace
}  // namespace ambula
