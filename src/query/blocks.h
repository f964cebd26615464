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

#include "query/query_mesh.h"

namespace ambula {

struct Blocks {
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  std::vector<std::uint32_t> of_side;  // kNone at borders
  std::vector<std::uint32_t> top;      // per block: the cell it hangs from in the tree
  std::vector<std::uint32_t> up;       // per cell: the block between it and the root, kNone for a root
  std::vector<std::uint32_t> depth;    // per cell: blocks between it and the root

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
[[nodiscard]] Blocks find_blocks(const QueryMesh& mesh,
                                 std::span<const std::pair<std::uint32_t, std::uint32_t>> joined);

}  // namespace ambula
