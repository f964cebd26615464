// Everything here follows from the places of corners alone, so that two runs that found the same surface in
// another order write the same bytes.
#include "walkable/finish.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "core/radix_sort.h"

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

// Faces by their corners, from the least on (`first`), then by number. The least corner's plan is sorted by
// radix; only faces that share it are compared.
std::vector<std::uint32_t> canonical_order(const Surface& surface, const std::vector<std::uint8_t>& first) {
  const auto corner = [&](std::uint32_t f, std::uint32_t k) {
    return surface.vertices[surface.faces[f].corner[(first[f] + k) % 3]];
  };
  struct Item {
    std::uint32_t x, y, face;
  };
  std::vector<Item> items(first.size()), spare;
  std::uint32_t all_x = 0, all_y = 0;  // bits that any has
  constexpr auto kReach = static_cast<std::uint32_t>(Lattice::kReach);
  for (std::uint32_t f = 0; f < items.size(); ++f) {
    const LatticePoint p = corner(f, 0);
    items[f] = {static_cast<std::uint32_t>(p.x) + kReach, static_cast<std::uint32_t>(p.y) + kReach, f};
    all_x |= items[f].x;
    all_y |= items[f].y;
  }
  radix_sort(items, spare, 0, static_cast<int>(std::bit_width(all_y)),
             [](const Item& item) { return std::uint64_t{item.y}; });
  radix_sort(items, spare, 0, static_cast<int>(std::bit_width(all_x)),
             [](const Item& item) { return std::uint64_t{item.x}; });
  std::vector<std::uint32_t> order(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) order[k] = items[k].face;
  for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
    while (end < items.size() && items[end].x == items[begin].x && items[end].y == items[begin].y) ++end;
    if (end - begin == 1) continue;
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
              order.begin() + static_cast<std::ptrdiff_t>(end), [&](std::uint32_t f, std::uint32_t g) {
                for (std::uint32_t k = 0; k < 3; ++k) {
                  if (const LatticePoint a = corner(f, k), b = corner(g, k); a != b) return a < b;
                }
                return f < g;
              });
  }
  return order;
}

}  // namespace

void write_faces(const Surface& surface, Walkable& out) {
  const std::size_t n = surface.faces.size();
  const auto place = [&](std::uint32_t f, std::uint32_t i) {
    return surface.vertices[surface.faces[f].corner[i]];
  };
  std::vector<std::uint8_t> first(n);
  for (std::uint32_t f = 0; f < n; ++f) {
    const LatticePoint a = place(f, 0), b = place(f, 1), c = place(f, 2);
    first[f] = a < b ? (a < c ? 0 : 2) : (b < c ? 1 : 2);
  }
  const std::vector<std::uint32_t> order = canonical_order(surface, first);
  std::vector<std::uint32_t> rank(n);
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
