// What points see along the six directions of the axes: a cheap question before a dear one. A point inside a
// solid, holes or not, sees the backs of triangles in some directions; a point in a room hardly ever does.
//
//   const AxisHits hits = look_along_axes(triangles, points, context);
//   for (const AxisHit& hit : hits.of(i)) ...             // everything that points[i] sees, in all
//   directions
//
// One pass over the triangles: about 30 ns each with some dozens of points, more where triangles are large.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/vec.h"
#include "geometry/winding_number.h"

namespace ambula {

struct AxisHit {
  std::uint32_t triangle;
  std::uint8_t direction;  // +x, -x, +y, -y, +z, -z
  bool back;               // the ray meets the triangle's back
  double distance;         // quanta
};

struct AxisHits {
  static constexpr std::size_t kDirections = 6;

  std::vector<AxisHit> hits;         // by point, then triangle
  std::vector<std::uint32_t> first;  // per point and one more

  [[nodiscard]] std::span<const AxisHit> of(std::size_t point) const {
    return std::span(hits).subspan(first[point], first[point + 1] - first[point]);
  }
};

// Points in quanta, within the lattice's reach; best kept off the lattice, or rays pass through edges and
// meet neither triangle there. Incomplete when cancelled.
[[nodiscard]] AxisHits look_along_axes(std::span<const LatticeTriangle> triangles,
                                       std::span<const Vec3> points, Context* context = nullptr);

}  // namespace ambula
