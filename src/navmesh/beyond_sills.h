// Obstacles and drops that a body standing over a sill would meet beyond it.
//
// A sill is no higher than a step, so a body may stand over it, and no distance is kept from the sill itself.
// But a wall may stand a little way behind it (a skirting board), or the ground may end there (a kerb along a
// drop), where the surface has no border that could be kept from. So the scene beyond every sill is looked at
// as far as the body reaches: whatever is higher than a step above the surface, and whatever has nothing
// within a step below or above it. A body at p meets a point q of these when the way from p to q crosses the
// sill and is shorter than the distance to keep. With s where it crosses, that is the distance from p to s
// and from s to q: so along a stretch of the sill, the distance to keep less that from the stretch to the
// nearest q is kept.
//
// The same goes for the end of headroom over a slope: a body that stands lower on the slope reaches beyond it
// under what ends it. There a distance counts for those alone who stand high enough to meet something. On
// level ground nobody stands lower, and the distance of a wall is kept.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "navmesh/high_part.h"
#include "navmesh/sill.h"
#include "navmesh/surface_view.h"

namespace ambula {

// The scene's triangles that may matter beyond the sills of a surface, within `reach` quanta in plan. Corners
// in order, triangles in order and each once.
[[nodiscard]] std::vector<std::array<LatticePoint, 3>> triangles_beyond(const NavBase& base,
                                                                        const Scene& scene,
                                                                        const BodyLimits& body, double reach,
                                                                        Context* context);

// What is to be kept along sills and ledges, in the order of their half-edges; nothing where a body stands
// freely. `distance`, per triangle and edge, is set for them: to kStoodOver, or to the ledge's where the
// ground ends.
[[nodiscard]] std::vector<KeptStretch> keep_beyond_sills(const NavBase& base, const SillRule& rule,
                                                         std::span<std::array<double, 3>> distance,
                                                         Context* context);

}  // namespace ambula
