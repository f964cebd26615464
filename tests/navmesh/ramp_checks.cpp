#include "navmesh/ramp_checks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include "ambula/links.h"
#include "ambula/walkable.h"
#include "geometry/rationals.h"
#include "navmesh/close_steps.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

using Corners3 = std::array<Vec3, 3>;

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
double height_at(const Corners3& t, Vec2 p) {
  const Vec2 a = t[0].xy(), b = t[1].xy(), c = t[2].xy();
  const double area = cross(b - a, c - a), u = cross(b - p, c - p) / area, v = cross(c - p, a - p) / area;
  return u * t[0].z + v * t[1].z + (1 - u - v) * t[2].z;
}
double area_of(const Corners3& t) { return cross(t[1].xy() - t[0].xy(), t[2].xy() - t[0].xy()) / 2; }
double slope_of(const Corners3& t) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  return length(n.xy()) / n.z;
}
double around(const Corners3& t) {
  return length(t[1].xy() - t[0].xy()) + length(t[2].xy() - t[1].xy()) + length(t[0].xy() - t[2].xy());
}

struct Sets {
  std::vector<std::uint32_t> parent;
  explicit Sets(std::size_t n) : parent(n) { std::iota(parent.begin(), parent.end(), 0u); }
  std::uint32_t root(std::uint32_t n) {
    while (parent[n] != n) n = parent[n] = parent[parent[n]];
    return n;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent[root(a)] = root(b); }
};

class Checking {
 public:
  Checking(const Stages& s, const Ramps& r) : s_(s), r_(r), view_(r.joined.surface.view()) {}

  std::string run(int samples) {
    using Check = void (Checking::*)();
    for (const Check check : {&Checking::sizes, &Checking::areas, &Checking::neighbours,
                              &Checking::components, &Checking::heights, &Checking::ramps_are_whole}) {
      (this->*check)();
      if (!fault_.str().empty()) return fault_.str();
    }
    headroom(samples);
    return fault_.str();
  }

 private:
  [[nodiscard]] Corners3 corners(std::uint32_t t) const {
    const auto& c = view_.triangles[t];
    return {to_vec(view_.vertices[c[0]]), to_vec(view_.vertices[c[1]]), to_vec(view_.vertices[c[2]])};
  }
  [[nodiscard]] Corners3 source(std::uint32_t t) const {
    const auto& c = s_.linked.triangles[r_.joined.surface.source[t]];
    return {to_vec(s_.linked.vertices[c[0]]), to_vec(s_.linked.vertices[c[1]]),
            to_vec(s_.linked.vertices[c[2]])};
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(view_.triangles.size()); }

  void sizes() {
    if (r_.flight.size() != size() || r_.joined.border.size() != size() ||
        r_.joined.surface.source.size() != size() || view_.neighbours.size() != size())
      fault_ << "arrays of other lengths";
  }

  // The parts of a triangle cover as much as it did. Rounding moves edges by a quantum, so it may leave
  // nothing of a sliver.
  void areas() {
    std::map<std::uint32_t, double> left, slack;
    for (const std::uint32_t l : s_.joined.surface.source) left[l] = 0;
    for (std::uint32_t t = 0; t < size(); ++t) {
      const std::uint32_t l = r_.joined.surface.source[t];
      if (!(area_of(corners(t)) > 0)) fault_ << "triangle " << t << " has no area";
      left[l] += area_of(corners(t));
    }
    double all = 0, before = 0;
    for (std::uint32_t t = 0; t < size(); ++t) slack[r_.joined.surface.source[t]] += around(corners(t));
    for (const std::uint32_t l : s_.joined.surface.source) {
      const auto& c = s_.linked.triangles[l];
      const double area = area_of({to_vec(s_.linked.vertices[c[0]]), to_vec(s_.linked.vertices[c[1]]),
                                   to_vec(s_.linked.vertices[c[2]])});
      if (slack.count(l) == 0) {
        slack[l] = around({to_vec(s_.linked.vertices[c[0]]), to_vec(s_.linked.vertices[c[1]]),
                           to_vec(s_.linked.vertices[c[2]])});
        vanished_.insert(l);
      }
      if (std::abs(left[l] - area) > slack[l]) fault_ << "triangle " << l << " lost area";
      all += left[l];
      before += area;
    }
    // Rounding moves edges, from which one side gains what the other loses; at borders it may be lost.
    if (std::abs(all - before) > 1e-7 * before + 1e4) fault_ << "area " << before << " became " << all;
  }

  void neighbours() {
    for (std::uint32_t h = 0; h < 3 * size(); ++h) {
      const std::uint32_t n = view_.neighbours[h / 3][h % 3], twin = view_.twin(h);
      if ((n == kNone) != (r_.joined.border[h / 3][h % 3] != BorderKind::none)) fault_ << "border of " << h;
      if (n == kNone) continue;
      if (twin == kNone || view_.twin(twin) != h) fault_ << "neighbours of half-edge " << h;
      // Vertices of one edge are one where they are at one place.
      if (twin == kNone || !view_.is_step(h, twin)) continue;
      if (view_.vertices[view_.from(h)] == view_.vertices[view_.to(twin)] &&
          view_.vertices[view_.to(h)] == view_.vertices[view_.from(twin)])
        fault_ << "a step without a rise at half-edge " << h;
    }
  }

  // What was joined is joined.
  void components() {
    const std::size_t n = s_.linked.triangles.size();
    Sets before(n), after(n);
    const NavSurface& old = s_.joined.surface;
    for (std::uint32_t t = 0; t < old.triangles.size(); ++t) {
      for (const std::uint32_t k : old.neighbours[t]) {
        if (k != kNone) before.join(old.source[t], old.source[k]);
      }
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
    Sets parts(size());
    for (std::uint32_t t = 0; t < size(); ++t) {
      for (const std::uint32_t k : view_.neighbours[t]) {
        if (k == kNone) continue;
        pairs.insert({r_.joined.surface.source[t], r_.joined.surface.source[k]});
        after.join(r_.joined.surface.source[t], r_.joined.surface.source[k]);
        parts.join(t, k);
      }
    }
    for (std::uint32_t t = 0; t < old.triangles.size(); ++t) {
      for (const std::uint32_t k : old.neighbours[t]) {
        if (k == kNone || vanished_.count(old.source[t]) + vanished_.count(old.source[k]) > 0) continue;
        if (pairs.count({old.source[t], old.source[k]}) == 0)
          fault_ << "triangles " << old.source[t] << " and " << old.source[k] << " came apart";
      }
    }
    // As links have it, too.
    std::map<std::uint32_t, std::uint32_t> linked;
    for (const std::uint32_t l : old.source) {
      if (s_.joined.left_out == 0 && vanished_.count(l) == 0 &&
          linked.try_emplace(s_.linked.component[l], after.root(l)).first->second != after.root(l))
        fault_ << "what links join came apart";
    }
    std::map<std::uint32_t, std::uint32_t> same, part_of;
    for (const std::uint32_t l : old.source) {
      if (same.try_emplace(after.root(l), before.root(l)).first->second != before.root(l))
        fault_ << "components were joined";
    }
    for (std::uint32_t t = 0; t < size(); ++t) {
      const std::uint32_t c = before.root(r_.joined.surface.source[t]);
      if (part_of.try_emplace(c, parts.root(t)).first->second != parts.root(t))
        fault_ << "a component came apart";
    }
  }

  // Not below the ground, and above it by no more than the rise to the next nosing.
  void heights() {
    for (std::uint32_t t = 0; t < size() && fault_.str().empty(); ++t) {
      const Corners3 ground = source(t), ramp = corners(t);
      const double top = r_.flight[t] == kNone ? -1e300 : highest(t);
      for (const Vec3 p : ramp) {
        const double z = height_at(ground, p.xy());
        // Points of cuts are rounded, and one vertex stands for near heights.
        const double steep = 3 + 1.5 * slope_of(ground);
        if (p.z < z - steep) fault_ << "below the ground by " << z - p.z << " at triangle " << t;
        if (p.z > std::max(z, top) + steep)
          fault_ << "above by " << p.z - std::max(z, top) << " at triangle " << t;
      }
    }
  }
  // Of the nosings that lead up from the part of the surface a triangle is of.
  [[nodiscard]] double highest(std::uint32_t t) const {
    const std::uint32_t l = r_.joined.surface.source[t], face = s_.linked.face[l];
    double top = -1e300;
    for (std::uint32_t k = 0; k < s_.links.links.size(); ++k) {
      const Link& link = s_.links.links[k];
      if (link.flight != r_.flight[t] || link.intervals != 2) continue;
      const BorderInterval &low = s_.links.intervals[link.first_interval],
                           &high = s_.links.intervals[link.first_interval + 1];
      if (face == kNone ? s_.linked.link[l] != k
                        : s_.walkable.component[low.half_edge / 3] != s_.walkable.component[face])
        continue;
      for (const std::uint32_t v : {high.first, high.last})
        top = std::max(top, static_cast<double>(s_.linked.vertices[v].z));
    }
    return top;
  }

  // Where every riser of a flight is lifted, one walks from landing to landing without a step.
  void ramps_are_whole() {
    const auto flights = count_flights(s_, r_);
    Sets smooth(size());
    for (std::uint32_t h = 0; h < 3 * size(); ++h) {
      const std::uint32_t twin = view_.twin(h);
      if (twin == kNone) continue;
      const bool both = r_.flight[h / 3] != kNone && r_.flight[h / 3] == r_.flight[twin / 3];
      if (!view_.is_step(h, twin) || (part_of(h / 3) != part_of(twin / 3) && !rises(h, twin))) {
        smooth.join(h / 3, twin / 3);
      } else if (both && flights[r_.flight[h / 3]].whole() && rises(h, twin)) {
        fault_ << "a step inside the ramp of flight " << r_.flight[h / 3] << " at half-edge " << h << " ";
      }
    }
    for (std::uint32_t f = 0; f < flights.size(); ++f) {
      if (!flights[f].whole()) continue;
      std::set<std::uint32_t> roots, low, high;
      for (std::uint32_t t = 0; t < size(); ++t) {
        if (r_.flight[t] == f) roots.insert(smooth.root(t));
        const std::uint32_t face = s_.linked.face[r_.joined.surface.source[t]];
        if (face == kNone) continue;
        if (s_.walkable.component[face] == s_.links.flights[f].landings[0]) low.insert(smooth.root(t));
        if (s_.walkable.component[face] == s_.links.flights[f].landings[1]) high.insert(smooth.root(t));
      }
      if (roots.size() != 1) {
        fault_ << "the ramp of flight " << f << " has " << roots.size() << " parts";
      } else if (low.count(*roots.begin()) == 0 || high.count(*roots.begin()) == 0) {
        fault_ << "the ramp of flight " << f << " does not lead from landing to landing";
      }
    }
  }
  // Component of the walkable surface, or link.
  [[nodiscard]] std::pair<bool, std::uint32_t> part_of(std::uint32_t t) const {
    const std::uint32_t l = r_.joined.surface.source[t], face = s_.linked.face[l];
    return face == kNone ? std::pair{true, s_.linked.link[l]} : std::pair{false, s_.walkable.component[face]};
  }
  // Where a tread tapers to a point, both its risers end there, and the ramp has to step; from one end of
  // such an edge it does not.
  [[nodiscard]] bool rises(std::uint32_t h, std::uint32_t twin) const {
    return view_.vertices[view_.from(h)].z != view_.vertices[view_.to(twin)].z &&
           view_.vertices[view_.to(h)].z != view_.vertices[view_.from(twin)].z;
  }

  // Points of ramps a little away from borders, looked up from.
  void headroom(int samples) {
    std::vector<std::uint32_t> ramp;
    for (std::uint32_t t = 0; t < size(); ++t) {
      if (r_.flight[t] != kNone) ramp.push_back(t);
    }
    if (ramp.empty()) return;
    std::vector<std::pair<Vec2, Vec2>> borders;
    for (std::uint32_t h = 0; h < 3 * size(); ++h) {
      if (view_.neighbours[h / 3][h % 3] == kNone)
        borders.push_back(
            {to_vec(view_.vertices[view_.from(h)]).xy(), to_vec(view_.vertices[view_.to(h)]).xy()});
    }
    Random random(7);
    for (int k = 0; k < samples && fault_.str().empty(); ++k) {
      const std::uint32_t t = ramp[static_cast<std::size_t>(k) % ramp.size()];
      const Corners3 c = corners(t);
      double u = (random.within(1000) + 1000) / 2000.0, v = (random.within(1000) + 1000) / 2000.0;
      if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
      }
      const Vec3 p = c[0] + (c[1] - c[0]) * u + (c[2] - c[0]) * v;
      const bool close = std::any_of(borders.begin(), borders.end(), [&](const auto& b) {
        const Vec2 d = b.second - b.first;
        const double part = std::clamp(dot(p.xy() - b.first, d) / dot(d, d), 0.0, 1.0);
        return length(p.xy() - (b.first + d * part)) < 15;
      });
      if (!close) look_up(p, t);
    }
  }
  // Rise over run.
  static double steepness(const Corners3& c) {
    const Vec3 n = cross(c[1] - c[0], c[2] - c[0]);
    return length(n.xy()) / n.z;
  }
  void look_up(Vec3 p, std::uint32_t t) {
    const double height = s_.agent.height / s_.scene.lattice.quantum;
    for (std::size_t k = 0; k < s_.scene.triangles.size(); ++k) {
      Corners3 c;
      for (std::size_t i = 0; i < 3; ++i)
        c[i] = to_vec(s_.scene.lattice.snap(s_.scene.positions[s_.scene.triangles[k][i]]));
      const double area = area_of(c);
      if (area == 0) continue;
      bool inside = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec2 a = c[i].xy(), d = c[(i + 1) % 3].xy() - a;
        inside = inside && cross(d, p.xy() - a) * (area > 0 ? 1 : -1) > 0;
      }
      if (!inside) continue;
      const double above = height_at(c, p.xy()) - p.z;
      // Links step over what is no higher than a step above their lower side.
      const bool filler = s_.linked.face[r_.joined.surface.source[t]] == kNone;
      // Corners stand within two quanta of their place: on a steep sliver, where a tread tapers to a point,
      // that is more in height.
      const double least = 15 + 2 * steepness(corners(t));
      if (above > (filler ? s_.agent.max_step / s_.scene.lattice.quantum : least) && above < height - 15)
        fault_ << "only " << above << " quanta free above triangle " << t << " of flight " << r_.flight[t]
               << " at " << p.x << "," << p.y << "," << p.z << " quanta, below triangle " << k
               << " of the scene";
    }
  }

  const Stages& s_;
  const Ramps& r_;
  SurfaceView view_;
  std::ostringstream fault_;
  std::set<std::uint32_t> vanished_;  // triangles of which rounding left nothing
};

}  // namespace

Stages stages_of(Scene scene, const Agent& agent) {
  Stages out;
  out.scene = std::move(scene);
  out.agent = agent;
  auto walkable = extract_walkable(out.scene, agent);
  EXPECT_TRUE(walkable);
  out.walkable = std::move(*walkable);
  auto links = find_links(out.walkable, out.scene, agent);
  EXPECT_TRUE(links);
  out.links = std::move(*links);
  out.linked = close_steps(linked_surface(out.walkable, out.links), out.links);
  out.joined = join_surface(out.linked);
  return out;
}

std::string ramp_faults(const Stages& stages, const Ramps& ramps, int samples) {
  return Checking(stages, ramps).run(samples);
}

std::vector<FlightCount> count_flights(const Stages& stages, const Ramps& ramps) {
  std::vector<FlightCount> out(stages.links.flights.size());
  for (const RampStep& step : ramps.steps) {
    FlightCount& f = out[step.flight];
    ++f.steps;
    switch (step.state) {
      case RampState::lifted:
        ++(step.lifted == step.links ? f.lifted : f.no_room);
        break;
      case RampState::too_steep:
        ++f.too_steep;
        break;
      case RampState::no_headroom:
        ++f.no_headroom;
        break;
      case RampState::no_room:
        ++f.no_room;
        break;
      case RampState::interrupted:
        ++f.interrupted;
        break;
    }
  }
  return out;
}

std::string summary(const std::vector<FlightCount>& flights) {
  FlightCount all;
  int whole = 0;
  for (const FlightCount& f : flights) {
    all.steps += f.steps;
    all.lifted += f.lifted;
    all.too_steep += f.too_steep;
    all.no_headroom += f.no_headroom;
    all.no_room += f.no_room;
    all.interrupted += f.interrupted;
    whole += f.whole() ? 1 : 0;
  }
  std::ostringstream out;
  out << flights.size() << " flights, " << whole << " whole; " << all.steps << " steps, " << all.lifted
      << " lifted, " << all.too_steep << " too steep, " << all.no_headroom << " without headroom, "
      << all.no_room << " without room, " << all.interrupted << " interrupted";
  return out.str();
}

}  // namespace ambula::testing
