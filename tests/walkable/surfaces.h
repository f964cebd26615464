// Small walkable surfaces put together by hand: what stages after the extraction are tested on.
//
//   Walkable w = surface_of({{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}}, ...});   // lattice points, any order
//   Walkable w = surface_of(scene, {0, 1});                              // of whole scene triangles
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "ambula/walkable.h"
#include "geometry/predicates.h"

namespace ambula::testing {

using LatticeTriangle = std::array<LatticePoint, 3>;

// Canonical: corners and faces in order, one vertex a place, joined wherever two edges meet, all borders
// ledges. Triangles must face up and must not touch in a single vertex only.
inline Walkable surface_of(std::vector<LatticeTriangle> triangles, Lattice lattice = {},
                           std::vector<std::uint32_t> of_triangle = {}) {
  if (of_triangle.empty()) {
    of_triangle.resize(triangles.size());
    std::iota(of_triangle.begin(), of_triangle.end(), 0U);
  }
  std::vector<std::pair<LatticeTriangle, std::uint32_t>> sorted;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    LatticeTriangle& corners = triangles[t];
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
    sorted.emplace_back(corners, of_triangle[t]);
  }
  std::sort(sorted.begin(), sorted.end());

  Walkable w;
  w.lattice = lattice;
  std::map<LatticePoint, std::uint32_t> vertex;
  for (const auto& [corners, id] : sorted) {
    auto& face = w.faces.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto next = static_cast<std::uint32_t>(w.vertices.size());
      const auto [place, fresh] = vertex.try_emplace(corners[i], next);
      if (fresh) w.vertices.push_back(corners[i]);
      face[i] = place->second;
    }
    const auto flat = [](LatticePoint p) { return Point2{p.x, p.y}; };
    w.areas.walkable += static_cast<double>(orient2d(flat(corners[0]), flat(corners[1]), flat(corners[2]))) /
                        2 * lattice.quantum * lattice.quantum;
    w.face_triangle.push_back(id);
  }
  const std::size_t n = w.faces.size();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges;
  for (std::size_t f = 0; f < n; ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      edges[{w.faces[f][i], w.faces[f][(i + 1) % 3]}] = static_cast<std::uint32_t>(f);
    }
  }
  w.component.assign(n, Walkable::kNone);
  for (std::size_t f = 0; f < n; ++f) {
    auto& neighbours = w.neighbours.emplace_back();
    auto& border = w.border.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      const auto across = edges.find({w.faces[f][(i + 1) % 3], w.faces[f][i]});
      neighbours[i] = across == edges.end() ? Walkable::kNone : across->second;
      border[i] = across == edges.end() ? BorderKind::ledge : BorderKind::none;
    }
  }
  for (std::size_t first = 0; first < n; ++first) {
    if (w.component[first] != Walkable::kNone) continue;
    std::vector<std::size_t> open{first};
    w.component[first] = w.components;
    while (!open.empty()) {
      const std::size_t f = open.back();
      open.pop_back();
      for (const std::uint32_t next : w.neighbours[f]) {
        if (next == Walkable::kNone || w.component[next] != Walkable::kNone) continue;
        w.component[next] = w.components;
        open.push_back(next);
      }
    }
    ++w.components;
  }
  w.border_height.resize(n);
  w.inner_wall.resize(n);
  w.face_object.assign(n, ObjectId{0});
  w.face_material.assign(n, MaterialId{0});
  w.areas.ground = w.areas.walkable;
  w.ground_triangles = static_cast<std::uint32_t>(n);
  w.input_triangle.resize(n);
  std::iota(w.input_triangle.begin(), w.input_triangle.end(), 0U);
  return w;
}

// These triangles of the scene as they are, with their objects and materials.
inline Walkable surface_of(const Scene& scene, const std::vector<std::uint32_t>& triangles) {
  std::vector<LatticeTriangle> corners;
  for (const std::uint32_t t : triangles) {
    LatticeTriangle& triangle = corners.emplace_back();
    for (int i = 0; i < 3; ++i) {
      triangle[static_cast<std::size_t>(i)] = scene.lattice.snap(scene.corner(TriangleId{t}, i));
    }
  }
  Walkable w = surface_of(corners, scene.lattice, triangles);
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    w.face_object[f] = scene.triangle_object[w.face_triangle[f]];
    w.face_material[f] = scene.triangle_material[w.face_triangle[f]];
  }
  w.input_triangle.resize(scene.triangles.size());
  std::iota(w.input_triangle.begin(), w.input_triangle.end(), 0U);
  return w;
}

// A square of 4 quanta a side about a middle vertex (component 0), a triangle beside it one level up
// (component 1), and something in every field.
inline Walkable sample_surface() {
  const LatticePoint a{0, 0, 0}, b{4, 0, 0}, c{4, 4, 0}, d{0, 4, 0}, m{2, 2, 1};
  Walkable w =
      surface_of({{a, b, m}, {b, c, m}, {c, d, m}, {d, a, m}, {{{10, 0, 5}, {14, 0, 5}, {10, 4, 5}}}},
                 {.origin = {100, 200, 3}, .quantum = 0.5});
  const auto edge = [&](LatticePoint from, LatticePoint to) {
    for (std::size_t f = 0; f < w.faces.size(); ++f) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (w.vertices[w.faces[f][i]] == from && w.vertices[w.faces[f][(i + 1) % 3]] == to)
          return std::pair{f, i};
      }
    }
    ADD_FAILURE() << "no such edge";
    return std::pair<std::size_t, std::size_t>{};
  };
  const auto [wall, wall_edge] = edge(a, b);
  w.border[wall][wall_edge] = BorderKind::wall;
  w.border_height[wall][wall_edge] = 4;
  w.inner_wall[wall] = static_cast<std::uint8_t>(1U << wall_edge);
  const auto [sill, sill_edge] = edge(c, d);
  w.border[sill][sill_edge] = BorderKind::sill;
  w.border_height[sill][sill_edge] = 1;
  w.removed = {{{{20, 0, 0}, {24, 0, 0}, {20, 4, 0}}}, {{{30, 0, 0}, {31, 0, 0}, {30, 1, 0}}}};
  w.removed_why = {Removal::enclosed, Removal::small};
  w.removed_enclosed = w.removed_small = 1;
  w.closed = {{{{4, 0, 0}, {4, 4, 0}}}};
  w.areas.enclosed = 2;
  w.areas.small = 0.125;
  w.areas.ground += 2.125;
  w.warnings = {"the scene is small"};
  return w;
}

}  // namespace ambula::testing
