// Parts of a surface that are too small or that nobody wants.
#pragma once

#include <vector>

#include "ambula/params/navmesh.h"
#include "ambula/values/navmesh.h"
#include "navmesh/surface_view.h"

namespace ambula {

// Leaves out small patches and, where points are given, those that hold none of them. `source` is led on;
// what was left out is added to `dropped`, in the order of patches.
void drop_patches(NavSurface& surface, const Lattice& lattice, const NavMeshParams& params,
                  std::vector<DroppedPatch>& dropped);

}  // namespace ambula
