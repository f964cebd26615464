// Exact collinearity of points given in doubles. Knows nothing of scenes or walking.
#pragma once

#include "ambula/vec.h"

namespace ambula {

// Whether three finite points lie on one line (or coincide), decided without rounding error as long as
// products of two coordinates neither overflow nor underflow. Cost: a few multiplications unless nearly so.
[[nodiscard]] bool collinear(Vec3 a, Vec3 b, Vec3 c);

}  // namespace ambula
