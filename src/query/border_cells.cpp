#include "query/border_cells.h"

#include <algorithm>
#include <array>

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

  [[nodiscard]] bool is_gone(std::uint32_t half) const { return mesh_.is_removed(half) || next_[half] == kNone; }
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
  for (std::uint32_t h = first; h != kNone; h = mesh[BorderMesh::prev(h)].twin)
    turned.to(away(mesh.apex(h)));
  return turned.passed_half();
}

// Cells, sides and portals out of what was merged. `cell_of` by triangle of the border mesh.
void write_cells(const BorderMesh& mesh, Merger& merged, BorderCells& out,
                 std::vector<std::uint32_t>& cell_of) {
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

}  // namespace

BorderCells make_border_cells(const QueryMesh& mesh) {
  std::vector<std::uint32_t> first, cell_of;
  BorderCells out;
  const NavBase base = triangles_of(mesh, first);
  BorderMesh border(base);
  border.make_delaunay();
  border.remove_inner();
  Merger merged(border);
  merged.run();
  write_cells(border, merged, out, cell_of);
  const std::vector<std::uint32_t> homes = border.homes();
  for (const std::uint32_t t : first) {
    Vec2 sum;
    for (const std::uint32_t v : base.triangles[t]) sum = sum + mesh.vertex(v).xy();
    out.anchor.push_back({sum.x / 3, sum.y / 3});
    out.home.push_back(cell_of[homes[t]]);
  }
  return out;
}

// Along the line from the anchor, which lies in the mesh's cell as the place does, so no border is in the
// way. Only portals have to be looked at: there is no other way out.
std::uint32_t BorderCells::cell_at(const MeshPlace& place) const {
  const Vec2 from = anchor[place.cell], to = place.at.xy(), on = to - from;
  std::uint32_t cell = home[place.cell], entered = kNone;
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
