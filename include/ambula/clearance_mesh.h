// The surface a mesh of radius 0 covers, triangulated between its borders alone, with the clearance of every
// way through a triangle (Kallmann's local clearance triangulation): paths of any radius are searched on it.
//
// Heights are those of borders; what lies between has none of its own here. All distances are in plan.
//
// A way through the triangles is wide enough for a disc, and for nothing larger, when it is at every corner
// it passes around. Borders have points besides their own vertices for that (NavMesh's own borders do not):
// each stands within a quantum of the border.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/result.h"
#include "ambula/values/walkable.h"

namespace ambula {

struct ClearanceMesh {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Every one stands on a border. What is joined around one place is one vertex: steps without run are none
  // here, and have the least of their heights.
  std::vector<LatticePoint> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise in plan, with area
  // Across the edge from corner i to corner i + 1, or kNone at a border; both have its ends as vertices.
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  std::vector<std::array<BorderKind, 3>> border;  // per edge; none where there is a neighbour

  // Who passes through triangle t around corner i, from one of the two edges there to the other, has this far
  // from the corner to the nearest wall or sill across, and to the nearest ledge: the ends of both edges, and
  // what is seen from the corner through the edge across, no further than the further end. Quanta, infinite
  // where there is none. A vertex counts for all borders that end there, and r(corner) is what the most
  // demanding of them requires. A disc passes when r(corner) + r_wall <= wall and r(corner) + r_ledge <=
  // ledge; where both radii are the same, exactly then.
  std::vector<std::array<double, 3>> wall, ledge;

  // Per triangle of the base surface (NavBase): a triangle that holds its middle, on the same sheet.
  std::vector<std::uint32_t> home;
  std::uint32_t unrefined = 0;  // passages that would have needed a point their border could not be given
};

// Checks what can be seen without the base; the first broken promise is the error. Never uses a number before
// it was compared.
[[nodiscard]] Result<void> validate(const ClearanceMesh& mesh);

}  // namespace ambula
