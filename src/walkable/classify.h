// What stands beyond every border of the surface, piece by piece: wall, sill or ledge.
#pragma once

#include <cstdint>

#include "ambula/context.h"
#include "walkable/blocking.h"
#include "walkable/surface.h"

namespace ambula {

// Fills kind and height of every border edge; `step` in quanta. Edges are split where the kind changes. Edges
// that the cut marked as standing on a wall stay at least sills.
void classify_borders(Surface& surface, const Obstacles& obstacles, std::int32_t step, Context* context);

}  // namespace ambula
