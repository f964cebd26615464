// The last loose ends of rounding: slivers that lie twice, and points of one border on another.
#pragma once

#include "geometry/predicates.h"
#include "walkable/surface.h"

namespace ambula {

// Where two faces stand on one side of an edge, the smaller goes if it is a sliver. Where a point of an open
// border lies on another open border (within a quantum in plan and two in height), the face there is split at
// it; a face too thin for that goes, or, where it comes again and again, its corner beside the point is taken
// there. What then runs to and fro between the same places is joined. Gives twice the area in plan that went,
// square quanta.
[[nodiscard]] Int128 settle(Surface& surface);

}  // namespace ambula
