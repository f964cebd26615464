// Coplanar faces become one region each and are triangulated anew.
#pragma once

#include <cstdint>
#include <span>

#include "ambula/context.h"
#include "ambula/result.h"
#include "walkable/prepare.h"
#include "walkable/surface.h"

namespace ambula {

// Faces joined by edges merge where the plane of one ground triangle lies within a quantum of all their
// vertices and `kind` (per canonical triangle: object and material) is the same; border points on a straight
// line between like borders go. Every face then names the triangle whose plane the region took. Area in plan
// is kept exactly.
[[nodiscard]] Result<void> merge_coplanar(Surface& surface, const Prepared& prepared,
                                          std::span<const std::uint32_t> kind, Context* context);

}  // namespace ambula
