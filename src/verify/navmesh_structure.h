// What must hold of the arrays of a navmesh.
#pragma once

#include <functional>

#include "ambula/verify_navmesh.h"

namespace ambula::checker {

// An error where arrays do not fit each other: nothing else can be asked of them then.
[[nodiscard]] Result<void> check_arrays(const NavMesh& mesh);

struct NavMeshLimits {
  double step = 0;       // metres: cells closer than this in height may not overlap
  double tolerance = 0;  // metres: borders closer than this in height are at one place
};

// `parted` tells whether anything stands between two borders that run along each other at a place.
[[nodiscard]] NavMeshStructure check_structure(const NavMesh& mesh, const NavMeshLimits& limits,
                                               const std::function<bool(Vec3)>& parted);

}  // namespace ambula::checker
