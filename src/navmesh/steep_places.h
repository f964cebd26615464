// Where a surface rises more than a body bends: stairs that wind about a point are as steep near it as one
// likes, though every step is low enough. What is that much higher within the agent's radius is in its way,
// and no border keeps from it.
//
//   auto cleared = clear_borders(surface, distance, tolerance, &context);
//   std::vector<ForbiddenPart> parts = steep_places(surface, *cleared, {.radius = r, .step = s, ...});
//   if (!parts.empty()) cleared = clear_parts(cleared->view(), parts, &context);
#pragma once

#include <vector>

#include "navmesh/clearance.h"
#include "navmesh/surface_view.h"

namespace ambula {

// Quanta, but for the slope, which is a tangent.
struct BodyLimits {
  double radius = 0, step = 0, height = 0, slope = 0;
};

// The parts of triangles of the cleared surface from where the surface itself rises by more than step +
// radius * slope within the radius, as far as it is joined there, and by less than the height. There are none
// where no steps are, and no fillers steeper than the slope.
[[nodiscard]] std::vector<ForbiddenPart> steep_places(const SurfaceView& surface, const NavSurface& cleared,
                                                      const BodyLimits& limits);

}  // namespace ambula
