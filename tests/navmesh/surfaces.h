// Surfaces for the navmesh's tests: by hand, at random, winding over themselves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/walkable.h"
#include "navmesh/surface_view.h"

namespace ambula::testing {

using Corners = std::array<LatticePoint, 3>;

struct TestSurface {
  std::vector<LatticePoint> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles, neighbours;
  std::vector<std::uint32_t> label;

  [[nodiscard]] SurfaceView view() const { return {vertices, triangles, neighbours}; }
};

// Joined wherever two edges run against each other between the same places in space.
[[nodiscard]] TestSurface joined(const std::vector<Corners>& triangles,
                                 std::vector<std::uint32_t> label = {});
[[nodiscard]] TestSurface of_walkable(const Walkable& w);  // one label

// The same triangles in another order and from other corners.
[[nodiscard]] TestSurface shuffled(const TestSurface& surface, std::uint64_t seed);

// A Delaunay triangulation of n points, without the triangles in some blots of the given size (0: without
// none).
[[nodiscard]] TestSurface random_blots(std::size_t n, std::int32_t range, std::int32_t blot,
                                       std::uint64_t seed, std::uint32_t labels = 1);
// Squares of a board, each as two triangles, some left out: all that lies on one line does so exactly.
[[nodiscard]] TestSurface random_board(std::int32_t squares, std::uint64_t seed, std::uint32_t labels = 1);
// The inside of a polygon, flat, counter-clockwise.
[[nodiscard]] TestSurface polygon_floor(const std::vector<Point2>& outline);
// A ring between two polygons of n and m corners.
[[nodiscard]] TestSurface ring(std::uint32_t n, double inner, std::uint32_t m, double outer);
// A ramp around an axis, several turns of so many steps each; `rows` strips between its radii, which grow by
// `drift` a turn.
[[nodiscard]] TestSurface spiral(double inner, double outer, std::uint32_t steps, double turns, double rise,
                                 std::uint32_t rows = 1, double drift = 0);

}  // namespace ambula::testing
