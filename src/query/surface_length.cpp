// The length of a straight stretch over a cell: over its plane at once, over a height mesh from triangle to
// triangle.
#include <algorithm>
#include <array>
#include <cmath>

#include "query/cell_shape.h"

namespace ambula {
namespace {

double in_space(double plan, double rise) { return std::sqrt(plan * plan + rise * rise); }

// The part of a + t (b - a) over a triangle, as t; false where there is none.
bool part_over(const std::array<Vec2, 3>& t, Vec2 a, Vec2 b, double& from, double& to) {
  from = 0;
  to = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2 u = t[i], v = t[(i + 1) % 3];
    const double fa = cross(v - u, a - u), fb = cross(v - u, b - u);
    if (fa < 0 && fb < 0) return false;
    if (fa == fb) continue;
    const double at = fa / (fa - fb);
    if (fa < 0) from = std::max(from, at);
    if (fb < 0) to = std::min(to, at);
  }
  return from < to;
}

}  // namespace

double surface_length(const QueryMesh& m, std::uint32_t cell, Vec2 a, Vec2 b) {
  const double plan = length(b - a);
  const auto triangles = m.triangles_of(cell);
  if (triangles.empty()) {
    const CellPlane& plane = m.planes[cell];
    return in_space(plan, plane.zx * (b.x - a.x) + plane.zy * (b.y - a.y));
  }
  // From where one triangle ends on with the one that reaches furthest beyond. No more turns than triangles.
  double at = 0, sum = 0;
  for (std::size_t turn = 0; turn < triangles.size() && at < 1; ++turn) {
    double furthest = at, slope = 0;
    for (const auto& t : triangles) {
      const Vec3 p = m.vertex(t[0]), q = m.vertex(t[1]), r = m.vertex(t[2]);
      double from, to;
      if (!part_over({p.xy(), q.xy(), r.xy()}, a, b, from, to) || from > at + 1e-9 || to <= furthest)
        continue;
      furthest = to;
      const Vec3 n = cross(q - p, r - p);
      slope = -(n.x * (b.x - a.x) + n.y * (b.y - a.y)) / n.z;
    }
    if (furthest <= at) break;
    sum += in_space(plan * (furthest - at), slope * (furthest - at));
    at = furthest;
  }
  if (at < 1) sum += plan * (1 - at);  // a rounding at the end, or a point off the cell
  return sum;
}

}  // namespace ambula
