#include "navmesh/built.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ambula::testing {

NavMesh built(const Scene& scene, const Agent& agent, const NavMeshParams& params, Context* context) {
  const auto walkable = extract_walkable(scene, agent, {}, context);
  EXPECT_TRUE(walkable) << walkable.error().message;
  if (!walkable) return {};
  const auto links = find_links(*walkable, scene, agent, {}, context);
  EXPECT_TRUE(links) << links.error().message;
  if (!links) return {};
  auto mesh = build_navmesh(*walkable, *links, scene, agent, params, context);
  EXPECT_TRUE(mesh) << mesh.error().message;
  if (!mesh) return {};
  const auto valid = validate(*mesh);
  EXPECT_TRUE(valid) << valid.error().message;
  return std::move(*mesh);
}

namespace {

// How far the point is from the triangle in height; nothing where the triangle does not hold it in plan.
std::optional<double> height_off(const NavMesh& mesh, std::array<std::uint32_t, 3> triangle, Vec3 p) {
  const auto at = [&](std::size_t i) { return mesh.lattice.position(mesh.vertices[triangle[i]]); };
  const Vec2 a = at(0).xy() - p.xy(), b = at(1).xy() - p.xy(), c = at(2).xy() - p.xy();
  const double u = cross(b, c), v = cross(c, a), w = cross(a, b), sum = u + v + w;
  if (u < -1e-9 || v < -1e-9 || w < -1e-9 || sum <= 0) return {};
  return std::abs((u * at(0).z + v * at(1).z + w * at(2).z) / sum - p.z);
}

}  // namespace

std::optional<std::uint32_t> cell_at(const NavMesh& mesh, Vec3 p, double reach) {
  std::optional<std::uint32_t> out;
  double least = reach;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const auto look = [&](std::array<std::uint32_t, 3> triangle) {
      const auto off = height_off(mesh, triangle, p);
      if (!off || *off > least) return;
      least = *off;
      out = c;
    };
    for (std::uint32_t t = mesh.height_begin[c]; t < mesh.height_begin[c + 1]; ++t)
      look(mesh.height_triangles[t]);
    const auto corners = mesh.corners(c);
    if (mesh.height_begin[c] != mesh.height_begin[c + 1]) continue;
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) look({corners[0], corners[k], corners[k + 1]});
  }
  return out;
}

}  // namespace ambula::testing
