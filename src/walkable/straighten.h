// Borders that are straight but for rounding, made straight.
#pragma once

#include "geometry/predicates.h"
#include "walkable/surface.h"

namespace ambula {

// Takes faces out that are no wider than 1.5 quanta and have borders along two sides; then vertices out of
// borders that lie on one line but for rounding: the border that is left passes within 1.5 quanta of them in
// plan and 2 in height. Both borders at such a vertex are of one kind, and its faces of one source. Merging
// does so where the line is exact; a scene that is turned has none that is, and would have borders in many
// more pieces. Two borders that run to and fro between the same two vertices then are joined, unless
// something higher than `weld` quanta stands there. Gives twice the area in plan that was gained, square
// quanta.
[[nodiscard]] Int128 straighten_borders(Surface& surface, std::int32_t weld);

}  // namespace ambula
