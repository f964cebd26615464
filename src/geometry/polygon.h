// Polygons into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

// Appends n - 2 triangles over `corners` (nearly planar, convex or not, any size) to `out`, as indices into
// `corners`, with the polygon's own winding. A polygon that crosses itself still gives n - 2 triangles, of no
// promised shape. Cost: linear for convex polygons, about n log n in practice for others.
void triangulate_polygon(std::span<const Vec3> corners, std::vector<std::array<std::uint32_t, 3>>& out);

}  // namespace ambula
