#include "verify/surfaces.h"

#include <cmath>
#include <map>

#include "scene/soups.h"

namespace ambula {

std::vector<Corners> rectangle(double x0, double y0, double x1, double y1, double z) {
  return {{Vec3{x0, y0, z}, {x1, y0, z}, {x1, y1, z}}, {Vec3{x0, y0, z}, {x1, y1, z}, {x0, y1, z}}};
}

void append(std::vector<Corners>& to, const std::vector<Corners>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

std::vector<Corners> moved(std::vector<Corners> triangles, Vec3 by) {
  for (Corners& t : triangles) {
    for (Vec3& corner : t) corner = corner + by;
  }
  return triangles;
}

std::vector<Corners> turned_over(std::vector<Corners> triangles) {
  for (Corners& t : triangles) std::swap(t[1], t[2]);
  return triangles;
}

double plan_area(const std::vector<Corners>& triangles) {
  double area = 0;
  for (const Corners& t : triangles) {
    area += std::fabs(cross(t[1].xy() - t[0].xy(), t[2].xy() - t[0].xy())) / 2;
  }
  return area;
}

Scene scene_from(const std::vector<Corners>& triangles) {
  auto scene = make_scene(soup_of(triangles), {});
  return std::move(scene.value());
}

Walkable surface_from(const Scene& scene, const std::vector<Corners>& faces, double ground_area) {
  Walkable w;
  w.lattice = scene.lattice;
  std::map<LatticePoint, std::uint32_t> vertex;
  for (const Corners& t : faces) {
    std::array<std::uint32_t, 3> face{};
    for (std::size_t i = 0; i < 3; ++i) {
      const LatticePoint p = scene.lattice.snap(t[i]);
      const auto [at, fresh] = vertex.try_emplace(p, static_cast<std::uint32_t>(w.vertices.size()));
      if (fresh) w.vertices.push_back(p);
      face[i] = at->second;
    }
    w.faces.push_back(face);
  }
  const auto n = static_cast<std::uint32_t>(w.faces.size());
  w.neighbours.assign(n, {Walkable::kNone, Walkable::kNone, Walkable::kNone});
  w.border.assign(n, {BorderKind::ledge, BorderKind::ledge, BorderKind::ledge});
  w.border_height.assign(n, {0, 0, 0});
  w.inner_wall.assign(n, 0);
  w.face_triangle.assign(n, 0);
  w.face_object.assign(n, ObjectId{0});
  w.face_material.assign(n, MaterialId{0});
  std::map<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 2>> side;
  for (std::uint32_t f = 0; f < n; ++f) {
    for (std::uint32_t i = 0; i < 3; ++i) side[{w.faces[f][i], w.faces[f][(i + 1) % 3]}] = {f, i};
  }
  for (const auto& [edge, at] : side) {
    const auto back = side.find({edge[1], edge[0]});
    if (back == side.end()) continue;
    w.neighbours[at[0]][at[1]] = back->second[0];
    w.border[at[0]][at[1]] = BorderKind::none;
  }
  w.component.assign(n, Walkable::kNone);
  for (std::uint32_t f = 0; f < n; ++f) {
    if (w.component[f] != Walkable::kNone) continue;
    std::vector<std::uint32_t> open{f};
    w.component[f] = w.components;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t next : w.neighbours[at]) {
        if (next == Walkable::kNone || w.component[next] != Walkable::kNone) continue;
        w.component[next] = w.components;
        open.push_back(next);
      }
    }
    ++w.components;
  }
  w.areas.ground = ground_area;
  w.areas.walkable = plan_area(faces);
  w.areas.blocked = ground_area - w.areas.walkable;
  return w;
}

}  // namespace ambula
