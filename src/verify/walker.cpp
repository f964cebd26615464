// The ground below is looked for on a raster about the point. Three by three of its points without ground are
// a hole: a gap of three spacings holds such a block in most directions and one of four in all, a gap of two
// in none. The raster reaches so far beyond the disc that a hole which only touches the disc is seen.
#include "verify/walker.h"

#include <algorithm>
#include <cmath>

#include "verify/convex.h"

namespace ambula::checker {
namespace {

constexpr double kBeyond = 0.01;     // metres more than the radius: the same as in the other rule
constexpr double kSpacings = 12;     // points of the raster along the radius
constexpr double kLeastGap = 0.01;   // metres: a gap this narrow stops nobody, whatever max_gap says
constexpr int kMostHalf = 96;        // bounds the work where the radius is large and the gap small
constexpr double kRayShift = 0.037;  // metres: rays that start beside the point miss edges it stands on
constexpr double kFar = 1e9;         // metres: past the end of every scene

std::array<Vec3, 3> seen_from(Vec3 p, const std::array<Vec3, 3>& t) { return {t[0] - p, t[1] - p, t[2] - p}; }

// What the ray from p along `axis` (sign: which way) does at the triangle: 1 where it meets the back and so
// leaves a solid, -1 where it meets the front, 0 where it misses.
int crossing(const std::array<Vec3, 3>& t, Vec3 p, int axis, double sign) {
  const auto turned = [&](Vec3 v) -> Vec3 {  // the axis becomes z, the turn is kept
    const Vec3 d = v - p;
    return axis == 0 ? Vec3{d.y, d.z, d.x} : axis == 1 ? Vec3{d.z, d.x, d.y} : d;
  };
  const std::array<Vec3, 3> at{turned(t[0]), turned(t[1]), turned(t[2])};
  double along = 0;
  if (!height_at(at, {0, 0}, along) || along * sign <= 0) return 0;
  return cross(at[1].xy() - at[0].xy(), at[2].xy() - at[0].xy()) * sign > 0 ? 1 : -1;
}

}  // namespace

Walker::Walker(const Truth& truth, const Agent& agent, double further)
    : truth_(truth),
      radius_(agent.radius > kBeyond ? agent.radius + further + kBeyond : 0),
      step_(agent.max_step - truth.band()),
      height_(agent.height + truth.band()) {
  if (radius_ == 0) return;
  spacing_ = std::min(agent.radius / kSpacings, std::max(agent.max_gap, kLeastGap) / 4);
  spacing_ = std::max(spacing_, radius_ / (kMostHalf - 4));
  half_ = static_cast<int>(std::ceil(radius_ / spacing_)) + 3;
}

bool Walker::feet_free(Vec3 p) const {
  bool free = true;
  truth_.within({p + Vec3{0, 0, kLowest}, p + Vec3{0, 0, step_}}, [&](std::uint32_t t) {
    double z = 0;
    if (free && height_at(truth_.corners(t), p.xy(), z)) free = z <= p.z + kLowest || z > p.z + step_;
  });
  return free;
}

bool Walker::body_free(Vec3 p) const {
  bool free = true;
  truth_.within({{p.x - radius_, p.y - radius_, p.z + step_}, {p.x + radius_, p.y + radius_, p.z + height_}},
                [&](std::uint32_t t) {
                  if (!free) return;
                  Convex part(seen_from(p, truth_.corners(t)));
                  part.cut_to_heights(step_, height_);
                  free = part.size == 0 || !(length(part.nearest({0, 0})) < radius_);
                });
  return free;
}

// Raises the tops of the raster to the triangle, places relative to the point.
void Walker::raise_tops(const std::array<Vec3, 3>& t, bool ground, WalkerScratch& scratch) const {
  const Box3 box = box_of(t);
  const int side = 2 * half_ + 1;
  const double reach = (half_ + 1) * spacing_;
  const auto first = [&](double low) {
    return std::max(-half_, static_cast<int>(std::ceil(std::max(low, -reach) / spacing_)));
  };
  const auto last = [&](double high) {
    return std::min(half_, static_cast<int>(std::floor(std::min(high, reach) / spacing_)));
  };
  const int x0 = first(box.min.x), x1 = last(box.max.x), y0 = first(box.min.y), y1 = last(box.max.y);
  for (int y = y0; y <= y1; ++y) {
    for (int x = x0; x <= x1; ++x) {
      double z = 0;
      if (!height_at(t, {x * spacing_, y * spacing_}, z) || std::fabs(z) > step_) continue;
      RasterTop& top = scratch.tops[static_cast<std::size_t>((y + half_) * side + x + half_)];
      top.any = std::max(top.any, z);
      if (ground) top.ground = std::max(top.ground, z);
    }
  }
}

bool Walker::ground_below(Vec3 p, WalkerScratch& scratch) const {
  const int side = 2 * half_ + 1;
  const double wide = half_ * spacing_;
  scratch.tops.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), {});
  truth_.within({{p.x - wide, p.y - wide, p.z - step_}, {p.x + wide, p.y + wide, p.z + step_}},
                [&](std::uint32_t t) {
                  if (truth_.kind(t) != Kind::vertical)
                    raise_tops(seen_from(p, truth_.corners(t)), truth_.kind(t) == Kind::ground, scratch);
                });
  const auto ground = [&](int x, int y) {
    const RasterTop& top = scratch.tops[static_cast<std::size_t>((y + half_) * side + x + half_)];
    return top.ground >= top.any - kLowest && top.ground >= -step_;
  };
  const double reach = radius_ / spacing_ + 1;  // where the middle of a hole that matters may be
  for (int y = 1 - half_; y < half_; ++y) {
    for (int x = 1 - half_; x < half_; ++x) {
      if (x * x + y * y > reach * reach || ground(x, y)) continue;
      bool hole = true;
      for (int k = 0; k < 9 && hole; ++k) hole = !ground(x + k % 3 - 1, y + k / 3 - 1);
      if (hole) return false;
    }
  }
  return true;
}

bool Walker::fits(Vec3 p, WalkerScratch& scratch) const {
  return asks() && feet_free(p) && body_free(p) && ground_below(p, scratch);
}

bool Walker::inside_solid(Vec3 p) const {
  // How many more times the ray leaves a solid than it enters one.
  const auto winding = [&](Vec3 from, int axis, double sign) {
    Vec3 to = from;
    (axis == 0 ? to.x : axis == 1 ? to.y : to.z) += sign * kFar;
    Box3 range;
    range.add(from);
    range.add(to);
    int sum = 0;
    truth_.within(range, [&](std::uint32_t t) { sum += crossing(truth_.corners(t), from, axis, sign); });
    return sum;
  };
  int rays = 0, inside = 0, inside_above = 0;
  constexpr std::array<double, 3> kParts{0.3, 0.6, 0.9};
  for (const double part : kParts) {
    const Vec3 from = p + Vec3{kRayShift * part, kRayShift * (1 - part), step_ + (height_ - step_) * part};
    for (const double sign : {1.0, -1.0}) {
      for (const int axis : {0, 1}) inside += winding(from, axis, sign) > 0 ? 1 : 0;
      rays += 2;
    }
    inside_above += winding(from, 2, 1) > 0 ? 1 : 0;
    ++rays;
  }
  return 2 * (inside + inside_above) > rays || 2 * static_cast<std::size_t>(inside_above) > kParts.size();
}

}  // namespace ambula::checker
