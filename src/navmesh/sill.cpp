#include "navmesh/sill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ambula {
namespace {

constexpr double kTie = 5;               // quanta of height: what links let pass as a step high passes
constexpr double kParts = 24;            // of the reach: how long the parts of a sill are that are told apart
constexpr std::size_t kMost = 1 << 13;   // parts of one sill
constexpr double kOnIt = 10;             // quanta: what stands no further behind a sill is the sill
constexpr double kCut = 0.5;             // quanta: what clipping may do to a place
constexpr double kLeastSlope = 1.0 / 8;  // one stands hardly lower on what is more level
constexpr double kAlike = 60;            // of the reach: distances that close are kept as one

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

}  // namespace

bool is_sloped(const SurfaceView& surface, std::uint32_t triangle) {
  const auto& c = surface.triangles[triangle];
  const Vec3 p = to_vec(surface.vertices[c[0]]);
  const Vec3 normal = cross(to_vec(surface.vertices[c[1]]) - p, to_vec(surface.vertices[c[2]]) - p);
  return length(normal.xy()) > kLeastSlope * normal.z;
}

void Sill::begin(const SurfaceView& surface, std::uint32_t half_edge, const SillRule& rule, bool is_ramp) {
  rule_ = &rule;
  half_edge_ = half_edge;
  const auto& c = surface.triangles[half_edge / 3];
  const Vec3 p = to_vec(surface.vertices[c[0]]), q = to_vec(surface.vertices[c[1]]),
             r = to_vec(surface.vertices[c[2]]);
  const Vec3 normal = cross(q - p, r - p);
  at_ = to_vec(surface.vertices[surface.from(half_edge)]);
  end_z_ = surface.vertices[surface.to(half_edge)].z;
  const Vec2 along = to_vec(surface.vertices[surface.to(half_edge)]).xy() - at_.xy();
  length_ = length(along);
  ahead_ = along * (1 / length_);
  reach_ = std::max(rule.wall, rule.ledge);
  // A triangle tells the slope of as much ground as it has itself: where the ground ripples, as a scan's
  // does, its plane says nothing about what lies a radius away, and the level of the sill does. Ramps over
  // flights are one slope, however narrow their triangles.
  gradient_ = Vec2{-normal.x, -normal.y} * (1 / normal.z);
  if (!is_ramp && normal.z < reach_ * length_) gradient_ = {};
  slope_ = {dot(gradient_, ahead_), cross(gradient_, ahead_)};
  slack_ = reach_ * length(gradient_);
  is_under_ = false;
  uneven_ = {};
  overhead_along_.clear();
}

void Sill::stand_over(double below) {
  parts_ =
      std::clamp<std::size_t>(static_cast<std::size_t>(std::ceil(length_ / (reach_ / kParts))), 1, kMost);
  part_ = length_ / static_cast<double>(parts_);
  walls_.begin(length_, parts_, rule_->wall);
  if (rule_->sill > 0) own_.begin(length_, parts_, rule_->sill + kOnIt);
  if (slack_ > 0 && !is_under_) lower_.begin(length_, parts_, rule_->wall);
  if (is_under_) overhead_.begin(length_, parts_, rule_->wall);
  over_.clear();
  drop_sides_.begin(length_, parts_, rule_->ledge);
  drops_.begin(length_, rule_->ledge, rule_->gap);
  high_from_ = rule_->body.step + kTie - slack_ - uneven_.below;
  high_to_ = rule_->body.height + slack_ + uneven_.above;
  below_ = below;
  if (below_ <= 0) return;
  for (SillProfile& band : bands_) band.begin(length_, parts_, rule_->wall);
  band_tops_.fill(-std::numeric_limits<double>::infinity());
}

bool Sill::is_overhead(const std::array<LatticePoint, 3>& triangle) {
  const double aside = std::min(kOnIt, length_ / 4);  // its ends belong to what stands beside it
  ClippedPolygon all;
  for (const LatticePoint p : triangle) all.push_back(in_frame(to_vec(p)));
  const Box3 whole = all.box();
  if (whole.max.y < -kOnIt || whole.min.y > kOnIt || whole.max.x < aside || whole.min.x > length_ - aside)
    return true;
  all.keep([](Vec3 p) { return p.y + kOnIt; });
  all.keep([](Vec3 p) { return kOnIt - p.y; });
  all.keep([&](Vec3 p) { return p.x - aside; });
  all.keep([&](Vec3 p) { return length_ - aside - p.x; });
  all.keep([&](Vec3 p) { return p.z - (rule_->body.step + kTie); });
  all.keep([&](Vec3 p) { return rule_->body.height + kOnIt - p.z; });
  if (all.empty()) return true;
  const Box3 box = all.box();
  overhead_along_.push_back({box.min.x, box.max.x});
  return box.min.z >= rule_->body.height - slack_ - kOnIt;
}

bool Sill::stand_under(const SurfaceView& surface) {
  std::sort(overhead_along_.begin(), overhead_along_.end());
  double end = std::min(kOnIt, length_ / 4);
  for (const auto& [from, to] : overhead_along_) {
    if (from > end + kOnIt) return false;
    end = std::max(end, to);
  }
  if (end < length_ - 2 * kOnIt || overhead_along_.empty()) return false;
  const auto found = unevenness(surface);
  if (!found) return false;
  is_under_ = true;
  uneven_ = *found;
  stand_over(std::min(slack_ + found->below, rule_->body.step));
  return true;
}

std::optional<Unevenness> Sill::unevenness(const SurfaceView& surface) const {
  constexpr std::size_t kMostTriangles = 512;
  Unevenness found;
  std::vector<std::uint32_t> reached{half_edge_ / 3};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    ClippedPolygon part;
    for (const std::uint32_t v : surface.triangles[reached[k]])
      part.push_back(in_frame(to_vec(surface.vertices[v])));
    part.keep([&](Vec3 p) { return p.y + reach_; });
    part.keep([&](Vec3 p) { return -p.y; });
    part.keep([&](Vec3 p) { return p.x + reach_; });
    part.keep([&](Vec3 p) { return length_ + reach_ - p.x; });
    if (part.empty()) continue;
    for (const Vec3 p : part) {
      found.above = std::max(found.above, p.z);
      found.below = std::max(found.below, -p.z);
    }
    for (const std::uint32_t n : surface.neighbours[reached[k]]) {
      if (n == SurfaceView::kNone || std::find(reached.begin(), reached.end(), n) != reached.end()) continue;
      if (reached.size() == kMostTriangles) return {};
      reached.push_back(n);
    }
  }
  // The scene was looked at from a step below what the slope of the ground allows to as much above it.
  if (slack_ + found.above > reach_ * rule_->body.slope || found.below > 2 * rule_->body.step) return {};
  return found;
}

bool Sill::is_low(const LatticeBox& box) const {
  const double tilt = 2 * slack_;  // of the sill's plane over the diagonal of its reach, at most
  return rule_->sill <= 0 && box.high.z < std::min(at_.z, end_z_) + rule_->body.step + kTie -
                                              std::max(slack_, below_) - uneven_.below - tilt;
}

void Sill::look_at(const std::array<LatticePoint, 3>& triangle) {
  ClippedPolygon all;
  for (const LatticePoint p : triangle) all.push_back(in_frame(to_vec(p)));
  const Box3 box = all.box();
  const double wide = reach_ + rule_->gap;
  if (box.max.y < 0 || box.min.y > wide || box.max.x < -wide || box.min.x > length_ + wide) return;
  // Most triangles are out of the way in one respect or another, so that is asked before anything is clipped.
  const bool high = may_be_high(box), below = may_be_below(box), own = may_be_own(box),
             ground = may_be_ground(box);
  if (!high && !below && !own && !ground) return;
  if (box.min.y < 0) all.keep([](Vec3 p) { return p.y; });
  if (box.max.y > wide) all.keep([&](Vec3 p) { return wide - p.y; });
  if (box.min.x < -wide) all.keep([&](Vec3 p) { return p.x + wide; });
  if (box.max.x > length_ + wide) all.keep([&](Vec3 p) { return length_ + wide - p.x; });
  if (all.empty()) return;
  if (high) is_under_ ? add_overhead(all) : add_high(all);
  if (below) add_below(all);
  if (own) add_own(all);
  if (ground) add_ground(all);
}

double Sill::finish(bool is_ledge, std::vector<KeptStretch>& out) {
  drops_.add_drops(drop_sides_);
  drop_sides_.distances(more_);
  const bool drops = is_ledge && std::all_of(more_.begin(), more_.end(), [&](double distance) {
                       return distance >= rule_->ledge - reach_ / kAlike;
                     });
  // What ends the headroom reaches down behind the border: it is a wall after all.
  if (is_under_) walls_.distances(more_);
  if (is_under_ && std::all_of(more_.begin(), more_.end(),
                               [&](double distance) { return distance >= rule_->wall - reach_ / kAlike; }))
    return rule_->wall;
  const double kept = drops ? rule_->ledge : kStoodOver;
  least_.assign(parts_ + 1, kept);
  const KeptStretch made{.half_edge = half_edge_};
  add_stretches(walls_, made, Limit::none, out);
  if (rule_->sill > 0) add_stretches(own_, made, Limit::none, out);
  if (!drops) add_stretches(drop_sides_, made, Limit::none, out);
  if (below_ > 0) {
    const KeptDistances level = least_;
    for (std::size_t k = 0; k < kBands; ++k) {
      least_ = level;
      KeptStretch low = made;
      low.below = band_tops_[k] - rule_->body.step - kTie;
      add_stretches(bands_[k], low, Limit::none, out);
    }
    least_ = level;
  }
  if (is_under_) {
    // What hangs above a wall is kept from with that.
    for (const ClippedPolygon& over : over_) {
      const Box3 box = over.box();
      const double first = std::max(box.min.x, -rule_->wall),
                   last = std::min(box.max.x, length_ + rule_->wall);
      if (last < first || walls_.hides(first, last, box.min.y + kCut)) continue;
      double bottom = std::numeric_limits<double>::infinity();
      for (const Vec3 p : over) bottom = std::min(bottom, height_above_begin(p));
      overhead_.add(over, -bottom);
    }
    add_stretches(overhead_, made, Limit::above, out);
  } else if (slack_ > 0) {
    add_stretches(lower_, made, Limit::highest, out);
  }
  return kept;
}

// Covers what one profile keeps beyond the others with stretches, each as long as its line stays at most a
// little above the distances. With tops, a stretch also ends where what is kept from gets higher or lower.
void Sill::add_stretches(const SillProfile& profile, KeptStretch made, Limit limit,
                         std::vector<KeptStretch>& out) {
  if (profile.empty()) return;
  profile.distances(more_);
  const bool has_tops = limit != Limit::none;
  if (has_tops) profile.tops(tops_);
  const double tolerance = reach_ / kAlike;
  for (std::size_t k = 0; k < parts_;) {
    if (is_kept(k)) {
      ++k;
      continue;
    }
    const std::size_t first = k;
    double least = -std::numeric_limits<double>::infinity(), most = -least;  // growth per part
    double top = has_tops ? tops_[k] : 0;
    for (; k < parts_ && !is_kept(k); ++k) {
      const double parts = static_cast<double>(k + 1 - first), growth = more_[k + 1] - more_[first];
      const double at_least = std::max(least, growth / parts),
                   at_most = std::min(most, (growth + tolerance) / parts);
      if (at_least > at_most) break;
      if (has_tops && k > first && std::abs(tops_[k + 1] - top) > tolerance) break;
      least = at_least;
      most = at_most;
      if (has_tops) top = std::max(top, tops_[k + 1]);
    }
    made.from = part_ * static_cast<double>(first);
    made.to = k == parts_ ? length_ : part_ * static_cast<double>(k);
    made.from_distance = more_[first];
    made.to_distance = more_[first] + least * static_cast<double>(k - first);
    made.low = profile.low_of(made.from);
    made.high = profile.high_of(made.to);
    if (limit == Limit::highest) made.highest = top - rule_->body.step - kTie;
    if (limit == Limit::above) made.above = at_.z - top - rule_->body.height + kTie;
    out.push_back(made);
  }
  for (std::size_t k = 0; k < least_.size(); ++k) least_[k] = std::max(least_[k], more_[k]);
}

// The height of a place of the frame above the beginning of the edge.
double Sill::height_above_begin(Vec3 p) const { return p.z + dot(slope_, p.xy()); }

Vec3 Sill::in_frame(Vec3 p) const {
  const Vec2 d = p.xy() - at_.xy();
  return {dot(d, ahead_), cross(d, ahead_), p.z - at_.z - dot(gradient_, d)};
}

// True if a box is further from the sill than the distance to walls.
bool Sill::is_beyond_wall(const Box3& box) const {
  const double aside = std::max({-box.max.x, box.min.x - length_, 0.0}), away = std::max(box.min.y, 0.0);
  return aside * aside + away * away >= rule_->wall * rule_->wall;
}

// True unless a box has nothing that is higher than a step and lower than the head, or lies behind something
// nearer.
bool Sill::may_be_high(const Box3& box) const {
  if (box.max.z < high_from_ || box.min.z > high_to_ || is_beyond_wall(box)) return false;
  return slack_ > 0 || !walls_.hides(box.min.x, box.max.x, std::max(box.min.y, 0.0));
}
bool Sill::may_be_below(const Box3& box) const {
  const double top = rule_->body.step + kTie;
  return below_ > 0 && box.min.z <= top && box.max.z >= top - below_ && !is_beyond_wall(box);
}
bool Sill::may_be_own(const Box3& box) const {
  return rule_->sill > 0 && !is_under_ && box.min.y <= kOnIt && box.max.z > rule_->lip + kTie &&
         box.min.z <= rule_->body.height;
}
bool Sill::may_be_ground(const Box3& box) const {
  const double level = rule_->body.step + kTie + slack_;
  return drops_.wants_ground() && box.max.z >= -level && box.min.z <= level;
}

// On a slope a body may stand lower than where it meets something. All of that is kept from by those who
// stand lower than the highest of it by more than a step.
void Sill::add_high(const ClippedPolygon& all) {
  const BodyLimits& body = rule_->body;
  ClippedPolygon high = all;
  high.keep([&](Vec3 p) { return body.height + slack_ - kTie - p.z; });
  high.keep([&](Vec3 p) { return p.z - (body.step + kTie - slack_); });
  if (high.empty()) return;
  const Box3 box = high.box();
  if (is_beyond_wall(box)) return;
  if (slack_ == 0 && walls_.hides(box.min.x, box.max.x, box.min.y)) return;
  if (slack_ > 0) {
    double top = -std::numeric_limits<double>::infinity();
    for (const Vec3 p : high) top = std::max(top, height_above_begin(p));
    lower_.add(high, top);
    high.keep([&](Vec3 p) { return p.z - (body.step + kTie); });
  }
  if (!high.empty()) walls_.add(high);
}

// Who stands under something stands lower than it by the body's height. What is lower than that for all of
// them is a wall; the rest is kept from by those who stand high enough. What only those meet who stand low is
// told apart by height, as at the foot of a step.
void Sill::add_overhead(const ClippedPolygon& all) {
  const BodyLimits& body = rule_->body;
  const double foot = body.step + kTie, head = body.height - kTie - slack_ - uneven_.below,
               high = body.height - kTie + slack_ + uneven_.above;
  const auto part = [&](double from, double to) {
    ClippedPolygon out = all;
    out.keep([&](Vec3 p) { return p.z - from; });
    out.keep([&](Vec3 p) { return to - p.z; });
    return out;
  };
  if (const ClippedPolygon wall = part(foot, std::max(head, foot)); !wall.empty()) walls_.add(wall);
  if (const ClippedPolygon over = part(std::max(head, foot), high); !over.empty()) over_.push_back(over);
}

// At the foot of a step a body stands lower than the sill: something no higher than a step above the sill is
// kept from by those for whom it is higher. Bands of height are told apart.
void Sill::add_below(const ClippedPolygon& all) {
  const double top = rule_->body.step + kTie, band = below_ / static_cast<double>(kBands);
  const Box3 box = all.box();
  for (std::size_t k = 0; k < kBands; ++k) {
    const double high = top - band * static_cast<double>(k), low = high - band;
    if (box.min.z > high || box.max.z < low) continue;
    ClippedPolygon part = all;
    part.keep([&](Vec3 p) { return high - p.z; });
    part.keep([&](Vec3 p) { return p.z - low; });
    if (part.empty() || is_beyond_wall(part.box())) continue;
    bands_[k].add(part);
    for (const Vec3 p : part) band_tops_[k] = std::max(band_tops_[k], at_.z + height_above_begin(p));
  }
}

// A distance from the sill itself, as far as something on it is higher than a lip.
void Sill::add_own(const ClippedPolygon& all) {
  if (std::none_of(all.begin(), all.end(), [&](Vec3 p) { return p.z > rule_->lip + kTie; })) return;
  ClippedPolygon own = all;
  own.keep([&](Vec3 p) { return kOnIt - p.y; });
  own.keep([&](Vec3 p) { return rule_->body.height - p.z; });
  if (!own.empty()) own_.add(own);
}

void Sill::add_ground(ClippedPolygon& all) {
  const double level = rule_->body.step + kTie + slack_;
  all.keep([&](Vec3 p) { return p.z + level; });
  all.keep([&](Vec3 p) { return level - p.z; });
  if (!all.empty()) drops_.cover(all);
}

}  // namespace ambula
