// Fillers of links over other ground, or over each other, less than a step apart: one place has one cell. The
// filler stays, for it joins what is on its two sides; of two the one that comes first does.
#pragma once

#include <span>
#include <vector>

#include "ambula/values/navmesh.h"
#include "navmesh/clearance.h"

namespace ambula {

// Parts of the surface's triangles, `kind` per triangle of what it comes from. `step` in quanta.
[[nodiscard]] std::vector<ForbiddenPart> under_fillers(const NavSurface& surface,
                                                       std::span<const CellKind> kind, double step);

}  // namespace ambula
