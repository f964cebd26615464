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

// How far up and down new triangles are from the old ones where they cover them: at least and at most, and
// never above or below 0. Both surfaces are linear between places where corners or edges of one meet the
// other, so these decide; orientations are exact, which leaves an error below a millionth of a quantum.
struct Rise {
  double least = 0, most = 0;
};
using HoleTriangle = std::array<LatticePoint, 3>;
[[nodiscard]] Rise rise_of(std::span<const HoleTriangle> fresh, std::span<const HoleTriangle> old);

}  // namespace ambula
