// Ear clipping (Meisters 1975) in the coordinate plane the polygon faces most. It is meant for pictures: no
// exact predicates, and after a fixed amount of searching the next corner is cut off as it comes, so that a
// hostile polygon costs bounded time and a wrong-looking fill at worst.
#include "draw/triangulate.h"

#include <cmath>

namespace ambula {
namespace {

constexpr std::uint64_t kBudget = 20'000'000;  // point-in-triangle tests for one polygon

double turn(Vec2 a, Vec2 b, Vec2 c) { return cross(b - a, c - a); }

// The polygon seen along its largest normal axis, counter-clockwise.
std::vector<Vec2> flattened(std::span<const Vec3> corners) {
  Vec3 n;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    n = n + cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
  }
  const Vec3 size{std::abs(n.x), std::abs(n.y), std::abs(n.z)};
  std::vector<Vec2> flat;
  flat.reserve(corners.size());
  for (const Vec3 corner : corners) {
    const Vec3 p = corner - corners[0];
    if (size.z >= size.x && size.z >= size.y) {
      flat.push_back(n.z >= 0 ? Vec2{p.x, p.y} : Vec2{p.y, p.x});
    } else if (size.x >= size.y) {
      flat.push_back(n.x >= 0 ? Vec2{p.y, p.z} : Vec2{p.z, p.y});
    } else {
      flat.push_back(n.y >= 0 ? Vec2{p.z, p.x} : Vec2{p.x, p.z});
    }
  }
  return flat;
}

class EarClipper {
 public:
  explicit EarClipper(std::vector<Vec2> points) : points_(std::move(points)) {
    const auto n = static_cast<std::uint32_t>(points_.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      next_.push_back((i + 1) % n);
      previous_.push_back((i + n - 1) % n);
    }
  }

  void clip(std::vector<std::array<std::uint32_t, 3>>& triangles) {
    std::uint32_t at = 0;
    for (std::size_t left = points_.size(); left > 3; --left) {
      std::size_t tried = 0;
      while (!is_ear(at) && ++tried < left) at = next_[at];
      triangles.push_back({previous_[at], at, next_[at]});
      next_[previous_[at]] = next_[at];
      previous_[next_[at]] = previous_[at];
      at = next_[at];  // going on behind the ear makes even triangles, not a fan of slivers
    }
    triangles.push_back({previous_[at], at, next_[at]});
  }

 private:
  bool is_ear(std::uint32_t at) {
    if (steps_ > kBudget) return true;
    const Vec2 a = points_[previous_[at]], b = points_[at], c = points_[next_[at]];
    if (!(turn(a, b, c) > 0)) return false;
    for (std::uint32_t i = next_[next_[at]]; i != previous_[at]; i = next_[i]) {
      ++steps_;
      const Vec2 p = points_[i];
      if (p == a || p == b || p == c) continue;  // corners met twice, where a hole is joined to the outline
      if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
  }

  std::vector<Vec2> points_;
  std::vector<std::uint32_t> next_, previous_;
  std::uint64_t steps_ = 0;
};

}  // namespace

void triangulate(std::span<const Vec3> corners, std::vector<std::array<std::uint32_t, 3>>& triangles) {
  if (corners.size() < 3) return;
  if (corners.size() == 3) {
    triangles.push_back({0, 1, 2});
    return;
  }
  EarClipper(flattened(corners)).clip(triangles);
}

}  // namespace ambula
