// A sweep from left to right over pieces that do not cross, so their order from below changes only at nodes.
// Pieces that end at a node stand together in that order; those that begin there take their place.
#include "geometry/winding_sweep.h"

#include <algorithm>

namespace ambula {

bool WindingSweep::run(std::span<const Point2> nodes, std::span<Piece> pieces) {
  open_.clear();
  bool closes = true;
  std::size_t next = 0;
  for (std::uint32_t v = 0; v < nodes.size(); ++v) {
    const Point2 p = nodes[v];
    std::size_t end = next;
    while (end < pieces.size() && pieces[end].a == v) ++end;
    // The pieces below p, then those that end in it.
    const auto first = std::partition_point(open_.begin(), open_.end(), [&](std::uint32_t k) {
      return orient2d(nodes[pieces[k].a], nodes[pieces[k].b], p) > 0;
    });
    auto last = first;
    while (last != open_.end() && pieces[*last].b == v) ++last;
    if (first == last && next == end) continue;

    const Winding below = first == open_.begin() ? Winding{} : pieces[first[-1]].left();
    const Winding above = last == first ? below : pieces[last[-1]].left();
    start_.clear();
    for (std::size_t k = next; k < end; ++k) start_.push_back(static_cast<std::uint32_t>(k));
    if (start_.size() > 1) {
      std::sort(start_.begin(), start_.end(), [&](std::uint32_t k, std::uint32_t l) {
        return orient2d(p, nodes[pieces[k].b], nodes[pieces[l].b]) > 0;
      });
    }
    Winding now = below;
    for (const std::uint32_t k : start_) {
      pieces[k].right = now;
      now = pieces[k].left();
    }
    closes = closes && now == above;
    next = end;

    const auto gone = static_cast<std::size_t>(last - first);
    if (gone >= start_.size()) {
      open_.erase(std::copy(start_.begin(), start_.end(), first), last);
    } else {
      std::copy(start_.begin(), start_.begin() + static_cast<std::ptrdiff_t>(gone), first);
      open_.insert(last, start_.begin() + static_cast<std::ptrdiff_t>(gone), start_.end());
    }
  }
  return closes;
}

}  // namespace ambula
