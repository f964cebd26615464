// What of a mesh is a choice: dead ends hang off rings, rings meet at junctions, and between two junctions
// there is one way. A search has to look at junctions alone, of which there are at most two for every
// obstacle one can walk around, however fine the borders are.
//
// The cells that lie on no way around anything are trees: each knows its way up to the cell it hangs from.
// The rest is the core. A cell of the core that has more than two ways on within it is a junction; a ring
// without one has its least cell for one. What lies between junctions are chains.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "query/cell_shape.h"
#include "query/plan_cells.h"

namespace ambula {

struct Chain {
  // The sides by which cells are left on the way from one junction to the other, of Routes::sides: the first
  // leaves the junction, the last enters the other one. There is a cell less than sides.
  std::uint32_t first = 0, sides = 0;
  std::uint32_t from = 0, to = 0;  // junctions
  // Where the taut way from the middle of the first portal to that of the last turns, of Routes::turns.
  std::uint32_t first_turn = 0, turns = 0;
  double least = 0;  // from anywhere on the first portal to anywhere on the last one, at least
};

struct ChainTurn {
  Vec2 at;
  double along = 0;  // quanta from the first turn on, along the way
};

// A whole way as an estimate has it: from where one comes to its first turn, on to its last one, and from
// there to where its last portal is crossed.
struct WayLength {
  Vec2 first_turn, end;
  double rest = 0;  // from the first turn on; < 0 where it does not turn
};

struct Routes {
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  // Per cell.
  std::vector<std::uint32_t> up;        // of trees: the side that leads to the core, or to the root
  std::vector<std::uint32_t> depth;     // sides between it and that
  std::vector<std::uint32_t> chain;     // of cells between junctions
  std::vector<std::uint32_t> position;  // in the chain: the number of sides before it, less 1
  // Ways out of a junction, 2 * chain, and + 1 where the chain is gone backwards.
  std::vector<std::uint32_t> way_begin, ways;

  std::vector<Chain> chains;
  std::vector<std::uint32_t> sides;
  std::vector<double> along;                // per side of `sides`: how far along the taut way it is crossed
  std::vector<std::uint32_t> turns_before;  // per side of `sides`: turns of the chain on sides before it
  std::vector<ChainTurn> turns;
  std::vector<WayLength> lengths;  // per way

  [[nodiscard]] std::span<const std::uint32_t> ways_from(std::uint32_t cell) const {
    return {ways.data() + way_begin[cell], way_begin[cell + 1] - way_begin[cell]};
  }
  // The k-th side that a way leaves cells by.
  [[nodiscard]] std::uint32_t side(const PlanCells& cells, std::uint32_t way, std::uint32_t k) const {
    const Chain& c = chains[way / 2];
    return way % 2 == 0 ? sides[c.first + k] : cells.sides[sides[c.first + c.sides - 1 - k]].across;
  }
  // The sides of a way before a cell on it.
  [[nodiscard]] std::uint32_t sides_before(std::uint32_t cell, std::uint32_t way) const {
    return way % 2 == 0 ? position[cell] + 1 : chains[way / 2].sides - 1 - position[cell];
  }
  // Turns of a way: the number of those that are behind who has so many of its sides behind, and the k-th.
  [[nodiscard]] std::uint32_t turns_behind(std::uint32_t way, std::uint32_t sides_behind) const {
    const Chain& c = chains[way / 2];
    const auto before = [&](std::uint32_t k) { return k == c.sides ? c.turns : turns_before[c.first + k]; };
    return way % 2 == 0 ? before(sides_behind) : c.turns - before(c.sides - sides_behind);
  }
  [[nodiscard]] const ChainTurn& turn(std::uint32_t way, std::uint32_t k) const {
    const Chain& c = chains[way / 2];
    return turns[c.first_turn + (way % 2 == 0 ? k : c.turns - 1 - k)];
  }
  // From anywhere on the k-th side of a way to anywhere on its last one, at least.
  [[nodiscard]] double least_from(const PlanCells& cells, std::uint32_t way, std::uint32_t k) const {
    const Chain& c = chains[way / 2];
    const std::uint32_t first = c.first + (way % 2 == 0 ? k : c.sides - 1 - k),
                        last = c.first + (way % 2 == 0 ? c.sides - 1 : 0);
    const auto width = [&](std::uint32_t i) {
      return length(cells.sides[sides[i]].at() - cells.sides[cells.sides[sides[i]].across].at());
    };
    // Who crosses beside the taut way saves no more than that: it is crossed anywhere on the first, in the
    // middle of the last.
    return std::abs(along[last] - along[first]) - width(first) - width(last) / 2;
  }
  [[nodiscard]] std::uint32_t end_of(std::uint32_t way) const {
    return way % 2 == 0 ? chains[way / 2].to : chains[way / 2].from;
  }
};

// Where a way from p is taken to cross a portal.
[[nodiscard]] inline Vec2 likely_crossing(const PlanCells& cells, std::uint32_t side, Vec2 p) {
  constexpr double kMargin = 0.15;  // of the portal
  return likely_crossing(kMargin, p, cells.sides[side].at(), cells.sides[cells.sides[side].across].at());
}

[[nodiscard]] Routes find_routes(const PlanCells& cells);

}  // namespace ambula
