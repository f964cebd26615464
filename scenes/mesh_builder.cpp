// Puts generated meshes together.
#include "scenes/mesh_builder.h"

#include <algorithm>
#include <utility>

namespace ambula::scenes {

void MeshBuilder::object(std::string_view name, std::string_view ifc_class, std::string_view material) {
  soup_.objects.push_back({std::string(name), std::string(ifc_class)});
  const auto known = std::find(soup_.materials.begin(), soup_.materials.end(), material);
  material_ = static_cast<std::uint32_t>(known - soup_.materials.begin());
  if (known == soup_.materials.end()) soup_.materials.emplace_back(material);
  corners_.clear();
}

std::uint32_t MeshBuilder::corner(Vec3 p) {
  const auto [it, fresh] =
      corners_.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(soup_.positions.size()));
  if (fresh) soup_.positions.push_back(p);
  return it->second;
}

void MeshBuilder::triangle(Vec3 a, Vec3 b, Vec3 c) {
  if (soup_.objects.empty()) object("scene");
  soup_.triangles.push_back({corner(a), corner(b), corner(c)});
  soup_.triangle_object.push_back(static_cast<std::uint32_t>(soup_.objects.size() - 1));
  soup_.triangle_material.push_back(material_);
}

void MeshBuilder::quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  triangle(a, b, c);
  triangle(a, c, d);
}

void MeshBuilder::fan(std::span<const Vec3> corners) {
  for (std::size_t i = 2; i < corners.size(); ++i) triangle(corners[0], corners[i - 1], corners[i]);
}

void MeshBuilder::box(Vec3 min, Vec3 max) {
  const Vec2 base[] = {{min.x, min.y}, {max.x, min.y}, {max.x, max.y}, {min.x, max.y}};
  prism(base, min.z, max.z);
}

void MeshBuilder::prism(std::span<const Vec2> base, double z0, double z1) {
  const std::size_t n = base.size();
  std::vector<Vec3> top(n), bottom(n);
  for (std::size_t i = 0; i < n; ++i) {
    top[i] = {base[i].x, base[i].y, z1};
    bottom[n - 1 - i] = {base[i].x, base[i].y, z0};
  }
  fan(top);
  fan(bottom);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = base[i], b = base[(i + 1) % n];
    quad({a.x, a.y, z0}, {b.x, b.y, z0}, {b.x, b.y, z1}, {a.x, a.y, z1});
  }
}

void MeshBuilder::grid(Vec3 a, Vec3 u, Vec3 v, int nu, int nv) {
  const auto at = [&](int i, int j) {
    // Exact at both ends, so that neighbouring grids share their corners.
    const double s = i == nu ? 1.0 : static_cast<double>(i) / nu;
    const double t = j == nv ? 1.0 : static_cast<double>(j) / nv;
    return a + u * s + v * t;
  };
  for (int j = 0; j < nv; ++j) {
    for (int i = 0; i < nu; ++i) quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
}

Soup MeshBuilder::take() {
  corners_.clear();
  material_ = 0;
  return std::exchange(soup_, {});
}

}  // namespace ambula::scenes
