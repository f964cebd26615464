// What of the scene lies below a surface where that has steps: a body that stands beside may bend with the
// ground below instead of the surface (high_part.h).
#pragma once

#include <array>
#include <vector>

#include "ambula/context.h"
#include "ambula/values/scene.h"
#include "geometry/box_tree.h"
#include "navmesh/high_part.h"
#include "navmesh/surface_view.h"

namespace ambula {

// Around the steps of a surface and its triangles steeper than ground may be.
[[nodiscard]] std::vector<LatticeBox> steep_boxes(const SurfaceView& surface, double slope);

// In plan by `plan`, down and up, in quanta.
[[nodiscard]] LatticeBox widened(LatticeBox box, double plan, double down, double up);

// The scene's triangles no steeper than ground may be, whichever way they face (a surface may have been
// looked for on both sides), that lie a step to a body's height below triangles near what is steep; with
// radius 0 below any, since any radius may come. Corners in order, triangles in order and each once; none
// where nothing is steep.
[[nodiscard]] std::vector<std::array<LatticePoint, 3>> ground_below(const SurfaceView& surface,
                                                                    const Scene& scene,
                                                                    const BodyLimits& limits,
                                                                    const Context* context = nullptr);

}  // namespace ambula
