// A convex part of a surface that a body on lower ground nearby may bump into, though the two are joined, and
// how low the body has to stand for that.
//
// The body bends with the ground, so what it bumps into depends on the ground at that place: the one nearest
// to its feet. Where the surface itself is the nearest, the body bends upwards with it, as far as it bends.
// Where other ground runs on below it, as under a seat or under open stairs, the body bends with that, and
// the surface is in its way as soon as it is a step higher. But a ramp that is no steeper than ground may be
// has to be climbed by agents that take low steps too, whatever is below it.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "ambula/agent.h"
#include "ambula/lattice.h"
#include "ambula/vec.h"
#include "geometry/predicates.h"

namespace ambula {

// Quanta, but for the slope, which is a tangent.
struct BodyLimits {
  double radius = 0, step = 0, height = 0, slope = 0;

  // How far a body bends: the ground nearest to its feet is looked for within this.
  [[nodiscard]] double reach() const { return step + radius * slope; }
  // How much higher what is over other ground may be.
  [[nodiscard]] double over_ground() const { return std::max(step, radius * slope); }
};

[[nodiscard]] BodyLimits body_limits(const Agent& agent, double radius, double quantum);

struct HighCorner {
  Vec2 at;
  double z = 0, ground = 0;  // ground: below it, where the part is over some
};

struct HighPart {
  std::vector<HighCorner> corners;
  bool over_ground = false;

  [[nodiscard]] bool empty() const { return corners.empty(); }
  [[nodiscard]] double lowest() const;
  [[nodiscard]] double highest() const;
};

// Keeps the part of a convex polygon where the value is not negative; `between(a, b, t)` makes new corners.
template <class Polygon, class Value, class Between>
void keep_positive(Polygon& polygon, Value value, Between between) {
  if (std::all_of(polygon.begin(), polygon.end(), [&](const auto& c) { return value(c) >= 0; })) return;
  Polygon out;
  double then = polygon.empty() ? 0 : value(polygon[0]);
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &a = polygon[i], &b = polygon[i + 1 == polygon.size() ? 0 : i + 1];
    const double at = then;
    then = value(b);
    if (at >= 0) out.push_back(a);
    if ((at > 0 && then < 0) || (at < 0 && then > 0)) out.push_back(between(a, b, at / (at - then)));
  }
  polygon = std::move(out);
}
template <class Value>
void keep(HighPart& part, Value value) {
  keep_positive(part.corners, value, [](const HighCorner& a, const HighCorner& b, double t) {
    return HighCorner{a.at + (b.at - a.at) * t, a.z + (b.z - a.z) * t, a.ground + (b.ground - a.ground) * t};
  });
}

// Feet from here to there may bump into something of the part; lower ones pass below it.
struct FeetRange {
  double low = 0, high = 0;
};
[[nodiscard]] FeetRange feet_that_bump(const HighPart& part, const BodyLimits& limits);

// Leaves of the part what feet of the range bump into.
void keep_bumped_into(HighPart& part, FeetRange feet, const BodyLimits& limits);

// The part over a triangle of the scene, as far as that is far enough below to matter.
[[nodiscard]] HighPart part_over(const HighPart& part, const std::array<LatticePoint, 3>& ground,
                                 const BodyLimits& limits);

// Into two, by height, where the heights differ by more than this; none else.
[[nodiscard]] std::vector<HighPart> halves(const HighPart& part, double range);

// All that is closer than the radius, on the lattice, counter-clockwise and a little more than that; empty
// where there is no area.
[[nodiscard]] std::vector<Point2> around(const HighPart& part, double radius);
// The smallest convex polygon around some points, the same way.
[[nodiscard]] std::vector<Point2> hull_on_lattice(const std::vector<Vec2>& points);

}  // namespace ambula
