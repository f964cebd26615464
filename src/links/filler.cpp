// Fillers after "Annotating traversable gaps in walkable environments" (V-B), and the widest ones.
//
// A connection from place s of one edge to place r of the other is a point (s, r) of a plane. Those within
// reach and within the connectable sections form a convex set: a rectangle, a slab (the rise is linear in
// both) and the inside of an ellipse (the squared distance is a convex quadratic). A filler is two points of
// it, and its width the lesser of their distances along s and along -r. Either one edge limits it, then its
// ends are the set's extreme points; or both distances are equal, and the filler is the longest chord of
// direction (1, -1). The chord's length is concave in its offset, so a section search finds it.
//
// Departing from the paper, the default cuts to the associated planes first and then looks for the widest
// filler, so that no connection has to be checked again. The paper's own order is kept in paper_filler.
#include "links/filler.h"

#include <cmath>

namespace ambula {
namespace {

constexpr double kNoWidth = 1e-3;    // quanta; far below what is kept later
constexpr double kParallel = 1e-14;  // of the squared sine between edges
constexpr Stretch kNothing{1, 0};

Stretch meet(Stretch a, Stretch b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

constexpr double kLevel = 1e-9;  // slopes below are none: they change less than a quantum over a kilometre

// The t for which low <= value - slope * t <= high.
Stretch between(double value, double slope, double low, double high) {
  constexpr double kFar = 1e12;
  if (std::abs(slope) < kLevel) return value >= low && value <= high ? Stretch{-kFar, kFar} : kNothing;
  const double a = (value - high) / slope, b = (value - low) / slope;
  return {std::min(a, b), std::max(a, b)};
}

// The t for which a t² + 2 b t + c <= 0, for a convex parabola.
Stretch below_zero(double a, double b, double c) {
  constexpr double kFar = 1e12;
  if (!(a > 0)) return c <= 0 ? Stretch{-kFar, kFar} : kNothing;
  const double square = b * b - a * c;
  if (square < 0) return kNothing;
  const double root = std::sqrt(square);
  return {(-b - root) / a, (-b + root) / a};
}

Vec3 flat(Vec3 v) { return {v.x, v.y, 0}; }

// The problem of one pair, relative to the first edge's start.
class Pair {
 public:
  Pair(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach, Stretch on1, Stretch on2)
      : d1_(e1.direction),
        d2_(e2.direction),
        apart_(e2.start - e1.start),
        reach_(reach),
        on1_(on1),
        on2_(on2) {}

  [[nodiscard]] Vec3 between_places(double s, double r) const { return apart_ + d2_ * r - d1_ * s; }

  // The t for which the vector from - along * t is within reach.
  [[nodiscard]] Stretch within_reach(Vec3 from, Vec3 along) const {
    const Vec3 f = reach_.in_space ? from : flat(from), a = reach_.in_space ? along : flat(along);
    Stretch out = below_zero(dot(a, a), -dot(f, a), dot(f, f) - reach_.gap * reach_.gap);
    if (!reach_.in_space) out = meet(out, between(from.z, along.z, -reach_.step, reach_.step));
    return out;
  }
  // Places s of the first edge that r of the second may be connected with, and the other way round.
  [[nodiscard]] Stretch firsts(double r) const { return meet(on1_, within_reach(apart_ + d2_ * r, d1_)); }
  [[nodiscard]] Stretch seconds(double s) const {
    return meet(on2_, within_reach(apart_ - d1_ * s, d2_ * -1));
  }
  // The chord on which s + r = c, by s.
  [[nodiscard]] Stretch chord(double c) const {
    return meet(meet(on1_, {c - on2_.high, c - on2_.low}), within_reach(apart_ + d2_ * c, d1_ + d2_));
  }
  // The c for which the chord's line may meet the ellipse, and the slab where that does not cut it across.
  [[nodiscard]] Stretch offsets() const {
    Stretch box{on1_.low + on2_.low, on1_.high + on2_.high};
    if (!reach_.in_space && std::abs(d1_.z + d2_.z) < kLevel)
      box = meet(box, between(apart_.z, -d2_.z, -reach_.step, reach_.step));
    const Vec3 w = reach_.in_space ? d1_ + d2_ : flat(d1_ + d2_);
    const Vec3 p = reach_.in_space ? apart_ : flat(apart_), q = reach_.in_space ? d2_ : flat(d2_);
    const double length = dot(w, w), most = reach_.gap * reach_.gap;
    if (length < kParallel) return meet(box, below_zero(dot(q, q), dot(p, q), dot(p, p) - most));
    const Vec3 pw = cross(p, w), qw = cross(q, w);
    return meet(box, below_zero(dot(qw, qw), dot(pw, qw), dot(pw, pw) - most * length));
  }

  [[nodiscard]] const Vec3& first_direction() const { return d1_; }
  [[nodiscard]] const Vec3& second_direction() const { return d2_; }
  [[nodiscard]] Stretch first() const { return on1_; }
  [[nodiscard]] Stretch second() const { return on2_; }

 private:
  Vec3 d1_, d2_, apart_;
  Reach reach_;
  Stretch on1_, on2_;
};

// The c of the longest chord.
double best_offset(const Pair& pair, Stretch range) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kRounds = 64;
  // Edges that face each other from end to end of the shorter one: no chord can be longer.
  const double most = std::min(pair.first().length(), pair.second().length());
  for (const double c : {pair.first().low + pair.second().high, pair.first().high + pair.second().low}) {
    if (c >= range.low && c <= range.high && pair.chord(c).length() >= most - kNoWidth) return c;
  }
  double a = range.low, b = range.high;
  double x = b - kGolden * (b - a), y = a + kGolden * (b - a);
  double fx = pair.chord(x).length(), fy = pair.chord(y).length();
  for (int i = 0; i < kRounds && b - a > 1e-4; ++i) {
    if (fx < fy) {
      a = x;
      x = y;
      fx = fy;
      y = a + kGolden * (b - a);
      fy = pair.chord(y).length();
    } else {
      b = y;
      y = x;
      fy = fx;
      x = b - kGolden * (b - a);
      fx = pair.chord(x).length();
    }
  }
  double best = (a + b) / 2;
  // Corners of the rectangle are where the chord's length most often bends.
  for (const double c : {pair.first().low + pair.second().high, pair.first().high + pair.second().low}) {
    if (c >= range.low && c <= range.high && pair.chord(c).length() > pair.chord(best).length()) best = c;
  }
  return best;
}

// The last place towards `end` that `open` (a function of places) has anything for; it has for `inside`.
template <class Open>
double extreme(double inside, double end, Open open) {
  if (open(end).length() >= 0) return end;
  for (int i = 0; i < 48 && std::abs(end - inside) > 1e-4; ++i) {
    const double middle = (inside + end) / 2;
    (open(middle).length() >= 0 ? inside : end) = middle;
  }
  return inside;
}

// Whether the filler's quadrangle does not cross itself: edges that run against each other face each other,
// others must form a quadrangle that turns one way.
bool is_oriented(const Pair& pair, const Filler& f) {
  constexpr double kCorner = 4;  // quanta
  const Vec3 d1 = pair.first_direction(), d2 = pair.second_direction();
  if (d1.x * d2.x + d1.y * d2.y < 0) return true;
  const Vec2 p0 = (d1 * f.s[0]).xy(), p1 = (d1 * f.s[1]).xy();
  const Vec2 q0 = p0 + pair.between_places(f.s[0], f.r[0]).xy(),
             q1 = p1 + pair.between_places(f.s[1], f.r[1]).xy();
  const Vec2 corner[4] = {p0, q0, q1, p1};
  for (int i = 0; i < 4; ++i) {
    const Vec2 a = corner[i], b = corner[(i + 1) % 4], c = corner[(i + 2) % 4];
    // Where the edges meet in a corner, rounding may turn the short side there.
    if (cross(b - a, c - b) < 0 && std::min(length(b - a), length(c - b)) > kCorner) return false;
  }
  return cross(q0 - p0, p1 - p0) + cross(q1 - q0, p1 - q0) > 0;
}

std::optional<Filler> checked(const Pair& pair, const Filler& filler) {
  if (!(filler.width() > kNoWidth) || !is_oriented(pair, filler)) return {};
  return filler;
}

// The closest points of two segments in space, as places.
void closest(const EdgeLine& e1, const EdgeLine& e2, Stretch on1, Stretch on2, double& s, double& r) {
  const Vec3 p = e2.start - e1.start;
  const double b = dot(e1.direction, e2.direction), c = dot(e1.direction, p), f = dot(e2.direction, p);
  const double denominator = 1 - b * b;
  s = denominator > 0 ? (c - b * f) / denominator : on1.low;
  s = std::clamp(s, on1.low, on1.high);
  r = b * s - f;
  r = std::clamp(r, on2.low, on2.high);
  s = std::clamp(b * r + c, on1.low, on1.high);
}

}  // namespace

EdgeLine::EdgeLine(Vec3 a, Vec3 b) : start(a), length(ambula::length(b - a)) {
  const Vec3 d = b - a;
  direction = {d.x / length, d.y / length, d.z / length};
}

Vec2 EdgeLine::outwards() const {
  const double size = ambula::length(direction.xy());
  return {direction.y / size, -direction.x / size};
}

Stretch clip_to_plane(const EdgeLine& e, Stretch stretch, Vec2 origin, Vec2 normal, double least) {
  const double at_start = dot(normal, e.start.xy() - origin), slope = dot(normal, e.direction.xy());
  constexpr double kFar = 1e12;
  return meet(stretch, between(at_start, -slope, least, kFar));
}

Stretch connectable(const EdgeLine& e, Stretch stretch, const EdgeLine& other) {
  return clip_to_plane(e, stretch, other.start.xy(), other.outwards(), -kBehind);
}

std::optional<Filler> widest_filler(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach, Stretch on1,
                                    Stretch on2) {
  on1 = connectable(e1, on1, e2);
  on2 = connectable(e2, on2, e1);
  if (!(on1.length() > kNoWidth && on2.length() > kNoWidth)) return {};
  const Pair pair(e1, e2, reach, on1, on2);
  const Stretch range = pair.offsets();
  if (!(range.length() >= 0)) return {};
  const double c = best_offset(pair, range);
  const Stretch chord = pair.chord(c);
  Filler filler{{chord.low, chord.high}, {c - chord.low, c - chord.high}};
  const double width = chord.length();
  if (!(width > kNoWidth)) return {};

  // Limited by one of the edges: that one from end to end, the other side as wide as it can be.
  constexpr double kSame = 1e-2;
  const auto firsts = [&](double r) { return pair.firsts(r); };
  const auto seconds = [&](double s) { return pair.seconds(s); };
  const double r_high = extreme(filler.r[0], on2.high, firsts), r_low = extreme(filler.r[1], on2.low, firsts);
  const double s_low = extreme(filler.s[0], on1.low, seconds),
               s_high = extreme(filler.s[1], on1.high, seconds);
  const Stretch at_high = firsts(r_high), at_low = firsts(r_low);
  const Stretch at_first = seconds(s_low), at_last = seconds(s_high);
  Filler by_second, by_first;
  if (at_high.length() >= 0 && at_low.length() >= 0)
    by_second = {{at_high.low, at_low.high}, {r_high, r_low}};
  if (at_first.length() >= 0 && at_last.length() >= 0)
    by_first = {{s_low, s_high}, {at_first.high, at_last.low}};
  const Filler& wider = by_first.width() > by_second.width() ? by_first : by_second;
  if (wider.width() > width - kSame) filler = wider;
  return checked(pair, filler);
}

std::optional<Filler> paper_filler(const EdgeLine& e1, const EdgeLine& e2, const Reach& reach, Stretch on1,
                                   Stretch on2) {
  const Pair pair(e1, e2, reach, on1, on2);
  const Vec3 w = e1.direction + e2.direction;
  Filler out;
  if (dot(w, w) < kParallel) {
    // Each end as far along the other edge as it reaches; joined to the other end where that is in reach.
    const auto join = [&](double s, double r, bool start, double& to_s, double& to_r) {
      const Stretch seconds = pair.seconds(s), firsts = pair.firsts(r);
      const double far_r = start ? seconds.high : seconds.low, far_s = start ? firsts.low : firsts.high;
      if (seconds.length() >= 0) {
        to_s = s;
        to_r = far_r;
        return true;
      }
      if (firsts.length() < 0) return false;
      to_s = far_s;
      to_r = r;
      return true;
    };
    if (!join(on1.low, on2.high, true, out.s[0], out.r[0]) ||
        !join(on1.high, on2.low, false, out.s[1], out.r[1])) {
      return {};
    }
  } else {
    double s = 0, r = 0;
    closest(e1, e2, on1, on2, s, r);
    const Vec3 nearest = pair.between_places(s, r);
    const Stretch equal = pair.within_reach(nearest, w * -1);  // s - t, r + t for t > 0
    if (!(equal.low <= 0 && equal.high >= 0)) return {};
    const auto connect = [&](double t, double& to_s, double& to_r) {
      const double all_s = s - t, all_r = r + t;
      const double end_s = std::clamp(all_s, on1.low, on1.high), end_r = std::clamp(all_r, on2.low, on2.high);
      to_s = end_s;
      to_r = end_r;
      // A vertex on the way is connected as far along the other edge as it reaches.
      if (end_s != all_s && std::abs(end_s - s) <= std::abs(end_r - r)) {
        const Stretch along = pair.seconds(end_s);
        to_r = t > 0 ? along.high : along.low;
      } else if (end_r != all_r) {
        const Stretch along = pair.firsts(end_r);
        to_s = t > 0 ? along.low : along.high;
      }
    };
    connect(equal.high, out.s[0], out.r[0]);
    connect(equal.low, out.s[1], out.r[1]);
  }
  const Stretch section1 = connectable(e1, on1, e2), section2 = connectable(e2, on2, e1);
  if (!(section1.length() > 0 && section2.length() > 0)) return {};
  for (int i = 0; i < 2; ++i) {
    out.s[i] = std::clamp(out.s[i], section1.low, section1.high);
    out.r[i] = std::clamp(out.r[i], section2.low, section2.high);
    // Cutting back may make a connection longer.
    if (!(pair.firsts(out.r[i]).length() >= 0)) return {};
    const Stretch reached = pair.firsts(out.r[i]);
    if (out.s[i] < reached.low - 1e-6 || out.s[i] > reached.high + 1e-6) return {};
  }
  return checked(pair, out);
}

}  // namespace ambula
