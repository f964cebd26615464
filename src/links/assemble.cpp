// From parameters to a mesh. What is put together here is decided along one edge at a time, so that the order
// of links does not matter.
#include "links/assemble.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ambula {
namespace {

constexpr double kStepRun = 0.02;  // metres in plan up to which two borders are the same place from above
constexpr double kStepTop = 0.01;  // metres above both sides from which something in between makes a step

// Vertices on one edge: places that are one, each with a number.
class EdgeVertices {
 public:
  void add(double place) { places_.push_back(place); }

  void number(const Walkable& w, const BorderEdge& edge, Links& links) {
    std::sort(places_.begin(), places_.end());
    const double length = edge.line.length;
    const auto last = [&] { return stands_.back(); };
    stands_.push_back({0, 0, edge.vertex[0]});
    for (const double p : places_) {
      if (p - last().high <= kSnap) {
        stands_.back().high = p;
        continue;
      }
      if (length - p <= kSnap) break;
      const double part = std::clamp(p / length, 0.0, 1.0);
      const LatticePoint at = on_edge(w, edge, part);
      stands_.push_back({p, p, links.walkable_vertices + static_cast<std::uint32_t>(links.vertices.size())});
      links.vertices.push_back({at, edge.half_edge, part});
    }
    stands_.push_back({length, length, edge.vertex[1]});
  }

  // The number of a place that was added, and where it stands now.
  [[nodiscard]] std::pair<std::uint32_t, double> find(double place) const {
    for (std::size_t i = 0; i + 1 < stands_.size(); ++i) {
      if (place <= stands_[i].high) return {stands_[i].vertex, stands_[i].low};
    }
    return {stands_.back().vertex, stands_.back().low};
  }

  static LatticePoint on_edge(const Walkable& w, const BorderEdge& edge, double part) {
    const LatticePoint a = w.vertices[edge.vertex[0]], b = w.vertices[edge.vertex[1]];
    const auto mix = [part](std::int32_t x, std::int32_t y) {
      return static_cast<std::int32_t>(std::nearbyint(x + part * (static_cast<double>(y) - x)));
    };
    return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z)};
  }

 private:
  struct Stand {
    double low, high;
    std::uint32_t vertex;
  };
  std::vector<double> places_;
  std::vector<Stand> stands_;
};

double squared(LatticePoint a, LatticePoint b) {
  const Vec3 d = place_of(a) - place_of(b);
  return dot(d, d);
}

}  // namespace

void assemble(const Walkable& w, const Borders& borders, std::span<const Candidate> candidates,
              std::span<const ChosenPart> chosen, Links& links, std::vector<std::uint32_t>& candidate_of) {
  links.lattice = w.lattice;
  links.walkable_vertices = static_cast<std::uint32_t>(w.vertices.size());
  std::map<std::uint32_t, EdgeVertices> on;
  for (const ChosenPart& part : chosen) {
    const Candidate& c = candidates[part.candidate];
    for (const double u : {part.from, part.to}) {
      on[c.first].add(c.s(u));
      on[c.second].add(c.r(u));
    }
  }
  for (auto& [e, vertices] : on) vertices.number(w, borders.edges[e], links);

  const double quantum = w.lattice.quantum;
  for (const ChosenPart& part : chosen) {
    const Candidate& c = candidates[part.candidate];
    const BorderEdge &a = borders.edges[c.first], &b = borders.edges[c.second];
    const auto [p0, s0] = on[c.first].find(c.s(part.from));
    const auto [p1, s1] = on[c.first].find(c.s(part.to));
    const auto [q0, r0] = on[c.second].find(c.r(part.from));
    const auto [q1, r1] = on[c.second].find(c.r(part.to));
    if (p0 == p1 || q0 == q1) continue;
    const LatticePoint P0 = place_of(w, links, p0), P1 = place_of(w, links, p1), Q0 = place_of(w, links, q0),
                       Q1 = place_of(w, links, q1);
    Link link;
    BorderInterval first{a.half_edge, p0, p1, s0 / a.line.length, s1 / a.line.length};
    BorderInterval second{b.half_edge, q1, q0, r1 / b.line.length, r0 / b.line.length};
    const std::int64_t lift = std::int64_t{Q0.z} + Q1.z - P0.z - P1.z;  // of the second over the first
    link.first_interval = static_cast<std::uint32_t>(links.intervals.size());
    link.intervals = 2;
    links.intervals.push_back(lift < 0 ? second : first);
    links.intervals.push_back(lift < 0 ? first : second);

    link.first_triangle = static_cast<std::uint32_t>(links.triangles.size());
    link.triangles = 2;
    // Cut along the shorter diagonal; of equal ones along that which begins at the lower border's connection
    // 0, wherever the quadrangle is turned.
    const double d0 = squared(P0, Q1), d1 = squared(Q0, P1);
    if (d0 < d1 || (d0 == d1 && lift >= 0)) {
      links.triangles.push_back({p0, q0, q1});
      links.triangles.push_back({p0, q1, p1});
    } else {
      links.triangles.push_back({p0, q0, p1});
      links.triangles.push_back({q0, q1, p1});
    }
    const double run0 = length(place_of(Q0).xy() - place_of(P0).xy()),
                 run1 = length(place_of(Q1).xy() - place_of(P1).xy());
    const double rise =
        std::max(std::abs(static_cast<double>(Q0.z) - P0.z), std::abs(static_cast<double>(Q1.z) - P1.z));
    link.run = std::max(run0, run1) * quantum;
    link.rise = std::max(rise, c.top) * quantum;
    link.width = std::min(std::sqrt(squared(P0, P1)), std::sqrt(squared(Q0, Q1))) * quantum;
    link.free_height = c.free_height * quantum;
    const bool over_something = (c.top - rise) * quantum > kStepTop;
    link.kind = link.run <= kStepRun || over_something ? LinkKind::step : LinkKind::gap;
    links.links.push_back(link);
    candidate_of.push_back(part.candidate);
  }
}

}  // namespace ambula
