// The surface a mesh of radius 0 covers, triangulated between its borders alone, with the clearance of every
// way through a triangle (Kallmann's local clearance triangulation): paths of any radius are searched on it.
//
// Heights are those of borders; what lies between has none of its own here. All distances are in plan.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/walkable.h"

namespace ambula {

struct ClearanceMesh {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::vector<LatticePoint> vertices;                   // every one stands on a border
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise in plan, with area
  // Across the edge from corner i to corner i + 1, or kNone at a border. Two edges that are neighbours have
  // the same ends in plan; where their heights differ it is a step without run.
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  std::vector<std::array<BorderKind, 3>> border;  // per edge; none where there is a neighbour

  // Who passes through triangle t around corner i, from one of the two edges there to the other, has this far
  // from the corner to the nearest wall or sill across, and to the nearest ledge; quanta, infinite where
  // there is none as near as the ends of both edges. A disc that keeps r(corner) from the corner passes when
  // r(corner) + r_wall <= wall and r(corner) + r_ledge <= ledge.
  std::vector<std::array<double, 3>> wall, ledge;

  // Per vertex of the base surface (NavBase): a triangle that holds it in plan, on the same sheet.
  std::vector<std::uint32_t> home;
  std::uint32_t unrefined = 0;  // borders that would have needed more points than they were given
};

}  // namespace ambula
