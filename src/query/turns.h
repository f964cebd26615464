// Where a taut path can turn: corners whose fan of cells has more than half a circle.
#pragma once

#include <algorithm>
#include <cstdint>

#include "query/plan_cells.h"

namespace ambula {

// Sets PlanCells::turn and turns, from its sides.
void find_turns(PlanCells& mesh);

// The fan of a corner (a side, as its beginning) when some portals are shut: `open(side)` says whether one
// goes through. kNone where no taut path turns, else the same number for all corners of the fan.
template <class Open>
[[nodiscard]] std::uint32_t turn_at(const PlanCells& m, std::uint32_t side, std::uint32_t cell, Open&& open);

// Directions in turn order, each at most half a circle left of the one before: whether they pass half a
// circle.
class TurnCounter {
 public:
  explicit TurnCounter(Vec2 first) : first_(first) {}
  void to(Vec2 direction) {
    const double side = cross(first_, direction);
    const bool half = side < 0 || (side == 0 && dot(first_, direction) < 0);  // from half to a whole circle
    if (was_half_ && !half) ++circles_;
    if (side < 0 || circles_ > 0) passed_half_ = true;
    was_half_ = half;
  }
  [[nodiscard]] bool passed_half() const { return passed_half_; }
  [[nodiscard]] int circles() const { return circles_; }

 private:
  Vec2 first_;
  bool passed_half_ = false, was_half_ = false;
  int circles_ = 0;
};

template <class Open>
std::uint32_t turn_at(const PlanCells& m, std::uint32_t side, std::uint32_t cell, Open&& open) {
  constexpr std::uint32_t kNone = NavMesh::kNone;
  const Vec2 at = m.sides[side].at();
  // Clockwise: out through the side itself, whose other side ends here.
  std::uint32_t first = side, first_cell = cell;
  bool closed = false;
  while (m.sides[first].neighbour != kNone && open(first)) {
    const std::uint32_t c = m.sides[first].neighbour;
    first = m.next(m.sides[first].across, c);
    first_cell = c;
    if (first == side) {
      closed = true;
      break;
    }
  }
  // Counter-clockwise from there, through the side that ends here.
  const auto out_of = [&](std::uint32_t s, std::uint32_t c) { return m.sides[m.next(s, c)].at() - at; };
  TurnCounter turned(out_of(first, first_cell));
  std::uint32_t least = first, s = first, c = first_cell;
  while (true) {
    least = std::min(least, s);
    const std::uint32_t in = m.before(s, c);
    turned.to(m.sides[in].at() - at);
    if (m.sides[in].neighbour == kNone || !open(in)) break;
    s = m.sides[in].across;
    c = m.sides[in].neighbour;
    if (s == first) break;
  }
  if (closed) return turned.circles() > 1 ? least : kNone;
  return turned.passed_half() ? least : kNone;
}

}  // namespace ambula
