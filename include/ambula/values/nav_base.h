// The surface a navmesh of radius 0 keeps, as a value: meshes of other radii are made from it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ambula/agent.h"
#include "ambula/lattice.h"
#include "ambula/params/navmesh.h"
#include "ambula/result.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/walkable.h"

namespace ambula {

// What clearance starts from: the linked surface with its ramps, before anything is kept away from. A mesh of
// radius 0 keeps it, and meshes of other radii come from it (eroded).
struct NavBase {
  std::vector<LatticePoint> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;   // counter-clockwise in plan, with area
  std::vector<std::array<std::uint32_t, 3>> neighbours;  // across the edge from corner i to i + 1, or kNone
  std::vector<std::array<BorderKind, 3>> border;         // per edge; none where there is a neighbour
  std::vector<CellKind> kind;                            // per triangle, as in NavMesh
  std::vector<std::uint32_t> flight;
  std::vector<std::uint16_t> area_type;
  std::vector<DroppedPatch> dropped;  // before clearance
  // Triangles of the scene below the surface that a body beside it may bend with instead, where there are
  // steps.
  std::vector<std::array<LatticePoint, 3>> ground;
  // Triangles of the scene that a body standing over a sill may meet beyond it.
  std::vector<std::array<LatticePoint, 3>> beyond;
  Agent agent = {};  // what it was built for
  NavMeshParams params = {};
};

// Checks the promises of the base of a mesh with that many area types.
[[nodiscard]] Result<void> validate(const NavBase& base, std::size_t areas);

}  // namespace ambula
