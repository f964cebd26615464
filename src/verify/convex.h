// Convex polygons in space, cut by planes and measured in plan.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ambula/vec.h"
#include "verify/truth.h"

namespace ambula::checker {

// All places where a linear function is not below 0: metres in plan, or of height.
struct HalfSpace {
  Vec3 normal;
  double offset = 0;
  [[nodiscard]] double operator()(Vec3 v) const { return dot(normal, v) + offset; }
};

// A convex polygon of few corners; it may stand upright, and then has no area in plan.
struct Convex {
  static constexpr std::size_t kMost = 32;  // a cut adds one at most, and few of many cuts do

  std::array<Vec3, kMost> corner;
  std::size_t size = 0;

  Convex() = default;
  explicit Convex(const std::array<Vec3, 3>& t) : size(3) {
    for (std::size_t i = 0; i < 3; ++i) corner[i] = t[i];
  }

  // Keeps the part where `height` (a linear function of the place) is not below 0.
  template <class Height>
  void cut(Height&& height) {
    Convex out;
    for (std::size_t i = 0; i < size; ++i) {
      const Vec3 a = corner[i], b = corner[(i + 1) % size];
      const double ha = height(a), hb = height(b);
      if (ha >= 0) out.add(a);
      if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0)) out.add(a + (b - a) * (ha / (ha - hb)));
    }
    *this = out;
  }
  void cut_to_heights(double low, double high) {
    cut([&](Vec3 v) { return v.z - low; });
    cut([&](Vec3 v) { return high - v.z; });
  }
  void cut_to_square(Vec2 p, double half) {
    cut([&](Vec3 v) { return v.x - (p.x - half); });
    cut([&](Vec3 v) { return p.x + half - v.x; });
    cut([&](Vec3 v) { return v.y - (p.y - half); });
    cut([&](Vec3 v) { return p.y + half - v.y; });
  }

  // In plan; borders belong to it. An upright one holds nothing.
  [[nodiscard]] bool holds(Vec2 p) const {
    bool left = false, right = false;
    for (std::size_t i = 0; i < size; ++i) {
      const Vec2 a = corner[i].xy(), b = corner[(i + 1) % size].xy();
      const double side = cross(b - a, p - a);
      left |= side > 0;
      right |= side < 0;
    }
    return left != right;
  }
  // The point of it nearest to p, in plan.
  [[nodiscard]] Vec2 nearest(Vec2 p) const {
    if (holds(p)) return p;
    Vec2 best = corner[0].xy();
    for (std::size_t i = 0; i < size; ++i) {
      const Vec2 c = nearest_on(corner[i].xy(), corner[(i + 1) % size].xy(), p);
      if (dot(c - p, c - p) < dot(best - p, best - p)) best = c;
    }
    return best;
  }

 private:
  void add(Vec3 v) {
    if (size < kMost) corner[size++] = v;
  }
};

// The parts of a polygon outside the region all half-spaces have in common, further than a nanometre.
template <class Take>
void subtract(Convex rest, std::span<const HalfSpace> region, Take&& take) {
  constexpr double kBeyond = 1e-9;
  for (const HalfSpace& half : region) {
    Convex piece = rest;
    piece.cut([&](Vec3 v) { return -half(v) - kBeyond; });
    if (piece.size > 0) take(piece);
    rest.cut(half);
    if (rest.size == 0) return;
  }
}

}  // namespace ambula::checker
