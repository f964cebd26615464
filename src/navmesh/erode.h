// The second half of the navmesh: from the surface before clearance to cells for a radius.
#pragma once

#include <span>
#include <string>

#include "ambula/navmesh.h"
#include "navmesh/make_base.h"

namespace ambula {

// For the base's agent with another radius. Its own patches, dropped before, come first among the dropped.
[[nodiscard]] Result<NavMesh> erode(const Lattice& lattice, const LabelledBase& from, double radius,
                                    Stage& stage, Context* context);

}  // namespace ambula
