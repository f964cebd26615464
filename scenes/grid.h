// The grid every generated position lies on: whole micrometres, so that sums that mean the same place are the
// same double, on every platform.
#pragma once

#include <cmath>

#include "ambula/vec.h"

namespace ambula::scenes {

inline double on_grid(double metres) { return std::round(metres * 1e6) / 1e6; }
inline Vec2 on_grid(Vec2 p) { return {on_grid(p.x), on_grid(p.y)}; }
inline Vec3 on_grid(Vec3 p) { return {on_grid(p.x), on_grid(p.y), on_grid(p.z)}; }

// Sizes that people choose; for what a seed draws.
inline double centimetres(double metres) { return std::round(metres * 100) / 100; }

}  // namespace ambula::scenes
