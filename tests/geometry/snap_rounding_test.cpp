// Snap rounding against its definition, by brute force: all ends and rounded crossings are hot, a chain is
// all hot pixels its segment meets, pieces meet only in common points.
#include "geometry/snap_rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "geometry/overlay_fixtures.h"

namespace ambula {
namespace {

using testing::Random;
using testing::random_segments;
using testing::round_half_up;

constexpr std::int32_t kReach = std::int32_t{1} << 28;

// Whether the closed segment meets the pixel of p, closed to the left and below: by clipping the segment's
// parameter to the square, in whole numbers.
bool meets_by_clipping(Segment2 s, Point2 p) {
  // Everything doubled; inside: 2p - 1 <= v < 2p + 1. Parameters are fractions n / d with d > 0.
  struct Bound {
    Int128 n, d;
    bool open;
  };
  Bound low{0, 1, false}, high{1, 1, false};
  const auto less = [](const Bound& a, const Bound& b) { return a.n * b.d < b.n * a.d; };
  const auto along = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    const std::int64_t from = 2 * c - 1, to = 2 * c + 1, u = 2 * a, d = 2 * (b - a);
    if (d == 0) return u >= from && u < to;
    Bound enter{from - u, d, false}, leave{to - u, d, true};
    if (d < 0) {
      enter = {-(to - u), -d, true};
      leave = {-(from - u), -d, false};
    }
    if (less(low, enter) || (!less(enter, low) && enter.open)) low = enter;
    if (less(leave, high) || (!less(high, leave) && leave.open)) high = leave;
    return true;
  };
  if (!along(s.a.x, s.b.x, p.x) || !along(s.a.y, s.b.y, p.y)) return false;
  if (less(low, high)) return true;
  return !less(high, low) && !low.open && !high.open;
}

std::vector<Point2> hot_by_force(const std::vector<Segment2>& segments) {
  std::set<Point2> hot;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const auto [a, b] = segments[i];
    hot.insert(a);
    hot.insert(b);
    for (std::size_t j = 0; j < i; ++j) {
      const auto [c, d] = segments[j];
      if (meet(a, b, c, d) != Meeting::cross) continue;
      const Int128 whole = Int128{orient2d(c, d, a)} - orient2d(c, d, b), part = orient2d(c, d, a);
      const auto at = [&](std::int64_t from, std::int64_t to) {
        return static_cast<std::int32_t>(
            round_half_up(Int128{from} * whole + Int128{to - from} * part, whole));
      };
      hot.insert({at(a.x, b.x), at(a.y, b.y)});
    }
  }
  return {hot.begin(), hot.end()};
}

// Everything the header promises; `force` also the pixels and chains by brute force.
void expect_sound(const std::vector<Segment2>& segments) {
  SnapRounding snap;
  std::vector<Point2> pixels;
  snap.hot_pixels(segments, pixels);
  ASSERT_EQ(pixels, hot_by_force(segments));
  Chains chains;
  snap.chains(segments, pixels, chains);
  ASSERT_EQ(chains.begin.size(), segments.size() + 1);

  std::set<std::pair<Point2, Point2>> pieces;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const auto [a, b] = segments[s];
    std::vector<Point2> chain, expected;
    for (std::uint32_t k = chains.begin[s]; k < chains.begin[s + 1]; ++k) {
      chain.push_back(pixels[chains.nodes[k]]);
    }
    for (const Point2 p : pixels) {
      if (meets_by_clipping(segments[s], p)) expected.push_back(p);
    }
    const auto along = [&](Point2 p) {
      return Int128{std::int64_t{b.x} - a.x} * (std::int64_t{p.x} - a.x) +
             Int128{std::int64_t{b.y} - a.y} * (std::int64_t{p.y} - a.y);
    };
    std::sort(expected.begin(), expected.end(), [&](Point2 p, Point2 q) { return along(p) < along(q); });
    ASSERT_EQ(chain, expected) << "segment " << s << ": " << a.x << " " << a.y << " to " << b.x << " " << b.y;
    ASSERT_EQ(chain.front(), a);
    ASSERT_EQ(chain.back(), b);
    for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
      pieces.insert(std::minmax(chain[k], chain[k + 1]));
    }
  }
  // Pieces meet in common ends alone.
  for (auto p = pieces.begin(); p != pieces.end(); ++p) {
    for (auto q = std::next(p); q != pieces.end(); ++q) {
      const auto& [a, b] = *p;
      const auto& [c, d] = *q;
      const bool share = a == c || a == d || b == c || b == d;
      ASSERT_EQ(meet(a, b, c, d), share ? Meeting::touch : Meeting::none)
          << a.x << " " << a.y << " to " << b.x << " " << b.y << " and " << c.x << " " << c.y << " to " << d.x
          << " " << d.y;
    }
  }
}

TEST(SnapRounding, PixelTestIsThatOfTheHalfOpenSquare) {
  std::size_t met = 0, corners = 0;
  for (std::int32_t x = -4; x <= 4; ++x) {
    for (std::int32_t y = -4; y <= 4; ++y) {
      for (std::int32_t px = -4; px <= 4; ++px) {
        for (std::int32_t py = -4; py <= 4; ++py) {
          const Segment2 s{{0, 0}, {x, y}};
          const bool expected = meets_by_clipping(s, {px, py});
          ASSERT_EQ(meets_pixel(s.a, s.b, {px, py}), expected) << x << " " << y << " at " << px << " " << py;
          ASSERT_EQ(meets_pixel(s.b, s.a, {px, py}), expected) << x << " " << y << " at " << px << " " << py;
          met += expected;
          corners += !expected && std::abs(2 * orient2d(s.a, s.b, {px, py})) == std::abs(x) + std::abs(y);
        }
      }
    }
  }
  EXPECT_GT(met, 100u);
  EXPECT_GT(corners, 100u) << "squares touched in a corner that is not theirs";
}

TEST(SnapRounding, CrossingsAreRoundedAsExactFractions) {
  Random random(1);
  std::size_t crossings = 0, ties = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::int32_t range = i % 4 == 0 ? kReach : i % 4 == 1 ? 6 : i % 4 == 2 ? 1000 : 1 << 20;
    const Point2 a = random.point(range), b = random.point(range), c = random.point(range),
                 d = random.point(range);
    if (meet(a, b, c, d) != Meeting::cross) continue;
    ++crossings;
    const Int128 whole = Int128{orient2d(c, d, a)} - orient2d(c, d, b), part = orient2d(c, d, a);
    const auto numerator = [&](std::int64_t from, std::int64_t to) {
      return Int128{from} * whole + Int128{to - from} * part;
    };
    const Int128 nx = numerator(a.x, b.x), ny = numerator(a.y, b.y);
    ties += (2 * nx) % whole == 0 && nx % whole != 0;
    const Point2 expected{static_cast<std::int32_t>(round_half_up(nx, whole)),
                          static_cast<std::int32_t>(round_half_up(ny, whole))};
    ASSERT_EQ(rounded_crossing(a, b, c, d), expected);
    ASSERT_EQ(rounded_crossing(b, a, d, c), expected);
    ASSERT_EQ(rounded_crossing(c, d, a, b), expected);
  }
  EXPECT_GT(crossings, 10'000u);
  EXPECT_GT(ties, 100u);
}

TEST(SnapRounding, RandomSegmentsOnTinyGridsAreSound) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    expect_sound(random_segments(2 + seed % 25, static_cast<std::int32_t>(2 + seed % 9), seed));
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRounding, RandomSegmentsOfEverySizeAreSound) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const std::int32_t range = seed % 3 == 0 ? kReach : seed % 3 == 1 ? 100 : 50'000;
    expect_sound(random_segments(40, range, seed + 1000));
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRounding, SliversAQuantumWideAreSound) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed + 77);
    std::vector<Segment2> segments;
    const std::int32_t length = seed % 2 == 0 ? 300 : kReach;
    for (int i = 0; i < 20; ++i) {
      segments.push_back({{-length + random.within(2) + 2, random.within(2)},
                          {length + random.within(2) - 2, random.within(2)}});
    }
    expect_sound(segments);
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRounding, CollinearOverlapsBecomeTheSamePieces) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed + 200);
    const Point2 step = random.point(5);
    if (step == Point2{}) continue;
    std::vector<Segment2> segments = random_segments(4, 30, seed);
    while (segments.size() < 16) {
      const std::int32_t from = random.within(8), to = random.within(8);
      if (from == to) continue;
      segments.push_back({{from * step.x, from * step.y}, {to * step.x, to * step.y}});
    }
    expect_sound(segments);
    if (HasFatalFailure()) return;
  }
}

TEST(SnapRounding, ManySegmentsThroughOnePointAreSound) {
  for (const std::int32_t range : {40, 5000}) {  // through (0, 0), which is an end of none
    Random random(9);
    std::vector<Segment2> segments;
    while (segments.size() < 80) {
      const Point2 a = random.point(range);
      if (a != Point2{}) segments.push_back({a, {-a.x, -a.y}});
    }
    expect_sound(segments);
  }
}

TEST(SnapRounding, ThousandsThroughOnePointTakeNoTime) {
  Random random(10);
  std::vector<Segment2> segments;
  while (segments.size() < 3000) {
    const Point2 a = random.point(1'000'000);
    segments.push_back({a, {-a.x + 1, -a.y}});
  }
  SnapRounding snap;
  std::vector<Point2> pixels;
  Chains chains;
  snap.hot_pixels(segments, pixels);
  snap.chains(segments, pixels, chains);
  for (std::size_t s = 0; s < segments.size(); ++s) {
    EXPECT_GT(chains.begin[s + 1] - chains.begin[s], 2u) << "every segment passes the bundle's middle";
  }
}

TEST(SnapRounding, OrderOfSegmentsAndEndsChangesNothing) {
  std::vector<Segment2> segments = random_segments(200, 400, 5);
  SnapRounding snap;
  std::vector<Point2> pixels, again;
  snap.hot_pixels(segments, pixels);
  std::reverse(segments.begin(), segments.end());
  for (Segment2& s : segments) std::swap(s.a, s.b);
  snap.hot_pixels(segments, again);
  EXPECT_EQ(pixels, again);
}

}  // namespace
}  // namespace ambula
