#include "navmesh/surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>

#include "ambula/hash.h"
#include "geometry/rationals.h"
#include "geometry/triangulation.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

LatticePoint polar(double radius, double angle, double z) {
  return {static_cast<std::int32_t>(std::lround(radius * std::cos(angle))),
          static_cast<std::int32_t>(std::lround(radius * std::sin(angle))),
          static_cast<std::int32_t>(std::lround(z))};
}

std::uint64_t blot_of(double x, double y, double size, std::uint64_t seed) {
  const auto i = static_cast<std::int64_t>(std::floor(x / size)),
             j = static_cast<std::int64_t>(std::floor(y / size));
  return mix_bits(mix_bits(seed ^ static_cast<std::uint64_t>(i)) + static_cast<std::uint64_t>(j));
}

}  // namespace

TestSurface joined(const std::vector<Corners>& triangles, std::vector<std::uint32_t> label) {
  TestSurface out;
  std::map<LatticePoint, std::uint32_t> vertex;
  for (const Corners& t : triangles) {
    std::array<std::uint32_t, 3> corners{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto [at, fresh] = vertex.try_emplace(t[i], static_cast<std::uint32_t>(out.vertices.size()));
      if (fresh) out.vertices.push_back(t[i]);
      corners[i] = at->second;
    }
    out.triangles.push_back(corners);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> sides;
  for (std::uint32_t t = 0; t < out.triangles.size(); ++t) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const bool fresh = sides.try_emplace({out.triangles[t][i], out.triangles[t][(i + 1) % 3]}, t).second;
      EXPECT_TRUE(fresh) << "two triangles on one side of an edge";
    }
  }
  out.neighbours.assign(out.triangles.size(), {kNone, kNone, kNone});
  for (std::uint32_t t = 0; t < out.triangles.size(); ++t) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      const auto other = sides.find({out.triangles[t][(i + 1) % 3], out.triangles[t][i]});
      if (other != sides.end()) out.neighbours[t][i] = other->second;
    }
  }
  out.label = std::move(label);
  if (out.label.empty()) out.label.assign(out.triangles.size(), 0);
  return out;
}

TestSurface of_walkable(const Walkable& w) {
  return {w.vertices, w.faces, w.neighbours, std::vector<std::uint32_t>(w.faces.size(), 0)};
}

TestSurface shuffled(const TestSurface& surface, std::uint64_t seed) {
  const std::size_t n = surface.triangles.size();
  std::vector<std::uint32_t> order(n), place(n);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return mix_bits(a + seed) < mix_bits(b + seed); });
  for (std::uint32_t k = 0; k < n; ++k) place[order[k]] = k;
  TestSurface out;
  out.vertices = surface.vertices;
  for (const std::uint32_t t : order) {
    const std::size_t turn = mix_bits(t * seed + 5) % 3;
    std::array<std::uint32_t, 3> corners{}, neighbours{};
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = surface.triangles[t][(i + turn) % 3];
      const std::uint32_t other = surface.neighbours[t][(i + turn) % 3];
      neighbours[i] = other == kNone ? kNone : place[other];
    }
    out.triangles.push_back(corners);
    out.neighbours.push_back(neighbours);
    out.label.push_back(surface.label[t]);
  }
  return out;
}

TestSurface random_blots(std::size_t n, std::int32_t range, std::int32_t blot, std::uint64_t seed,
                         std::uint32_t labels) {
  Random random(seed);
  std::set<Point2> places;
  while (places.size() < n) places.insert(random.point(range));
  const std::vector<Point2> points(places.begin(), places.end());
  const auto mesh = triangulate(points, {}, Keep::hull);
  EXPECT_TRUE(mesh);
  std::vector<Corners> triangles;
  std::vector<std::uint32_t> label;
  for (const auto& t : mesh->triangles) {
    Corners c;
    double x = 0, y = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      c[i] = {points[t[i]].x, points[t[i]].y, static_cast<std::int32_t>(mix_bits(t[i] + seed) % 8)};
      x += c[i].x / 3.0;
      y += c[i].y / 3.0;
    }
    if (blot > 0 && blot_of(x, y, blot, seed) % 5 < 2) continue;
    triangles.push_back(c);
    label.push_back(
        static_cast<std::uint32_t>(blot_of(x, y, blot > 0 ? 2.0 * blot : range, seed + 1) % labels));
  }
  return joined(triangles, std::move(label));
}

TestSurface random_board(std::int32_t squares, std::uint64_t seed, std::uint32_t labels) {
  std::vector<Corners> triangles;
  std::vector<std::uint32_t> label;
  for (std::int32_t x = 0; x < squares; ++x) {
    for (std::int32_t y = 0; y < squares; ++y) {
      const std::uint64_t dice = mix_bits(mix_bits(seed) + static_cast<std::uint64_t>(x * squares + y));
      if (dice % 7 == 0) continue;
      const LatticePoint a{x, y, 0}, b{x + 1, y, 0}, c{x + 1, y + 1, 0}, d{x, y + 1, 0};
      if (dice & 64) {
        triangles.push_back({a, b, c});
        triangles.push_back({a, c, d});
      } else {
        triangles.push_back({a, b, d});
        triangles.push_back({b, c, d});
      }
      for (int k = 0; k < 2; ++k)
        label.push_back(static_cast<std::uint32_t>(blot_of(x, y, 4, seed) % labels));
    }
  }
  return joined(triangles, std::move(label));
}

TestSurface polygon_floor(const std::vector<Point2>& outline) {
  std::vector<Constraint> sides;
  for (std::uint32_t k = 0; k < outline.size(); ++k)
    sides.push_back({k, static_cast<std::uint32_t>((k + 1) % outline.size()), 1});
  const auto mesh = triangulate(outline, sides);
  EXPECT_TRUE(mesh);
  std::vector<Corners> triangles;
  for (const auto& t : mesh->triangles) {
    Corners c;
    for (std::size_t i = 0; i < 3; ++i) c[i] = {outline[t[i]].x, outline[t[i]].y, 0};
    triangles.push_back(c);
  }
  return joined(triangles);
}

TestSurface ring(std::uint32_t n, double inner, std::uint32_t m, double outer) {
  std::vector<Point2> points;
  std::vector<Constraint> outline;
  const auto add = [&](std::uint32_t corners, double radius, bool hole) {
    const auto first = static_cast<std::uint32_t>(points.size());
    for (std::uint32_t k = 0; k < corners; ++k) {
      const LatticePoint p = polar(radius, 2 * std::numbers::pi * k / corners, 0);
      points.push_back({p.x, p.y});
      const std::uint32_t a = first + k, b = first + (k + 1) % corners;
      outline.push_back(hole ? Constraint{b, a, 1} : Constraint{a, b, 1});
    }
  };
  add(n, inner, true);
  add(m, outer, false);
  const auto mesh = triangulate(points, outline);
  EXPECT_TRUE(mesh);
  std::vector<Corners> triangles;
  for (const auto& t : mesh->triangles) {
    Corners c;
    for (std::size_t i = 0; i < 3; ++i) c[i] = {points[t[i]].x, points[t[i]].y, 0};
    triangles.push_back(c);
  }
  return joined(triangles);
}

TestSurface spiral(double inner, double outer, std::uint32_t steps, double turns, double rise,
                   std::uint32_t rows, double drift) {
  std::vector<Corners> triangles;
  const auto at = [&](std::uint32_t row, std::uint32_t step) {
    const double part = static_cast<double>(step) / steps;
    return polar(inner + drift * part + (outer - inner) * row / rows, 2 * std::numbers::pi * part,
                 rise * part);
  };
  for (std::uint32_t s = 0; s < static_cast<std::uint32_t>(turns * steps); ++s) {
    for (std::uint32_t r = 0; r < rows; ++r) {
      triangles.push_back({at(r, s), at(r + 1, s), at(r + 1, s + 1)});
      triangles.push_back({at(r, s), at(r + 1, s + 1), at(r, s + 1)});
    }
  }
  return joined(triangles);
}

}  // namespace ambula::testing
