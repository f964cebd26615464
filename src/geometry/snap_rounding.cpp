// The plane is halved again and again, each half with the segments clipped to it, until few are left to be
// compared in pairs. Clipping only ever finds candidates; pixels and chains are decided by exact predicates
// on the whole segments, so how the plane was halved cannot show in the result.
#include "geometry/snap_rounding.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace ambula {
namespace {

constexpr std::size_t kFew = 48;         // segments compared in pairs
constexpr std::size_t kFewTests = 1024;  // segments times pixels tested one by one
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

bool SnapRounding::may_meet(const Segment2& s, const Rectangle& r) {
  const auto [a, b] = s;
  if (std::max(a.x, b.x) < r.low_x - 1 || std::min(a.x, b.x) > r.high_x + 1 ||
      std::max(a.y, b.y) < r.low_y - 1 || std::min(a.y, b.y) > r.high_y + 1) {
    return false;
  }
  // The line passes by when the rectangle's middle is further off than its corners reach; doubles suffice,
  // because a quantum of width is added.
  const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y;
  const double cx = (static_cast<double>(r.low_x) + r.high_x) / 2 - a.x,
               cy = (static_cast<double>(r.low_y) + r.high_y) / 2 - a.y;
  const double hx = (static_cast<double>(r.high_x) - r.low_x) / 2 + 2,
               hy = (static_cast<double>(r.high_y) - r.low_y) / 2 + 2;
  return std::abs(dx * cy - dy * cx) <= std::abs(dx) * hy + std::abs(dy) * hx;
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
  boxes_.clear();
  for (std::size_t k = first; k < clipped_.size(); ++k) {
    const auto [a, b] = segments[clipped_[k].segment];
    boxes_.push_back({std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)});
  }
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Rectangle r = boxes_[i];
    for (std::size_t j = i + 1; j < boxes_.size(); ++j) {
      const Rectangle& q = boxes_[j];
      // One branch for all four: boxes of neighbours part in no foreseeable way.
      if (((q.high_x < r.low_x) | (q.low_x > r.high_x) | (q.high_y < r.low_y) | (q.low_y > r.high_y)) != 0)
        continue;
      const auto [a, b] = segments[clipped_[first + i].segment];
      const auto [c, d] = segments[clipped_[first + j].segment];
      const std::int64_t oc = orient2d(a, b, c), od = orient2d(a, b, d);
      if ((oc <= 0 || od >= 0) && (oc >= 0 || od <= 0)) continue;
      const std::int64_t oa = orient2d(c, d, a), ob = orient2d(c, d, b);
      if ((oa <= 0 || ob >= 0) && (oa >= 0 || ob <= 0)) continue;
      pixels.push_back(rounded_crossing(a, b, c, d));
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
  std::sort(pixels.begin(), pixels.end());
  pixels.erase(std::unique(pixels.begin(), pixels.end()), pixels.end());
}

void SnapRounding::meet_all(std::span<const Segment2> segments, std::span<const Point2> pixels,
                            std::size_t first, std::size_t first_point, int depth) {
  const std::size_t last = chosen_.size(), last_point = points_.size();
  const std::size_t n = last - first, m = last_point - first_point;
  if (n == 0 || m == 0) return;
  Rectangle box{INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
  for (std::size_t p = first_point; p < last_point; ++p) {
    const Point2 q = pixels[points_[p]];
    box = {std::min(box.low_x, q.x), std::min(box.low_y, q.y), std::max(box.high_x, q.x),
           std::max(box.high_y, q.y)};
  }
  const std::int64_t wide = std::int64_t{box.high_x} - box.low_x, high = std::int64_t{box.high_y} - box.low_y;
  if (n * m <= kFewTests || m <= 2 || depth >= kMaxDepth || std::max(wide, high) <= 2) {
    for (std::size_t k = first; k < last; ++k) {
      const std::uint32_t s = chosen_[k];
      for (std::size_t p = first_point; p < last_point; ++p) {
        if (meets_pixel(segments[s].a, segments[s].b, pixels[points_[p]])) hits_.emplace_back(s, points_[p]);
      }
    }
    return;
  }
  const bool along_x = wide > high;
  const std::int64_t at =
      along_x ? (std::int64_t{box.low_x} + box.high_x) >> 1 : (std::int64_t{box.low_y} + box.high_y) >> 1;
  for (const bool upper : {false, true}) {
    Rectangle half{INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (std::size_t p = first_point; p < last_point; ++p) {
      const Point2 q = pixels[points_[p]];
      if (((along_x ? q.x : q.y) > at) != upper) continue;
      points_.push_back(points_[p]);
      half = {std::min(half.low_x, q.x), std::min(half.low_y, q.y), std::max(half.high_x, q.x),
              std::max(half.high_y, q.y)};
    }
    for (std::size_t k = first; k < last; ++k) {
      if (may_meet(segments[chosen_[k]], half)) chosen_.push_back(chosen_[k]);
    }
    meet_all(segments, pixels, last, last_point, depth + 1);
    chosen_.resize(last);
    points_.resize(last_point);
  }
}

void SnapRounding::chains(std::span<const Segment2> segments, std::span<const Point2> pixels, Chains& out) {
  hits_.clear();
  points_.resize(pixels.size());
  std::iota(points_.begin(), points_.end(), 0u);
  chosen_.resize(segments.size());
  std::iota(chosen_.begin(), chosen_.end(), 0u);
  meet_all(segments, pixels, 0, 0, 0);
  // By segment; along it by projection, which no two pixels of one segment share.
  out.begin.assign(segments.size() + 1, 0);
  for (const auto& [s, p] : hits_) ++out.begin[s + 1];
  for (std::size_t s = 0; s < segments.size(); ++s) out.begin[s + 1] += out.begin[s];
  out.nodes.resize(hits_.size());
  {
    std::vector<std::uint32_t>& next = points_;
    next.assign(out.begin.begin(), out.begin.end() - 1);
    for (const auto& [s, p] : hits_) out.nodes[next[s]++] = p;
  }
  std::size_t kept = 0;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    const auto [a, b] = segments[s];
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
    // A pixel on the overlap of two halves may have been found twice.
    const auto end = std::unique(first, last);
    const std::size_t begin = kept;
    for (auto it = first; it != end; ++it) out.nodes[kept++] = *it;
    out.begin[s] = static_cast<std::uint32_t>(begin);
  }
  out.begin[segments.size()] = static_cast<std::uint32_t>(kept);
  out.nodes.resize(kept);
}

}  // namespace ambula
