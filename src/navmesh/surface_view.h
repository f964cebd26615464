// A triangulated surface as the steps of the navmesh see it: joined by neighbours alone. It may wind over
// itself in plan, and two vertices may stand at one place where it is not joined.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ambula/lattice.h"
#include "geometry/predicates.h"

namespace ambula {

struct SurfaceView {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::span<const LatticePoint> vertices;
  std::span<const std::array<std::uint32_t, 3>> triangles;  // counter-clockwise in plan, with area
  // Across the edge from corner i to corner i + 1, or kNone. Mutual; both have the vertices of their edge in
  // common.
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
    const std::uint32_t a = from(half_edge), b = to(half_edge);
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (triangles[other][i] == b && triangles[other][(i + 1) % 3] == a) return 3 * other + i;
    }
    return kNone;
  }
};

}  // namespace ambula
