// Inputs for triangulations: easy ones, and those that break careless ones. The same in every run and on
// every machine.
//
//   for (const PlaneInput& input : worst_inputs(50000)) triangulate(input.points, input.constraints);
//
// All are valid: distinct points within the lattice, constraints that do not cross, outlines that close.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "geometry/triangulation.h"

namespace ambula::bench {

struct PlaneInput {
  std::string name;
  std::vector<Point2> points;
  std::vector<Constraint> constraints;
};

// A square with side x side star-shaped holes of `corners` corners, each in its cell of `cell` quanta.
[[nodiscard]] PlaneInput square_with_holes(int side, int corners, std::int32_t cell, std::uint64_t seed);

// n points, evenly over ± range.
[[nodiscard]] PlaneInput random_points(std::size_t n, std::int32_t range, std::uint64_t seed);

// side x side points: every square a tie.
[[nodiscard]] PlaneInput grid_points(int side);

// About n points each: lines, fans, long constraints, combs, arcs, spirals, clusters.
[[nodiscard]] std::vector<PlaneInput> worst_inputs(int n);

}  // namespace ambula::bench
