// The second half of the navmesh: from the surface before clearance to cells for a radius.
#pragma once

#include <span>
#include <string>

#include "ambula/navmesh.h"
#include "navmesh/make_base.h"

namespace ambula {

// The base has its ground, or a scene to look for it. For the base's agent with another radius. Its own
// patches, dropped before, come first among the dropped.
[[nodiscard]] Result<NavMesh> erode(const Lattice& lattice, const LabelledBase& from, const Scene* scene,
                                    double radius, Stage& stage, Context* context);

}  // namespace ambula
