// Small plane geometry for the generators: areas, overlaps and distances of polygons as they are designed,
// before any mesh is made of them.
//
//   Polygon step = rectangle({0, 3}, {1.2, 3.5});
//   double covered = overlap(step, next_step);
#pragma once

#include <span>
#include <vector>

#include "ambula/vec.h"
#include "scenes/angle.h"
#include "scenes/grid.h"

namespace ambula::scenes {

using Polygon = std::vector<Vec2>;  // counter-clockwise; holes clockwise

// A direction `degrees` counter-clockwise from x; the same bits everywhere.
[[nodiscard]] Vec2 heading(double degrees);

[[nodiscard]] Polygon rectangle(Vec2 min, Vec2 max);
[[nodiscard]] double signed_area(std::span<const Vec2> polygon);  // m²; negative when clockwise
[[nodiscard]] Vec2 centroid(std::span<const Vec2> polygon);       // of the area; not for area 0
[[nodiscard]] Polygon reversed(Polygon polygon);
[[nodiscard]] std::vector<Vec3> at_height(std::span<const Vec2> polygon, double z);

// For convex polygons.
[[nodiscard]] Polygon clip_left(std::span<const Vec2> polygon, Vec2 a, Vec2 b);   // its part left of a -> b
[[nodiscard]] double overlap(std::span<const Vec2> a, std::span<const Vec2> b);   // m² shared
[[nodiscard]] double distance(std::span<const Vec2> a, std::span<const Vec2> b);  // 0 when they share a point

}  // namespace ambula::scenes
