// Triangulations judged by counts and areas.
#include "scenes/ear_clipping.h"

#include <gtest/gtest.h>

#include <limits>

#include "scenes/random.h"

namespace ambula::scenes {
namespace {

// Counter-clockwise triangles only, the right number, and their areas add up: then none overlap.
void expect_complete(const std::vector<Polygon>& rings) {
  std::size_t corners = 0;
  double area = 0;
  for (const Polygon& ring : rings) {
    corners += ring.size();
    area += signed_area(ring);
  }
  const auto triangles = triangulate(rings);
  ASSERT_EQ(triangles.size(), corners + 2 * (rings.size() - 1) - 2);
  double sum = 0;
  for (const auto& t : triangles) {
    EXPECT_GT(signed_area(t), 0);
    sum += signed_area(t);
  }
  EXPECT_NEAR(sum, area, 1e-9 * area);
}

TEST(EarClipping, SquareAndConcaveOutlines) {
  expect_complete({rectangle({0, 0}, {1, 1})});
  expect_complete({{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}});
  expect_complete({{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}, {0, 2}}});  // corners in straight lines
}

TEST(EarClipping, HolesInRowsWithAllTheirSidesInLine) {
  std::vector<Polygon> rings{rectangle({0, 0}, {9, 9})};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const Vec2 at{1.0 + 2 * i, 1.0 + 2 * j};
      rings.push_back(reversed(rectangle(at, at + Vec2{1, 1})));
    }
  }
  expect_complete(rings);
}

TEST(EarClipping, HoleInTheBayOfAnotherHole) {
  expect_complete({rectangle({0, 0}, {10, 10}),
                   reversed(Polygon{{1, 1}, {9, 1}, {9, 9}, {1, 9}, {1, 8}, {8, 8}, {8, 2}, {1, 2}}),
                   reversed(rectangle({3, 3}, {7, 7}))});
}

TEST(EarClipping, RandomStarsInCells) {
  Random random(11);
  for (int round = 0; round < 20; ++round) {
    std::vector<Polygon> rings{rectangle({0, 0}, {6, 6})};
    for (int cell = 0; cell < 9; ++cell) {
      const Vec2 middle{2.0 * (cell % 3) + 1, 2.0 * (cell / 3) + 1};
      Polygon star;
      const int corners = 3 + static_cast<int>(random.below(9));
      for (int i = 0; i < corners; ++i) {
        star.push_back(on_grid(middle + heading(360.0 * i / corners) * random.between(0.1, 0.99)));
      }
      rings.push_back(reversed(star));
    }
    expect_complete(rings);
  }
}

TEST(EarClipping, RefusesWhatIsNoPolygon) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(triangulate({}).empty());
  EXPECT_TRUE(triangulate(std::vector<Polygon>{{{0, 0}, {1, 0}}}).empty());
  EXPECT_TRUE(triangulate(std::vector<Polygon>{{{0, 0}, {1, 0}, {2, 0}}}).empty());
  EXPECT_TRUE(triangulate(std::vector<Polygon>{{{0, 0}, {nan, 0}, {0, 1}}}).empty());
  EXPECT_TRUE(triangulate(std::vector<Polygon>{{{0, 0}, {1e9, 0}, {0, 1}}}).empty());
  EXPECT_TRUE(triangulate(std::vector<Polygon>{rectangle({0, 0}, {4, 4}), {}}).empty());
  EXPECT_TRUE(triangulate(std::vector<Polygon>{reversed(rectangle({0, 0}, {4, 4}))}).empty());
}

}  // namespace
}  // namespace ambula::scenes
