// A triangulated surface as the steps of the navmesh see it: joined by neighbours alone. It may wind over
// itself in plan, and two vertices may stand at one place where it is not joined.
//
// An edge is a step where its two sides have the same place in plan and other heights: they do not have their
// vertices in common then, and are neighbours all the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"
#include "geometry/predicates.h"

namespace ambula {

struct SurfaceView {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::span<const LatticePoint> vertices;
  std::span<const std::array<std::uint32_t, 3>> triangles;  // counter-clockwise in plan, with area
  // Across the edge from corner i to corner i + 1, or kNone. Mutual; the edges have the same ends in plan.
  std::span<const std::array<std::uint32_t, 3>> neighbours;

  [[nodiscard]] Point2 plan_of(std::uint32_t vertex) const {
    return {vertices[vertex].x, vertices[vertex].y};
  }
  // A half-edge is 3 * triangle + i, from corner i to corner i + 1.
  [[nodiscard]] std::uint32_t from(std::uint32_t half_edge) const {
    return triangles[half_edge / 3][half_edge % 3];
  }
  [[nodiscard]] std::uint32_t to(std::uint32_t half_edge) const {
    return triangles[half_edge / 3][(half_edge % 3 + 1) % 3];
  }
  // The same edge seen from its other side, or kNone at a border. Two triangles may have several edges in
  // common, so the ends decide.
  [[nodiscard]] std::uint32_t twin(std::uint32_t half_edge) const {
    const std::uint32_t other = neighbours[half_edge / 3][half_edge % 3];
    if (other == kNone) return kNone;
    const Point2 a = plan_of(from(half_edge)), b = plan_of(to(half_edge));
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (plan_of(triangles[other][i]) == b && plan_of(triangles[other][(i + 1) % 3]) == a)
        return 3 * other + i;
    }
    return kNone;
  }
  [[nodiscard]] bool is_step(std::uint32_t half_edge, std::uint32_t twin) const {
    return from(half_edge) != to(twin) || to(half_edge) != from(twin);
  }
};

// A surface that a step made out of another one.
struct NavSurface {
  std::vector<LatticePoint> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  std::vector<std::uint32_t> source;  // per triangle: one of the other surface that it stands for

  [[nodiscard]] SurfaceView view() const { return {vertices, triangles, neighbours}; }
};

}  // namespace ambula
