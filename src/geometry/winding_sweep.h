// Winding numbers on both sides of every piece of a planar subdivision.
//
//   WindingSweep sweep;
//   sweep.run(nodes, pieces);      // fills Piece::right; the left side is right + weight
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/predicates.h"

namespace ambula {

// Several numbers are kept apart, so that one sweep tells several kinds of cover.
using Winding = std::array<std::int32_t, 3>;

struct Piece {
  std::uint32_t a = 0, b = 0;  // nodes, a < b
  Winding weight = {};         // by how much the numbers rise from the right of a → b to its left
  Winding right = {};          // the numbers to the right
  std::uint32_t label = 0;     // the caller's

  [[nodiscard]] Winding left() const {
    return {right[0] + weight[0], right[1] + weight[1], right[2] + weight[2]};
  }
};

// Only scratch memory is kept; use one per thread.
class WindingSweep {
 public:
  // Nodes are sorted and unique. Pieces are sorted by (a, b), unique, and meet only in nodes. Far below
  // everything all numbers are 0. Cost: n log n, and a move of memory for every piece open at the same time.
  // False when weights do not close around some node (the numbers are then of no meaning).
  bool run(std::span<const Point2> nodes, std::span<Piece> pieces);

 private:
  std::vector<std::uint32_t> open_;   // pieces over the sweep line, from below
  std::vector<std::uint32_t> start_;  // pieces that begin at a node, from below
};

}  // namespace ambula
