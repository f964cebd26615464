// Which triangles around one edge belong together: the bracket matching of their turn about the edge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"

namespace ambula {

// A triangle that has the edge low → high.
struct EdgeUse {
  LatticePoint apex;   // its third corner
  bool forward;        // it runs low → high
  std::uint32_t id;    // what the caller calls it
  std::uint32_t mate;  // out: the id it is joined to, or kNone

  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
};

// Turns counter-clockwise about low → high, a backward triangle opens a solid and a forward one closes it;
// each opening is joined to its closing one as brackets are. Coplanar triangles on one side close before they
// open. What finds no partner, or has no area, stays alone. Orders `uses` by angle. The matching does not
// depend on the order given, nor on which end of the edge is called low.
void match_radially(LatticePoint low, LatticePoint high, std::span<EdgeUse> uses);

}  // namespace ambula
