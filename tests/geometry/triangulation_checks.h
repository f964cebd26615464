// The contract of triangulation.h as checks, for tests and the fuzzer: each gives the first rule that a mesh
// breaks, in words, or nothing. They share no code with what they check but the signs of predicates.h.
#pragma once

#include <span>
#include <string>

#include "geometry/triangulation.h"

namespace ambula {

// What a mesh can be asked by itself, in n log n: corners, their order, neighbours, marks on both sides of an
// edge, and every edge Delaunay unless constrained, ties by the rule of the smallest point.
[[nodiscard]] std::string broken_mesh(std::span<const Point2> points, const Triangulation& mesh);

// What it owes to its input, by brute force: a mesh of Keep::hull covers the hull without a point inside a
// triangle, has every constraint and no constrained edge that is none, and the winding number that a ray
// counts.
[[nodiscard]] std::string broken_promise(std::span<const Point2> points,
                                         std::span<const Constraint> constraints, const Triangulation& mesh);

// What broken_mesh leaves of that, in n log n: the area.
[[nodiscard]] std::string broken_cover(std::span<const Point2> points, const Triangulation& mesh);

// Whether `inside` is `hull` without the triangles of winding number 0.
[[nodiscard]] bool is_inside_of(const Triangulation& inside, const Triangulation& hull);

// Why the input must be refused, by brute force; empty when it must be taken.
enum class Refusal : std::uint8_t { none, equal_points, bad_constraint, crossing, open_outline };
[[nodiscard]] Refusal must_refuse(std::span<const Point2> points, std::span<const Constraint> constraints);

// Twice the area of the convex hull.
[[nodiscard]] std::int64_t twice_hull_area(std::span<const Point2> points);
[[nodiscard]] std::int64_t twice_area(std::span<const Point2> points, const Triangulation& mesh);

// The winding number of a / 3 by the constraints below it. Not on a constraint.
[[nodiscard]] std::int64_t winding_at_third(std::int64_t x, std::int64_t y, std::span<const Point2> points,
                                            std::span<const Constraint> constraints);

}  // namespace ambula
