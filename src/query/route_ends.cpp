#include "query/route_ends.h"

namespace ambula {

void RouteEnds::find(const PlanCells& cells, const Routes& routes, const MeshPlace& start,
                     const MeshPlace& goal) {
  climbed_.clear();
  descended_.clear();
  from_ = start.cell;
  to_ = goal.cell;
  while (from_ != to_) {
    const std::uint32_t a = routes.depth[from_], b = routes.depth[to_];
    if (a == 0 && b == 0) break;
    std::uint32_t& cell = a >= b ? from_ : to_;
    (a >= b ? climbed_ : descended_).push_back(routes.up[cell]);
    cell = cells.sides[routes.up[cell]].neighbour;
  }
}

void RouteEnds::write(const PlanCells& cells, const Routes& routes, const RouteChoice& choice,
                      std::vector<std::uint32_t>& out) const {
  out.assign(climbed_.begin(), climbed_.end());
  const auto put = [&](std::uint32_t way, std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t k = first; k < end; ++k) out.push_back(routes.side(cells, way, k));
  };
  bool within = routes.chain[from_] != kNone;  // still in the start's chain
  for (const std::uint32_t way : choice.ways) {
    put(way, within ? routes.sides_before(from_, way) : 0, routes.chains[way / 2].sides);
    within = false;
  }
  if (choice.last != kNone)
    put(choice.last, within ? routes.sides_before(from_, choice.last) : 0,
        routes.sides_before(to_, choice.last));
  for (std::size_t k = descended_.size(); k-- > 0;) out.push_back(cells.sides[descended_[k]].across);
}

}  // namespace ambula
