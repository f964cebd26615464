// The foot of a point on a flat piece. Inline: whether one stands on a piece is asked more than anything
// else.
//
// The tests go through all sides before they tell, since which one fails is anyone's guess.
#pragma once

#include <array>
#include <cstdint>

#include "ambula/vec.h"
#include "query/cell_shape.h"
#include "query/query_mesh.h"

namespace ambula {

[[nodiscard]] inline std::array<Vec3, 3> triangle_of(const QueryMesh& m, std::uint32_t triangle) {
  const auto& t = m.triangles[triangle];
  return {m.vertex(t[0]), m.vertex(t[1]), m.vertex(t[2])};
}

// Where a cell's plane is measured from.
[[nodiscard]] inline Vec2 base_of(const QueryMesh& m, std::uint32_t cell) {
  return m.sides[m.begin(cell)].at();
}
[[nodiscard]] inline double on_plane(const CellPlane& plane, Vec2 base, Vec2 p) {
  return plane.z + plane.zx * (p.x - base.x) + plane.zy * (p.y - base.y);
}

[[nodiscard]] inline Vec3 foot_on(const std::array<Vec3, 3>& t, Vec3 p) {
  const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
  return p - n * (dot(p - t[0], n) / dot(n, n));
}
[[nodiscard]] inline Vec3 foot_on(const CellPlane& plane, Vec2 base, Vec3 p) {
  const double off = (p.z - on_plane(plane, base, p.xy())) / (1 + plane.zx * plane.zx + plane.zy * plane.zy);
  const Vec2 foot{p.x + plane.zx * off, p.y + plane.zy * off};
  return {foot.x, foot.y, on_plane(plane, base, foot)};
}

[[nodiscard]] inline bool is_inside(const std::array<Vec3, 3>& t, Vec2 p) {
  const Vec2 a = t[0].xy() - p, b = t[1].xy() - p, c = t[2].xy() - p;
  const int ab = cross(a, b) >= 0, bc = cross(b, c) >= 0, ca = cross(c, a) >= 0;
  return (ab & bc & ca) != 0;
}
// Between which two corners of a convex cell a point lies, as seen from its first one; then whether it is on
// this side of the side between them. For cells with many sides.
[[nodiscard]] inline bool is_inside_fan(const QueryMesh& m, std::uint32_t first, std::uint32_t end, Vec2 p) {
  const Vec2 base = m.sides[first].at(), d = p - base;
  const auto has_left = [&](std::uint32_t s) { return cross(m.sides[s].at() - base, d) >= 0; };
  std::uint32_t right = first + 1, left = end - 1;
  if (!has_left(right) || !(cross(d, m.sides[left].at() - base) >= 0)) return false;
  while (left - right > 1) {
    const std::uint32_t middle = (left + right) / 2;
    (has_left(middle) ? right : left) = middle;
  }
  return cross(m.sides[right].at() - p, m.sides[left].at() - p) >= 0;
}

// As holds(), but a point on a side may count as outside.
[[nodiscard]] inline bool is_inside(const QueryMesh& m, std::uint32_t cell, Vec2 p) {
  constexpr std::uint32_t kMany = 12;
  const std::uint32_t end = m.end(cell);
  if (end - m.begin(cell) > kMany) return is_inside_fan(m, m.begin(cell), end, p);
  Vec2 a = m.sides[end - 1].at() - p;
  bool inside = true;
  for (std::uint32_t s = m.begin(cell); s < end; ++s) {
    const Vec2 b = m.sides[s].at() - p;
    inside &= cross(a, b) >= 0;
    a = b;
  }
  return inside;
}

// Where p is straight above or below the piece, along its normal: there. It is what closest_in gives then.
[[nodiscard]] inline bool foot_in(const QueryMesh& m, FlatPiece piece, Vec3 p, Vec3& out) {
  if (piece.triangle != NavMesh::kNone) {
    const auto t = triangle_of(m, piece.triangle);
    out = foot_on(t, p);
    return is_inside(t, out.xy());
  }
  out = foot_on(m.planes[piece.cell], base_of(m, piece.cell), p);
  return is_inside(m, piece.cell, out.xy());
}

}  // namespace ambula
