// Where a joined surface rises more than a body bends: stairs that wind about a point are as steep near it as
// one likes, though every step is low enough; and a seat may be a little higher at the back than at the
// front, with the floor running on below it. What is that much higher within the agent's radius is in its
// way, and no border keeps from it.
//
//   auto cleared = clear_borders(surface, distance, tolerance, &context);
//   std::vector<ForbiddenPart> parts = steep_places(surface, *cleared, {.scene = &scene}, {.radius = r, .step
//   = s, ...}); if (!parts.empty()) cleared = clear_parts(cleared->view(), parts, &context);
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ambula/scene.h"
#include "navmesh/clearance.h"
#include "navmesh/high_part.h"
#include "navmesh/surface_view.h"

namespace ambula {

using LatticeTriangle = std::array<LatticePoint, 3>;

// The scene's triangles, or those of them that were kept.
struct RawGround {
  const Scene* scene = nullptr;
  std::span<const LatticeTriangle> kept = {};
};

// The parts of triangles of the cleared surface from where the surface itself rises within the radius, as far
// as it is joined there, by less than the height and by more than a body bends: step + radius * slope, or
// the greater of the two where the scene has ground below that is nearer to the body's feet. There are none
// where no steps are, and no fillers steeper than the slope.
[[nodiscard]] std::vector<ForbiddenPart> steep_places(const SurfaceView& surface, const NavSurface& cleared,
                                                      const RawGround& ground, const BodyLimits& limits);

// The triangles of a scene that steep_places looks at for any radius, each with its corners in order: ground
// that something of the surface is over. None where the surface has no steep places.
[[nodiscard]] std::vector<LatticeTriangle> ground_below(const SurfaceView& surface, const Scene& scene,
                                                        const BodyLimits& limits);

}  // namespace ambula
