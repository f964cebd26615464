// The surface while it is being made: what the steps after the cut (classify, weld, merge, drop) hand to each
// other. `Walkable` is its finished, canonical form.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/walkable.h"
#include "geometry/predicates.h"

namespace ambula {

[[nodiscard]] inline Point2 plan(LatticePoint p) { return {p.x, p.y}; }

// What is beyond an edge of a face that has no neighbour there.
struct Border {
  BorderKind kind = BorderKind::none;
  bool inner = false;       // at the back of a wall
  std::int32_t height = 0;  // quanta

  friend bool operator==(const Border&, const Border&) = default;
};

struct SurfaceFace {
  std::array<std::uint32_t, 3> corner;     // indices of Surface::vertices, counter-clockwise in plan, area > 0
  std::array<std::uint32_t, 3> neighbour;  // across the edge from corner i to corner i + 1; Surface::kNone
  std::array<Border, 3> border;            // kind is none exactly where there is a neighbour
  std::uint32_t source;                    // canonical id of the ground triangle it came from
};

// Neighbours are mutual and share both vertices of their edge. Two vertices may stand at one place where the
// surface is not joined. Everything downstream may depend on the order of faces and vertices, which is
// canonical: it follows from the scene's geometry alone.
struct Surface {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::vector<LatticePoint> vertices;
  std::vector<SurfaceFace> faces;
};

}  // namespace ambula
