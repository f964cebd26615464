#include "navmesh/simplify_hole.h"

#include <algorithm>

namespace ambula {
namespace {

Point2 plan_of(LatticePoint p) { return {p.x, p.y}; }

double squared(Point2 a, Point2 b) {
  const double dx = double{1} * b.x - a.x, dy = double{1} * b.y - a.y;
  return dx * dx + dy * dy;
}

bool holds(Point2 a, Point2 b, Point2 c, Point2 p) {
  return orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0;
}

void widen(Rise& rise, double by) {
  rise.least = std::min(rise.least, by);
  rise.most = std::max(rise.most, by);
}

// Of the triangle at a place inside of it.
double height_at(const HoleTriangle& t, Point2 p) {
  const Point2 a = plan_of(t[0]), b = plan_of(t[1]), c = plan_of(t[2]);
  const auto whole = static_cast<double>(orient2d(a, b, c));
  const double u = static_cast<double>(orient2d(b, c, p)) / whole,
               v = static_cast<double>(orient2d(c, a, p)) / whole;
  const double z = t[2].z;
  return z + u * (t[0].z - z) + v * (t[1].z - z);
}

// Corners of one surface above or below the other.
void compare_corners(std::span<const HoleTriangle> corners, std::span<const HoleTriangle> surface, bool fresh,
                     Rise& rise) {
  for (const HoleTriangle& t : corners) {
    for (const LatticePoint p : t) {
      for (const HoleTriangle& s : surface) {
        if (!holds(plan_of(s[0]), plan_of(s[1]), plan_of(s[2]), plan_of(p))) continue;
        const double by = p.z - height_at(s, plan_of(p));
        widen(rise, fresh ? by : -by);
      }
    }
  }
}

}  // namespace

double squared_distance(Point2 p, Point2 a, Point2 b) {
  const double dx = double{1} * b.x - a.x, dy = double{1} * b.y - a.y, px = double{1} * p.x - a.x,
               py = double{1} * p.y - a.y;
  const double along = px * dx + py * dy, length = dx * dx + dy * dy;
  if (along <= 0 || length <= 0) return px * px + py * py;
  if (along >= length) {
    const double qx = double{1} * p.x - b.x, qy = double{1} * p.y - b.y;
    return qx * qx + qy * qy;
  }
  const auto away = static_cast<double>(orient2d(a, b, p));
  return away * away / length;
}

bool is_simple(std::span<const Point2> outline) {
  const std::size_t n = outline.size();
  if (n < 3) return false;
  const auto at = [&](std::size_t k) { return outline[k < n ? k : k - n]; };
  Int128 area = 0;
  for (std::size_t k = 1; k + 1 < n; ++k) area += orient2d(outline[0], outline[k], outline[k + 1]);
  if (area <= 0) return false;
  for (std::size_t k = 0; k < n; ++k) {
    const Point2 a = at(k), b = at(k + 1);
    if (a == b || meet(a, b, b, at(k + 2)) == Meeting::overlap) return false;
    for (std::size_t m = k + 2; m < n && m + 1 < n + k; ++m) {
      if (meet(a, b, at(m), at(m + 1)) != Meeting::none) return false;
    }
  }
  return true;
}

bool EarClipper::run(std::span<const Point2> outline, HoleFill& out) {
  at_ = outline;
  out.clear();
  auto left = static_cast<std::uint32_t>(outline.size());
  if (left < 3) return false;
  next_.resize(left);
  before_.resize(left);
  round_.assign(left, 0);
  for (std::uint32_t k = 0; k < left; ++k) {
    next_[k] = k + 1 == left ? 0 : k + 1;
    before_[k] = k == 0 ? left - 1 : k - 1;
  }
  for (std::uint32_t k = 0; k < left; ++k) judge(k);
  for (std::uint32_t any = 0; left > 3; --left) {
    std::uint32_t best = any;
    for (std::uint32_t k = next_[any]; k != any; k = next_[k]) {
      if (round_[k] > round_[best]) best = k;
    }
    if (round_[best] <= 0) return false;
    const std::uint32_t a = before_[best], b = next_[best];
    out.push_back({a, best, b});
    next_[a] = b;
    before_[b] = a;
    any = a;
    // Further ears may have had the corner inside.
    for (std::uint32_t k = next_[a]; k != a; k = next_[k]) {
      if (k == b || round_[k] <= 0) judge(k);
    }
    judge(a);
    if (left == 4) {
      const std::uint32_t c = next_[b];
      if (orient2d(at_[a], at_[b], at_[c]) <= 0) return false;
      out.push_back({a, b, c});
      return true;
    }
  }
  if (orient2d(at_[0], at_[1], at_[2]) <= 0) return false;
  out.push_back({0, 1, 2});
  return true;
}

void EarClipper::judge(std::uint32_t k) {
  const std::uint32_t i = before_[k], j = next_[k];
  const Point2 a = at_[i], b = at_[k], c = at_[j];
  const std::int64_t area = orient2d(a, b, c);
  round_[k] = 0;
  if (area <= 0) return;
  for (std::uint32_t m = next_[j]; m != i; m = next_[m]) {
    if (holds(a, b, c, at_[m])) return;
  }
  round_[k] = static_cast<double>(area) / (squared(a, b) + squared(b, c) + squared(c, a));
}

bool fill_from(std::span<const Point2> outline, std::uint32_t corner, HoleFill& out) {
  const auto n = static_cast<std::uint32_t>(outline.size());
  out.clear();
  for (std::uint32_t k = 1; k + 1 < n; ++k) {
    const std::uint32_t a = (corner + k) % n, b = (corner + k + 1) % n;
    if (orient2d(outline[corner], outline[a], outline[b]) <= 0) return false;
    out.push_back({corner, a, b});
  }
  return true;
}

Rise rise_of(std::span<const HoleTriangle> fresh, std::span<const HoleTriangle> old) {
  Rise rise;
  const std::int32_t level = old[0][0].z;
  const auto is_level = [&](const HoleTriangle& t) {
    return t[0].z == level && t[1].z == level && t[2].z == level;
  };
  if (std::all_of(fresh.begin(), fresh.end(), is_level) && std::all_of(old.begin(), old.end(), is_level))
    return rise;
  compare_corners(fresh, old, true, rise);
  compare_corners(old, fresh, false, rise);
  for (const HoleTriangle& t : fresh) {
    for (std::size_t i = 0; i < 3; ++i) {
      const LatticePoint a = t[i], b = t[i == 2 ? 0 : i + 1];
      for (const HoleTriangle& s : old) {
        for (std::size_t j = 0; j < 3; ++j) {
          const LatticePoint c = s[j], d = s[j == 2 ? 0 : j + 1];
          const std::int64_t c_side = orient2d(plan_of(a), plan_of(b), plan_of(c)),
                             d_side = orient2d(plan_of(a), plan_of(b), plan_of(d));
          if ((c_side <= 0 || d_side >= 0) && (c_side >= 0 || d_side <= 0)) continue;
          const std::int64_t a_side = orient2d(plan_of(c), plan_of(d), plan_of(a)),
                             b_side = orient2d(plan_of(c), plan_of(d), plan_of(b));
          if ((a_side <= 0 || b_side >= 0) && (a_side >= 0 || b_side <= 0)) continue;
          const double u = static_cast<double>(c_side) / (static_cast<double>(c_side) - static_cast<double>(d_side)),
                       v = static_cast<double>(a_side) / (static_cast<double>(a_side) - static_cast<double>(b_side));
          const double is = a.z + v * (double{1} * b.z - a.z), was = c.z + u * (double{1} * d.z - c.z);
          widen(rise, is - was);
        }
      }
    }
  }
  return rise;
}

}  // namespace ambula
