// What a point sees along the six directions of the axes: a cheap question before a dear one. A point inside
// a solid, holes or not, sees the backs of triangles in some directions; a point in a room hardly ever does.
//
//   const std::vector<AxisView> views = look_along_axes(triangles, points, context);
//   if (views[i].backs < 2 && views[i].insides < 2) ...   // points[i] is in no solid
//
// One pass over the triangles, about 10 ns each, with few points (thousands).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/vec.h"
#include "geometry/winding_number.h"

namespace ambula {

struct AxisView {
  std::uint8_t backs = 0;    // directions, of six, in which the nearest triangle shows its back
  std::uint8_t insides = 0;  // directions in which more backs than fronts are crossed
};

// Points in quanta; best kept off the lattice, or rays pass through edges. Incomplete when cancelled.
[[nodiscard]] std::vector<AxisView> look_along_axes(std::span<const LatticeTriangle> triangles,
                                                    std::span<const Vec3> points, Context* context = nullptr);

}  // namespace ambula
