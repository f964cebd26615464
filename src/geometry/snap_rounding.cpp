// For crossings the plane is halved again and again, each half with the segments clipped to it, until few are
// left to be compared in pairs; pixels and segments are brought together by a grid. Both only ever find
// candidates; pixels and chains are decided by exact predicates on the whole segments, so how the plane was
// divided cannot show in the result.
#include "geometry/snap_rounding.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/radix_sort.h"

namespace ambula {
namespace {

constexpr std::size_t kFew = 64;  // segments compared in pairs
constexpr int kMaxDepth = 64;
constexpr double kMargin = 2;  // quanta by which halves overlap: more than any rounding of a clipped end

Int128 floor_divide(Int128 n, Int128 d) {
  const Int128 q = n / d;
  return q * d > n ? q - 1 : q;
}

}  // namespace

std::int64_t rounded_exactly(std::int64_t offset, Int128 numerator, Int128 denominator) {
  return static_cast<std::int64_t>(floor_divide(2 * offset * numerator + denominator, 2 * denominator));
}

Point2 rounded_crossing(Point2 a, Point2 b, Point2 c, Point2 d) {
  std::int64_t from = orient2d(c, d, a), to = orient2d(c, d, b);
  if (from < 0) {
    from = -from;
    to = -to;
  }
  const std::int64_t whole = from - to;
  const double ratio = static_cast<double>(from) / static_cast<double>(whole);
  return {static_cast<std::int32_t>(a.x + rounded_part(std::int64_t{b.x} - a.x, from, whole, ratio)),
          static_cast<std::int32_t>(a.y + rounded_part(std::int64_t{b.y} - a.y, from, whole, ratio))};
}

void SnapRounding::begin_with(std::span<const Segment2> segments) {
  clipped_.clear();
  for (std::uint32_t s = 0; s < segments.size(); ++s) {
    const auto [a, b] = segments[s];
    clipped_.push_back({s, static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(b.x),
                        static_cast<double>(b.y)});
  }
}

// Appends the parts of clipped_[first, last) that lie below (or above) `at` along one axis.
void SnapRounding::clip(std::size_t first, std::size_t last, bool along_x, double at, bool high) {
  const double limit = high ? at - kMargin : at + kMargin;
  const auto beyond = [&](double v) { return high ? v < limit : v > limit; };
  for (std::size_t k = first; k < last; ++k) {
    Clipped c = clipped_[k];
    double &u0 = along_x ? c.x0 : c.y0, &u1 = along_x ? c.x1 : c.y1;
    double &v0 = along_x ? c.y0 : c.x0, &v1 = along_x ? c.y1 : c.x1;
    if (beyond(u0) && beyond(u1)) continue;
    if (beyond(u0) != beyond(u1)) {
      const double v = v0 + (v1 - v0) * ((limit - u0) / (u1 - u0));
      if (beyond(u0)) {
        u0 = limit;
        v0 = v;
      } else {
        u1 = limit;
        v1 = v;
      }
    }
    clipped_.push_back(c);
  }
}

void SnapRounding::cross_pairs(std::span<const Segment2> segments, std::size_t first,
                               std::vector<Point2>& pixels) {
  const std::size_t n = clipped_.size() - first;
  LatticeBox box;
  boxes_.resize((n + 3) / 4);
  for (std::size_t k = 0; k < 4 * boxes_.size(); ++k) {
    box = {};
    if (k < n) {
      // Where two of them cross in this part, they do so where they are clipped to.
      const Clipped& c = clipped_[first + k];
      const auto whole = [](double v) { return static_cast<std::int32_t>(std::floor(v)); };
      box.low = {whole(std::min(c.x0, c.x1)), whole(std::min(c.y0, c.y1)), 0};
      box.high = {whole(std::max(c.x0, c.x1)) + 1, whole(std::max(c.y0, c.y1)) + 1, 0};
    }
    boxes_[k / 4].set(k % 4, box);
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const Point2 a = segments[clipped_[first + i].segment].a, b = segments[clipped_[first + i].segment].b;
    box = boxes_[i / 4].lane(i % 4);
    const auto cross = [&](Point2 c, Point2 d) {
      const std::int64_t oc = orient2d(a, b, c), od = orient2d(a, b, d);
      if ((oc <= 0 || od >= 0) && (oc >= 0 || od <= 0)) return;
      const std::int64_t oa = orient2d(c, d, a), ob = orient2d(c, d, b);
      if ((oa <= 0 || ob >= 0) && (oa >= 0 || ob <= 0)) return;
      pixels.push_back(rounded_crossing(a, b, c, d));
    };
    for (std::size_t four = (i + 1) / 4; four < boxes_.size(); ++four) {
      unsigned mask = boxes_[four].meets(box);
      if (4 * four <= i) mask &= 15u << (i + 1 - 4 * four);
      for (std::size_t j = 4 * four; mask != 0; ++j, mask >>= 1) {
        if ((mask & 1u) == 0) continue;
        const auto [c, d] = segments[clipped_[first + j].segment];
        cross(c, d);
      }
    }
  }
}

void SnapRounding::cross_all(std::span<const Segment2> segments, std::size_t first, int depth,
                             std::vector<Point2>& pixels) {
  const std::size_t last = clipped_.size(), n = last - first;
  if (n <= kFew || depth >= kMaxDepth) {
    cross_pairs(segments, first, pixels);
    return;
  }
  double sum_x = 0, sum_y = 0, low_x = 1e18, high_x = -1e18, low_y = 1e18, high_y = -1e18;
  for (std::size_t k = first; k < last; ++k) {
    const Clipped& c = clipped_[k];
    sum_x += c.x0 + c.x1;
    sum_y += c.y0 + c.y1;
    low_x = std::min({low_x, c.x0, c.x1});
    high_x = std::max({high_x, c.x0, c.x1});
    low_y = std::min({low_y, c.y0, c.y1});
    high_y = std::max({high_y, c.y0, c.y1});
  }
  const double middle_x = sum_x / static_cast<double>(2 * n), middle_y = sum_y / static_cast<double>(2 * n);
  const bool wide = high_x - low_x > high_y - low_y;
  for (const bool along_x : {wide, !wide}) {
    const double at = along_x ? middle_x : middle_y;
    std::size_t below = 0, above = 0;
    for (std::size_t k = first; k < last; ++k) {
      const Clipped& c = clipped_[k];
      const double u0 = along_x ? c.x0 : c.y0, u1 = along_x ? c.x1 : c.y1;
      below += std::min(u0, u1) <= at + kMargin;
      above += std::max(u0, u1) >= at - kMargin;
    }
    if (4 * (below + above) > 6 * n) continue;
    for (const bool high : {false, true}) {
      clip(first, last, along_x, at, high);
      // The half stands behind the whole: look at it, then take it away.
      cross_all(segments, last, depth + 1, pixels);
      clipped_.resize(last);
    }
    return;
  }
  cross_pairs(segments, first, pixels);
}

void SnapRounding::hot_pixels(std::span<const Segment2> segments, std::vector<Point2>& pixels) {
  pixels.clear();
  for (const auto& [a, b] : segments) {
    pixels.push_back(a);
    pixels.push_back(b);
  }
  begin_with(segments);
  cross_all(segments, 0, 0, pixels);
  sort_unique(pixels);
}

// As words: relative to the lowest corner both coordinates need few bits.
void SnapRounding::sort_unique(std::vector<Point2>& points) {
  constexpr std::size_t kMany = 1024;
  if (points.empty()) return;
  Point2 low = points[0], high = low;
  for (const Point2 p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const auto bits_of = [](std::int32_t v) {
    return static_cast<int>(std::bit_width(static_cast<std::uint32_t>(v)));
  };
  const int bits = bits_of(high.y - low.y), all = bits + bits_of(high.x - low.x);
  words_.clear();
  for (const Point2 p : points) {
    words_.push_back(static_cast<std::uint64_t>(p.x - low.x) << bits |
                     static_cast<std::uint64_t>(p.y - low.y));
  }
  if (words_.size() < kMany) {
    std::sort(words_.begin(), words_.end());
  } else {
    radix_sort(words_, spare_, 0, all);
  }
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  points.resize(words_.size());
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::size_t k = 0; k < words_.size(); ++k) {
    points[k] = {low.x + static_cast<std::int32_t>(words_[k] >> bits),
                 low.y + static_cast<std::int32_t>(words_[k] & mask)};
  }
}

void SnapRounding::chains(std::span<const Segment2> segments, std::span<const Point2> pixels, Chains& out) {
  hits_.clear();
  if (!pixels.empty()) {
    grid_.visit(segments, pixels,
                [&](std::span<const std::uint32_t> some, std::span<const std::uint32_t> points) {
                  for (const std::uint32_t s : some) {
                    const auto [a, b] = segments[s];
                    const std::int32_t last = std::max(a.x, b.x);
                    for (const std::uint32_t p : points) {
                      if (pixels[p].x > last) break;  // they come in order
                      if (meets_pixel(a, b, pixels[p])) hits_.emplace_back(s, p);
                    }
                  }
                });
  }
  // By segment; along it by projection, which no two pixels of one segment share.
  out.begin.assign(segments.size() + 1, 0);
  for (const auto& [s, p] : hits_) ++out.begin[s + 1];
  for (std::size_t s = 0; s < segments.size(); ++s) out.begin[s + 1] += out.begin[s];
  out.nodes.resize(hits_.size());
  {
    next_.assign(out.begin.begin(), out.begin.end() - 1);
    for (const auto& [s, p] : hits_) out.nodes[next_[s]++] = p;
  }
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const Point2 a = segments[s].a, b = segments[s].b;
    const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
    const auto along = [&](std::uint32_t p) {
      return dx * (std::int64_t{pixels[p].x} - a.x) + dy * (std::int64_t{pixels[p].y} - a.y);
    };
    const auto first = out.nodes.begin() + static_cast<std::ptrdiff_t>(out.begin[s]);
    const auto last = out.nodes.begin() + static_cast<std::ptrdiff_t>(out.begin[s + 1]);
    if (last - first > 2) {
      std::sort(first, last, [&](std::uint32_t p, std::uint32_t q) { return along(p) < along(q); });
    } else if (last - first == 2 && along(first[0]) > along(first[1])) {
      std::swap(first[0], first[1]);
    }
  }
}

}  // namespace ambula
