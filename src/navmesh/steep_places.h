// Where a joined surface rises more than a body bends: stairs that wind about a point are as steep near it as
// one likes, though every step is low enough; and a seat may be a little higher at the back than at the
// front, with the floor running on below it. What is that much higher within the agent's radius is in its
// way, and no border keeps from it.
//
//   auto cleared = clear_borders(surface, distance, tolerance, &context);
//   std::vector<ForbiddenPart> parts = steep_places(surface, *cleared, ground, {.radius = r, .step = s,
//   ...}); if (!parts.empty()) cleared = clear_parts(cleared->view(), parts, &context);
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "navmesh/clearance.h"
#include "navmesh/high_part.h"
#include "navmesh/surface_view.h"

namespace ambula {

// The parts of triangles of the cleared surface from where the surface itself rises within the radius, as far
// as it is joined there, by less than the height and by more than a body bends: step + radius * slope, or
// the greater of the two where ground below it (ground_below.h) is nearer to the body's feet. There are none
// where no steps are, and no fillers steeper than the slope.
[[nodiscard]] std::vector<ForbiddenPart> steep_places(const SurfaceView& surface, const NavSurface& cleared,
                                                      std::span<const std::array<LatticePoint, 3>> ground,
                                                      const BodyLimits& limits,
                                                      const Context* context = nullptr);

}  // namespace ambula
