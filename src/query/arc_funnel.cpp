#include "query/arc_funnel.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
// Sine of a turn that counts as none, or as a full half: a way around the end of a wall without thickness
// comes back on itself, and rounding must not make it go through.
constexpr double kStraight = 1e-9;

// By how much circles may overlap that touch.
constexpr double kTouch = 1e-6;

Vec2 left_of(Vec2 d) { return {-d.y, d.x}; }

double tangent_angle(double t) {  // t up to 0.2
  const double tt = t * t;
  double sum = 0;
  for (int k = 25; k > 0; k -= 2) sum = 1.0 / k - tt * sum;
  return t * sum;
}

}  // namespace

double left_turn(Vec2 from, Vec2 to) {
  const double c = dot(from, to), s = cross(from, to);
  // Halved three times an angle is small enough for its series.
  double cosine = std::abs(c), sine = std::abs(s);
  const double whole = std::sqrt(cosine * cosine + sine * sine);
  if (whole == 0) return 0;
  cosine /= whole;
  sine /= whole;
  for (int k = 0; k < 3; ++k) {
    const double half = std::sqrt((1 + cosine) / 2);
    sine /= 2 * half;
    cosine = half;
  }
  const double sharp = 8 * tangent_angle(sine / cosine);
  const double turn = c >= 0 ? sharp : kHalfTurn - sharp;
  return s >= 0 ? turn : 2 * kHalfTurn - turn;
}

void ArcFunnel::begin(Vec2 start) {
  done_.clear();
  added_.clear();
  if (nodes_.size() < 64) nodes_.resize(64);
  first_ = last_ = apex_ = nodes_.size() / 2;
  nodes_[apex_] = {start, 0, 0, 0, true};
}

void ArcFunnel::make_room() {
  if (first_ > 0 && last_ + 1 < nodes_.size()) return;
  const std::size_t before = nodes_.size(), shift = before / 2, used = last_ + 1;
  nodes_.resize(2 * before);
  std::move_backward(nodes_.begin() + static_cast<std::ptrdiff_t>(first_),
                     nodes_.begin() + static_cast<std::ptrdiff_t>(used),
                     nodes_.begin() + static_cast<std::ptrdiff_t>(used + shift));
  first_ += shift;
  last_ += shift;
  apex_ += shift;
}

// Of the line that has both circles on their sides, touching them.
Vec2 ArcFunnel::direction(const Node& from, const Node& to) {
  const Vec2 d = to.at - from.at;
  const double whole = dot(d, d), off = to.offset - from.offset;
  if (whole <= off * off) {  // one reaches into the other: the tangent where they meet
    const double l = std::sqrt(whole);
    return l > 0 ? left_of(d) * ((off > 0 ? -1 : 1) / l) : Vec2{};
  }
  return (d * std::sqrt(whole - off * off) - left_of(d) * off) * (1 / whole);
}

// Whether the way bends to the circle's side there.
bool ArcFunnel::bends(const Node& before, const Node& at, const Node& after, int side) const {
  const Vec2 in = direction(before, at), out = direction(at, after);
  const double turn = side * cross(in, out);
  if (turn > kStraight || dot(in, out) >= 0) return turn > kStraight;
  if (turn > -kStraight) return true;
  // More than half a circle, to where the way begins or ends close behind it? Around the centre it is not.
  return (before.is_end || after.is_end) && side * cross(at.at - before.at, after.at - at.at) > 0;
}

// Whether the straight way from a circle to another one goes through a third, or passes it on the wrong side.
bool ArcFunnel::is_between(const Node& from, const Node& to, const Node& circle) {
  const Vec2 d = direction(from, to), n = left_of(d), begin = from.at - n * from.offset;
  const Vec2 way = to.at - n * to.offset - begin, off = circle.at - begin;
  const double whole = dot(way, way);
  if (dot(off, way) < whole && circle.side * cross(d, off) < 0) return true;
  const Vec2 near = way * (whole > 0 ? std::clamp(dot(off, way) / whole, 0.0, 1.0) : 0.0);
  return length(off - near) < std::abs(circle.offset) - kTouch;
}

void ArcFunnel::add(const FunnelCircle& circle, int side, bool is_end) {
  make_room();
  const Node v{circle.at, side * circle.radius, side, added_.size(), is_end};
  added_.push_back(v);
  std::size_t& end = side > 0 ? first_ : last_;
  const auto push = [&] {
    end = towards(end, side);
    nodes_[end] = v;
  };
  while (end != apex_) {
    const Node& f = nodes_[end];
    const double apart = length(v.at - f.at), more = circle.radius - std::abs(f.offset);
    if (apart <= -more) return;  // inside the other
    const Node& before = nodes_[towards(end, -side)];
    if (apart > more && bends(before, f, v, side)) return push();
    end = towards(end, -side);
  }
  // Past the apex along the other side, as long as that one is in the way.
  const std::size_t other = side > 0 ? last_ : first_;
  while (apex_ != other) {
    const Node &a = nodes_[apex_], &next = nodes_[towards(apex_, -side)];
    if (side * cross(direction(a, next), direction(a, v)) >= 0) break;
    // Circles are wide: the new one may be in the way to the other side's, instead of behind it, and then
    // what the way bent around before may not be in the way any more. Not where centres cross over, too.
    if (side * cross(next.at - a.at, v.at - a.at) >= 0 && !is_between(a, v, next)) {
      Node before = a;
      while (!done_.empty() && !bends(done_.back(), before, v, before.side)) {
        before = done_.back();
        done_.pop_back();
      }
      done_.push_back(before);
      nodes_[apex_] = v;
      return;
    }
    done_.push_back(a);
    apex_ = towards(apex_, -side);
    end = apex_;
  }
  push();
}

// Of the circles passed between two others the one that is deepest in the way, or nothing: their number.
std::size_t ArcFunnel::worst_between(const Node& from, const Node& to) const {
  const Vec2 d = direction(from, to), n = left_of(d), begin = from.at - n * from.offset;
  const Vec2 way = to.at - n * to.offset - begin;
  const double whole = dot(way, way);
  std::size_t worst = added_.size();
  double deepest = kTouch;
  const auto look = [&](std::size_t k) {
    const Vec2 off = added_[k].at - begin;
    const Vec2 near = way * (whole > 0 ? std::clamp(dot(off, way) / whole, 0.0, 1.0) : 0.0);
    const double deep = std::abs(added_[k].offset) - length(off - near);
    if (deep <= deepest || (added_[k].at == from.at && from.side != 0) ||
        (added_[k].at == to.at && to.side != 0))
      return;
    deepest = deep;
    worst = k;
  };
  // From the last one before on each side, to the first one after.
  std::size_t first = from.order, last = to.order;
  for (const int side : {1, -1}) {
    for (std::size_t k = from.order; k-- > 0;) {
      if (added_[k].side != side) continue;
      first = std::min(first, k);
      break;
    }
    for (std::size_t k = to.order + 1; k < added_.size(); ++k) {
      if (added_[k].side != side) continue;
      last = std::max(last, k);
      break;
    }
  }
  for (std::size_t k = first; k <= last && k < added_.size(); ++k) look(k);
  return worst;
}

// Takes out what the way does not bend around; `at` stays with its circle, or the one before.
void ArcFunnel::straighten(std::size_t& at) {
  for (std::size_t m = 1; m + 1 < done_.size();) {
    if (bends(done_[m - 1], done_[m], done_[m + 1], done_[m].side)) {
      ++m;
      continue;
    }
    done_.erase(done_.begin() + static_cast<std::ptrdiff_t>(m));
    if (m <= at) --at;
    if (m > 1) --m;
  }
}

// A circle may be left out for one further on, and be in the way again where the way does not go as far as
// that one's tangent. Such circles are put back, and what the way does not bend around any more is taken out.
void ArcFunnel::repair() {
  std::size_t k = 0;
  straighten(k);
  for (std::size_t left = 2 * added_.size() + 8; k + 1 < done_.size() && left > 0;) {
    const std::size_t worst = worst_between(done_[k], done_[k + 1]);
    if (worst == added_.size()) {
      ++k;
      continue;
    }
    --left;
    done_.insert(done_.begin() + static_cast<std::ptrdiff_t>(k + 1), added_[worst]);
    straighten(k);
    k = k > 0 ? k - 1 : 0;
  }
}

ArcFunnel::Leg ArcFunnel::leg(std::size_t k) const {
  const Node &from = done_[k], &to = done_[k + 1];
  const Vec2 n = left_of(direction(from, to));
  return {from.at - n * from.offset, to.at - n * to.offset};
}

// Before or after the circle that the way turns around there: what makes the shorter way.
void ArcFunnel::put_in(const FunnelCircle& circle, bool at_start) {
  const bool turns = legs() > 1;
  spare_.done = done_;
  spare_.added = added_;
  const std::size_t near = at_start ? 0 : legs() - 1;
  const double length_near = put_in_leg(circle, near, at_start);
  if (!turns) return;
  std::swap(spare_.done, done_);
  std::swap(spare_.added, added_);
  if (put_in_leg(circle, at_start ? 1 : near - 1, at_start) < length_near) return;
  std::swap(spare_.done, done_);
  std::swap(spare_.added, added_);
}

double ArcFunnel::put_in_leg(const FunnelCircle& circle, std::size_t leg_number, bool at_start) {
  const Leg way = leg(leg_number);
  const int side = cross(way.to - way.from, circle.at - way.from) >= 0 ? 1 : -1;
  // As if it had been added there, close to the end that it is near, so that repair() knows of it.
  const Node &from = done_[leg_number], &to = done_[leg_number + 1];
  const std::size_t after = from.is_end ? 0 : from.order + 1, before = to.is_end ? added_.size() : to.order;
  const Node v{circle.at, side * circle.radius, side, at_start ? after : before};
  added_.insert(added_.begin() + static_cast<std::ptrdiff_t>(v.order), v);
  for (std::size_t k = 0; k < added_.size(); ++k) added_[k].order = k;
  for (Node& n : done_) n.order += n.order >= v.order && !n.is_end ? 1 : 0;
  done_.back().order = added_.size();
  done_.insert(done_.begin() + static_cast<std::ptrdiff_t>(leg_number + 1), v);
  repair();
  return write(bends_);
}

void ArcFunnel::finish(Vec2 goal) {
  add({goal, 0}, 1, true);
  nodes_[first_].side = 0;
  added_.pop_back();
  for (std::size_t k = apex_ + 1; k-- > first_;) done_.push_back(nodes_[k]);
  repair();
}

double ArcFunnel::write(std::vector<ArcBend>& out) const {
  out.clear();
  out.push_back({done_.front().at});
  double sum = 0;
  Vec2 at = done_.front().at, in;
  for (std::size_t k = 0; k + 1 < done_.size(); ++k) {
    const Node &from = done_[k], &to = done_[k + 1];
    const Vec2 d = direction(from, to), n = left_of(d);
    const Vec2 leave = from.at - n * from.offset, reach = to.at - n * to.offset;
    if (k > 0 && from.offset != 0) {
      const double turn = from.side > 0 ? left_turn(in, d) : left_turn(d, in);
      // A turn by almost everything is none that rounding made go the other way.
      if (turn > 1e-12 && turn < 2 * kHalfTurn - 1e-6) {
        sum += turn * std::abs(from.offset);
        out.back().centre = from.at;
        out.back().turn = static_cast<std::int8_t>(from.side);
        out.push_back({leave});
      }
    }
    at = leave;
    sum += length(reach - at);
    out.push_back({reach});
    in = d;
  }
  return sum;
}

}  // namespace ambula
