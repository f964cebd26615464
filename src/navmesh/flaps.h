// Flaps: strips hardly wider than rounding between two borders that meet at a sharp angle. They are left over
// where something cut the surface twice at nearly one place. Nobody stands there, but their borders would be
// kept away from, though the surface beside them may go on.
#pragma once

#include "navmesh/joined_surface.h"

namespace ambula {

struct FlapLimits {
  double width = 0;  // quanta, of a strip
  double base = 0;   // quanta: a side it hangs on that is no longer is no border once it is gone
};

// The surface without its flaps. The side one hung on is a border of its kind then; none is told of where
// that is short, since those beside it reach as far. Strips along a wall stay, because the wall might not be
// told of elsewhere.
[[nodiscard]] JoinedSurface without_flaps(const JoinedSurface& joined, const FlapLimits& limits);

}  // namespace ambula
