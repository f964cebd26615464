#include "query/border_cells.h"
#include "ambula/values/nav_base.h"

#include <algorithm>
#include <array>
#include <span>

#include "geometry/predicates.h"
#include "navmesh/border_mesh.h"
#include "navmesh/cell_triangles.h"
#include "query/turns.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = PlanCells::kNone;

// The cells as triangles between their own corners, joined as the portals join them. `first` per cell: its
// first triangle.
NavBase triangles_of(const QueryMesh& m, std::vector<std::uint32_t>& first) {
  NavBase out;
  out.vertices = m.mesh->vertices;
  std::vector<std::uint32_t> half_of(m.sides.size(), kNone);
  std::vector<std::array<std::uint32_t, 3>> edges;  // from, to, half-edge
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    const auto begin = static_cast<std::uint32_t>(out.triangles.size());
    first.push_back(begin);
    append_corner_triangles(*m.mesh, c, out.triangles);
    out.neighbours.resize(out.triangles.size(), {kNone, kNone, kNone});
    edges.clear();
    for (std::uint32_t h = 3 * begin; h < 3 * out.triangles.size(); ++h) {
      const auto& t = out.triangles[h / 3];
      edges.push_back({t[h % 3], t[(h % 3 + 1) % 3], h});
    }
    std::sort(edges.begin(), edges.end());
    const auto find = [&](std::uint32_t from, std::uint32_t to) {
      const auto at = std::lower_bound(edges.begin(), edges.end(), std::array<std::uint32_t, 3>{from, to, 0});
      return at != edges.end() && (*at)[0] == from && (*at)[1] == to ? (*at)[2] : kNone;
    };
    for (const auto& e : edges) {
      const std::uint32_t twin = find(e[1], e[0]);
      if (twin != kNone) out.neighbours[e[2] / 3][e[2] % 3] = twin / 3;
    }
    for (std::uint32_t s = m.begin(c); s < m.end(c); ++s)
      half_of[s] = find(m.mesh->vertex[s], m.mesh->vertex[m.next(s, c)]);
  }
  for (std::uint32_t s = 0; s < m.sides.size(); ++s) {
    if (m.sides[s].across != kNone)
      out.neighbours[half_of[s] / 3][half_of[s] % 3] = half_of[m.sides[s].across] / 3;
  }
  out.border.resize(out.triangles.size());
  return out;
}

// Triangles grown together to convex cells: an edge goes where both its ends stay convex without it, the
// longest first.
class Merger {
 public:
  explicit Merger(const BorderMesh& mesh)
      : mesh_(mesh), next_(mesh.end()), prev_(mesh.end()), same_(mesh.end() / 3) {
    for (std::uint32_t t = 0; t < same_.size(); ++t) same_[t] = t;
    for (std::uint32_t h = 0; h < mesh.end(); ++h) {
      next_[h] = BorderMesh::next(h);
      prev_[h] = BorderMesh::prev(h);
    }
  }

  void run() {
    struct Edge {
      std::int64_t squared;
      std::uint32_t half;
    };
    std::vector<Edge> edges;
    for (std::uint32_t h = 0; h < mesh_.end(); ++h) {
      if (mesh_.is_removed(h) || mesh_[h].twin == kNone || mesh_[h].twin < h) continue;
      const Point2 a = mesh_.plan_of(mesh_.from(h)), b = mesh_.plan_of(mesh_.to(h));
      const std::int64_t x = std::int64_t{b.x} - a.x, y = std::int64_t{b.y} - a.y;
      edges.push_back({x * x + y * y, h});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      return a.squared != b.squared ? a.squared > b.squared : a.half < b.half;
    });
    for (const Edge& e : edges) {
      const std::uint32_t h = e.half, t = mesh_[h].twin;
      if (cell_of(h) != cell_of(t) && stays_convex(h, t) && stays_convex(t, h)) join(h, t);
    }
  }

  [[nodiscard]] bool is_gone(std::uint32_t half) const {
    return mesh_.is_removed(half) || next_[half] == kNone;
  }
  [[nodiscard]] std::uint32_t next(std::uint32_t half) const { return next_[half]; }
  // The same number for all half-edges of a cell: one of its triangles.
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t half) {
    std::uint32_t t = half / 3;
    while (same_[t] != t) t = same_[t] = same_[same_[t]];
    return t;
  }

 private:
  // At the vertex where `h` begins and `t`, the same edge from the other side, ends.
  [[nodiscard]] bool stays_convex(std::uint32_t h, std::uint32_t t) const {
    const std::uint32_t in = prev_[h], out = next_[t];
    if (in == t || out == h) return false;  // the edge ends within its cell
    return orient2d(mesh_.plan_of(mesh_.from(in)), mesh_.plan_of(mesh_.from(h)),
                    mesh_.plan_of(mesh_.from(next_[out]))) >= 0;
  }
  void join(std::uint32_t h, std::uint32_t t) {
    same_[cell_of(h)] = cell_of(t);
    link(prev_[h], next_[t]);
    link(prev_[t], next_[h]);
    next_[h] = next_[t] = kNone;
  }
  void link(std::uint32_t a, std::uint32_t b) {
    next_[a] = b;
    prev_[b] = a;
  }

  const BorderMesh& mesh_;
  std::vector<std::uint32_t> next_, prev_, same_;
};

// Whether a taut path can turn at a vertex: what is around it has more than half a circle.
bool can_turn(const BorderMesh& mesh, std::uint32_t vertex) {
  const std::uint32_t first = mesh.first_at(vertex);
  if (first == kNone) return false;
  if (mesh[first].twin != kNone) return true;  // more than a whole one, or it would have been taken out
  const auto away = [&](std::uint32_t v) {
    const Point2 a = mesh.plan_of(vertex), b = mesh.plan_of(v);
    return Vec2{static_cast<double>(b.x - a.x), static_cast<double>(b.y - a.y)};
  };
  TurnCounter turned(away(mesh.to(first)));
  for (std::uint32_t h = first; h != kNone; h = mesh[BorderMesh::prev(h)].twin) turned.to(away(mesh.apex(h)));
  return turned.passed_half();
}

// A cell of the mesh at every vertex of a border: those of a vertex have the same place, and are joined.
std::vector<std::uint32_t> cells_at_vertices(const QueryMesh& m, const NavBase& base, const BorderMesh& mesh,
                                             std::span<const std::uint32_t> first) {
  std::vector<std::uint32_t> cell_of_triangle(base.triangles.size()), out(mesh.vertices().size(), kNone);
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    const std::size_t end = c + 1 < m.size() ? first[c + 1] : base.triangles.size();
    for (std::size_t t = first[c]; t < end; ++t) cell_of_triangle[t] = c;
  }
  for (std::uint32_t h = 0; h < 3 * base.triangles.size(); ++h) out[mesh.from(h)] = cell_of_triangle[h / 3];
  return out;
}

// Cells, sides and portals out of what was merged. `cell_of` by triangle of the border mesh.
void write_cells(const BorderMesh& mesh, Merger& merged, std::span<const std::uint32_t> cell_at,
                 BorderCells& out, std::vector<std::uint32_t>& cell_of) {
  std::vector<std::uint32_t> turn(mesh.vertices().size(), kNone), side_of(mesh.end(), kNone);
  for (std::uint32_t v = 0; v < turn.size(); ++v) {
    if (can_turn(mesh, v)) turn[v] = out.turns++;
  }
  cell_of.assign(mesh.end() / 3, kNone);
  std::vector<std::uint32_t> half_of;  // by side, kNone at borders
  std::vector<std::uint8_t> seen(mesh.end(), 0);
  const auto add = [&](std::uint32_t vertex, std::uint32_t half) {
    const Point2 p = mesh.plan_of(vertex);
    out.sides.push_back({p.x, p.y, kNone, kNone});
    out.turn.push_back(turn[vertex]);
    out.height.push_back(mesh.vertices()[vertex].z);
    out.corner_cell.push_back(cell_at[vertex]);
    half_of.push_back(half);
  };
  for (std::uint32_t h = 0; h < mesh.end(); ++h) {
    if (merged.is_gone(h) || seen[h] != 0) continue;
    const std::uint32_t cell = out.size();
    std::uint32_t k = h;
    do {
      seen[k] = 1;
      const std::uint32_t after = merged.next(k);
      if (mesh[k].twin != kNone) {
        side_of[k] = static_cast<std::uint32_t>(out.sides.size());
        add(mesh.from(k), k);
        if (mesh[after].twin == kNone) add(mesh.to(k), kNone);
      }
      k = after;
    } while (k != h);
    out.cell_begin.push_back(static_cast<std::uint32_t>(out.sides.size()));
    cell_of[merged.cell_of(h)] = cell;
  }
  for (std::uint32_t t = 0; t < cell_of.size(); ++t) cell_of[t] = cell_of[merged.cell_of(3 * t)];
  for (std::uint32_t s = 0; s < out.sides.size(); ++s) {
    if (half_of[s] == kNone) continue;
    const std::uint32_t twin = mesh[half_of[s]].twin;
    out.sides[s].neighbour = cell_of[twin / 3];
    out.sides[s].across = side_of[twin];
  }
}

// Whether a cell of the mesh is left by none of the other's portals.
bool is_within(const PlanCells& m, std::uint32_t cell, const PlanCells& other, std::uint32_t in) {
  for (std::uint32_t s = other.begin(in); s < other.end(in); ++s) {
    if (other.sides[s].neighbour == kNone) continue;
    const Vec2 a = other.sides[s].at(), along = other.sides[other.next(s, in)].at() - a;
    for (std::uint32_t t = m.begin(cell); t < m.end(cell); ++t) {
      if (cross(along, m.sides[t].at() - a) < 0) return false;
    }
  }
  return true;
}

// Whether a segment meets a convex cell: it does unless some side has both its ends outside, or all corners
// lie on one side of it.
bool meets(const PlanCells& m, std::uint32_t cell, Vec2 a, Vec2 b) {
  bool left = false, right = false;
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s) {
    const Vec2 p = m.sides[s].at(), along = m.sides[m.next(s, cell)].at() - p;
    if (cross(along, a - p) < 0 && cross(along, b - p) < 0) return false;
    const double off = cross(b - a, p - a);
    left = left || off >= 0;
    right = right || off <= 0;
  }
  return left && right;
}

// From where a cell of the mesh has its anchor, through all portals that meet it. The class of most cells is
// taken to be everywhere.
void find_classes(const QueryMesh& m, BorderCells& out) {
  std::vector<std::uint32_t> count(m.tolls.size(), 0), waiting, seen(out.size(), kNone);
  for (const CellPlane& p : m.planes) ++count[p.toll];
  const auto most = static_cast<std::uint32_t>(std::max_element(count.begin(), count.end()) - count.begin());
  out.classes.assign(out.size(), class_bit(most));
  for (std::uint32_t c = 0; c < m.size(); ++c) {
    if (m.planes[c].toll == most) continue;
    waiting.assign(1, out.home[c]);
    seen[out.home[c]] = c;
    for (std::size_t k = 0; k < waiting.size(); ++k) {
      const std::uint32_t b = waiting[k];
      out.classes[b] |= class_bit(m.planes[c].toll);
      for (std::uint32_t s = out.begin(b); s < out.end(b); ++s) {
        const std::uint32_t d = out.sides[s].neighbour;
        if (d == kNone || seen[d] == c || !meets(m, c, out.sides[s].at(), out.sides[out.next(s, b)].at()))
          continue;
        seen[d] = c;
        waiting.push_back(d);
      }
    }
  }
}

}  // namespace

BorderCells make_border_cells(const QueryMesh& mesh) {
  std::vector<std::uint32_t> first, cell_of;
  BorderCells out;
  const NavBase base = triangles_of(mesh, first);
  BorderMesh border(base);
  const std::vector<std::uint32_t> cell_at = cells_at_vertices(mesh, base, border, first);
  border.make_delaunay();
  border.remove_inner();
  Merger merged(border);
  merged.run();
  write_cells(border, merged, cell_at, out, cell_of);
  const std::vector<std::uint32_t> homes = border.homes();
  for (const std::uint32_t t : first) {
    Vec2 sum;
    for (const std::uint32_t v : base.triangles[t]) sum = sum + mesh.vertex(v).xy();
    out.anchor.push_back({sum.x / 3, sum.y / 3});
    out.home.push_back(cell_of[homes[t]]);
  }
  for (std::uint32_t c = 0; c < mesh.size(); ++c)
    out.is_whole.push_back(is_within(mesh, c, out, out.home[c]) ? 1 : 0);
  find_classes(mesh, out);
  return out;
}

// Along the line from the anchor, which lies in the mesh's cell as the place does, so no border is in the
// way. Only portals have to be looked at: there is no other way out.
std::uint32_t BorderCells::cell_at(const MeshPlace& place) const {
  const Vec2 from = anchor[place.cell], to = place.at.xy(), on = to - from;
  std::uint32_t cell = home[place.cell], entered = kNone;
  if (is_whole[place.cell] != 0) return cell;
  for (std::uint32_t steps = size(); steps > 0; --steps) {
    std::uint32_t out = kNone;
    for (std::uint32_t s = begin(cell); s < end(cell); ++s) {
      if (s == entered || sides[s].neighbour == kNone) continue;
      const Vec2 a = sides[s].at(), b = sides[next(s, cell)].at();
      if (!(cross(b - a, to - a) < 0) || cross(on, a - from) > 0 || cross(on, b - from) < 0) continue;
      out = s;
      break;
    }
    if (out == kNone) return cell;
    entered = sides[out].across;
    cell = sides[out].neighbour;
  }
  return kNone;
}

}  // namespace ambula
