// Everything here follows from the places of corners alone, so that two runs that found the same surface in
// another order write the same bytes.
#include "walkable/finish.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/flat_map.h"
#include "walkable/outline.h"

namespace ambula {

Components components_of(const Surface& surface) {
  Components out;
  out.of_face.assign(surface.faces.size(), Surface::kNone);
  std::vector<std::uint32_t> open;
  for (std::uint32_t first = 0; first < surface.faces.size(); ++first) {
    if (out.of_face[first] != Surface::kNone) continue;
    out.of_face[first] = out.count;
    open.push_back(first);
    while (!open.empty()) {
      const std::uint32_t f = open.back();
      open.pop_back();
      for (const std::uint32_t g : surface.faces[f].neighbour) {
        if (g == Surface::kNone || out.of_face[g] != Surface::kNone) continue;
        out.of_face[g] = out.count;
        open.push_back(g);
      }
    }
    ++out.count;
  }
  return out;
}

void keep_faces(Surface& surface, const std::vector<char>& keep) {
  std::vector<std::uint32_t> renumbered(surface.faces.size(), Surface::kNone);
  std::uint32_t next = 0;
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    if (keep[f]) renumbered[f] = next++;
  }
  if (next == surface.faces.size()) return;
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    if (!keep[f]) continue;
    SurfaceFace face = surface.faces[f];
    for (std::size_t i = 0; i < 3; ++i) {
      std::uint32_t& n = face.neighbour[i];
      if (n == Surface::kNone) continue;
      n = renumbered[n];
      if (n == Surface::kNone) face.border[i] = {.kind = BorderKind::ledge};
    }
    surface.faces[renumbered[f]] = face;
  }
  surface.faces.resize(next);
  std::vector<std::uint32_t> vertex(surface.vertices.size(), Surface::kNone);
  std::vector<LatticePoint> used;
  for (SurfaceFace& face : surface.faces) {
    for (std::uint32_t& v : face.corner) {
      if (vertex[v] == Surface::kNone) {
        vertex[v] = static_cast<std::uint32_t>(used.size());
        used.push_back(surface.vertices[v]);
      }
      v = vertex[v];
    }
  }
  surface.vertices = std::move(used);
}

namespace {

constexpr std::int64_t kSliver = 20000;  // twice the area in square quanta: a square centimetre

struct EdgePlace {
  LatticePoint a, b;
  bool operator==(const EdgePlace&) const = default;
};
struct EdgePlaceHash {
  std::size_t operator()(const EdgePlace& e) const {
    const auto mix = [](LatticePoint p) {
      std::uint64_t h = static_cast<std::uint32_t>(p.x) | std::uint64_t{static_cast<std::uint32_t>(p.y)}
                                                              << 32;
      h = (h * 0x9E3779B97F4A7C15ULL ^ static_cast<std::uint32_t>(p.z)) * 0xBF58476D1CE4E5B9ULL;
      return h ^ (h >> 29);
    };
    return static_cast<std::size_t>(mix(e.a) * 3 + mix(e.b));
  }
};

std::uint32_t next_side(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

// Joins open borders that run to and fro between the same places.
void join_open(Surface& surface) {
  FlatMap<EdgePlace, EdgePlaceHash> waiting;
  for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      SurfaceFace& face = surface.faces[f];
      if (face.neighbour[i] != Surface::kNone || !is_open(face.border[i])) continue;
      const EdgePlace e{surface.vertices[face.corner[i]], surface.vertices[face.corner[next_side(i)]]};
      const std::uint32_t other = waiting.find({e.b, e.a});
      if (other == Surface::kNone || surface.faces[other / 4].neighbour[other % 4] != Surface::kNone) {
        waiting.insert(e, 4 * f + i);
        continue;
      }
      face.neighbour[i] = other / 4;
      surface.faces[other / 4].neighbour[other % 4] = f;
      face.border[i] = surface.faces[other / 4].border[other % 4] = {};
    }
  }
}

}  // namespace

Int128 drop_doubled(Surface& surface) {
  Int128 dropped = 0;
  const auto area_of = [&](std::uint32_t f) {
    const auto& c = surface.faces[f].corner;
    return orient2d(plan(surface.vertices[c[0]]), plan(surface.vertices[c[1]]), plan(surface.vertices[c[2]]));
  };
  const auto edge = [&](std::uint32_t f, std::uint32_t i) {
    const auto& c = surface.faces[f].corner;
    return EdgePlace{surface.vertices[c[i]], surface.vertices[c[next_side(i)]]};
  };
  for (int round = 0; round < 4; ++round) {
    FlatMap<EdgePlace, EdgePlaceHash> borders;
    std::vector<char> keep(surface.faces.size(), 1);
    bool any = false;
    const auto settle = [&](std::uint32_t f, std::uint32_t g) {
      if (f == g) return;
      const std::uint32_t smaller = area_of(f) < area_of(g) || (area_of(f) == area_of(g) && f > g) ? f : g;
      if (area_of(smaller) > kSliver || !keep[f] || !keep[g]) return;
      keep[smaller] = 0;
      dropped += area_of(smaller);
      any = true;
    };
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (surface.faces[f].neighbour[i] != Surface::kNone) continue;
        const auto [other, is_first] = borders.insert(edge(f, i), f);
        if (!is_first) settle(f, other);
      }
    }
    for (std::uint32_t f = 0; f < surface.faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        if (surface.faces[f].neighbour[i] == Surface::kNone) continue;
        const std::uint32_t other = borders.find(edge(f, i));
        if (other != Surface::kNone) settle(f, other);
      }
    }
    if (!any) break;
    keep_faces(surface, keep);
    join_open(surface);
    const std::vector<LatticePoint> places = surface.vertices;
    std::vector<std::array<std::uint32_t, 3>> corner;
    for (const SurfaceFace& face : surface.faces) corner.push_back(face.corner);
    assign_vertices(surface, [&](std::uint32_t f, std::uint32_t i) { return places[corner[f][i]]; });
  }
  return dropped;
}

void write_faces(const Surface& surface, Walkable& out) {
  const std::size_t n = surface.faces.size();
  const auto place = [&](std::uint32_t f, std::uint32_t i) {
    return surface.vertices[surface.faces[f].corner[i]];
  };
  std::vector<std::uint8_t> first(n);
  std::vector<std::uint32_t> order(n), rank(n);
  for (std::uint32_t f = 0; f < n; ++f) {
    const LatticePoint a = place(f, 0), b = place(f, 1), c = place(f, 2);
    first[f] = a < b ? (a < c ? 0 : 2) : (b < c ? 1 : 2);
  }
  std::iota(order.begin(), order.end(), 0u);
  const auto corner = [&](std::uint32_t f, std::uint32_t k) { return place(f, (first[f] + k) % 3); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t f, std::uint32_t g) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      if (const LatticePoint a = corner(f, k), b = corner(g, k); a != b) return a < b;
    }
    return f < g;
  });
  for (std::uint32_t k = 0; k < n; ++k) rank[order[k]] = k;

  std::vector<std::uint32_t> vertex(surface.vertices.size(), Surface::kNone);
  out.vertices.clear();
  out.faces.resize(n);
  out.neighbours.resize(n);
  out.border.resize(n);
  out.border_height.resize(n);
  out.inner_wall.assign(n, 0);
  out.face_triangle.resize(n);
  for (std::uint32_t k = 0; k < n; ++k) {
    const SurfaceFace& face = surface.faces[order[k]];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t from = (first[order[k]] + i) % 3;
      std::uint32_t& v = vertex[face.corner[from]];
      if (v == Surface::kNone) {
        v = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(surface.vertices[face.corner[from]]);
      }
      out.faces[k][i] = v;
      const std::uint32_t neighbour = face.neighbour[from];
      out.neighbours[k][i] = neighbour == Surface::kNone ? Walkable::kNone : rank[neighbour];
      out.border[k][i] = face.border[from].kind;
      out.border_height[k][i] = face.border[from].height;
      if (face.border[from].inner) out.inner_wall[k] = static_cast<std::uint8_t>(out.inner_wall[k] | 1u << i);
    }
    out.face_triangle[k] = face.source;
  }
  // Components, numbered by their first face in this order.
  out.component.assign(n, Walkable::kNone);
  out.components = 0;
  std::vector<std::uint32_t> open;
  for (std::uint32_t f = 0; f < n; ++f) {
    if (out.component[f] != Walkable::kNone) continue;
    out.component[f] = out.components;
    open.push_back(f);
    while (!open.empty()) {
      const std::uint32_t g = open.back();
      open.pop_back();
      for (const std::uint32_t h : out.neighbours[g]) {
        if (h == Walkable::kNone || out.component[h] != Walkable::kNone) continue;
        out.component[h] = out.components;
        open.push_back(h);
      }
    }
    ++out.components;
  }
}

}  // namespace ambula
