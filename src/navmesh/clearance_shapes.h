// What is too close to a border, as convex polygons on the lattice: for every border edge a strip along it
// with a quarter of a circle at either end, and more quarters around a vertex where the surface goes further
// around it.
//
// Arcs are tangents to the circle, so a shape holds all that is closer and nothing that is further than the
// distance and `tolerance` (both but for a quantum). Where another border is just about as far away as the
// two distances together, there is a tangent square to the way between them: the passage is as wide as it
// truly is.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "navmesh/beyond_sills.h"
#include "navmesh/border_rays.h"
#include "navmesh/surface_view.h"

namespace ambula {

struct ClearanceShape {
  enum class Place : std::uint8_t { along, around_from, around_to, stretch };
  std::uint32_t half_edge = 0;         // of the border it belongs to
  Place place = Place::along;          // along it, around one of its ends, or along a part of it
  std::uint32_t first = 0, count = 0;  // points, counter-clockwise
  double below = std::numeric_limits<double>::infinity();   // counts only on triangles that reach lower
  double above = -std::numeric_limits<double>::infinity();  // and on those that reach higher
};

struct ClearanceShapes {
  std::vector<ClearanceShape> shapes;
  std::vector<Point2> points;

  [[nodiscard]] std::span<const Point2> outline(const ClearanceShape& s) const {
    return {points.data() + s.first, s.count};
  }
};

// Distances in quanta, per triangle and edge; those of edges that are no border do not count, 0 keeps none.
[[nodiscard]] ClearanceShapes clearance_shapes(const SurfaceView& surface,
                                               std::span<const std::array<double, 3>> distance,
                                               double tolerance);

// Around stretches of border edges, on the inner side of those; at most one part in two hundred wider.
void add_shapes(const SurfaceView& surface, std::span<const KeptStretch> stretches, ClearanceShapes& shapes);

// Adds the part of a shape that one end of its border sees (BorderRays::end_of); nothing where it is empty.
[[nodiscard]] std::optional<std::uint32_t> add_tip(ClearanceShapes& shapes, std::uint32_t shape,
                                                   const BorderRays& border, int end);

}  // namespace ambula
