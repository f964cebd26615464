#include "navmesh/simplify_hole.h"

#include <algorithm>

namespace ambula {
namespace {

double squared(Point2 a, Point2 b) {
  const double dx = double{1} * b.x - a.x, dy = double{1} * b.y - a.y;
  return dx * dx + dy * dy;
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
    const Point2 p = at_[m];
    if (orient2d(a, b, p) >= 0 && orient2d(b, c, p) >= 0 && orient2d(c, a, p) >= 0) return;
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

double height_at(const HoleTriangle& t, Point2 p) {
  const Point2 a = plan_of(t[0]), b = plan_of(t[1]), c = plan_of(t[2]);
  const auto whole = static_cast<double>(orient2d(a, b, c));
  const double u = static_cast<double>(orient2d(b, c, p)) / whole,
               v = static_cast<double>(orient2d(c, a, p)) / whole;
  const double z = t[2].z;
  return z + u * (t[0].z - z) + v * (t[1].z - z);
}

void compare(const HoleEdge& fresh, const HoleEdge& old, Rise& rise) {
  const Point2 a = plan_of(fresh[0]), b = plan_of(fresh[1]), c = plan_of(old[0]), d = plan_of(old[1]);
  const std::int64_t c_side = orient2d(a, b, c), d_side = orient2d(a, b, d);
  if ((c_side <= 0 || d_side >= 0) && (c_side >= 0 || d_side <= 0)) return;
  const std::int64_t a_side = orient2d(c, d, a), b_side = orient2d(c, d, b);
  if ((a_side <= 0 || b_side >= 0) && (a_side >= 0 || b_side <= 0)) return;
  const double u = static_cast<double>(c_side) / static_cast<double>(c_side - d_side),
               v = static_cast<double>(a_side) / static_cast<double>(a_side - b_side);
  rise.widen(fresh[0].z + v * (double{1} * fresh[1].z - fresh[0].z) -
             (old[0].z + u * (double{1} * old[1].z - old[0].z)));
}

}  // namespace ambula
