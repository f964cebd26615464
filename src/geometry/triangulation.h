// Constrained Delaunay triangulation on the lattice: exact, with holes and inner constraints.
//
//   const std::vector<Point2> points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
//   const std::vector<Constraint> outline = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}};
//   auto mesh = triangulate(points, outline);                  // two triangles
//
// The result depends on the points and constraints as sets, not on their order: four points on a circle are
// decided by a symbolic perturbation of the lexicographically smallest. Cost: about n log n for n points
// whose constraints cross few Delaunay edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "geometry/predicates.h"

namespace ambula {

// An edge that must be in the triangulation. Coming from its right side to its left, the winding number rises
// by `winding`: 1 for an outline (counter-clockwise) or a hole (clockwise) around what is kept, 0 for an
// inner edge. Constraints may pass through points; they may coincide (windings add up); they must not cross.
struct Constraint {
  std::uint32_t from = 0, to = 0;
  std::int32_t winding = 0;
};

enum class Keep : std::uint8_t {
  inside,  // triangles whose winding number is not 0
  hull,    // all triangles of the convex hull
};

struct Triangulation {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Counter-clockwise, the lexicographically smallest corner first; triangles ordered by their corners'
  // positions.
  std::vector<std::array<std::uint32_t, 3>> triangles;
  // Across the edge from corner i to corner i + 1; kNone where nothing is kept there.
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  // Bit i: the edge from corner i to corner i + 1 is constrained.
  std::vector<std::uint8_t> constrained;
  std::vector<std::int32_t> winding;  // per triangle
};

// Points must be distinct. Errors: equal points, a constraint without length or out of range, crossing
// constraints (each with the constraint or point as the error's element). No triangles when all points are on
// one line.
[[nodiscard]] Result<Triangulation> triangulate(std::span<const Point2> points,
                                                std::span<const Constraint> constraints,
                                                Keep keep = Keep::inside, Context* context = nullptr);

}  // namespace ambula
