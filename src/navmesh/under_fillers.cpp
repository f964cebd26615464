#include "navmesh/under_fillers.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/box_tree.h"
#include "geometry/plane_height.h"
#include "navmesh/ground_below.h"
#include "walkable/surface.h"

namespace ambula {
namespace {

constexpr std::int32_t kWider = 4;  // quanta around a filler: past all rounding
constexpr auto kInto = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };

using Corners = std::array<LatticePoint, 3>;

bool is_filler(CellKind kind) { return kind != CellKind::floor && kind != CellKind::ramp; }

LatticeBox box_of(const Corners& c) {
  LatticeBox box;
  for (const LatticePoint p : c) box.add(p);
  return box;
}

// Whether one of the sides of a has all of b beyond it, in plan.
bool parts(const Corners& a, const Corners& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Point2 from = plan(a[i]), to = plan(a[(i + 1) % 3]);
    if (std::all_of(b.begin(), b.end(), [&](LatticePoint p) { return orient2d(from, to, plan(p)) <= 0; }))
      return true;
  }
  return false;
}

std::vector<Point2> wider(const Corners& c) {
  std::vector<Vec2> points;
  for (const LatticePoint p : c) {
    for (const std::int32_t x : {-kWider, kWider}) {
      for (const std::int32_t y : {-kWider, kWider})
        points.push_back({static_cast<double>(p.x + x), static_cast<double>(p.y + y)});
    }
  }
  return hull_on_lattice(points);
}

}  // namespace

std::vector<ForbiddenPart> under_fillers(const NavSurface& surface, std::span<const CellKind> kind,
                                         double step) {
  const auto corners = [&](std::uint32_t t) {
    const auto& v = surface.triangles[t];
    return Corners{surface.vertices[v[0]], surface.vertices[v[1]], surface.vertices[v[2]]};
  };
  std::vector<std::uint32_t> fillers;
  std::vector<LatticeBox> boxes;
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    if (!is_filler(kind[surface.source[t]])) continue;
    fillers.push_back(t);
    boxes.push_back(box_of(corners(t)));
  }
  std::vector<ForbiddenPart> out;
  if (fillers.empty()) return out;
  const BoxTree tree(boxes);
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    const bool filler = is_filler(kind[surface.source[t]]);
    const Corners one = corners(t);
    tree.visit(widened(box_of(one), 0, step, step), kInto, [&](std::size_t k) {
      if (filler && fillers[k] >= t) return;  // of two fillers the former stays
      const Corners other = corners(fillers[k]);
      if (parts(one, other) || parts(other, one)) return;
      double least = 1e18;
      for (const LatticePoint p : other)
        least = std::min(least, std::abs(static_cast<double>(p.z) - plane_height(one, plan(p))));
      if (least < step) out.push_back({wider(other), t});
    });
  }
  return out;
}

}  // namespace ambula
