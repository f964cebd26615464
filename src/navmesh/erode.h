// The second half of the navmesh: from the surface before clearance to cells for a radius.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/values/navmesh.h"
#include "navmesh/make_base.h"

namespace ambula {

// For the base's agent with another radius. Its own patches, dropped before, come first among the dropped.
[[nodiscard]] Result<NavMesh> erode(const Lattice& lattice, const LabelledBase& from, double radius,
                                    Stage& stage, Context* context);

// A mesh of another radius each of whose cells lies in one cell of the mesh it comes from.
struct DividedMesh {
  NavMesh mesh;
  std::vector<std::uint32_t> cell;  // per cell: the one it lies in (DividedBase)
};
// As eroded() (navmesh.h), but that borders are not simplified. `under` as divide_base has it.
[[nodiscard]] Result<DividedMesh> eroded_within_cells(const NavMesh& mesh,
                                                      std::span<const std::uint32_t> under, double radius,
                                                      std::optional<double> ledge_clearance = {},
                                                      Context* context = nullptr);

}  // namespace ambula
