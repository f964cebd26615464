#include "navmesh/ground_below.h"

#include "core/cancel.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
// Of the upward normal: how much it leans, and how much it is upright.
bool is_steeper(LatticePoint a, LatticePoint b, LatticePoint c, double slope) {
  const Vec3 n = cross(to_vec(b) - to_vec(a), to_vec(c) - to_vec(a));
  return length(n.xy()) > std::fabs(n.z) * slope || n.z == 0;
}
LatticeBox box_of(const SurfaceView& surface, std::uint32_t t) {
  LatticeBox box;
  for (const std::uint32_t v : surface.triangles[t]) box.add(surface.vertices[v]);
  return box;
}

}  // namespace

LatticeBox widened(LatticeBox box, double plan, double down, double up) {
  const auto quanta = [](double v) { return static_cast<std::int32_t>(std::clamp(std::ceil(v), -1e8, 1e8)); };
  box.low = {box.low.x - quanta(plan), box.low.y - quanta(plan), box.low.z - quanta(down)};
  box.high = {box.high.x + quanta(plan), box.high.y + quanta(plan), box.high.z + quanta(up)};
  return box;
}

std::vector<LatticeBox> steep_boxes(const SurfaceView& surface, double slope) {
  std::vector<LatticeBox> out;
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    const std::uint32_t twin = surface.twin(h);
    if (twin == SurfaceView::kNone || twin < h || !surface.is_step(h, twin)) continue;
    LatticeBox box;
    for (const std::uint32_t v : {surface.from(h), surface.to(h), surface.from(twin), surface.to(twin)})
      box.add(surface.vertices[v]);
    out.push_back(box);
  }
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    const auto& c = surface.triangles[t];
    if (is_steeper(surface.vertices[c[0]], surface.vertices[c[1]], surface.vertices[c[2]],
                   slope * (1 + 1e-6)))
      out.push_back(box_of(surface, t));
  }
  return out;
}

std::vector<std::array<LatticePoint, 3>> ground_below(const SurfaceView& surface, const Scene& scene,
                                                      const BodyLimits& limits, const Context* context) {
  CancelCheck check(context);
  const std::vector<LatticeBox> steep = steep_boxes(surface, limits.slope);
  if (steep.empty()) return {};
  const auto into = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };
  const BoxTree near(steep);
  std::vector<LatticeBox> boxes;
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    check();
    const LatticeBox box = box_of(surface, t);
    bool any = limits.radius == 0;
    if (!any)
      near.visit(widened(box, 2 * limits.radius, limits.height, 0), into, [&](std::size_t) { any = true; });
    if (any) boxes.push_back(widened(box, 1, limits.height, -limits.step));
  }
  const BoxTree tree(boxes);
  std::vector<std::array<LatticePoint, 3>> out;
  for (const Triangle& triangle : scene.triangles) {
    check();
    std::array<LatticePoint, 3> corners{};
    LatticeBox box;
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = scene.lattice.snap(scene.positions[triangle[i]]);
      box.add(corners[i]);
    }
    bool any = false;
    tree.visit(
        box, [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    if (!any || is_steeper(corners[0], corners[1], corners[2], limits.slope * (1 + 1e-3))) continue;
    std::sort(corners.begin(), corners.end());
    out.push_back(corners);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace ambula
