// Rounding, and edges shorter than what is told apart, leave millimetres between links that belong together.
// Such a place is a strip between two short pieces of border, with no vertices but theirs; it may stand
// upright.
#include "links/close_slivers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "geometry/polygon.h"
#include "links/assemble.h"

namespace ambula {
namespace {

constexpr double kSliver = 0.05;     // metres to the default agent
constexpr double kLeastLength = 10;  // quanta

// A piece of a border edge that no link uses.
struct Left {
  std::uint32_t half_edge, first, last;  // vertices
  double from, to;
};

class Closing {
 public:
  Closing(const Walkable& w, const Borders& borders, const Surroundings& surroundings, const Reach& reach,
          Links& links)
      : w_(w), borders_(borders), surroundings_(surroundings), reach_(reach), links_(links) {}

  void run() {
    const auto links = static_cast<std::uint32_t>(links_.links.size());
    for (std::uint32_t l = 0; l < links; ++l) {
      for (std::uint32_t k = 0; k < 2; ++k) uses_.push_back({links_.links[l].first_interval + k, l});
    }
    std::sort(uses_.begin(), uses_.end(), [&](const Use& a, const Use& b) {
      const BorderInterval &x = links_.intervals[a.interval], &y = links_.intervals[b.interval];
      return std::tie(x.half_edge, x.from) < std::tie(y.half_edge, y.from);
    });
    const std::vector<Use> all = uses_;
    for (const Use& use : all) {
      // Once for the two sides: from the one with the lesser cycle, or of one cycle with the lesser interval.
      std::vector<Left> one;
      const auto next = follow(links_.intervals[use.interval], one);
      if (!next) continue;
      if (next->link == use.link) {
        // The border turns right back at the tip of a step.
        if (next->interval == mate(use) && is_tip(one))
          close(links_.intervals[use.interval].last, one, links_.intervals[next->interval].first, {});
        continue;
      }
      const BorderInterval other = links_.intervals[mate(use)], back = links_.intervals[mate(*next)];
      const std::uint32_t own = cycle_of(links_.intervals[use.interval]);
      if (cycle_of(other) < own || (cycle_of(other) == own && mate(*next) < use.interval)) continue;
      if (cycle_of(other) != cycle_of(back)) continue;
      std::vector<Left> two;
      const auto met = follow(back, two);
      if (!met || met->interval != mate(use)) continue;
      if (one.empty() && two.empty()) continue;
      close(links_.intervals[use.interval].last, one, other.first, two);
    }
  }

 private:
  struct Use {
    std::uint32_t interval, link;
  };
  [[nodiscard]] std::uint32_t cycle_of(const BorderInterval& i) const {
    return borders_.edges[borders_.edge_of[i.half_edge]].cycle;
  }
  [[nodiscard]] std::uint32_t mate(const Use& use) const {
    const Link& link = links_.links[use.link];
    return use.interval == link.first_interval ? link.first_interval + 1 : link.first_interval;
  }
  [[nodiscard]] Vec3 at(std::uint32_t v) const { return place_of(place_of(w_, links_, v)); }

  // The next used interval along the cycle, and what is left of the border before it; none where that is
  // long, or at a wall.
  std::optional<Use> follow(const BorderInterval& from, std::vector<Left>& left) const {
    double gone = 0, place = from.to;
    std::uint32_t vertex = from.last, half_edge = from.half_edge;
    const double most = kSliver * reach_.metre;
    constexpr int kMostEdges = 64;
    for (int i = 0; i < kMostEdges; ++i) {
      const BorderEdge& edge = borders_.edges[borders_.edge_of[half_edge]];
      const auto it = std::lower_bound(uses_.begin(), uses_.end(), std::pair{half_edge, place},
                                       [&](const Use& u, const auto& key) {
                                         const BorderInterval& x = links_.intervals[u.interval];
                                         return std::pair{x.half_edge, x.from} < key;
                                       });
      const bool here = it != uses_.end() && links_.intervals[it->interval].half_edge == half_edge;
      const double end = here ? links_.intervals[it->interval].from : 1;
      const std::uint32_t last = here ? links_.intervals[it->interval].first : edge.vertex[1];
      if (end > place) {
        gone += (end - place) * edge.line.length;
        if (gone > most || !edge.open) return {};
        left.push_back({half_edge, vertex, last, place, end});
      }
      if (here) return *it;
      half_edge = borders_.edges[edge.next].half_edge;
      vertex = last;
      place = 0;
    }
    return {};
  }

  // `one` runs from `a` on, `two` runs to `b`: the strip between them, from the connection a - b on. At a tip
  // `one` runs round to `b`.
  void close(std::uint32_t a, const std::vector<Left>& one, std::uint32_t b, std::vector<Left> two) {
    std::reverse(two.begin(), two.end());  // from b back
    const bool tip = !one.empty() && one.back().last == b;
    const std::uint32_t a_end = one.empty() ? a : one[tip ? 0 : one.size() - 1].last,
                        b_end = tip           ? a_end
                                : two.empty() ? b
                                              : two.back().first;
    if (!is_in_reach(a, b) || !is_in_reach(a_end, b_end)) return;
    double free_height = 0;
    if (!is_free(at(a), at(a_end), at(b), at(b_end), free_height)) return;
    Link link;
    link.kind = LinkKind::fill;
    link.first_interval = static_cast<std::uint32_t>(links_.intervals.size());
    link.first_triangle = static_cast<std::uint32_t>(links_.triangles.size());
    const double q = w_.lattice.quantum;
    link.run = std::max(length((at(b) - at(a)).xy()), length((at(b_end) - at(a_end)).xy())) * q;
    link.rise = std::max(std::abs(at(b).z - at(a).z), std::abs(at(b_end).z - at(a_end).z)) * q;
    link.width = std::min(length(at(a_end) - at(a)), length(at(b_end) - at(b))) * q;
    link.free_height = free_height * q;
    const std::uint32_t first = a, other = b;
    std::size_t i = 0, j = 0;
    while (i < one.size() || j < two.size()) {
      const bool on_two = j < two.size() && (i == one.size() || length(at(two[j].first) - at(a)) <=
                                                                    length(at(one[i].last) - at(b)));
      if (on_two) {
        links_.triangles.push_back({a, b, two[j].first});
        links_.intervals.push_back({two[j].half_edge, two[j].first, two[j].last, two[j].from, two[j].to});
        b = two[j++].first;
      } else {
        if (one[i].last != b) links_.triangles.push_back({a, b, one[i].last});
        links_.intervals.push_back({one[i].half_edge, one[i].first, one[i].last, one[i].from, one[i].to});
        a = one[i++].last;
      }
    }
    // A border that winds leaves no strip, but perhaps an outline that can be filled.
    if (!is_sound(link.first_triangle)) {
      links_.triangles.resize(link.first_triangle);
      if (!tip) fill_outline(first, one, other, two);
      if (tip || !is_sound(link.first_triangle)) {
        links_.triangles.resize(link.first_triangle);
        links_.intervals.resize(link.first_interval);
        return;
      }
    }
    link.intervals = static_cast<std::uint32_t>(links_.intervals.size()) - link.first_interval;
    link.triangles = static_cast<std::uint32_t>(links_.triangles.size()) - link.first_triangle;
    links_.links.push_back(link);
  }

  // True if all triangles from the first on have area in plan, or stand upright.
  [[nodiscard]] bool is_sound(std::size_t first) const {
    return std::all_of(links_.triangles.begin() + static_cast<std::ptrdiff_t>(first), links_.triangles.end(),
                       [&](const auto& t) {
                         const Vec2 x = at(t[0]).xy(), y = at(t[1]).xy(), z = at(t[2]).xy();
                         const double shortest = std::min({length(y - x), length(z - y), length(x - z)});
                         return cross(y - x, z - x) > 0 || shortest * w_.lattice.quantum < kUpright;
                       });
  }

  // The place between `one` from a on and `two` from b on, as a polygon.
  void fill_outline(std::uint32_t a, const std::vector<Left>& one, std::uint32_t b,
                    const std::vector<Left>& two) {
    std::vector<std::uint32_t> outline{a, b};
    for (const Left& piece : two) outline.push_back(piece.first);
    for (auto piece = one.rbegin(); piece != one.rend(); ++piece) {
      if (piece->last != outline.back()) outline.push_back(piece->last);
    }
    std::vector<Vec3> corners;
    for (const std::uint32_t v : outline) corners.push_back({at(v).x, at(v).y, 0});
    std::vector<std::array<std::uint32_t, 3>> triangles;
    triangulate_polygon(corners, triangles);
    for (const auto& t : triangles) links_.triangles.push_back({outline[t[0]], outline[t[1]], outline[t[2]]});
  }

  // True if a border runs to a point and right back.
  [[nodiscard]] bool is_tip(const std::vector<Left>& border) const {
    if (border.size() != 2) return false;
    const BorderEdge &there = borders_.edges[borders_.edge_of[border[0].half_edge]],
                     &back = borders_.edges[borders_.edge_of[border[1].half_edge]];
    return dot(there.outwards, back.outwards) < kFold;
  }
  [[nodiscard]] bool is_in_reach(std::uint32_t a, std::uint32_t b) const {
    return reach_.holds(at(b) - at(a));
  }

  bool is_free(Vec3 a, Vec3 a_end, Vec3 b, Vec3 b_end, double& free_height) {
    // As a strip as long as the longer side, and no shorter than what can be looked at.
    const Vec3 on_a = a_end - a, on_b = b_end - b;
    const Vec3 along = length(on_a.xy()) > length(on_b.xy()) ? on_a : on_b;
    const double size = length(along.xy());
    if (size == 0) return false;
    const Vec3 half = along * (std::max(size, kLeastLength) / size / 2);
    const Vec3 middle_a = (a + a_end) * 0.5, middle_b = (b + b_end) * 0.5;
    surroundings_.free_parts({{middle_a - half, middle_a + half}, {middle_b - half, middle_b + half}}, false,
                             scratch_, parts_);
    if (parts_.size() != 1 || parts_[0].from != 0 || parts_[0].to != 1) return false;
    free_height = parts_[0].free_height;
    return true;
  }

  const Walkable& w_;
  const Borders& borders_;
  const Surroundings& surroundings_;
  const Reach& reach_;
  Links& links_;
  std::vector<Use> uses_;
  Surroundings::Scratch scratch_;
  std::vector<FreePart> parts_;
};

}  // namespace

void close_slivers(const Walkable& walkable, const Borders& borders, const Surroundings& surroundings,
                   const Reach& reach, Links& links) {
  if (!links.links.empty()) Closing(walkable, borders, surroundings, reach, links).run();
}

}  // namespace ambula
