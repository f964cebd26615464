// Surfaces for tests, made by hand.
//
//   Surface s = rectangle({0, 0, 0}, {10000, 5000, 0});
//   append(s, rectangle({10050, 0, 0}, {20000, 5000, 0}));   // unjoined
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "walkable/surface.h"

namespace ambula {

using Triangle = std::array<std::uint32_t, 3>;

// Faces that share two vertices are neighbours; all borders are of the given kind.
[[nodiscard]] Surface surface_of(std::vector<LatticePoint> vertices, const std::vector<Triangle>& triangles,
                                 Border border = {BorderKind::ledge});

// Two faces between two opposite corners; z may differ along x only: `high.z` is that of the right side.
[[nodiscard]] Surface rectangle(LatticePoint low, LatticePoint high, Border border = {BorderKind::ledge});

// A fan over a polygon that is star-shaped around its first point.
[[nodiscard]] Surface polygon(const std::vector<LatticePoint>& points, Border border = {BorderKind::ledge});

void append(Surface& surface, const Surface& more);

// The border whose ends stand at a and b.
[[nodiscard]] Border& border_at(Surface& surface, LatticePoint a, LatticePoint b);

[[nodiscard]] std::size_t components(const Surface& surface);
[[nodiscard]] std::size_t border_edges(const Surface& surface);
[[nodiscard]] double plan_area(const Surface& surface);  // quanta²

// Faces by place, each from its least corner on, ordered: what must not depend on the order of the input.
[[nodiscard]] std::vector<std::array<LatticePoint, 3>> faces_by_place(const Surface& surface);

// The same surface with faces, their first corners and vertices in another order.
[[nodiscard]] Surface shuffled(const Surface& surface, std::uint32_t seed);

}  // namespace ambula
