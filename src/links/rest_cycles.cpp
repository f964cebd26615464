// Border cycles of the linked surface, without making it: its border is made of what links leave of the
// walkable border, and of the sides of fillers that no other filler has from its other side.
#include "links/rest_cycles.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "links/assemble.h"
#include "links/borders.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Walkable::kNone;

struct Side {
  std::uint32_t a, b;
  auto operator<=>(const Side&) const = default;
};

class Rest {
 public:
  Rest(const Walkable& w, const Links& links) : w_(w), links_(links) {}

  std::vector<RestCycle> run() {
    collect_sides();
    collect_borders();
    // Edges that leave a vertex; where there are several, which one follows is decided by turning.
    std::vector<std::uint32_t> order(edges_.size());
    for (std::uint32_t e = 0; e < order.size(); ++e) order[e] = e;
    std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
      return std::tie(edges_[x].vertex[0], x) < std::tie(edges_[y].vertex[0], y);
    });
    std::vector<char> done(edges_.size());
    std::vector<RestCycle> out;
    for (std::uint32_t first = 0; first < edges_.size(); ++first) {
      if (done[first]) continue;
      RestCycle cycle;
      std::uint32_t e = first;
      do {
        done[e] = 1;
        cycle.edges.push_back(edges_[e]);
        e = follows(order, e);
      } while (e != kNone && !done[e]);
      if (e != first) continue;
      const Vec2 origin = at(cycle.edges.front().vertex[0]);
      for (const RestEdge& edge : cycle.edges)
        cycle.area += cross(at(edge.vertex[0]) - origin, at(edge.vertex[1]) - origin) / 2;
      out.push_back(std::move(cycle));
    }
    return out;
  }

 private:
  [[nodiscard]] Vec2 at(std::uint32_t v) const { return place_of(place_of(w_, links_, v)).xy(); }

  // Of the edges that leave where e ends, the one that turns most to the right: about the outside, which lies
  // to the right, that is the next.
  [[nodiscard]] std::uint32_t follows(const std::vector<std::uint32_t>& order, std::uint32_t e) const {
    const std::uint32_t v = edges_[e].vertex[1];
    const auto begin =
        std::lower_bound(order.begin(), order.end(), v,
                         [&](std::uint32_t x, std::uint32_t vertex) { return edges_[x].vertex[0] < vertex; });
    const Vec2 came = at(v) - at(edges_[e].vertex[0]);
    std::uint32_t best = kNone;
    double best_turn = 0;
    for (auto it = begin; it != order.end() && edges_[*it].vertex[0] == v; ++it) {
      const Vec2 goes = at(edges_[*it].vertex[1]) - at(v);
      // Rises with the angle to the left, from -2 (straight back on the right) to 2.
      const double size = length(came) * length(goes);
      const double c = size > 0 ? dot(came, goes) / size : 1, s = size > 0 ? cross(came, goes) / size : 0;
      const double turn = s >= 0 ? 1 - c : c - 1;
      if (best == kNone || turn < best_turn) {
        best = *it;
        best_turn = turn;
      }
    }
    return best;
  }

  void collect_sides() {
    for (const auto& t : links_.triangles) {
      for (std::size_t i = 0; i < 3; ++i) sides_.push_back({t[i], t[(i + 1) % 3]});
    }
    std::sort(sides_.begin(), sides_.end());
    std::vector<Side> intervals;
    for (const BorderInterval& i : links_.intervals) intervals.push_back({i.last, i.first});
    std::sort(intervals.begin(), intervals.end());
    for (const Side& s : sides_) {
      if (std::binary_search(sides_.begin(), sides_.end(), Side{s.b, s.a})) continue;
      if (std::binary_search(intervals.begin(), intervals.end(), s)) continue;
      edges_.push_back({{s.a, s.b}, kNone, 0, 1, true});
    }
  }

  void collect_borders() {
    std::vector<std::uint32_t> used(links_.intervals.size());
    for (std::uint32_t i = 0; i < used.size(); ++i) used[i] = i;
    std::sort(used.begin(), used.end(), [&](std::uint32_t x, std::uint32_t y) {
      const BorderInterval &a = links_.intervals[x], &b = links_.intervals[y];
      return std::tie(a.half_edge, a.from) < std::tie(b.half_edge, b.from);
    });
    std::size_t next = 0;
    for (std::uint32_t f = 0; f < w_.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (w_.border[f][i] == BorderKind::none) continue;
        const bool open = w_.border[f][i] == BorderKind::ledge;
        std::uint32_t from_vertex = w_.faces[f][i];
        double from = 0;
        for (; next < used.size() && links_.intervals[used[next]].half_edge == 3 * f + i; ++next) {
          const BorderInterval& b = links_.intervals[used[next]];
          if (b.from > from) edges_.push_back({{from_vertex, b.first}, 3 * f + i, from, b.from, open});
          from_vertex = b.last;
          from = b.to;
        }
        if (from < 1)
          edges_.push_back({{from_vertex, w_.faces[f][i == 2 ? 0 : i + 1]}, 3 * f + i, from, 1, open});
      }
    }
  }

  const Walkable& w_;
  const Links& links_;
  std::vector<Side> sides_;
  std::vector<RestEdge> edges_;
};

}  // namespace

std::vector<RestCycle> rest_cycles(const Walkable& walkable, const Links& links) {
  return Rest(walkable, links).run();
}

}  // namespace ambula
