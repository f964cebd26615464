// What the tests of the overlay share: segments, small surfaces, polygons on their faces, areas of what comes
// out.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "geometry/rationals.h"
#include "geometry/surface_overlay.h"

namespace ambula::testing {

using Polygon = std::vector<Point2>;
using Face = std::array<Point2, 3>;

// Of some length.
inline std::vector<Segment2> random_segments(std::size_t n, std::int32_t range, std::uint64_t seed) {
  Random random(seed);
  std::vector<Segment2> out;
  while (out.size() < n) {
    const Point2 a = random.point(range), b = random.point(range);
    if (a != b) out.push_back({a, b});
  }
  return out;
}

// A surface from faces given by their corners; edges are shared by place.
struct Mesh {
  std::vector<Face> faces;
  std::vector<std::array<std::uint32_t, 3>> edges;
  std::vector<std::uint32_t> edge_begin{0}, edge_faces;

  explicit Mesh(std::vector<Face> from) : faces(std::move(from)), edges(faces.size()) {
    std::map<std::pair<Point2, Point2>, std::vector<std::pair<std::uint32_t, std::uint32_t>>> sides;
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        sides[std::minmax(faces[f][i], faces[f][(i + 1) % 3])].emplace_back(f, i);
      }
    }
    for (const auto& [ends, users] : sides) {
      for (const auto& [f, i] : users) {
        edges[f][i] = static_cast<std::uint32_t>(edge_begin.size() - 1);
        edge_faces.push_back(f);
      }
      edge_begin.push_back(static_cast<std::uint32_t>(edge_faces.size()));
    }
  }
  [[nodiscard]] OverlaySurface surface() const { return {edges, edge_begin, edge_faces}; }
  [[nodiscard]] Sheet sheet(std::uint32_t face) const {
    Sheet out;
    out.face = face;
    out.corner = faces[face];
    return out;
  }
  [[nodiscard]] SurfaceOverlay overlay(std::vector<Sheet> sheets) const {
    return SurfaceOverlay(surface(), std::move(sheets), faces.size(),
                          [this](std::uint32_t f) { return faces[f]; });
  }
};

inline bool inside(const Face& face, Point2 p) {
  return orient2d(face[0], face[1], p) >= 0 && orient2d(face[1], face[2], p) >= 0 &&
         orient2d(face[2], face[0], p) >= 0;
}

// A triangle of lattice points of the face, counter-clockwise, or none.
inline Polygon random_polygon(const Face& face, std::int32_t range, Random& random) {
  for (int tries = 0; tries < 1000; ++tries) {
    const Point2 a = random.point(range), b = random.point(range), c = random.point(range);
    if (!inside(face, a) || !inside(face, b) || !inside(face, c)) continue;
    const std::int64_t area = orient2d(a, b, c);
    if (area == 0) continue;
    return area > 0 ? Polygon{a, b, c} : Polygon{a, c, b};
  }
  return {};
}

// Subtracts a polygon of the face, counter-clockwise: what runs along a side covers it, the rest cuts.
inline void add(Sheet& sheet, const Polygon& polygon, std::array<std::int32_t, 2> weight) {
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    std::uint32_t side = 3;
    for (std::uint32_t k = 0; k < 3; ++k) {
      const Point2 p = sheet.corner[k], q = sheet.corner[(k + 1) % 3];
      if (orient2d(p, q, a) == 0 && orient2d(p, q, b) == 0) side = k;
    }
    if (side == 3) {
      sheet.cut(a, b, weight, 0);
      continue;
    }
    // The polygon lies to the left of both.
    sheet.cover(side, a, b, weight, 0);
  }
}

inline double outline_length(const std::vector<Polygon>& polygons) {
  double sum = 0;
  for (const Polygon& p : polygons) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Point2 a = p[i], b = p[(i + 1) % p.size()];
      sum += std::hypot(static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y);
    }
  }
  return sum;
}

struct Resolved {
  std::vector<Point2> nodes;
  std::vector<Piece> pieces;
};

// Nothing where the face has no sheet.
inline Resolved resolve(const SurfaceOverlay& overlay, std::uint32_t face) {
  Resolved out;
  OverlayScratch scratch;
  const std::uint32_t s = overlay.sheet_of(face);
  if (s == SurfaceOverlay::kNone) return out;
  EXPECT_TRUE(overlay.resolve(s, scratch, out.nodes, out.pieces)) << "weights close";
  return out;
}

// Twice the area where `in` holds of the numbers.
template <class In>
Int128 doubled_area(const Resolved& r, In in) {
  Int128 sum = 0;
  for (const Piece& p : r.pieces) {
    const int sign = static_cast<int>(in(p.left())) - static_cast<int>(in(p.right));
    const Point2 a = r.nodes[p.a], b = r.nodes[p.b];
    sum += Int128{sign} * (Int128{a.x} * b.y - Int128{a.y} * b.x);
  }
  return sum;
}

}  // namespace ambula::testing
