// The order of a surface that follows from places alone.
#pragma once

#include "navmesh/surface_view.h"

namespace ambula {

// Each triangle from its least corner, triangles in the order of their corners' places, vertices in the order
// they are first met. Triangles at one place keep their order.
[[nodiscard]] NavSurface in_order(const NavSurface& surface);

}  // namespace ambula
