#include "query/query_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/predicates.h"
#include "query/turns.h"

namespace ambula {
namespace {

// The plane of the triangle with the most area among a cell's triangles.
CellPlane plane_of(const QueryMesh& m, std::uint32_t cell,
                   std::span<const std::array<std::uint32_t, 3>> triangles) {
  CellPlane out;
  double most = 0;
  for (const auto& t : triangles) {
    const Vec3 a = m.vertex(t[0]), u = m.vertex(t[1]) - a, v = m.vertex(t[2]) - a;
    const double area = cross(u.xy(), v.xy());
    if (area <= most) continue;
    most = area;
    out.zx = (u.z * v.y - v.z * u.y) / area;
    out.zy = (v.z * u.x - u.z * v.x) / area;
  }
  out.z = m.mesh->vertices[m.mesh->vertex[m.begin(cell)]].z;
  return out;
}

bool lie_on(const QueryMesh& m, std::uint32_t cell, const CellPlane& plane,
            std::span<const std::array<std::uint32_t, 3>> triangles, double most_off) {
  const Vec2 base = m.sides[m.begin(cell)].at();
  const auto fits = [&](std::uint32_t v) {
    const Vec3 p = m.vertex(v);
    const double z = plane.z + plane.zx * (p.x - base.x) + plane.zy * (p.y - base.y);
    return std::abs(z - p.z) <= most_off;
  };
  return std::all_of(triangles.begin(), triangles.end(),
                     [&](const auto& t) { return fits(t[0]) && fits(t[1]) && fits(t[2]); });
}

// What lies across the edges of a cell's triangles, and which triangle each of its sides belongs to.
void join_triangles(QueryMesh& m, std::uint32_t cell, std::vector<std::array<std::uint32_t, 3>>& edges) {
  constexpr std::uint32_t kNone = NavMesh::kNone;
  const std::uint32_t first = m.triangle_begin[cell], end = m.triangle_begin[cell + 1];
  if (first == end) return;
  edges.clear();  // from, to, 3 * triangle + corner
  for (std::uint32_t t = first; t < end; ++t) {
    for (std::uint32_t i = 0; i < 3; ++i)
      edges.push_back({m.triangles[t][i], m.triangles[t][(i + 1) % 3], 3 * t + i});
  }
  std::sort(edges.begin(), edges.end());
  const auto find = [&](std::uint32_t from, std::uint32_t to) {
    const auto at = std::lower_bound(edges.begin(), edges.end(), std::array<std::uint32_t, 3>{from, to, 0});
    return at != edges.end() && (*at)[0] == from && (*at)[1] == to ? (*at)[2] / 3 : kNone;
  };
  for (std::uint32_t t = first; t < end; ++t) {
    for (std::uint32_t i = 0; i < 3; ++i)
      m.beyond[t][i] = find(m.triangles[t][(i + 1) % 3], m.triangles[t][i]);
  }
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s)
    m.side_triangle[s] = find(m.mesh->vertex[s], m.mesh->vertex[m.next(s, cell)]);
}

void find_steps(QueryMesh& m) {
  const auto& vertex = m.mesh->vertex;
  m.is_step.assign(m.sides.size(), 0);
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s) {
      const std::uint32_t t = m.sides[s].across;
      if (t == NavMesh::kNone) continue;
      const bool level =
          vertex[s] == vertex[m.next(t, m.sides[s].neighbour)] && vertex[m.next(s, c)] == vertex[t];
      m.is_step[s] = level ? 0 : 1;
    }
  }
}

}  // namespace

QueryMesh make_query_mesh(const NavMesh& mesh) {
  QueryMesh out;
  out.mesh = &mesh;
  out.per_quantum = 1 / mesh.lattice.quantum;
  out.sides.resize(mesh.vertex.size());
  for (std::size_t s = 0; s < out.sides.size(); ++s) {
    const LatticePoint p = mesh.vertices[mesh.vertex[s]];
    out.sides[s] = {p.x, p.y, mesh.neighbour[s], mesh.across[s]};
  }
  std::map<std::pair<CellKind, std::uint16_t>, std::uint32_t> tolls;
  out.planes.reserve(mesh.size());
  out.triangle_begin.assign(1, 0);
  out.triangle_begin.reserve(mesh.size() + 1);
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    const auto triangles = cell_triangles(mesh, c);
    CellPlane plane = plane_of(out, c, triangles);
    const auto toll =
        tolls.try_emplace({mesh.kind[c], mesh.area_type[c]}, static_cast<std::uint32_t>(out.tolls.size()));
    if (toll.second) out.tolls.push_back({mesh.kind[c], mesh.area_type[c]});
    plane.toll = toll.first->second;
    out.is_nearly_planar.push_back(lie_on(out, c, plane, triangles, 2) ? 1 : 0);
    if (!lie_on(out, c, plane, triangles, 1e-6))
      out.triangles.insert(out.triangles.end(), triangles.begin(), triangles.end());
    out.planes.push_back(plane);
    out.triangle_begin.push_back(static_cast<std::uint32_t>(out.triangles.size()));
  }
  if (!out.triangles.empty()) out.side_triangle.assign(out.sides.size(), NavMesh::kNone);
  out.beyond.resize(out.triangles.size());
  std::vector<std::array<std::uint32_t, 3>> edges;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    join_triangles(out, c, edges);
  }
  find_steps(out);
  find_turns(out);
  return out;
}

}  // namespace ambula
