// What must hold of any cells, found by means of its own: hulls for convexity, sums of triangles for area.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navmesh/cells.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {

[[nodiscard]] std::int64_t doubled_area(const std::vector<Point2>& polygon);
[[nodiscard]] std::vector<Point2> hull(std::vector<Point2> points);

// What is wrong with the cells of a surface, or nothing.
[[nodiscard]] std::string faults(const TestSurface& surface, const Cells& cells,
                                 std::uint32_t max_vertices = 0);

// Of the number of cells, for a surface of one label. Every reflex vertex must have an edge, an edge has two
// ends, and every edge more is a cell more: that is the least. Hertel and Mehlhorn's merge leaves two edges a
// reflex vertex at most, where all vertices are on borders.
struct Bounds {
  std::uint32_t least = 0, greedy = 0;
};
[[nodiscard]] Bounds bounds_of(const TestSurface& surface);

}  // namespace ambula::testing
