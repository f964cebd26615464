#include "walkable/weld_surfaces.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>

namespace ambula {

Surface surface_of(std::vector<LatticePoint> vertices, const std::vector<Triangle>& triangles,
                   Border border) {
  constexpr std::uint32_t kNone = Surface::kNone;
  Surface s;
  s.vertices = std::move(vertices);
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> face_at;
  for (const Triangle& t : triangles) {
    const auto f = static_cast<std::uint32_t>(s.faces.size());
    s.faces.push_back({t, {kNone, kNone, kNone}, {border, border, border}, f});
    for (std::uint32_t i = 0; i < 3; ++i) face_at[{t[i], t[(i + 1) % 3]}] = f;
  }
  for (SurfaceFace& face : s.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto back = face_at.find({face.corner[(i + 1) % 3], face.corner[i]});
      if (back == face_at.end()) continue;
      face.neighbour[i] = back->second;
      face.border[i] = {};
    }
  }
  return s;
}

Surface rectangle(LatticePoint low, LatticePoint high, Border border) {
  return surface_of({low, {high.x, low.y, high.z}, high, {low.x, high.y, low.z}}, {{0, 1, 2}, {0, 2, 3}},
                    border);
}

Surface polygon(const std::vector<LatticePoint>& points, Border border) {
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 1; i + 1 < points.size(); ++i) triangles.push_back({0, i, i + 1});
  return surface_of(points, triangles, border);
}

void append(Surface& surface, const Surface& more) {
  const auto vertices = static_cast<std::uint32_t>(surface.vertices.size());
  const auto faces = static_cast<std::uint32_t>(surface.faces.size());
  surface.vertices.insert(surface.vertices.end(), more.vertices.begin(), more.vertices.end());
  for (SurfaceFace face : more.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      face.corner[i] += vertices;
      if (face.neighbour[i] != Surface::kNone) face.neighbour[i] += faces;
    }
    face.source += faces;
    surface.faces.push_back(face);
  }
}

Border& border_at(Surface& surface, LatticePoint a, LatticePoint b) {
  for (SurfaceFace& face : surface.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const LatticePoint p = surface.vertices[face.corner[i]], q = surface.vertices[face.corner[(i + 1) % 3]];
      if (face.neighbour[i] == Surface::kNone && ((p == a && q == b) || (p == b && q == a)))
        return face.border[i];
    }
  }
  throw std::logic_error("no such border");
}

std::size_t components(const Surface& surface) {
  std::vector<std::size_t> parent(surface.faces.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto find = [&](std::size_t c) {
    while (parent[c] != c) c = parent[c] = parent[parent[c]];
    return c;
  };
  std::size_t count = surface.faces.size();
  for (std::size_t f = 0; f < surface.faces.size(); ++f) {
    for (const std::uint32_t n : surface.faces[f].neighbour) {
      if (n == Surface::kNone || find(n) == find(f)) continue;
      parent[find(n)] = find(f);
      --count;
    }
  }
  return count;
}

std::size_t border_edges(const Surface& surface) {
  std::size_t count = 0;
  for (const SurfaceFace& face : surface.faces) {
    for (const std::uint32_t n : face.neighbour) {
      if (n == Surface::kNone) ++count;
    }
  }
  return count;
}

double plan_area(const Surface& surface) {
  double twice = 0;
  for (const SurfaceFace& face : surface.faces) {
    twice += static_cast<double>(orient2d(plan(surface.vertices[face.corner[0]]),
                                          plan(surface.vertices[face.corner[1]]),
                                          plan(surface.vertices[face.corner[2]])));
  }
  return twice / 2;
}

std::vector<std::array<LatticePoint, 3>> faces_by_place(const Surface& surface) {
  std::vector<std::array<LatticePoint, 3>> out;
  for (const SurfaceFace& face : surface.faces) {
    std::array<LatticePoint, 3> f;
    for (std::size_t i = 0; i < 3; ++i) f[i] = surface.vertices[face.corner[i]];
    std::rotate(f.begin(), std::min_element(f.begin(), f.end()), f.end());
    out.push_back(f);
  }
  std::sort(out.begin(), out.end());
  return out;
}

Surface shuffled(const Surface& surface, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto order_of = [&](std::size_t n) {
    std::vector<std::uint32_t> order(n);
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    return order;
  };
  const auto vertex = order_of(surface.vertices.size()), place = order_of(surface.faces.size());
  Surface out = surface;
  for (std::size_t v = 0; v < vertex.size(); ++v) out.vertices[vertex[v]] = surface.vertices[v];
  for (std::size_t f = 0; f < place.size(); ++f) {
    const std::size_t turn = random() % 3;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t from = (i + turn) % 3;
      const std::uint32_t n = surface.faces[f].neighbour[from];
      SurfaceFace& face = out.faces[place[f]];
      face.corner[i] = vertex[surface.faces[f].corner[from]];
      face.neighbour[i] = n == Surface::kNone ? n : place[n];
      face.border[i] = surface.faces[f].border[from];
      face.source = surface.faces[f].source;
    }
  }
  return out;
}

}  // namespace ambula
