// What must hold of a simplified surface, by brute force: every point of either surface is looked up in the
// other one, and every border measured against the other's.
#pragma once

#include <string>

#include "navmesh/simplify.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {

// What is wrong with the result, or nothing. `samples` are points per triangle and per border edge, besides
// corners and middles.
[[nodiscard]] std::string simplify_faults(const TestSurface& before, const NavSurface& after,
                                          const SimplifyLimits& limits, std::uint32_t samples = 4);

[[nodiscard]] double plan_area(const SurfaceView& surface);  // square quanta

}  // namespace ambula::testing
