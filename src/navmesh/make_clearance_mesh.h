// The clearance triangulation of a mesh of radius 0 (clearance_mesh.h).
#pragma once

#include "ambula/clearance_mesh.h"
#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"

namespace ambula {

[[nodiscard]] ClearanceMesh make_clearance_mesh(const NavBase& base);

}  // namespace ambula
