// Small scenes of boxes and sheets, and flat floors cut into components, for the tests of what is enclosed.
// Coordinates are centimetres: the lattice of these scenes has a quantum of 0.01 m.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "ambula/lattice.h"
#include "geometry/winding_number.h"
#include "walkable/surface.h"

namespace ambula::solids {

inline constexpr Lattice kLattice{.origin = {}, .quantum = 0.01};

enum Face : unsigned { kLeft = 1, kRight = 2, kFront = 4, kBack = 8, kBottom = 16, kTop = 32, kAll = 63 };

class SolidScene {
 public:
  // Counter-clockwise from outside; the diagonal runs from a to c.
  void quad(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  }
  // The given faces of a box, outwards, or inwards with `inward`.
  void box(LatticePoint low, LatticePoint high, unsigned faces = kAll, bool inward = false) {
    const auto p = [&](int i) {
      return LatticePoint{(i & 1) ? high.x : low.x, (i & 2) ? high.y : low.y, (i & 4) ? high.z : low.z};
    };
    const auto face = [&](unsigned which, int a, int b, int c, int d) {
      if (!(faces & which)) return;
      if (inward) {
        quad(p(a), p(d), p(c), p(b));
      } else {
        quad(p(a), p(b), p(c), p(d));
      }
    };
    face(kLeft, 0, 4, 6, 2);
    face(kRight, 1, 3, 7, 5);
    face(kFront, 0, 1, 5, 4);
    face(kBack, 2, 6, 7, 3);
    face(kBottom, 0, 2, 3, 1);
    face(kTop, 4, 5, 7, 6);
  }
  // A horizontal sheet facing up, in squares.
  void sheet(LatticePoint low, LatticePoint high, std::int32_t square) {
    for (std::int32_t x = low.x; x < high.x; x += square) {
      for (std::int32_t y = low.y; y < high.y; y += square) {
        quad({x, y, low.z}, {x + square, y, low.z}, {x + square, y + square, low.z}, {x, y + square, low.z});
      }
    }
  }
  void turn(std::size_t triangle) { std::swap(triangles[triangle][1], triangles[triangle][2]); }

  std::vector<LatticeTriangle> triangles;
};

// Deterministic disorder: triangles in another order, each with another corner first.
inline std::vector<LatticeTriangle> shuffled(std::vector<LatticeTriangle> triangles, std::uint32_t seed) {
  std::mt19937 random(seed);
  for (std::size_t i = triangles.size(); i > 1; --i) std::swap(triangles[i - 1], triangles[random() % i]);
  for (LatticeTriangle& t : triangles) {
    std::rotate(t.begin(), t.begin() + static_cast<std::ptrdiff_t>(random() % 3), t.end());
  }
  return triangles;
}

// A flat floor in squares; `component_at` names the component of each square's middle, kNoFloor leaves a
// hole.
struct Floor {
  static constexpr std::uint32_t kNoFloor = 0xFFFFFFFFu;

  Surface surface;
  std::vector<std::uint32_t> component;

  void add(LatticePoint low, LatticePoint high, std::int32_t square,
           const std::function<std::uint32_t(double, double)>& component_at) {
    for (std::int32_t x = low.x; x < high.x; x += square) {
      for (std::int32_t y = low.y; y < high.y; y += square) {
        const std::uint32_t c = component_at(x + 0.5 * square, y + 0.5 * square);
        if (c == kNoFloor) continue;
        const auto v = static_cast<std::uint32_t>(surface.vertices.size());
        surface.vertices.insert(
            surface.vertices.end(),
            {{x, y, low.z}, {x + square, y, low.z}, {x + square, y + square, low.z}, {x, y + square, low.z}});
        constexpr std::array<std::uint32_t, 3> kAlone{Surface::kNone, Surface::kNone, Surface::kNone};
        surface.faces.push_back({{v, v + 1, v + 2}, kAlone, {}, 0});
        surface.faces.push_back({{v, v + 2, v + 3}, kAlone, {}, 0});
        component.insert(component.end(), {c, c});
      }
    }
  }
};

inline bool within(double v, double low, double high) { return v > low && v < high; }

}  // namespace ambula::solids
