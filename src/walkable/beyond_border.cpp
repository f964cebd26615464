// How high something is counts from the ground at the border to the top of the triangle that blocks, so a
// leaning side is as high as it leans; other ground counts by its height there. So does an underside that
// is no steeper than ground: the lower side of a ramp begins at the ramp's foot and rises to its top, but what
// a walker meets at the foot is the ramp. All of it is plain doubles:
// spans only name borders, and what is shorter than rounding is ignored later.
#include "walkable/beyond_border.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ambula {
namespace {

constexpr double kBefore = 2;  // quanta by which rounding may leave something before the border
constexpr double kNear = 2;    // quanta: what rounding may do to a height
constexpr double kCopy =
    0.75;  // quanta: a copy of the ground lies within the half its corners were rounded by

std::size_t after(std::size_t i) { return i == 2 ? 0 : i + 1; }

// A stretch of the border with something linear along it.
struct Stretch {
  double from, to;
  double at_from, at_to;

  [[nodiscard]] bool is_empty() const { return !(from < to); }
  [[nodiscard]] double at(double s) const { return at_from + (at_to - at_from) * ((s - from) / (to - from)); }
  void clip(double low, double high) {
    const Stretch whole = *this;
    if (low > from) {
      from = low;
      at_from = whole.at(low);
    }
    if (high < to) {
      to = high;
      at_to = whole.at(high);
    }
  }
  // Keeps where sign * (value − limit) is positive.
  void keep(double limit, double sign) {
    const double a = sign * (at_from - limit), b = sign * (at_to - limit);
    if (a > 0 && b > 0) return;
    if (a <= 0 && b <= 0) {
      to = from;
      return;
    }
    const double s = from + (to - from) * (a / (a - b));
    if (a > 0) {
      clip(from, s);
    } else {
      clip(s, to);
    }
  }
};

// Heights along a stretch, as spans on one side each of the welding distance and the step.
void add(const BorderLimits& limits, const Stretch& heights, std::vector<BlockedSpan>& out) {
  if (heights.is_empty()) return;
  std::array<double, 4> ends{heights.from, heights.to, heights.to, heights.to};
  std::size_t n = 1;
  const bool falls = heights.at_from > heights.at_to;
  for (const double limit : {falls ? limits.step : limits.weld, falls ? limits.weld : limits.step}) {
    Stretch above = heights;
    above.keep(limit, 1);
    if (above.is_empty()) continue;
    const double at = falls ? above.to : above.from;
    if (at > ends[n - 1] && at < heights.to) ends[n++] = at;
  }
  ends[n] = heights.to;
  for (std::size_t k = 0; k < n; ++k) {
    if (!(ends[k] < ends[k + 1])) continue;
    double height = std::min(std::max(heights.at(ends[k]), heights.at(ends[k + 1])), limits.height);
    // Rounding must not take the end of a low part above the limit it ends at.
    const double middle = heights.at((ends[k] + ends[k + 1]) / 2);
    for (const double limit : {limits.weld, limits.step}) {
      if (middle <= limit) height = std::min(height, limit);
    }
    out.push_back({ends[k], ends[k + 1], height});
  }
}

// A convex polygon in the frame of a border.
struct Polygon {
  struct Point {
    double s, w, z;
  };
  std::array<Point, 10> points;
  std::size_t n = 0;

  // Keeps where `value` is not negative.
  template <class Value>
  void keep(Value&& value) {
    Polygon kept;
    for (std::size_t i = 0; i < n; ++i) {
      const Point &p = points[i], &q = points[i + 1 == n ? 0 : i + 1];
      const double a = value(p), b = value(q);
      if (a >= 0) kept.points[kept.n++] = p;
      if ((a < 0) == (b < 0)) continue;
      const double t = a / (a - b);
      kept.points[kept.n++] = {p.s + (q.s - p.s) * t, p.w + (q.w - p.w) * t, p.z + (q.z - p.z) * t};
    }
    *this = kept;
  }
};

// What of the triangle stands on the border and between two heights above the ground.
Polygon standing(const BorderLine& line, const BesideBorder& t, double low, double high) {
  Polygon out;
  for (std::size_t i = 0; i < 3; ++i) out.points[out.n++] = {t.s[i], t.w[i], t.z[i]};
  using Point = Polygon::Point;
  const auto above = [&](const Point& p) { return p.z - (line.z + line.uz * p.s + line.rise * p.w); };
  out.keep([&](const Point& p) { return p.w + kBefore; });
  out.keep([&](const Point& p) { return kBeyond - p.w; });
  out.keep([&](const Point& p) { return above(p) - low; });
  out.keep([&](const Point& p) { return high - above(p); });
  return out;
}

// Its extent along the border, with its greatest height above the border; empty where there is nothing.
Stretch extent(const BorderLine& line, const Polygon& polygon) {
  Stretch out{line.length, 0, 0, 0};
  for (std::size_t i = 0; i < polygon.n; ++i) {
    const Polygon::Point& p = polygon.points[i];
    out.from = std::min(out.from, p.s);
    out.to = std::max(out.to, p.s);
    out.at_from = std::max(out.at_from, p.z - (line.z + line.uz * p.s));
  }
  out.from = std::max(out.from, 0.0);
  out.to = std::min(out.to, line.length);
  out.at_to = out.at_from;
  return out;
}

}  // namespace

BesideBorder::BesideBorder(const BorderLine& line, const std::array<LatticePoint, 3>& corners) {
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = corners[i].x - line.x, y = corners[i].y - line.y;
    s[i] = x * line.ux + y * line.uy;
    w[i] = x * line.nx + y * line.ny;
    z[i] = corners[i].z;
  }
}

bool BesideBorder::is_near(const BorderLine& line) const {
  return std::min({w[0], w[1], w[2]}) <= kBeyond && std::max({w[0], w[1], w[2]}) >= -kBefore &&
         std::min({s[0], s[1], s[2]}) < line.length && std::max({s[0], s[1], s[2]}) > 0;
}

void add_cover(const BorderLine& line, const BorderLimits& limits, const BesideBorder& t, CoverKind kind,
               std::vector<BlockedSpan>& out) {
  // Where the triangle crosses the line, with its height there.
  std::array<double, 2> s{}, z{};
  std::size_t n = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t k = after(i);
    if ((t.w[i] < kBeyond) == (t.w[k] < kBeyond)) continue;
    const double part = (kBeyond - t.w[i]) / (t.w[k] - t.w[i]);
    s[n] = t.s[i] + (t.s[k] - t.s[i]) * part;
    z[n++] = t.z[i] + (t.z[k] - t.z[i]) * part;
  }
  if (n < 2) return;
  const auto above = [&](std::size_t k) { return z[k] - (line.z + line.uz * s[k] + line.rise * kBeyond); };
  const std::size_t first = s[0] <= s[1] ? 0 : 1;
  Stretch d{s[first], s[1 - first], above(first), above(1 - first)};
  if (d.is_empty()) return;
  d.clip(0, line.length);
  if (d.is_empty()) return;
  const double es = t.s[1] - t.s[0], ew = t.w[1] - t.w[0], ez = t.z[1] - t.z[0];
  const double fs = t.s[2] - t.s[0], fw = t.w[2] - t.w[0], fz = t.z[2] - t.z[0];
  const double rise = (es * fz - fs * ez) / (es * fw - fs * ew);
  // Where the cut followed the line at the agent's height, it is the way the gap goes on that tells.
  d.keep(rise >= line.rise - 1e-9 ? limits.height - kNear : limits.height + kNear, -1);
  if (d.is_empty()) return;
  if (kind != CoverKind::side) {
    d.keep(kind == CoverKind::ground ? kCopy : limits.millimetre, 1);
    add(limits, d, out);
    return;
  }
  // A steep side may begin at the border and rise away from it.
  d.keep(rise > 0 ? -2 * limits.millimetre : limits.millimetre, 1);
  if (d.is_empty()) return;
  const double top = std::max({t.z[0], t.z[1], t.z[2]}) - line.z;
  Stretch heights{d.from, d.to, top - line.uz * d.from, top - line.uz * d.to};
  heights.keep(limits.millimetre, 1);
  add(limits, heights, out);
}

void add_wall(const BorderLine& line, const BorderLimits& limits, const BesideBorder& t,
              std::vector<BlockedSpan>& out) {
  const Stretch all = extent(line, standing(line, t, limits.least_wall, limits.height));
  if (all.is_empty()) return;
  if (all.at_from <= limits.step) {
    add(limits, all, out);
    return;
  }
  const Stretch high = extent(line, standing(line, t, limits.step, limits.height));
  add(limits, high, out);
  Stretch low = all;
  low.at_from = low.at_to = limits.step;
  add(limits, low, out);
}

void add_steep(const BorderLine& line, const BorderLimits& limits, const BesideBorder& t,
               std::vector<BlockedSpan>& out) {
  Stretch heights = extent(line, standing(line, t, limits.millimetre, limits.height));
  if (heights.is_empty()) return;
  const double top = std::max({t.z[0], t.z[1], t.z[2]}) - line.z;
  heights.at_from = top - line.uz * heights.from;
  heights.at_to = top - line.uz * heights.to;
  heights.keep(limits.millimetre, 1);
  add(limits, heights, out);
}

}  // namespace ambula
