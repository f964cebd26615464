#include "query/query_mesh.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "geometry/predicates.h"
#include "query/turns.h"

namespace ambula {
namespace {

// How a triangle slopes; its doubled area in plan.
double slope_of(const QueryMesh& m, const std::array<std::uint32_t, 3>& t, double& zx, double& zy) {
  const Vec3 a = m.vertex(t[0]), u = m.vertex(t[1]) - a, v = m.vertex(t[2]) - a;
  const double area = cross(u.xy(), v.xy());
  zx = (u.z * v.y - v.z * u.y) / area;
  zy = (v.z * u.x - u.z * v.x) / area;
  return area;
}

// The plane of the triangle with the most area among a cell's triangles.
CellPlane plane_of(const QueryMesh& m, std::uint32_t cell,
                   std::span<const std::array<std::uint32_t, 3>> triangles) {
  CellPlane out;
  double most = 0;
  for (const auto& t : triangles) {
    double zx = 0, zy = 0;
    const double area = slope_of(m, t, zx, zy);
    if (area <= most) continue;
    most = area;
    out.zx = zx;
    out.zy = zy;
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

// Their pieces: what lies across their edges, and which edge each side of the cell is.
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
    return at != edges.end() && (*at)[0] == from && (*at)[1] == to ? (*at)[2] : kNone;
  };
  for (std::uint32_t t = first; t < end; ++t) {
    SurfacePiece& piece = m.pieces[t];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const LatticePoint p = m.mesh->vertices[m.triangles[t][i]];
      piece.x[i] = p.x;
      piece.y[i] = p.y;
      piece.beyond[i] = find(m.triangles[t][(i + 1) % 3], m.triangles[t][i]);
    }
    (void)slope_of(m, m.triangles[t], piece.zx, piece.zy);
  }
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s)
    m.side_edge[s] = find(m.mesh->vertex[s], m.mesh->vertex[m.next(s, cell)]);
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

void find_seams(QueryMesh& m) {
  const NavMesh& mesh = *m.mesh;
  m.is_seam.assign(m.sides.size(), 0);
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s) {
      const std::uint32_t d = m.sides[s].neighbour;
      if (d == NavMesh::kNone) continue;
      const CellPlane &a = m.planes[c], &b = m.planes[d];
      const bool alike = m.is_step[s] == 0 && m.is_planar(c) && m.is_planar(d) && a.zx == b.zx &&
                         a.zy == b.zy && a.toll == b.toll && mesh.flight[c] == mesh.flight[d];
      m.is_seam[s] = alike ? 0 : 1;
    }
  }
}

}  // namespace

QueryMesh make_query_mesh(const NavMesh& mesh) {
  QueryMesh out;
  out.mesh = &mesh;
  out.per_quantum = 1 / mesh.lattice.quantum;
  out.cell_begin = mesh.cell_begin;
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
  if (!out.triangles.empty()) out.side_edge.assign(out.sides.size(), NavMesh::kNone);
  out.pieces.resize(out.triangles.size());
  std::vector<std::array<std::uint32_t, 3>> edges;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    join_triangles(out, c, edges);
  }
  find_steps(out);
  find_seams(out);
  find_turns(out);
  return out;
}

}  // namespace ambula
