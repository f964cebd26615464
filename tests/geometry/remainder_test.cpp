#include "geometry/remainder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace ambula {
namespace {

using Polygon = std::vector<Point2>;

struct Place {
  double x, y;
};

// Of a place from the sides of a polygon, the least: positive inside. Places are far more than this apart.
constexpr double kOn = 1e-9;
double depth(const Polygon& polygon, Place at) {
  double least = 1e300;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Point2 p = polygon[k], q = polygon[(k + 1) % polygon.size()];
    least = std::min(least, (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x));
  }
  return least;
}

// A place inside every cell that the sides' lines divide the first polygon into: cells are convex, and their
// corners are crossings of lines.
std::vector<Place> places_in_cells(const std::vector<Polygon>& polygons) {
  struct Line {
    double a, b, c;
  };
  std::vector<Line> lines;
  for (const Polygon& polygon : polygons) {
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Point2 p = polygon[k], q = polygon[(k + 1) % polygon.size()];
      lines.push_back(
          {double(p.y - q.y), double(q.x - p.x), double(q.y - p.y) * p.x - double(q.x - p.x) * p.y});
    }
  }
  std::vector<Place> corners;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const double w = lines[i].a * lines[j].b - lines[j].a * lines[i].b;
      if (w == 0) continue;
      const Place at{(lines[i].b * lines[j].c - lines[j].b * lines[i].c) / w,
                     (lines[i].c * lines[j].a - lines[j].c * lines[i].a) / w};
      const bool known = std::any_of(corners.begin(), corners.end(), [&](Place c) {
        return std::abs(c.x - at.x) < kOn && std::abs(c.y - at.y) < kOn;
      });
      if (!known && depth(polygons[0], at) > -kOn) corners.push_back(at);
    }
  }
  std::vector<Place> places;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      for (std::size_t k = j + 1; k < corners.size(); ++k) {
        places.push_back({(corners[i].x + corners[j].x + corners[k].x) / 3,
                          (corners[i].y + corners[j].y + corners[k].y) / 3});
      }
    }
  }
  return places;
}

TEST(Remainder, AgreesWithAPlaceInEveryCellOnRandomTriangles) {
  std::mt19937 random(7);
  int taken = 0, covered = 0, emptied = 0;
  for (int round = 0; round < 400; ++round) {
    const auto coordinate = [&] { return static_cast<std::int32_t>(random() % 7); };
    const auto triangle = [&] {
      for (;;) {
        Polygon t{{coordinate(), coordinate()}, {coordinate(), coordinate()}, {coordinate(), coordinate()}};
        const std::int64_t area = orient2d(t[0], t[1], t[2]);
        if (area < 0) std::swap(t[1], t[2]);
        if (area != 0) return t;
      }
    };
    std::vector<Polygon> all{triangle(), triangle(), triangle(), triangle(), triangle()};
    // Some touch, or share sides with, what was taken before.
    if (round % 4 == 0) all[2] = {all[1][1], all[1][0], triangle()[0]};
    if (orient2d(all[2][0], all[2][1], all[2][2]) <= 0) all[2] = triangle();
    std::vector<Place> left;
    for (const Place at : places_in_cells(all)) {
      if (depth(all[0], at) > kOn) left.push_back(at);
    }
    Remainder rest;
    rest.begin(all[0]);
    for (std::size_t p = 1; p < all.size(); ++p) {
      const bool some =
          std::any_of(left.begin(), left.end(), [&](Place at) { return depth(all[p], at) > kOn; });
      EXPECT_EQ(rest.take(all[p]), some) << "round " << round << ", polygon " << p;
      std::erase_if(left, [&](Place at) { return depth(all[p], at) > -kOn; });
      EXPECT_EQ(rest.empty(), left.empty()) << "round " << round << ", polygon " << p;
      (some ? taken : covered)++;
    }
    emptied += left.empty();
  }
  EXPECT_GT(taken, 300);
  EXPECT_GT(covered, 300);
  EXPECT_GT(emptied, 10);
}

TEST(Remainder, NothingIsLeftOfATilingWhoseTilesOnlyTouch) {
  constexpr std::int32_t kFar = 1 << 28;
  const Polygon whole{{-kFar, -kFar}, {kFar, -kFar}, {kFar, kFar}, {-kFar, kFar}};
  const Point2 middle{kFar / 3, -kFar / 7};
  Remainder rest;
  rest.begin(whole);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_FALSE(rest.empty());
    const Polygon tile{whole[k], whole[(k + 1) % 4], middle};
    EXPECT_TRUE(rest.take(tile));
    EXPECT_FALSE(rest.take(tile));
  }
  EXPECT_TRUE(rest.empty());
}

TEST(Remainder, AGapOfLessThanAQuantumIsSeen) {
  // The two triangles leave a wedge that is a millionth of a quantum wide at its end.
  constexpr std::int32_t kFar = 1 << 27;
  Remainder rest;
  rest.begin(Polygon{{0, 0}, {kFar, 0}, {kFar, kFar}, {0, kFar}});
  EXPECT_TRUE(rest.take(Polygon{{0, 0}, {kFar, 0}, {kFar, kFar}}));
  EXPECT_TRUE(rest.take(Polygon{{0, 0}, {kFar - 1, kFar}, {0, kFar}}));
  EXPECT_FALSE(rest.empty());
  EXPECT_TRUE(rest.take(Polygon{{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
  EXPECT_FALSE(rest.empty());
  EXPECT_TRUE(rest.take(Polygon{{0, 0}, {kFar, 0}, {kFar, kFar}, {0, kFar}}));
  EXPECT_TRUE(rest.empty());
}

TEST(Remainder, TooManyPiecesAreAllTaken) {
  Remainder rest;
  rest.begin(Polygon{{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}});
  for (std::int32_t x = 0; x < 10; ++x) {
    for (std::int32_t y = 0; y < 10; ++y) {
      const std::int32_t a = 100 * x + 10, b = 100 * y + 10;
      EXPECT_TRUE(rest.take(Polygon{{a, b}, {a + 50, b}, {a + 50, b + 50}, {a, b + 50}}));
    }
  }
  EXPECT_FALSE(rest.empty());
}

}  // namespace
}  // namespace ambula
