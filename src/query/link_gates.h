// User links as point-to-point ways between cells. A segment is crossed at its ends, at its middle and at
// places at most half a metre apart between them, each a gate of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/user_links.h"
#include "query/cell_tree.h"
#include "query/nearest.h"
#include "query/query_mesh.h"

namespace ambula {

struct LinkGate {
  MeshPlace from, to;
  double cost = 0;  // quanta
  std::uint32_t link = 0;
};

// How far from the mesh an end may be, metres.
inline constexpr Vec3 kLinkReach{0.5, 0.5, 1.0};

// Calls add(number, from, to) for the places a link is crossed at, scene coordinates; links that make no
// sense are left out.
template <class Add>
void cross_links(std::span<const UserLink> links, Add&& add);

// In the order of `from`'s cells. Ends that are not near the mesh give no gates.
[[nodiscard]] std::vector<LinkGate> make_link_gates(const QueryMesh& mesh, const CellTree& tree,
                                                    std::span<const UserLink> links);

// The least that is left to a goal when links may be shorter than the way over ground: plan distance times
// the least cost, or by way of such a link.
class LinkBound {
 public:
  // `open(link)` says whether one is.
  template <class Open>
  void set(std::span<const LinkGate> gates, Vec2 goal, double least, Open&& open) {
    begin(goal, least);
    for (const LinkGate& g : gates) {
      if (open(g.link)) add(g.from.at.xy(), g.to.at.xy(), g.cost);
    }
    settle();
  }
  // The same, one way after the other.
  void begin(Vec2 goal, double least) {
    ways_.clear();
    goal_ = goal;
    least_ = least;
  }
  void add(Vec2 from, Vec2 to, double cost) {
    if (cost < least_ * length(to - from)) ways_.push_back({from, to, cost, 0});
  }
  void settle();
  [[nodiscard]] bool is_plain() const { return ways_.empty(); }
  [[nodiscard]] double from(Vec2 p) const {
    double left = least_ * length(p - goal_);
    for (const ShortWay& w : ways_) left = std::min(left, least_ * length(p - w.from) + w.left);
    return left;
  }

 private:
  struct ShortWay {
    Vec2 from, to;
    double cost, left;  // from its beginning to the goal, at least
  };

  std::vector<ShortWay> ways_;
  Vec2 goal_;
  double least_ = 1;
};

// Into how many parts the places of a link divide it; 0 where it is a point.
[[nodiscard]] std::size_t parts_of(const UserLink& link);
[[nodiscard]] bool makes_sense(const UserLink& link);

template <class Add>
void cross_links(std::span<const UserLink> links, Add&& add) {
  for (std::uint32_t k = 0; k < links.size(); ++k) {
    const UserLink& link = links[k];
    if (!makes_sense(link)) continue;
    const std::size_t parts = parts_of(link);
    for (std::size_t i = 0; i <= parts; ++i) {
      const double part = parts == 0 ? 0 : static_cast<double>(i) / static_cast<double>(parts);
      add(k, link.from_a + (link.from_b - link.from_a) * part, link.to_a + (link.to_b - link.to_a) * part);
    }
  }
}

}  // namespace ambula
