// Axis-parallel rays from all points at once: per axis the points are put in a grid of the plane across it,
// and every triangle asks the grid which points lie in its shadow. Decided in doubles, in a fixed order and
// with both ends of an edge in a fixed sequence, so that the two triangles of an edge agree on which side a
// point is.
#include "walkable/axis_rays.h"

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/point_grid.h"

namespace ambula {
namespace {

struct Ray {
  double distance = std::numeric_limits<double>::infinity();  // to the nearest triangle
  bool back = false;                                          // which shows its back
  int crossings = 0;                                          // backs less fronts

  void hit(double at, bool shows_back) {
    crossings += shows_back ? 1 : -1;
    if (at < distance || (at == distance && shows_back)) {
      distance = at;
      back = shows_back;
    }
  }
};

struct Corner {
  double u, v, w;  // across, across, along
};

Corner corner_of(LatticePoint p, int axis) {
  const double x = p.x, y = p.y, z = p.z;
  return axis == 0 ? Corner{y, z, x} : axis == 1 ? Corner{z, x, y} : Corner{x, y, z};
}

// Twice the signed area of a, b, p; exactly opposite for b, a, p.
double side(const Corner& a, const Corner& b, Vec2 p) {
  const bool swap = b.u < a.u || (b.u == a.u && b.v < a.v);
  const Corner &s = swap ? b : a, &t = swap ? a : b;
  const double area = (t.u - s.u) * (p.y - s.v) - (t.v - s.v) * (p.x - s.u);
  return swap ? -area : area;
}

struct AxisRays {
  std::vector<Ray> forward, backward;
};

void cast(const std::array<Corner, 3>& c, std::uint32_t index, Vec2 p, double from, AxisRays& rays) {
  const double a = side(c[1], c[2], p), b = side(c[2], c[0], p), s = side(c[0], c[1], p);
  const bool front = a > 0 && b > 0 && s > 0, back = a < 0 && b < 0 && s < 0;
  if (!front && !back) return;
  const double at = (a * c[0].w + b * c[1].w + s * c[2].w) / (a + b + s);
  if (at >= from) {
    rays.forward[index].hit(at - from, front);
  } else {
    rays.backward[index].hit(from - at, back);
  }
}

void look_along(int axis, std::span<const LatticeTriangle> triangles, std::span<const Vec3> points,
                AxisRays& rays, const Context* context) {
  std::vector<Vec2> across(points.size());
  std::vector<double> along(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3 p = points[i];
    across[i] = axis == 0 ? Vec2{p.y, p.z} : axis == 1 ? Vec2{p.z, p.x} : Vec2{p.x, p.y};
    along[i] = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
  }
  const PointGrid grid(across);
  rays.forward.resize(points.size());
  rays.backward.resize(points.size());
  std::size_t work = 0;
  constexpr std::size_t kPiece = 1u << 20;  // of work between two looks at the context
  for (const LatticeTriangle& t : triangles) {
    if (++work > kPiece) {
      if (context && context->cancelled()) return;
      work = 0;
    }
    const std::array<Corner, 3> c{corner_of(t[0], axis), corner_of(t[1], axis), corner_of(t[2], axis)};
    const Vec2 low{std::min({c[0].u, c[1].u, c[2].u}), std::min({c[0].v, c[1].v, c[2].v})};
    const Vec2 high{std::max({c[0].u, c[1].u, c[2].u}), std::max({c[0].v, c[1].v, c[2].v})};
    grid.each_in(low, high, [&](std::uint32_t index, Vec2 p) {
      ++work;
      cast(c, index, p, along[index], rays);
    });
  }
}

}  // namespace

std::vector<AxisView> look_along_axes(std::span<const LatticeTriangle> triangles,
                                      std::span<const Vec3> points, Context* context) {
  std::array<AxisRays, 3> rays;
  parallel_for(context, 3, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t axis = begin; axis < end; ++axis) {
      look_along(static_cast<int>(axis), triangles, points, rays[axis], context);
    }
  });
  std::vector<AxisView> views(points.size());
  for (const AxisRays& along : rays) {
    if (along.backward.size() != points.size()) continue;  // cancelled
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (const Ray& ray : {along.forward[i], along.backward[i]}) {
        if (ray.back) ++views[i].backs;
        if (ray.crossings > 0) ++views[i].insides;
      }
    }
  }
  return views;
}

}  // namespace ambula
