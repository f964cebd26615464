// Which cells can lie between two others: the blocks of the graph that portals make of cells.
//
// A block is a set of portals any two of which lie on a cycle; a portal that lies on none is a block of its
// own. Blocks meet in single cells, and with these they make a tree, so a path that enters no cell twice from
// one cell to another crosses the blocks between them in that tree and no others: a search may leave out the
// rest, which is every room with one door that holds neither end. (Hopcroft and Tarjan 1973, without
// recursion.)
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "query/plan_cells.h"

namespace ambula {

// A portal as a search over cells reads it: its right and its left end, seen by who leaves, and its block.
struct BlockPortal {
  std::int32_t ax = 0, ay = 0, bx = 0, by = 0;
  std::uint32_t side = 0, neighbour = 0, across = 0, block = 0;
};

struct Blocks {
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  std::vector<std::uint32_t> of_side;  // kNone at borders
  std::vector<std::uint32_t> top;      // per block: the cell it hangs from in the tree
  std::vector<std::uint32_t> up;       // per cell: the block between it and the root, kNone for a root
  std::vector<std::uint32_t> depth;    // per cell: blocks between it and the root

  // The portals of cell c: from portal_begin[c] to portal_begin[c + 1].
  std::vector<std::uint32_t> portal_begin;
  std::vector<BlockPortal> portals;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(top.size()); }

  // Calls mark(block) for every block between two cells; false where there is no way.
  template <class Mark>
  bool between(std::uint32_t a, std::uint32_t b, Mark&& mark) const {
    while (a != b) {
      if (up[a] != kNone && up[a] == up[b]) {
        mark(up[a]);
        return true;
      }
      std::uint32_t& lower = depth[a] >= depth[b] ? a : b;
      if (up[lower] == kNone) return false;
      mark(up[lower]);
      lower = top[up[lower]];
    }
    return true;
  }
};

// `joined` are pairs of cells that something else joins: they count as portals.
[[nodiscard]] Blocks find_blocks(const PlanCells& mesh,
                                 std::span<const std::pair<std::uint32_t, std::uint32_t>> joined);

}  // namespace ambula
