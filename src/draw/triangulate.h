// Triangles of a planar polygon, for formats that know nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

// Appends corners.size() - 2 triangles, as indices of `corners`, wound as the polygon is. A polygon that
// crosses itself still gets that many; which area they cover is then open.
void triangulate(std::span<const Vec3> corners, std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace ambula
