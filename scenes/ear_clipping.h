// Triangles of a polygon with holes.
//
//   const Polygon outline = rectangle({0, 0}, {4, 4});
//   const Polygon hole = reversed(rectangle({1, 1}, {2, 2}));
//   for (const auto& t : triangulate({outline, hole})) mesh.triangle(t[0], t[1], t[2]);
#pragma once

#include <array>
#include <span>
#include <vector>

#include "scenes/polygon.h"

namespace ambula::scenes {

// rings[0] is the outline, counter-clockwise; the others are its holes, clockwise. Rings are simple, do not
// touch each other, lie on the 1e-6 m grid within 1 km of the origin and have no equal corners. All triangles
// are counter-clockwise with an area above 0 and corners only from the rings: corners + 2 * holes - 2 of
// them. Empty when the rings break these rules so that no triangulation is found. Cubic in the number of
// corners: for hundreds.
[[nodiscard]] std::vector<std::array<Vec2, 3>> triangulate(std::span<const Polygon> rings);

}  // namespace ambula::scenes
