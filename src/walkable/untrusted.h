// Triangles whose orientation cannot be trusted, so that both of their sides may be meant.
//
//   Untrusted doubts = find_untrusted({.triangles = outwards, .parts = parts, ...});
//   if (doubts.any) ... doubts.triangle[t]
//
// A shell is a part (parts.h). Of one wound both ways the smaller class of triangles is in doubt, or all
// where the two are of like size. A closed or nearly closed one that encloses a negative volume is inside
// out, unless an agent could stand in most of it: then it is a room that faces in. An open one that faces
// down is a floor upside down where there is no other ground above or below it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ambula/lattice.h"
#include "geometry/winding_number.h"
#include "walkable/parts.h"

namespace ambula {

struct UntrustedInput {
  std::span<const LatticeTriangle> triangles;  // the scene's, counter-clockwise from outside
  const Parts& parts;                          // of these
  std::span<const std::uint32_t> ground;       // those that face up within the slope limit, in spatial order
  double height = 0;                           // quanta, the agent's
  double cosine = 0;                           // of the slope limit
};

enum class Doubt : std::uint8_t { none, both_ways, inside_out, upside_down };

struct Untrusted {
  bool any = false;                    // some triangle of doubt faces down within the slope limit
  std::vector<std::uint8_t> triangle;  // per triangle: 1 where in doubt; empty where none is
  std::vector<Doubt> part;             // per part: only of those that give ground
  std::vector<std::uint8_t> turned;    // per part: 1 where all its triangles in doubt are the wrong way round
};

[[nodiscard]] Untrusted find_untrusted(const UntrustedInput& input);

}  // namespace ambula
