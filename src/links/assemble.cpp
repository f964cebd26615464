// From parameters to a mesh. What is put together here is decided along one edge at a time, so that the order
// of links does not matter.
#include "links/assemble.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "geometry/predicates.h"

namespace ambula {
namespace {

// Metres to the default agent (Reach::metre).
constexpr double kStepRun = 0.02;  // in plan, up to which two borders are the same place from above
constexpr double kStepTop = 0.01;  // above both sides, from which something in between makes a step

Point2 plan(LatticePoint p) { return {p.x, p.y}; }

// Places of an edge that are one.
struct Stand {
  double low, high;
  std::uint32_t vertex;
};

// Vertices on one edge.
class EdgeVertices {
 public:
  // `mate` and `there`: what the place is connected with. A firm place is put together with others only where
  // it need not move.
  void add(double place, std::uint32_t mate, double there, bool firm) {
    places_.push_back({place, mate, there, firm});
  }

  // Which places are one. Their first mate is the one they may be put to.
  void merge(const BorderEdge& edge) {
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
      return std::tie(a.at, a.mate, a.there) < std::tie(b.at, b.mate, b.there);
    });
    const double length = edge.line.length;
    stands_.push_back({0, 0, edge.vertex[0]});
    inner_.push_back({});
    bool firm = false;  // the last stand
    for (const Place& p : places_) {
      const double most = firm || p.firm ? kFirm : kSnap;
      if (p.at - stands_.back().low <= most) {
        stands_.back().high = p.at;
        firm = firm || p.firm;
        continue;
      }
      if (length - p.at <= most) continue;
      firm = p.firm;
      stands_.push_back({p.at, p.at, Walkable::kNone});
      inner_.push_back(p);
    }
    stands_.push_back({length, length, edge.vertex[1]});
  }

  // `mate_at` gives the vertex at a place of another edge, or kNone.
  template <class MateAt>
  void number(const Walkable& w, const BorderEdge& edge, Links& links, MateAt mate_at) {
    for (std::size_t i = 1; i + 1 < stands_.size(); ++i) {
      const double part = std::clamp(stands_[i].low / edge.line.length, 0.0, 1.0);
      const std::uint32_t mate = mate_at(inner_[i].mate, inner_[i].there);
      const LatticePoint at = on_edge(
          w, edge, part, mate == Walkable::kNone ? std::nullopt : std::optional(place_of(w, links, mate)));
      stands_[i].vertex = links.walkable_vertices + static_cast<std::uint32_t>(links.vertices.size());
      links.vertices.push_back({at, edge.half_edge, part});
    }
  }

  // The place that was added, as it stands now.
  [[nodiscard]] const Stand& find(double place) const {
    const auto it = std::partition_point(stands_.begin(), stands_.end() - 1,
                                         [&](const Stand& s) { return s.high < place; });
    return *it;
  }

 private:
  static constexpr double kFirm = 2;  // quanta

  struct Place {
    double at = 0;
    std::uint32_t mate = 0;
    double there = 0;
    bool firm = false;
  };

  // Over or under its mate where that is as near as rounding, else rounded.
  static LatticePoint on_edge(const Walkable& w, const BorderEdge& edge, double part,
                              std::optional<LatticePoint> mate) {
    constexpr double kSame = 2;  // quanta
    const Vec3 a = place_of(w.vertices[edge.vertex[0]]), b = place_of(w.vertices[edge.vertex[1]]);
    const Vec3 at = a + (b - a) * part;
    const auto z = static_cast<std::int32_t>(std::nearbyint(at.z));
    if (mate && length(place_of(*mate).xy() - at.xy()) <= kSame &&
        can_stand_on_edge(w, edge.half_edge, plan(*mate))) {
      return {mate->x, mate->y, z};
    }
    const Point2 p = round_to_edge(w, edge.half_edge, at.xy());
    return {p.x, p.y, z};
  }

  std::vector<Place> places_;
  std::vector<Place> inner_;  // per stand
  std::vector<Stand> stands_;
};

double squared(LatticePoint a, LatticePoint b) {
  const Vec3 d = place_of(a) - place_of(b);
  return dot(d, d);
}

// Connections from p0 to q0 and from p1 to q1.
struct Quadrangle {
  Stand p0, p1, q0, q1;
};

// Cut along the diagonal with area in plan on both of its sides; of two such ones, or none, along the
// shorter; of equal ones along that which begins at the lower border's connection 0, wherever the quadrangle
// is turned.
void add_triangles(const Walkable& w, const Quadrangle& quad, bool first_is_lower, Links& links) {
  const std::uint32_t p0 = quad.p0.vertex, p1 = quad.p1.vertex, q0 = quad.q0.vertex, q1 = quad.q1.vertex;
  using Halves = std::array<std::array<std::uint32_t, 3>, 2>;
  const Halves from_p{{{p0, q0, q1}, {p0, q1, p1}}}, from_q{{{p0, q0, p1}, {q0, q1, p1}}};
  const auto at = [&](std::uint32_t v) { return place_of(w, links, v); };
  const auto has_area = [&](const Halves& halves) {
    return std::all_of(halves.begin(), halves.end(), [&](const auto& t) {
      return orient2d(plan(at(t[0])), plan(at(t[1])), plan(at(t[2]))) > 0;
    });
  };
  const double d0 = squared(at(p0), at(q1)), d1 = squared(at(q0), at(p1));
  const bool shorter = d0 < d1 || (d0 == d1 && first_is_lower);
  const bool p_has = has_area(from_p), q_has = has_area(from_q);
  const Halves& halves = (p_has == q_has ? shorter : p_has) ? from_p : from_q;
  links.triangles.insert(links.triangles.end(), halves.begin(), halves.end());
}

// As it stands on the lattice, but for rounding.
bool is_in_reach(const Walkable& w, const Links& links, const Quadrangle& quad, Reach reach) {
  constexpr double kRounding = 2;  // quanta
  reach.gap += kRounding;
  reach.step += kRounding;
  const auto at = [&](const Stand& s) { return place_of(place_of(w, links, s.vertex)); };
  return reach.holds(at(quad.q0) - at(quad.p0)) && reach.holds(at(quad.q1) - at(quad.p1));
}

void add_link(const Walkable& w, const Borders& borders, const Candidate& c, const Quadrangle& quad,
              double metre, Links& links) {
  const BorderEdge &a = borders.edges[c.first], &b = borders.edges[c.second];
  const double on_a = a.line.length, on_b = b.line.length, quantum = w.lattice.quantum;
  const auto& [p0, p1, q0, q1] = quad;
  const LatticePoint at_p0 = place_of(w, links, p0.vertex), at_p1 = place_of(w, links, p1.vertex),
                     at_q0 = place_of(w, links, q0.vertex), at_q1 = place_of(w, links, q1.vertex);
  const BorderInterval first{a.half_edge, p0.vertex, p1.vertex, p0.low / on_a, p1.low / on_a};
  const BorderInterval second{b.half_edge, q1.vertex, q0.vertex, q1.low / on_b, q0.low / on_b};
  // Of the second over the first.
  const std::int64_t lift = std::int64_t{at_q0.z} + at_q1.z - at_p0.z - at_p1.z;
  Link link;
  link.first_interval = static_cast<std::uint32_t>(links.intervals.size());
  link.intervals = 2;
  links.intervals.push_back(lift < 0 ? second : first);
  links.intervals.push_back(lift < 0 ? first : second);
  link.first_triangle = static_cast<std::uint32_t>(links.triangles.size());
  link.triangles = 2;
  add_triangles(w, quad, lift >= 0, links);
  const auto run = [](LatticePoint p, LatticePoint q) { return length((place_of(q) - place_of(p)).xy()); };
  const auto up = [](LatticePoint p, LatticePoint q) { return std::abs(static_cast<double>(q.z) - p.z); };
  const double rise = std::max(up(at_p0, at_q0), up(at_p1, at_q1));
  const double longer = std::max(run(at_p0, at_q0), run(at_p1, at_q1));
  link.run = longer * quantum;
  link.rise = std::max(rise, c.top) * quantum;
  link.width = std::min(std::sqrt(squared(at_p0, at_p1)), std::sqrt(squared(at_q0, at_q1))) * quantum;
  link.free_height = c.free_height * quantum;
  const bool over_something = c.top - rise > kStepTop * metre;
  link.kind = longer <= kStepRun * metre || over_something ? LinkKind::step : LinkKind::gap;
  links.links.push_back(link);
}

}  // namespace

bool can_stand_on_edge(const Walkable& w, std::uint32_t half_edge, Point2 p) {
  const auto& face = w.faces[half_edge / 3];
  const auto corner = [&](std::uint32_t i) { return plan(w.vertices[face[(half_edge % 3 + i) % 3]]); };
  const Point2 a = corner(0), b = corner(1), c = corner(2);
  return orient2d(a, b, p) <= 0 || (orient2d(b, c, p) > 0 && orient2d(c, a, p) > 0);
}

Point2 round_to_edge(const Walkable& w, std::uint32_t half_edge, Vec2 at) {
  const Point2 nearest{static_cast<std::int32_t>(std::nearbyint(at.x)),
                       static_cast<std::int32_t>(std::nearbyint(at.y))};
  if (can_stand_on_edge(w, half_edge, nearest)) return nearest;
  const auto away = [&](Point2 p) { return length(Vec2{p.x - at.x, p.y - at.y}); };
  std::optional<Point2> best;
  for (std::int32_t dx = -1; dx <= 1; ++dx) {
    for (std::int32_t dy = -1; dy <= 1; ++dy) {
      const Point2 p{nearest.x + dx, nearest.y + dy};
      if (can_stand_on_edge(w, half_edge, p) && (!best || away(p) < away(*best))) best = p;
    }
  }
  return best.value_or(nearest);
}

namespace {

using EdgePlaces = std::map<std::uint32_t, EdgeVertices>;

// By edge: the ends of what was chosen there, put together. `firm`: per chosen part, which of its ends stay.
EdgePlaces merged_places(const Borders& borders, std::span<const Candidate> candidates,
                         std::span<const ChosenPart> chosen, const std::vector<std::array<bool, 2>>& firm) {
  EdgePlaces on;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const Candidate& c = candidates[chosen[k].candidate];
    for (const std::size_t end : {0u, 1u}) {
      const double u = end == 0 ? chosen[k].from : chosen[k].to;
      on[c.first].add(c.s(u), c.second, c.r(u), firm[k][end]);
      on[c.second].add(c.r(u), c.first, c.s(u), firm[k][end]);
    }
  }
  for (auto& [e, vertices] : on) vertices.merge(borders.edges[e]);
  return on;
}

// Notes ends that were moved out of reach; whether there are any more.
bool find_firm(const Borders& borders, std::span<const Candidate> candidates,
               std::span<const ChosenPart> chosen, const Reach& reach, const EdgePlaces& on,
               std::vector<std::array<bool, 2>>& firm) {
  bool any = false;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const Candidate& c = candidates[chosen[k].candidate];
    for (const std::size_t end : {0u, 1u}) {
      const double u = end == 0 ? chosen[k].from : chosen[k].to;
      const Vec3 p = borders.edges[c.first].line.at(on.at(c.first).find(c.s(u)).low),
                 q = borders.edges[c.second].line.at(on.at(c.second).find(c.r(u)).low);
      if (firm[k][end] || reach.holds(q - p)) continue;
      firm[k][end] = any = true;
    }
  }
  return any;
}

}  // namespace

void assemble(const Walkable& w, const Borders& borders, std::span<const Candidate> candidates,
              std::span<const ChosenPart> chosen, const Reach& reach, Links& links,
              std::vector<std::uint32_t>& candidate_of) {
  links.lattice = w.lattice;
  links.walkable_vertices = static_cast<std::uint32_t>(w.vertices.size());
  std::vector<std::array<bool, 2>> firm(chosen.size());
  EdgePlaces on = merged_places(borders, candidates, chosen, firm);
  // Putting places together moves them along their edges, and where these slope or part, a link may then
  // reach too far: such an end stays where it is. That may change who is put together with others.
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds && find_firm(borders, candidates, chosen, reach, on, firm); ++round)
    on = merged_places(borders, candidates, chosen, firm);
  for (auto& [e, vertices] : on) {
    vertices.number(w, borders.edges[e], links,
                    [&on = on](std::uint32_t edge, double place) { return on.at(edge).find(place).vertex; });
  }

  for (const ChosenPart& part : chosen) {
    const Candidate& c = candidates[part.candidate];
    const EdgeVertices &on_a = on.at(c.first), &on_b = on.at(c.second);
    const Quadrangle quad{on_a.find(c.s(part.from)), on_a.find(c.s(part.to)), on_b.find(c.r(part.from)),
                          on_b.find(c.r(part.to))};
    if (quad.p0.vertex == quad.p1.vertex || quad.q0.vertex == quad.q1.vertex) continue;
    if (!is_in_reach(w, links, quad, reach)) continue;
    add_link(w, borders, c, quad, reach.metre, links);
    candidate_of.push_back(part.candidate);
  }
}

}  // namespace ambula
