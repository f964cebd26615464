// Ramps in navmeshes are usually surfaces of their own: quads down from open edges, cut by what they meet and
// flattened afterwards. Here the walkable surface has treads side by side in plan already, so heights of the
// treads' corners change, and nothing else but before the first riser, where a part of the landing is cut out
// to be lifted (ramp_feet.h).
//
// Heights are kept by the corners of triangles until the end (assemble_cut.h).
#include "navmesh/ramps.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

#include "core/degrees.h"
#include "geometry/plane_height.h"
#include "navmesh/assemble_cut.h"
#include "navmesh/ramp_feet.h"
#include "navmesh/ramp_headroom.h"
#include "navmesh/tread_lift.h"

namespace ambula {
namespace {

// Of the agent's height: as much of a landing stays level before a foot, where there is room. It is the width
// of half a body, whatever the radius: meshes of all radii have the same ramps.
constexpr double kLevel = 1.0 / 6;
constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kLandingRuns = 2;   // a tread deeper than so many runs is a landing
constexpr double kLandingAreas = 3;  // and so is one of so many times the area between its risers
constexpr double kJoined = 0.95;     // of a riser from end to end: with less of it linked it has gaps

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }
std::int32_t rounded(double v) { return static_cast<std::int32_t>(std::floor(v + 0.5)); }

// A riser and what lies before it.
struct Riser {
  std::uint32_t flight = 0, step = 0;
  std::vector<std::uint32_t> links;
  std::uint32_t component = kNone;  // of the walkable surface, the lower side
  bool foot = false;
  RampState state = RampState::lifted;
  double rise = 0, width = 0;  // quanta
  Vec2 low_middle, high_middle;
  TreadLift lift;                 // of a tread
  std::vector<FootPiece> pieces;  // of a foot
  std::vector<char> led_up;       // per link: whether a foot or a tread leads up to it
};

class Ramping {
 public:
  Ramping(const RampInput& in, const Agent& agent, double slope, Context* context)
      : in_(in),
        view_(in.joined.surface.view()),
        context_(context),
        quantum_(in.walkable.lattice.quantum),
        height_(agent.height / quantum_),
        step_(agent.max_step / quantum_),
        steepest_(tangent_of_degrees(slope)) {}

  Result<Ramps> run() {
    find_risers();
    find_interrupted();
    find_triangles();
    for (std::uint32_t r = 0; r < risers_.size(); ++r) prepare_tread(r);
    place_feet();
    std::vector<CutOutline> outlines;
    for (const Riser& riser : risers_) {
      for (const FootPiece& piece : riser.pieces) outlines.push_back(piece.outline);
    }
    auto cut = cut_surface(view_, outlines, context_);
    if (!cut) return fail(cut.error());
    cut_ = std::move(*cut);
    find_parts();
    check_headroom();
    if (context_ && context_->cancelled()) return cancelled_failure("navmesh");
    return assemble();
  }

 private:
  [[nodiscard]] LatticePoint place(std::uint32_t vertex) const { return in_.linked.vertices[vertex]; }
  [[nodiscard]] const BorderInterval& lower(const Link& link) const {
    return in_.links.intervals[link.first_interval];
  }
  [[nodiscard]] const BorderInterval& upper(const Link& link) const {
    return in_.links.intervals[link.first_interval + 1];
  }
  [[nodiscard]] std::uint32_t component_of(std::uint32_t t) const {
    const std::uint32_t face = in_.linked.face[in_.joined.surface.source[t]];
    return face == kNone ? kNone : in_.walkable.component[face];
  }
  // Corners as the linked surface knows them.
  [[nodiscard]] std::uint32_t corner(std::uint32_t t, std::uint32_t i) const {
    return in_.linked.triangles[in_.joined.surface.source[t]][i];
  }

  void find_risers() {
    std::vector<std::uint32_t> begin(in_.links.flights.size() + 1, 0);
    for (std::size_t f = 0; f < in_.links.flights.size(); ++f)
      begin[f + 1] = begin[f] + in_.links.flights[f].steps;
    risers_.resize(begin.back());
    for (std::uint32_t l = 0; l < in_.links.links.size(); ++l) {
      const Link& link = in_.links.links[l];
      if (link.flight == Link::kNone || link.intervals != 2) continue;
      Riser& riser = risers_[begin[link.flight] + link.step];
      riser.flight = link.flight;
      riser.step = link.step;
      riser.links.push_back(l);
      riser.component = in_.walkable.component[lower(link).half_edge / 3];
      const double width = link.width / quantum_;
      const Vec3 a = middle(lower(link)), b = middle(upper(link));
      riser.width += width;
      riser.rise += width * (b.z - a.z);
      riser.low_middle = riser.low_middle + a.xy() * width;
      riser.high_middle = riser.high_middle + b.xy() * width;
    }
    for (Riser& riser : risers_) {
      if (riser.links.empty()) continue;
      riser.led_up.assign(riser.links.size(), 0);
      riser.rise /= riser.width;
      riser.low_middle = riser.low_middle * (1 / riser.width);
      riser.high_middle = riser.high_middle * (1 / riser.width);
    }
  }

  // Links of a clean riser cover it, the ends of one at those of the next. Holes in it, and stretches that
  // cross it, are joined by fills or not at all, and no ramp leads over these.
  void find_interrupted() {
    std::vector<char> interrupted(in_.links.flights.size(), 0);
    for (const Riser& riser : risers_) {
      if (joined_part(riser) < kJoined) interrupted[riser.flight] = 1;
    }
    for (Riser& riser : risers_) {
      if (interrupted[riser.flight]) riser.state = RampState::interrupted;
    }
  }
  // Of a riser's length between its furthest ends, seen along its mean direction: how much is linked.
  [[nodiscard]] double joined_part(const Riser& riser) const {
    Vec2 along;
    for (const std::uint32_t l : riser.links) along = along + way(lower(in_.links.links[l]));
    double low = 1e300, high = -1e300, linked = 0;
    for (const std::uint32_t l : riser.links) {
      const BorderInterval& i = lower(in_.links.links[l]);
      linked += dot(along, way(i));
      for (const std::uint32_t v : {i.first, i.last}) {
        const double at = dot(along, to_vec(place(v)));
        low = std::min(low, at);
        high = std::max(high, at);
      }
    }
    return high > low ? linked / (high - low) : 1;
  }
  [[nodiscard]] static Vec2 to_vec(LatticePoint p) {
    return {static_cast<double>(p.x), static_cast<double>(p.y)};
  }
  [[nodiscard]] Vec2 way(const BorderInterval& i) const {
    return to_vec(place(i.last)) - to_vec(place(i.first));
  }

  [[nodiscard]] Vec3 middle(const BorderInterval& i) const {
    const LatticePoint a = place(i.first), b = place(i.last);
    return Vec3{static_cast<double>(a.x) + b.x, static_cast<double>(a.y) + b.y,
                static_cast<double>(a.z) + b.z} *
           0.5;
  }

  // Of every component before a riser: its triangles.
  void find_triangles() {
    std::vector<char> wanted(in_.walkable.components, 0);
    for (const Riser& riser : risers_) {
      if (riser.component != kNone) wanted[riser.component] = 1;
    }
    for (std::uint32_t t = 0; t < view_.triangles.size(); ++t) {
      const std::uint32_t c = component_of(t);
      if (c != kNone && wanted[c]) triangles_[c].push_back(t);
    }
  }
  [[nodiscard]] double area_of(std::uint32_t component) const {
    std::int64_t doubled = 0;
    for (const std::uint32_t t : triangles_.at(component)) {
      const auto& c = view_.triangles[t];
      doubled += orient2d(view_.plan_of(c[0]), view_.plan_of(c[1]), view_.plan_of(c[2]));
    }
    return static_cast<double>(doubled) / 2;
  }

  // Tells treads from landings, and lifts what is a tread.
  void prepare_tread(std::uint32_t r) {
    Riser& riser = risers_[r];
    if (riser.state != RampState::lifted) return;
    if (riser.links.empty()) {
      riser.state = RampState::no_room;
      return;
    }
    const double usual = in_.links.flights[riser.flight].run / quantum_;
    riser.foot = riser.step == 0 || triangles_.count(riser.component) == 0;
    if (riser.foot) return;
    const Riser& before = risers_[r - 1];
    const double run = length(riser.low_middle - before.high_middle);
    const double width = std::max(riser.width, before.width);
    riser.foot = run > kLandingRuns * usual || area_of(riser.component) > kLandingAreas * width * usual;
    if (riser.foot) return;
    if (riser.rise > steepest_ * run) {
      riser.state = RampState::too_steep;
      return;
    }
    for (const std::uint32_t l : before.links) {
      const BorderInterval& i = upper(in_.links.links[l]);
      riser.lift.front.push_back({place(i.first), place(i.last)});
    }
    for (const std::uint32_t l : riser.links) {
      const BorderInterval &low = lower(in_.links.links[l]), &high = upper(in_.links.links[l]);
      riser.lift.back.push_back({place(low.first), place(low.last), place(high.last).z, place(high.first).z});
    }
    riser.led_up.assign(riser.links.size(), 1);
    treads_[riser.component] = r;
  }

  // The half-edge of the surface that an interval is.
  [[nodiscard]] std::uint32_t half_edge_of(std::uint32_t component, const BorderInterval& i) const {
    for (const std::uint32_t t : triangles_.at(component)) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        if (corner(t, k) == i.first && corner(t, after(k)) == i.last) return 3 * t + k;
      }
    }
    return kNone;
  }

  void place_feet() {
    FootRoom room(view_);
    std::vector<char> allowed(view_.triangles.size(), 0);
    for (std::uint32_t r = 0; r < risers_.size(); ++r) {
      Riser& riser = risers_[r];
      if (!riser.foot) continue;
      const double usual = in_.links.flights[riser.flight].run / quantum_;
      std::vector<double> depths;
      for (const double part : {1.0, 0.75, 0.5, 0.35}) {
        if (riser.rise <= steepest_ * usual * part) depths.push_back(usual * part);
      }
      if (depths.empty()) {
        riser.state = RampState::too_steep;
        continue;
      }
      riser.state = RampState::no_room;
      if (triangles_.count(riser.component) == 0 || treads_.count(riser.component) != 0) continue;
      std::vector<RiserEdge> edges;
      std::vector<std::size_t> link_of;
      for (std::size_t k = 0; k < riser.links.size(); ++k) {
        const BorderInterval &low = lower(in_.links.links[riser.links[k]]),
                             &high = upper(in_.links.links[riser.links[k]]);
        const std::uint32_t h = half_edge_of(riser.component, low);
        if (h == kNone) continue;
        edges.push_back({h, low.first, low.last, place(high.last).z, place(high.first).z});
        link_of.push_back(k);
      }
      for (const std::uint32_t t : triangles_.at(riser.component)) allowed[t] = 1;
      riser.pieces = room.place(edges, depths, height_ * kLevel, allowed).pieces;
      for (const std::uint32_t t : triangles_.at(riser.component)) allowed[t] = 0;
      for (const FootPiece& piece : riser.pieces) {
        if (piece.riser_edge != FootPiece::kNone) riser.led_up[link_of[piece.riser_edge]] = 1;
      }
      if (!riser.pieces.empty()) riser.state = RampState::lifted;
    }
  }

  // Which riser's ramp each triangle would be part of, and its heights there.
  void find_parts() {
    std::vector<std::uint32_t> of_link(in_.links.links.size(), kNone);
    for (std::uint32_t r = 0; r < risers_.size(); ++r) {
      for (std::size_t k = 0; k < risers_[r].links.size(); ++k) {
        if (risers_[r].state == RampState::lifted && risers_[r].led_up[k]) of_link[risers_[r].links[k]] = r;
      }
    }
    std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> touching(view_.triangles.size());
    for (std::uint32_t r = 0; r < risers_.size(); ++r) {
      for (std::uint32_t p = 0; p < risers_[r].pieces.size(); ++p) {
        for (const std::uint32_t t : risers_[r].pieces[p].outline.triangles) touching[t].push_back({r, p});
      }
    }
    for (const CutTriangle& t : cut_) {
      const std::array<LatticePoint, 3> ground = corners(t.source);
      Heights low{}, high{};
      for (std::size_t i = 0; i < 3; ++i) low[i] = plane_height(ground, t.at[i]);
      high = low;
      std::uint32_t part = kNone;
      const std::uint32_t link = in_.linked.link[in_.joined.surface.source[t.source]];
      const auto tread = treads_.find(component_of(t.source));
      if (link != kNone) {
        part = of_link[link];
        if (part != kNone) high = on_plane(lifted_filler(t.source, part), t);
      } else if (tread != treads_.end()) {
        part = tread->second;
        high = on_plane(lifted_tread(t.source, risers_[part].lift), t);
      } else if (t.inside) {
        part = nearest_foot(t, touching[t.source]);
        if (part != kNone) {
          for (std::size_t i = 0; i < 3; ++i) high[i] = lifted_foot(risers_[part], t.at[i], low[i]);
        }
      }
      part_.push_back(part);
      low_.push_back(low);
      high_.push_back(high);
    }
  }
  [[nodiscard]] std::array<LatticePoint, 3> corners(std::uint32_t t) const {
    const auto& c = view_.triangles[t];
    return {view_.vertices[c[0]], view_.vertices[c[1]], view_.vertices[c[2]]};
  }
  static Heights on_plane(const std::array<LatticePoint, 3>& plane, const CutTriangle& t) {
    return {plane_height(plane, t.at[0]), plane_height(plane, t.at[1]), plane_height(plane, t.at[2])};
  }
  [[nodiscard]] std::array<LatticePoint, 3> lifted_tread(std::uint32_t t, const TreadLift& lift) const {
    std::array<LatticePoint, 3> out = corners(t);
    for (LatticePoint& p : out) p.z = lift.height(p);
    return out;
  }
  // The lower side of a filler goes where the ramp before it ends.
  [[nodiscard]] std::array<LatticePoint, 3> lifted_filler(std::uint32_t t, std::uint32_t r) const {
    std::array<LatticePoint, 3> out = corners(t);
    const Riser& riser = risers_[r];
    const BorderInterval& own = lower(in_.links.links[in_.linked.link[in_.joined.surface.source[t]]]);
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (corner(t, i) != own.first && corner(t, i) != own.last) continue;
      if (!riser.foot) {
        out[i].z = riser.lift.height(out[i]);
      } else {
        out[i].z = lifted_foot(riser, {out[i].x, out[i].y}, out[i].z);
      }
    }
    return out;
  }
  [[nodiscard]] static std::int32_t lifted_foot(const Riser& riser, Point2 p, std::int32_t ground) {
    std::int32_t best = ground;
    for (const FootPiece& piece : riser.pieces) {
      FootPiece::Lift lift;
      if (piece.lift(p, lift)) best = std::max(best, rounded(ground + (lift.z - ground) * lift.part));
    }
    return best;
  }
  // Rounding may leave the middle of a sliver outside of its piece: the one it lies furthest in, then.
  [[nodiscard]] std::uint32_t nearest_foot(
      const CutTriangle& t, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& touching) const {
    std::uint32_t best = kNone;
    double deepest = -1e300;
    for (const auto& [r, p] : touching) {
      const double depth = depth_of(t, risers_[r].pieces[p].outline.corners);
      if (depth <= deepest) continue;
      deepest = depth;
      best = r;
    }
    return best;
  }

  void check_headroom() {
    std::vector<LiftedTriangle> lifts;
    for (std::size_t t = 0; t < cut_.size(); ++t) {
      if (part_[t] == kNone) continue;
      LiftedTriangle& lift = lifts.emplace_back();
      lift.at = cut_[t].at;
      lift.low = low_[t];
      lift.high = high_[t];
      lift.part = part_[t];
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t beyond = cut_[t].neighbour[i];
        lift.border[i] = beyond == kNone || part_[beyond] == kNone;
      }
    }
    const std::vector<char> blocked = blocked_lifts(in_.scene, lifts, height_, risers_.size(), context_);
    for (std::size_t r = 0; r < risers_.size(); ++r) {
      if (blocked[r]) risers_[r].state = RampState::no_headroom;
    }
    drop_broken_ramps();
    for (std::size_t t = 0; t < cut_.size(); ++t) {
      if (part_[t] == kNone || risers_[part_[t]].state == RampState::lifted) continue;
      part_[t] = kNone;
      high_[t] = low_[t];
    }
  }
  // Where a tread is not lifted and the next one is, a body steps up the whole riser, and half of it stands
  // over the ramp behind that, which rises on. Where that is more than a step, the flight keeps its treads.
  void drop_broken_ramps() {
    std::vector<char> broken(in_.links.flights.size(), 0);
    for (std::size_t r = 0; r + 1 < risers_.size(); ++r) {
      const Riser &riser = risers_[r], &next = risers_[r + 1];
      if (riser.state == RampState::lifted || next.state != RampState::lifted || next.foot ||
          next.flight != riser.flight || riser.links.empty())
        continue;
      const double slope = next.rise / std::max(length(next.low_middle - riser.high_middle), 1.0);
      if (riser.rise + slope * height_ * kLevel > step_) broken[riser.flight] = 1;
    }
    for (Riser& riser : risers_) {
      if (broken[riser.flight] && riser.state == RampState::lifted) riser.state = RampState::interrupted;
    }
  }

  Ramps assemble() {
    Ramps out;
    out.joined = assemble_cut(view_, in_.joined.border, cut_, high_);
    for (std::uint32_t t = 0; t < cut_.size(); ++t) {
      out.joined.surface.source[t] = in_.joined.surface.source[cut_[t].source];
      out.flight.push_back(part_[t] == kNone ? kNone : risers_[part_[t]].flight);
    }
    out.joined.left_out = in_.joined.left_out;
    for (const Riser& riser : risers_) {
      const bool lifted = riser.state == RampState::lifted;
      out.steps.push_back(
          {riser.flight, riser.step, riser.state, riser.foot, static_cast<std::uint32_t>(riser.links.size()),
           lifted ? static_cast<std::uint32_t>(std::count(riser.led_up.begin(), riser.led_up.end(), char{1}))
                  : 0});
    }
    return out;
  }

  const RampInput& in_;
  SurfaceView view_;
  Context* context_;
  double quantum_, height_, step_, steepest_;
  std::vector<Riser> risers_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> triangles_;  // by component
  std::map<std::uint32_t, std::uint32_t> treads_;                  // by component: the riser after it
  std::vector<CutTriangle> cut_;
  std::vector<std::uint32_t> part_;  // per triangle of cut_: index of risers_
  std::vector<Heights> low_, high_;  // before and after
};

}  // namespace

const char* name_of(RampState state) noexcept {
  switch (state) {
    case RampState::lifted:
      return "lifted";
    case RampState::too_steep:
      return "too steep";
    case RampState::no_headroom:
      return "no headroom";
    case RampState::no_room:
      return "no room";
    case RampState::interrupted:
      return "interrupted";
  }
  return "?";
}

Result<Ramps> add_ramps(const RampInput& input, const Agent& agent, double slope, Context* context) {
  return Ramping(input, agent, slope, context).run();
}

}  // namespace ambula
