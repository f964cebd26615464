// Where on a surface a point of the scene is meant.
#pragma once

#include <cstdint>

#include "ambula/lattice.h"
#include "ambula/vec.h"
#include "navmesh/surface_view.h"

namespace ambula {

// The triangle least far from p in space, the first of equal ones; kNone when there are no triangles. Looks
// at all of them.
[[nodiscard]] std::uint32_t nearest_triangle(const SurfaceView& surface, const Lattice& lattice, Vec3 p);

}  // namespace ambula
