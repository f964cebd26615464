// Winding numbers beside every piece against rays cast through all pieces.
#include "geometry/winding_sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "geometry/rationals.h"
#include "geometry/snap_rounding.h"

namespace ambula {
namespace {

using testing::Random;

struct Subdivision {
  std::vector<Point2> nodes;
  std::vector<Piece> pieces;
};

// Closed polygons, each with its own weight in one of the numbers, snap rounded.
Subdivision overlay(const std::vector<std::vector<Point2>>& polygons, Random& random) {
  std::vector<Segment2> segments;
  std::vector<Winding> weights;
  for (const auto& polygon : polygons) {
    Winding weight{};
    weight[static_cast<std::size_t>(random.within(1) + 1)] = random.within(2);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Point2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
      if (a == b) continue;
      segments.push_back({a, b});
      weights.push_back(weight);
    }
  }
  Subdivision out;
  SnapRounding snap;
  Chains chains;
  snap.hot_pixels(segments, out.nodes);
  snap.chains(segments, out.nodes, chains);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Winding> sums;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    for (std::uint32_t k = chains.begin[s]; k + 1 < chains.begin[s + 1]; ++k) {
      const std::uint32_t a = chains.nodes[k], b = chains.nodes[k + 1];
      Winding& sum = sums[std::minmax(a, b)];
      for (std::size_t w = 0; w < 3; ++w) sum[w] += a < b ? weights[s][w] : -weights[s][w];
    }
  }
  for (const auto& [ends, weight] : sums) {
    Piece piece;
    piece.a = ends.first;
    piece.b = ends.second;
    piece.weight = weight;
    out.pieces.push_back(piece);
  }
  return out;
}

// The numbers just to the right of a piece: a ray from beside its middle, straight down for pieces that are
// not vertical, to the right for those that are. In doubled coordinates the middle is a lattice point; pieces
// that meet the ray in an end count by the half-open rule.
Winding right_by_ray(const Subdivision& s, std::size_t which) {
  const Point2 a = s.nodes[s.pieces[which].a], b = s.nodes[s.pieces[which].b];
  const bool upright = a.x == b.x;
  // Swapping x and y turns the plane over, so left and right change places.
  const auto doubled = [&](Point2 p) {
    return upright ? Point2{2 * p.y, -2 * p.x} : Point2{2 * p.x, 2 * p.y};  // a quarter turn
  };
  const Point2 m{(doubled(a).x + doubled(b).x) / 2, (doubled(a).y + doubled(b).y) / 2};
  Winding sum{};
  for (std::size_t k = 0; k < s.pieces.size(); ++k) {
    if (k == which) continue;
    Point2 c = doubled(s.nodes[s.pieces[k].a]), d = doubled(s.nodes[s.pieces[k].b]);
    int sign = 1;
    if (d < c) {
      std::swap(c, d);
      sign = -1;
    }
    if (c.x > m.x || d.x <= m.x) continue;  // half open, so a common end counts once
    if (orient2d(c, d, m) <= 0) continue;   // not below
    for (std::size_t w = 0; w < 3; ++w) sum[w] += sign * s.pieces[k].weight[w];
  }
  // The sum is what lies just below m in the turned plane: to the right of a piece that runs towards +x
  // there.
  if (doubled(a) < doubled(b)) return sum;
  for (std::size_t w = 0; w < 3; ++w) sum[w] -= s.pieces[which].weight[w];
  return sum;
}

void expect_as_cast(Subdivision s) {
  WindingSweep sweep;
  ASSERT_TRUE(sweep.run(s.nodes, s.pieces));
  for (std::size_t k = 0; k < s.pieces.size(); ++k) ASSERT_EQ(s.pieces[k].right, right_by_ray(s, k)) << k;
}

std::vector<std::vector<Point2>> random_polygons(std::size_t n, std::int32_t range, Random& random) {
  std::vector<std::vector<Point2>> out(n);
  for (auto& polygon : out) {
    const int corners = 3 + (random.within(3) + 3) / 2;
    for (int i = 0; i < corners; ++i) polygon.push_back(random.point(range));
  }
  return out;
}

TEST(WindingSweep, RandomPolygonsAgreeWithRays) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::int32_t range = seed % 4 == 0 ? 1 << 27 : seed % 4 == 1 ? 6 : seed % 4 == 2 ? 40 : 2000;
    expect_as_cast(overlay(random_polygons(2 + seed % 6, range, random), random));
    if (HasFatalFailure()) return;
  }
}

TEST(WindingSweep, FansSliversAndNestedSquaresAgreeWithRays) {
  Random random(1);
  std::vector<std::vector<Point2>> fan, slivers, nested;
  for (std::int32_t i = 0; i < 30; ++i) {
    fan.push_back({{0, 0}, {1000, 20 * i}, {1000, 20 * i + 20}});
    slivers.push_back({{-1000, i}, {1000, i}, {1000, i + 1}});
    nested.push_back({{-i - 1, -i - 1}, {i + 1, -i - 1}, {i + 1, i + 1}, {-i - 1, i + 1}});
  }
  expect_as_cast(overlay(fan, random));
  expect_as_cast(overlay(slivers, random));
  expect_as_cast(overlay(nested, random));
}

TEST(WindingSweep, OutlineThatDoesNotCloseIsTold) {
  const std::vector<Point2> nodes{{0, 0}, {0, 4}, {4, 0}};
  std::vector<Piece> pieces(2);
  pieces[0].a = 0;
  pieces[0].b = 2;
  pieces[0].weight = {1, 0, 0};
  pieces[1].a = 1;
  pieces[1].b = 2;
  pieces[1].weight = {-1, 0, 0};
  WindingSweep sweep;
  EXPECT_FALSE(sweep.run(nodes, pieces));
  pieces.insert(pieces.begin(), pieces[0]);
  pieces[0].b = 1;
  pieces[0].weight = {-1, 0, 0};
  EXPECT_TRUE(sweep.run(nodes, pieces));
  EXPECT_EQ(pieces[1].left(), (Winding{1, 0, 0}));
}

}  // namespace
}  // namespace ambula
