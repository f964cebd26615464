// Slivers: less than 5 cm of border that no link uses, between two links that join the same two chains of
// border edges one after the other. Counted from the value alone, across neighbouring edges.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "ambula/links.h"
#include "ambula/scene.h"

namespace ambula::testing {

struct Sliver {
  Vec3 from, to;                 // metres; of the chain that has more of it left
  double low = 0, high = 0;      // metres, of both chains there
  double length = 0, other = 0;  // metres left on the one chain and on the other
};

// Whether one of the scene's triangles stands in a sliver, higher than a step above the lower chain and lower
// than the agent on the upper one. Lines along it and across it, on many heights, are held against every
// triangle.
inline bool is_obstructed(const Scene& scene, const Agent& agent, const Sliver& sliver) {
  constexpr double kAcross = 0.002;  // metres to either side
  constexpr int kLevels = 20;
  const auto crosses = [&](Vec3 p, Vec3 q) {
    for (const Triangle& t : scene.triangles) {
      const Vec3 a = scene.positions[t[0]], b = scene.positions[t[1]], c = scene.positions[t[2]];
      const Vec3 n = cross(b - a, c - a);
      const double dp = dot(n, p - a), dq = dot(n, q - a);
      if ((dp > 0) == (dq > 0)) continue;
      const Vec3 x = p + (q - p) * (dp / (dp - dq));
      if (dot(n, cross(b - a, x - a)) >= 0 && dot(n, cross(c - b, x - b)) >= 0 &&
          dot(n, cross(a - c, x - c)) >= 0)
        return true;
    }
    return false;
  };
  const auto level = [](Vec3 p, double z) { return Vec3{p.x, p.y, z}; };
  const Vec3 along = sliver.to - sliver.from;
  const double size = length(along.xy());
  const Vec3 across{along.y / size * kAcross, -along.x / size * kAcross, 0};
  const double from = sliver.low + agent.max_step, to = sliver.high + agent.height;
  for (int k = 0; k <= kLevels; ++k) {
    const double z = from + (to - from) * k / kLevels;
    const Vec3 a = level(sliver.from, z), b = level(sliver.to, z), middle = (a + b) * 0.5;
    for (const Vec3 side : {across * -1, Vec3{}, across})
      if (crosses(a + side, b + side)) return true;
    if (crosses(middle - across, middle + across)) return true;
  }
  return crosses(level((sliver.from + sliver.to) * 0.5, from), level((sliver.from + sliver.to) * 0.5, to));
}

class Slivers {
 public:
  Slivers(const Walkable& w, const Links& links) : w_(w), links_(links) {
    std::vector<std::uint32_t> leaving(w.vertices.size());
    for (std::uint32_t h = 0; h < 3 * w.faces.size(); ++h) {
      if (border(h) != BorderKind::none) leaving[corner(h, 0)] = h;
    }
    for (std::uint32_t h = 0; h < 3 * w.faces.size(); ++h) {
      if (border(h) != BorderKind::none) next_[h] = leaving[corner(h, 1)];
    }
    for (std::uint32_t l = 0; l < links.links.size(); ++l) {
      for (std::uint32_t k = 0; k < links.links[l].intervals; ++k) {
        const std::uint32_t i = links.links[l].first_interval + k;
        used_[{links.intervals[i].half_edge, links.intervals[i].from}] = {i, l};
      }
    }
  }

  // `most`: metres.
  [[nodiscard]] std::vector<Sliver> find(double most) const {
    std::vector<Sliver> out;
    for (const auto& [key, use] : used_) {
      if (is_fill(use)) continue;
      double left = 0, other = 0;
      const auto next = follow(use, most, left);
      if (!next || next->link == use.link) continue;
      const auto back = follow(mate(*next), most, other);
      if (!back || back->interval != mate(use).interval || left + other == 0) continue;
      if (next->interval < back->interval) continue;  // seen from the other chain
      const auto between = [&](const Use& first, const Use& second) {
        return std::pair{place(links_.intervals[first.interval].last),
                         place(links_.intervals[second.interval].first)};
      };
      const auto [from, to] = left >= other ? between(use, *next) : between(mate(*next), *back);
      const auto [a, b] = between(use, *next);
      const auto [c, d] = between(mate(*next), *back);
      out.push_back({from, to, std::min({a.z, b.z, c.z, d.z}), std::max({a.z, b.z, c.z, d.z}), left, other});
    }
    return out;
  }

 private:
  struct Use {
    std::uint32_t interval, link;
  };
  [[nodiscard]] BorderKind border(std::uint32_t h) const { return w_.border[h / 3][h % 3]; }
  [[nodiscard]] std::uint32_t corner(std::uint32_t h, std::uint32_t i) const {
    return w_.faces[h / 3][(h % 3 + i) % 3];
  }
  [[nodiscard]] bool is_fill(const Use& use) const { return links_.links[use.link].kind == LinkKind::fill; }
  [[nodiscard]] Use mate(const Use& use) const {
    const std::uint32_t first = links_.links[use.link].first_interval;
    return {use.interval == first ? first + 1 : first, use.link};
  }
  [[nodiscard]] Vec3 place(std::uint32_t v) const {
    return w_.lattice.position(
        v < links_.walkable_vertices ? w_.vertices[v] : links_.vertices[v - links_.walkable_vertices].at);
  }

  // The next step or gap along the border, past fills, and how much of the border before it nothing uses;
  // none where that is more than `most`, or at a wall.
  [[nodiscard]] std::optional<Use> follow(const Use& use, double most, double& left) const {
    std::uint32_t h = links_.intervals[use.interval].half_edge;
    double from = links_.intervals[use.interval].to, gone = 0;
    left = 0;
    while (gone <= most) {
      const double length = ambula::length(place(corner(h, 1)) - place(corner(h, 0)));
      const auto it = used_.lower_bound({h, from});
      const bool here = it != used_.end() && it->first.first == h;
      const double to = here ? it->first.second : 1;
      gone += (to - from) * length;
      left += (to - from) * length;
      if (to > from && border(h) == BorderKind::wall) return {};
      if (here) {
        if (!is_fill(it->second)) return gone <= most ? std::optional(it->second) : std::nullopt;
        from = links_.intervals[it->second.interval].to;
        gone += (from - to) * length;
      }
      if (!here || from == 1) {
        h = next_.at(h);
        from = 0;
      }
    }
    return {};
  }

  const Walkable& w_;
  const Links& links_;
  std::map<std::uint32_t, std::uint32_t> next_;
  std::map<std::pair<std::uint32_t, double>, Use> used_;
};

}  // namespace ambula::testing
