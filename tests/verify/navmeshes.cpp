#include "verify/navmeshes.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>

namespace ambula {

Outline quad(Rect r, double z) {
  return {{r.x0, r.y0, z}, {r.x1, r.y0, z}, {r.x1, r.y1, z}, {r.x0, r.y1, z}};
}

void append(std::vector<Outline>& to, const std::vector<Outline>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

std::vector<Outline> around_box(Rect room, Rect box, double radius, double z, int tangents) {
  const Rect in{room.x0 + radius, room.y0 + radius, room.x1 - radius, room.y1 - radius};
  std::vector<Outline> out;
  const Vec2 corner[4] = {{box.x0, box.y0}, {box.x1, box.y0}, {box.x1, box.y1}, {box.x0, box.y1}};
  const Vec2 outer[4] = {{in.x0, in.y0}, {in.x1, in.y0}, {in.x1, in.y1}, {in.x0, in.y1}};
  const Vec2 away[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};  // of the side that begins at the corner
  const auto on_wall = [&](Vec2 p, Vec2 direction) {
    return Vec2{direction.x > 0 ? in.x1 : (direction.x < 0 ? in.x0 : p.x),
                direction.y > 0 ? in.y1 : (direction.y < 0 ? in.y0 : p.y)};
  };
  const auto up = [&](Vec2 p) { return Vec3{p.x, p.y, z}; };
  const double angle = std::numbers::pi / 2 / tangents, far = radius / std::cos(angle / 2);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2 a = corner[k], b = corner[(k + 1) % 4], d = away[k], before = away[(k + 3) % 4];
    out.push_back({up(on_wall(a, d)), up(on_wall(b, d)), up(b + d * radius), up(a + d * radius)});
    // From the side before, around the corner, to this side; seen from the room's own corner.
    std::vector<Vec2> path{on_wall(a, before), a + before * radius};
    for (int i = 0; i < tangents; ++i) {
      const double turned = (i + 0.5) * angle;
      path.push_back(a + (before * std::cos(turned) + d * std::sin(turned)) * far);
    }
    path.push_back(a + d * radius);
    path.push_back(on_wall(a, d));
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
      out.push_back({up(outer[k]), up(path[i + 1]), up(path[i])});
  }
  return out;
}

std::vector<Outline> up_to_box(Rect room, Rect box, double z) {
  return {{{room.x0, room.y0, z}, {room.x1, room.y0, z}, {box.x1, box.y0, z}, {box.x0, box.y0, z}},
          {{room.x1, room.y0, z}, {room.x1, room.y1, z}, {box.x1, box.y1, z}, {box.x1, box.y0, z}},
          {{room.x1, room.y1, z}, {room.x0, room.y1, z}, {box.x0, box.y1, z}, {box.x1, box.y1, z}},
          {{room.x0, room.y1, z}, {room.x0, room.y0, z}, {box.x0, box.y0, z}, {box.x0, box.y1, z}}};
}

NavMesh navmesh_from(const Scene& scene, const std::vector<Outline>& cells,
                     const std::vector<CellKind>& kind) {
  constexpr std::uint32_t kNone = NavMesh::kNone;
  NavMesh out;
  out.lattice = scene.lattice;
  std::map<LatticePoint, std::uint32_t> vertex;
  std::map<std::array<std::int32_t, 4>, std::vector<std::uint32_t>> side;
  std::vector<std::uint32_t> cell_of;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    for (const Vec3& corner : cells[c]) {
      const LatticePoint p = scene.lattice.snap(corner);
      const auto found = vertex.try_emplace(p, static_cast<std::uint32_t>(out.vertices.size()));
      if (found.second) out.vertices.push_back(p);
      out.vertex.push_back(found.first->second);
      cell_of.push_back(c);
    }
    out.cell_begin.push_back(static_cast<std::uint32_t>(out.vertex.size()));
    out.height_begin.push_back(0);
    out.kind.push_back(kind.empty() ? CellKind::floor : kind[c]);
  }
  out.area_type.assign(cells.size(), 0);
  out.flight.assign(cells.size(), kNone);
  const auto ends = [&](std::uint32_t s) {
    const std::uint32_t c = cell_of[s], next = s + 1 < out.cell_begin[c + 1] ? s + 1 : out.cell_begin[c];
    return std::array{out.vertices[out.vertex[s]], out.vertices[out.vertex[next]]};
  };
  for (std::uint32_t s = 0; s < out.vertex.size(); ++s) {
    const auto e = ends(s);
    side[{e[0].x, e[0].y, e[1].x, e[1].y}].push_back(s);
  }
  const auto step = static_cast<std::int32_t>(std::lround(0.4 / scene.lattice.quantum));
  out.neighbour.assign(out.vertex.size(), kNone);
  out.across.assign(out.vertex.size(), kNone);
  for (std::uint32_t s = 0; s < out.vertex.size(); ++s) {
    const auto e = ends(s);
    const auto back = side.find({e[1].x, e[1].y, e[0].x, e[0].y});
    if (back == side.end()) continue;
    for (const std::uint32_t t : back->second) {
      if (std::abs(ends(t)[0].z - e[1].z) > step || std::abs(ends(t)[1].z - e[0].z) > step) continue;
      out.neighbour[s] = cell_of[t];
      out.across[s] = t;
    }
  }
  out.component.assign(cells.size(), kNone);
  for (std::uint32_t first = 0; first < cells.size(); ++first) {
    if (out.component[first] != kNone) continue;
    std::vector<std::uint32_t> open{first};
    out.component[first] = out.components;
    while (!open.empty()) {
      const std::uint32_t c = open.back();
      open.pop_back();
      for (std::uint32_t s = out.cell_begin[c]; s < out.cell_begin[c + 1]; ++s) {
        const std::uint32_t d = out.neighbour[s];
        if (d == kNone || out.component[d] != kNone) continue;
        out.component[d] = out.components;
        open.push_back(d);
      }
    }
    ++out.components;
  }
  return out;
}

void add_walls(std::vector<Corners>& to, Rect r, double z0, double z1) {
  const Vec2 p[4] = {{r.x0, r.y0}, {r.x1, r.y0}, {r.x1, r.y1}, {r.x0, r.y1}};
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec2 a = p[k], b = p[(k + 1) % 4];
    to.push_back({Vec3{a.x, a.y, z0}, {a.x, a.y, z1}, {b.x, b.y, z1}});
    to.push_back({Vec3{a.x, a.y, z0}, {b.x, b.y, z1}, {b.x, b.y, z0}});
  }
}

}  // namespace ambula
