// The length of a straight stretch over a cell with triangles, from one to the next.
#include <algorithm>
#include <array>
#include <cmath>

#include "query/cell_shape.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

double in_space(double plan, double rise) { return std::sqrt(plan * plan + rise * rise); }

// A stretch from a to b, and a triangle under it.
struct Stretch2 {
  const QueryMesh& m;
  Vec2 a, b;

  // How far the triangle reaches along it, and through which edge it is left. False where the line passes it
  // by.
  bool leave(std::uint32_t t, double& part, std::uint32_t& edge) const {
    const auto& c = m.triangles[t];
    const Vec2 on = b - a;
    const std::array<Vec2, 3> p{m.vertex(c[0]).xy(), m.vertex(c[1]).xy(), m.vertex(c[2]).xy()};
    const std::array<double, 3> left{cross(on, p[0] - a), cross(on, p[1] - a), cross(on, p[2] - a)};
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t j = (i + 1) % 3;
      if (!(left[i] <= 0 && left[j] > 0)) continue;
      const Vec2 d = p[j] - p[i];
      const double at_a = cross(d, a - p[i]), at_b = cross(d, b - p[i]);
      part = at_a > at_b ? std::clamp(at_a / (at_a - at_b), 0.0, 1.0) : 1;
      if (at_b >= 0) part = 1;
      edge = i;
      return true;
    }
    return false;
  }
  [[nodiscard]] double rise_over(std::uint32_t t) const {
    const auto& c = m.triangles[t];
    const Vec3 p = m.vertex(c[0]), n = cross(m.vertex(c[1]) - p, m.vertex(c[2]) - p);
    return -(n.x * (b.x - a.x) + n.y * (b.y - a.y)) / n.z;
  }
  // The triangle that has the stretch from a part of it on.
  [[nodiscard]] std::uint32_t find(std::uint32_t cell, double from) const {
    const Vec2 p = a + (b - a) * std::min(1.0, from + 1e-7);
    std::uint32_t best = m.triangle_begin[cell];
    double most = -1e300;
    for (std::uint32_t t = best; t < m.triangle_begin[cell + 1]; ++t) {
      const auto& c = m.triangles[t];
      const Vec2 u = m.vertex(c[0]).xy() - p, v = m.vertex(c[1]).xy() - p, w = m.vertex(c[2]).xy() - p;
      const double x = cross(u, v), y = cross(v, w), z = cross(w, u),
                   inside = std::min({x, y, z}) / (x + y + z);
      if (inside > most) {
        most = inside;
        best = t;
      }
      if (inside >= 0) break;
    }
    return best;
  }
};

}  // namespace

double surface_length(const QueryMesh& m, std::uint32_t cell, Vec2 a, Vec2 b, std::uint32_t triangle) {
  const double plan = length(b - a);
  if (plan == 0) return 0;
  const Stretch2 stretch{m, a, b};
  std::uint32_t t = triangle, lost = 0;
  double at = 0, sum = 0;
  for (std::size_t turns = m.triangles_of(cell).size() + 3; at < 1 && turns > 0; --turns) {
    if (t == kNone) t = stretch.find(cell, at);
    double to = at;
    std::uint32_t edge = 0;
    const bool left = stretch.leave(t, to, edge);
    if (to > at) {
      sum += in_space(plan * (to - at), stretch.rise_over(t) * (to - at));
      at = to;
    }
    t = left ? m.beyond[t][edge] : kNone;
    if (t == kNone && ++lost > 3) break;  // at a corner of several triangles, or along an edge
  }
  if (at < 1) sum += in_space(plan * (1 - at), stretch.rise_over(stretch.find(cell, at)) * (1 - at));
  return sum;
}

}  // namespace ambula
