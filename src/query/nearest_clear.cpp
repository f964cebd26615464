// The places that keep clear are bounded by lines beside borders, circles around their ends, and the box that
// is looked in. What is nearest of them is p itself, a foot of p on such a bound, or where two bounds meet.
// All of these are looked at, bounds nearest to p first, until what is left is further away than the best.
#include "query/nearest_clear.h"
#include "ambula/values/nav_base.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "query/turns.h"

namespace ambula {
namespace {

constexpr double kMostHalf = 1e9;  // quanta; no lattice is wider
constexpr double kOff = 1;         // quanta beside the surface that are on it

Vec2 left_of(Vec2 d) { return {-d.y, d.x}; }

Vec2 direction(Vec2 a, Vec2 b) { return (b - a) * (1 / length(b - a)); }

Vec2 closest_on_line(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double whole = dot(d, d);
  return whole > 0 ? a + d * std::clamp(dot(p - a, d) / whole, 0.0, 1.0) : a;
}

// Whether a segment has a point in a box.
bool meets(Vec2 a, Vec2 b, Vec2 low, Vec2 high) {
  if (std::max(a.x, b.x) < low.x || std::min(a.x, b.x) > high.x || std::max(a.y, b.y) < low.y ||
      std::min(a.y, b.y) > high.y)
    return false;
  const Vec2 d = b - a;
  int left = 0, right = 0;
  for (const Vec2 corner : {low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}) {
    const double side = cross(d, corner - a);
    left += side >= 0 ? 1 : 0;
    right += side <= 0 ? 1 : 0;
  }
  return left > 0 && right > 0;
}

}  // namespace

struct NearestClear::Wanted {
  Vec3 p;          // scene coordinates
  Vec2 at;         // the same in plan, quanta
  Vec2 low, high;  // of the box
  double up = 0;   // metres
  KeptDistance keep;
  ClearanceSearch* search = nullptr;
  double least = 0;
  std::optional<ClearPlace> best = {};
};

std::optional<ClearPlace> NearestClear::find(const ClearPlace& from, Vec3 p, Vec3 half,
                                             const KeptDistance& keep, ClearanceSearch& search) {
  const Vec2 at = graph_->plan_of(p);
  const Vec2 reach{std::min(half.x / graph_->quantum(), kMostHalf),
                   std::min(half.y / graph_->quantum(), kMostHalf)};
  // Almost everybody stands well.
  if (length(at - from.at) < kPast && search.is_clear(from, keep)) return from;
  Wanted wanted{p, at, at - reach, at + reach, half.z, keep, &search, length(reach) + kPast};
  around_.run(graph_->base(), from.base, [&](std::uint32_t h) {
    return meets(graph_->base().from(h), graph_->base().to(h), wanted.low, wanted.high);
  });
  look_at(at, wanted);
  if (wanted.best) return wanted.best;
  gather(wanted, from);
  for (std::size_t i = 0; i < bounds_.size() && bounds_[i].away < wanted.least; ++i) {
    look_at_foot(bounds_[i], wanted);
    for (std::size_t j = 0; j < i; ++j) look_where_they_meet(bounds_[i], bounds_[j], wanted);
  }
  return wanted.best;
}

void NearestClear::gather(const Wanted& wanted, const ClearPlace& from) {
  const PlanMesh& plan = graph_->plan();
  bounds_.clear();
  const auto add = [&](Bound bound) {
    const Vec2 p = wanted.at;
    bound.away = bound.radius > 0 ? std::abs(length(p - bound.a) - bound.radius)
                                  : length(p - closest_on_line(bound.a, bound.b, p));
    if (bound.away < wanted.least) bounds_.push_back(bound);
  };
  const double most = wanted.least + std::max(wanted.keep.wall, wanted.keep.ledge);
  borders_.run(plan, from.triangle, [&](std::uint32_t h) {
    const Vec2 a = plan.from(h), b = plan.to(h);
    if (length(wanted.at - closest_on_line(a, b, wanted.at)) > most) return false;
    if (plan.twin[h] != PlanMesh::kNone) return true;
    const Vec2 beside = left_of(b - a) * ((graph_->from_border(h, wanted.keep) + kPast) / length(b - a));
    add({a + beside, b + beside});
    add(circle_around(h, wanted.keep));
    return false;
  });
  const Vec2 low = wanted.low, high = wanted.high;
  add({low, {high.x, low.y}});
  add({{high.x, low.y}, high});
  add({high, {low.x, high.y}});
  add({{low.x, high.y}, low});
  std::sort(bounds_.begin(), bounds_.end(), [](const Bound& a, const Bound& b) {
    return std::array{a.away, a.a.x, a.a.y, a.b.x, a.b.y} < std::array{b.away, b.a.x, b.a.y, b.b.x, b.b.y};
  });
}

// Around the vertex that a border begins at.
NearestClear::Bound NearestClear::circle_around(std::uint32_t border, const KeptDistance& keep) const {
  const PlanMesh& plan = graph_->plan();
  const Vec2 centre = plan.from(border);
  const double kept = graph_->from_vertex(plan.corner[border], keep);
  Bound out{centre, centre, kept + kPast};
  TurnCounter turned(plan.to(border) - centre);
  std::uint32_t in = PlanMesh::prev(border);
  turned.to(plan.from(in) - centre);
  while (plan.twin[in] != PlanMesh::kNone) {
    in = PlanMesh::prev(plan.twin[in]);
    turned.to(plan.from(in) - centre);
  }
  // Where the surface goes around by more than a whole turn, what is beside a border may be on another floor.
  if (turned.circles() > 0) return out;
  if (graph_->from_border(border, keep) == kept) out.after = direction(centre, plan.to(border));
  if (graph_->from_border(in, keep) == kept) out.before = direction(plan.from(in), centre);
  return out;
}

void NearestClear::look_at(Vec2 q, Wanted& wanted) const {
  const double away = length(q - wanted.at);
  // Corners of the box are in it, whatever rounding says.
  if (!(away < wanted.least) || q.x < wanted.low.x - kPast || q.y < wanted.low.y - kPast ||
      q.x > wanted.high.x + kPast || q.y > wanted.high.y + kPast)
    return;
  graph_->visit_at(graph_->position(q, wanted.p.z), wanted.up, [&](std::uint32_t t, double, double) {
    if (!around_.has(t) || !(away < wanted.least)) return;
    const ClearPlace place = graph_->place_in(t, q);
    if (graph_->plan().depth(place.triangle, q) < -kOff || !wanted.search->is_clear(place, wanted.keep))
      return;
    wanted.least = away;
    wanted.best = place;
  });
}

void NearestClear::look_at_foot(const Bound& bound, Wanted& wanted) const {
  if (bound.radius == 0) return look_at(closest_on_line(bound.a, bound.b, wanted.at), wanted);
  const Vec2 d = wanted.at - bound.a;
  // Who stands on the very centre has feet on the lines beside it.
  const double l = length(d);
  if (l == 0) return;
  const Vec2 q = bound.a + d * (bound.radius / l);
  if (bound.has(q)) look_at(q, wanted);
}

void NearestClear::look_where_they_meet(const Bound& a, const Bound& b, Wanted& wanted) const {
  if (a.radius == 0 && b.radius > 0) return look_where_they_meet(b, a, wanted);
  if (a.radius == 0) {
    const Vec2 d = a.b - a.a, e = b.b - b.a;
    const double whole = cross(d, e);
    if (whole == 0) return;
    const double along = cross(b.a - a.a, e) / whole, there = cross(b.a - a.a, d) / whole;
    if (along >= 0 && along <= 1 && there >= 0 && there <= 1) look_at(a.a + d * along, wanted);
    return;
  }
  // Both points of a circle on a line: the other bound, or what two circles have in common.
  Vec2 foot, along;
  if (b.radius == 0) {
    const Vec2 d = b.b - b.a;
    const double whole = length(d);
    if (whole == 0) return;
    along = d * (1 / whole);
    foot = b.a + along * dot(a.a - b.a, along);
  } else {
    const Vec2 d = b.a - a.a;
    const double apart = length(d);
    if (apart == 0) return;
    foot = a.a + d * ((apart * apart + a.radius * a.radius - b.radius * b.radius) / (2 * apart * apart));
    along = left_of(d) * (1 / apart);
  }
  const double half = a.radius * a.radius - dot(foot - a.a, foot - a.a);
  if (half < 0) return;
  for (const double part : {std::sqrt(half), -std::sqrt(half)}) {
    const Vec2 q = foot + along * part;
    const bool is_on_both =
        a.has(q) && (b.radius > 0 ? b.has(q) : dot(q - b.a, along) >= 0 && dot(q - b.b, along) <= 0);
    if (is_on_both) look_at(q, wanted);
  }
}

}  // namespace ambula
