// The grid brings every point together with all segments near it, once, however unevenly they lie.
#include "geometry/segment_grid.h"

#include <gtest/gtest.h>

#include <set>

#include "ambula/hash.h"
#include "geometry/snap_rounding.h"

namespace ambula {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix_bits(seed)) {}
  std::int32_t within(std::int32_t range) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::int32_t>(mix_bits(state_) % (2 * static_cast<std::uint64_t>(range) + 1)) - range;
  }
  Point2 near(Point2 p, std::int32_t range) {
    const std::int32_t x = within(range);
    return {p.x + x, p.y + within(range)};
  }

 private:
  std::uint64_t state_;
};

// Gives the number of segments that meet pixels.
std::size_t expect_complete(const std::vector<Segment2>& segments, const std::vector<Point2>& points) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> together;
  std::vector<int> seen(points.size(), 0);
  SegmentGrid grid;
  grid.visit(segments, points,
             [&](std::span<const std::uint32_t> some, std::span<const std::uint32_t> places) {
               for (const std::uint32_t p : places) ++seen[p];
               for (const std::uint32_t s : some) {
                 for (const std::uint32_t p : places)
                   EXPECT_TRUE(together.emplace(s, p).second) << "a pair came twice";
               }
             });
  std::size_t hits = 0;
  for (std::uint32_t p = 0; p < points.size(); ++p) {
    EXPECT_LE(seen[p], 1);
    for (std::uint32_t s = 0; s < segments.size(); ++s) {
      if (!meets_pixel(segments[s].a, segments[s].b, points[p])) continue;
      ++hits;
      EXPECT_TRUE(together.contains({s, p})) << "segment " << s << " and point " << p;
    }
  }
  return hits;
}

TEST(SegmentGrid, EvenSegmentsOfEverySize) {
  for (const std::int32_t length : {3, 100, 10000, 1000000}) {
    Random random(static_cast<std::uint64_t>(length));
    std::vector<Segment2> segments;
    std::vector<Point2> points;
    for (int k = 0; k < 400; ++k) {
      const Point2 a = random.near({}, 1000000), b = random.near(a, length);
      segments.push_back({a, b});
      points.push_back(a);
      points.push_back({a.x + (b.x - a.x) / 2, a.y + (b.y - a.y) / 2});
      points.push_back(random.near(b, 2));
    }
    EXPECT_GT(expect_complete(segments, points), 400u);
  }
}

TEST(SegmentGrid, AClusterInALargePlane) {
  Random random(7);
  std::vector<Segment2> segments{{{-30000000, -30000000}, {30000000, 30000000}},
                                 {{-30000000, 5}, {30000000, 5}}};
  std::vector<Point2> points;
  for (int k = 0; k < 600; ++k) {
    const Point2 a = random.near({1000, 1000}, 60), b = random.near(a, 30);
    segments.push_back({a, b});
    points.push_back(a);
    points.push_back(b);
  }
  EXPECT_GT(expect_complete(segments, points), 1200u);
}

TEST(SegmentGrid, AllOnOneLineAndThroughOnePoint) {
  Random random(9);
  std::vector<Segment2> level, star;
  std::vector<Point2> on_line, around;
  for (int k = 0; k < 300; ++k) {
    const std::int32_t a = random.within(5000), b = random.within(5000);
    level.push_back({{a, 7}, {b, 7}});
    on_line.push_back({a, 7});
    const Point2 p = random.near({}, 100000);
    star.push_back({p, {-p.x, -p.y}});
    around.push_back(p);
    around.push_back(random.near({}, 3));
  }
  EXPECT_GT(expect_complete(level, on_line), 300u);
  EXPECT_GT(expect_complete(star, around), 300u);
}

TEST(SegmentGrid, NothingIsVisitedWithoutSegmentsOrPoints) {
  SegmentGrid grid;
  const auto leaf = [](std::span<const std::uint32_t>, std::span<const std::uint32_t>) { FAIL(); };
  grid.visit({}, std::vector<Point2>{{0, 0}}, leaf);
  grid.visit(std::vector<Segment2>{{{0, 0}, {1, 1}}}, {}, leaf);
}

}  // namespace
}  // namespace ambula
