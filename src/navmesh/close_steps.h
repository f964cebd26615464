// Steps whose two sides are apart by rounding alone, closed.
#pragma once

#include "ambula/values/links.h"

namespace ambula {

// The two sides of a step that coincide seen from above were rounded each for itself. Where they are some
// quanta apart, or overlap by as much, the filler between them is a sliver, if it can be laid out in plan at
// all. Here the ends of such links come to one place in plan, as far as no triangle is turned over by it; the
// step has no run then. Slivers of the surface between such ends lose a side.
[[nodiscard]] LinkedSurface close_steps(LinkedSurface linked, const Links& links);

}  // namespace ambula
