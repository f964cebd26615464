// Clearance: a surface without all that is closer to its borders than an agent may come.
//
//   Result<NavSurface> cleared = clear_borders(surface, distance, tolerance, &context);
//
// Distances are measured in plan, along the surface: a border counts for what can be walked to from it
// without leaving its neighbourhood, so a wall on another floor never bites. Nothing closer than the distance
// is left and nothing further than the distance and `tolerance` is taken, but for two quanta of rounding;
// passages are as wide as they truly are (clearance_shapes.h).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "navmesh/beyond_sills.h"
#include "navmesh/surface_view.h"

namespace ambula {

// Triangles are counter-clockwise, each from its least corner, in the order of their corners' places, and
// know the triangle they are a part of. `distance` in quanta, per triangle and edge; it counts at borders,
// where 0 clears nothing. `stretches` keep a distance from parts of edges besides. Errors: cancelled, and
// outlines that do not close, which would be a mistake of ours.
[[nodiscard]] Result<NavSurface> clear_borders(const SurfaceView& surface,
                                               std::span<const std::array<double, 3>> distance,
                                               std::span<const KeptStretch> stretches, double tolerance,
                                               Context* context = nullptr);
// Without stretches.
[[nodiscard]] inline Result<NavSurface> clear_borders(const SurfaceView& surface,
                                                      std::span<const std::array<double, 3>> distance,
                                                      double tolerance, Context* context = nullptr) {
  return clear_borders(surface, distance, {}, tolerance, context);
}

// A part of a triangle to be taken, whatever its borders.
struct ForbiddenPart {
  std::vector<Point2> outline;  // convex, counter-clockwise; it may reach beyond the triangle
  std::uint32_t triangle = 0;
};
// The same for a surface without some parts.
[[nodiscard]] Result<NavSurface> clear_parts(const SurfaceView& surface, std::span<const ForbiddenPart> parts,
                                             Context* context = nullptr);

}  // namespace ambula
