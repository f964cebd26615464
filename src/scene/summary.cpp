// What `ambula info` tells of a scene: extents, area, duplicates, and a guess when the unit looks wrong.
#include <algorithm>
#include <tuple>

#include "ambula/values/scene.h"
#include "scene/unit_hint.h"

namespace ambula {
namespace {

std::uint64_t count_duplicates(const Scene& scene) {
  using Corners = std::array<Vec3, 3>;
  const auto before = [](Vec3 a, Vec3 b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); };
  std::vector<Corners> all(scene.triangles.size());
  for (std::size_t t = 0; t < all.size(); ++t) {
    const TriangleId id{t};
    all[t] = {scene.corner(id, 0), scene.corner(id, 1), scene.corner(id, 2)};
    std::sort(all[t].begin(), all[t].end(), before);
  }
  std::sort(all.begin(), all.end(), [&](const Corners& a, const Corners& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), before);
  });
  std::uint64_t count = 0;
  for (std::size_t t = 1; t < all.size(); ++t) count += all[t] == all[t - 1];
  return count;
}

}  // namespace

SceneSummary summarize(const Scene& scene) {
  SceneSummary out;
  for (const Vec3 p : scene.positions) {
    out.extent.add(p);
    out.input_extent.add(scene.frame.to_input(p));
  }
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const TriangleId id{t};
    const Vec3 a = scene.corner(id, 0);
    out.area += 0.5 * length(cross(scene.corner(id, 1) - a, scene.corner(id, 2) - a));
  }
  out.duplicates = count_duplicates(scene);
  out.unit_hint = unit_hint(scene, out.extent);
  return out;
}

}  // namespace ambula
