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
    ways_.clear();
    goal_ = goal;
    least_ = least;
    for (const LinkGate& g : gates) {
      if (open(g.link) && g.cost < least * length(g.to.at.xy() - g.from.at.xy()))
        ways_.push_back({g.from.at.xy(), g.to.at.xy(), g.cost, 0});
    }
    settle();
  }
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
  void settle();

  std::vector<ShortWay> ways_;
  Vec2 goal_;
  double least_ = 1;
};

}  // namespace ambula
