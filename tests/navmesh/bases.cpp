#include "navmesh/bases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "ambula/hash.h"
#include "geometry/rationals.h"
#include "geometry/triangulation.h"

namespace ambula::testing {
namespace {

NavBase bare_base(const TestSurface& s) {
  NavBase base;
  base.vertices = s.vertices;
  base.triangles = s.triangles;
  base.neighbours = s.neighbours;
  const std::size_t n = s.triangles.size();
  base.border.assign(n, {BorderKind::none, BorderKind::none, BorderKind::none});
  base.kind.assign(n, CellKind::floor);
  base.flight.assign(n, NavMesh::kNone);
  base.area_type.assign(n, 0);
  return base;
}

}  // namespace

NavBase base_of(const TestSurface& surface, BorderKind kind) {
  NavBase base = bare_base(surface);
  for (std::size_t t = 0; t < base.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (base.neighbours[t][i] == NavMesh::kNone) base.border[t][i] = kind;
    }
  }
  return base;
}

NavBase mixed_base_of(const TestSurface& surface, std::uint64_t seed) {
  NavBase base = base_of(surface);
  for (std::size_t t = 0; t < base.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (base.border[t][i] == BorderKind::none) continue;
      const LatticePoint a = base.vertices[base.triangles[t][i]],
                         b = base.vertices[base.triangles[t][(i + 1) % 3]];
      const std::uint64_t dice = mix_bits(mix_bits(seed + static_cast<std::uint64_t>(a.x * 7 + a.y)) +
                                          static_cast<std::uint64_t>(b.x * 5 + b.y));
      base.border[t][i] = dice % 2 == 0 ? BorderKind::ledge : BorderKind::wall;
    }
  }
  return base;
}

TestSurface pillared_floor(std::int32_t size, std::uint32_t pillars, std::uint64_t seed) {
  Random random(seed);
  std::vector<Point2> points{{-size, -size}, {size, -size}, {size, size}, {-size, size}};
  std::vector<Constraint> outline{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}};
  struct Disc {
    Point2 at;
    double radius;
  };
  std::vector<Disc> discs;
  for (std::uint32_t tries = 0; discs.size() < pillars && tries < 100 * pillars; ++tries) {
    const Point2 at = random.point(size);
    const double radius = size * (0.01 + 0.0005 * (random.within(100) + 100));
    const double room = size - std::max(std::abs(double{1} * at.x), std::abs(double{1} * at.y));
    bool free = room > radius + 20;
    for (const Disc& d : discs)
      free = free && std::hypot(d.at.x - at.x, d.at.y - at.y) > d.radius + radius + 20;
    if (!free) continue;
    discs.push_back({at, radius});
    const auto first = static_cast<std::uint32_t>(points.size());
    const auto corners = static_cast<std::uint32_t>(5 + random.within(2));
    const double turn = random.within(500) * 0.00628;
    for (std::uint32_t k = 0; k < corners; ++k) {
      const double angle = turn + 2 * std::numbers::pi * k / corners;
      points.push_back({at.x + static_cast<std::int32_t>(std::lround(radius * std::cos(angle))),
                        at.y + static_cast<std::int32_t>(std::lround(radius * std::sin(angle)))});
      outline.push_back({first + (k + 1) % corners, first + k, 1});
    }
  }
  const auto mesh = triangulate(points, outline);
  EXPECT_TRUE(mesh);
  std::vector<Corners> triangles;
  for (const auto& t : mesh->triangles) {
    Corners c;
    for (std::size_t i = 0; i < 3; ++i) c[i] = {points[t[i]].x, points[t[i]].y, 0};
    triangles.push_back(c);
  }
  return joined(triangles);
}

}  // namespace ambula::testing
