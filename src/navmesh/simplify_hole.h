// Holes in a surface and what fills them: the outline of what a removed vertex leaves behind, triangulated
// anew, and how far that is from what was there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"
#include "geometry/predicates.h"

namespace ambula {

// Of a point from a segment.
[[nodiscard]] double squared_distance(Point2 p, Point2 a, Point2 b);

// Triangles as corners of an outline.
using HoleFill = std::vector<std::array<std::uint32_t, 3>>;

// Whether an outline is counter-clockwise, with area, and meets itself nowhere.
[[nodiscard]] bool is_simple(std::span<const Point2> outline);

// Ears of a simple outline, the roundest first. False where the outline is not simple, mostly.
class EarClipper {
 public:
  bool run(std::span<const Point2> outline, HoleFill& out);

 private:
  void judge(std::uint32_t k);

  std::span<const Point2> at_;
  std::vector<std::uint32_t> next_, before_;
  std::vector<double> round_;  // of the ear at a corner; 0: it is none
};

// All triangles from one corner. False unless it sees the whole outline.
[[nodiscard]] bool fill_from(std::span<const Point2> outline, std::uint32_t corner, HoleFill& out);

// How far up and down a new surface is from an old one, at least and at most; never above or below 0. Both
// are linear between places where a corner or an edge of one meets the other, so these decide. Orientations
// are exact, which leaves an error below a millionth of a quantum.
struct Rise {
  double least = 0, most = 0;

  void widen(double by) {
    least = by < least ? by : least;
    most = by > most ? by : most;
  }
};
using HoleTriangle = std::array<LatticePoint, 3>;
using HoleEdge = std::array<LatticePoint, 2>;

[[nodiscard]] inline Point2 plan_of(LatticePoint p) { return {p.x, p.y}; }
[[nodiscard]] inline bool holds(const HoleTriangle& t, Point2 p) {
  return orient2d(plan_of(t[0]), plan_of(t[1]), p) >= 0 && orient2d(plan_of(t[1]), plan_of(t[2]), p) >= 0 &&
         orient2d(plan_of(t[2]), plan_of(t[0]), p) >= 0;
}
// Of the triangle at a place inside of it.
[[nodiscard]] double height_at(const HoleTriangle& t, Point2 p);
// Where the edges cross inside of both, the rise of `fresh` above `old` counts.
void compare(const HoleEdge& fresh, const HoleEdge& old, Rise& rise);

}  // namespace ambula
