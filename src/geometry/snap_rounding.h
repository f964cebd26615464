// Snap rounding on the integer lattice (Hobby 1999): segments become chains of lattice points that meet only
// in common points.
//
//   SnapRounding snap;
//   snap.hot_pixels(segments, pixels);        // of every end and every crossing
//   snap.chains(segments, pixels, chains);    // the pixels each segment passes through, in its direction
//
// A pixel is the unit square around a lattice point, closed to the left and below. Every piece of a chain
// stays within half a quantum (per axis) of its segment; no point passes through a segment, so sides may
// collapse but never swap. Decisions are exact. The object only keeps scratch memory; use one per thread.
//
// Cost: about (n + k) log n for k crossings; bundles of segments that no line separates are compared in
// pairs.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "geometry/box_tree.h"
#include "geometry/predicates.h"
#include "geometry/segment_grid.h"

namespace ambula {

// Whether the closed segment a b meets the pixel of p.
[[nodiscard]] constexpr bool meets_pixel(Point2 a, Point2 b, Point2 p) {
  if (p.x < std::min(a.x, b.x) || p.x > std::max(a.x, b.x) || p.y < std::min(a.y, b.y) ||
      p.y > std::max(a.y, b.y)) {
    return false;
  }
  // Twice the line's value at the middle; at a corner it differs by up to the sum of |dx| and |dy|. Ends are
  // lattice points, so no segment runs along a side, and touching a corner counts at the lower left one
  // alone.
  const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
  const std::int64_t value = 2 * orient2d(a, b, p), reach = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
  const std::int64_t size = value < 0 ? -value : value;
  return size < reach || (size == reach && value == dx - dy) || (dx == 0 && dy == 0);
}

// The lattice point whose pixel holds the crossing of two segments that cross in their insides.
[[nodiscard]] Point2 rounded_crossing(Point2 a, Point2 b, Point2 c, Point2 d);

// offset * numerator / denominator rounded to the nearest integer, halves up; denominator > 0, and twice the
// product fits into 127 bits. `ratio` is numerator / denominator as a double, which decides unless the value
// is close to a half.
[[nodiscard]] std::int64_t rounded_exactly(std::int64_t offset, Int128 numerator, Int128 denominator);
template <class Int>
[[nodiscard]] std::int64_t rounded_part(std::int64_t offset, Int numerator, Int denominator, double ratio) {
  const double value = static_cast<double>(offset) * ratio + 0.5;
  auto below = static_cast<std::int64_t>(value);
  if (value < static_cast<double>(below)) --below;
  const double rest = value - static_cast<double>(below);
  return rest > 1e-5 && rest < 1 - 1e-5 ? below : rounded_exactly(offset, numerator, denominator);
}

struct Chains {
  std::vector<std::uint32_t> begin;  // segment s has nodes[begin[s] .. begin[s + 1])
  std::vector<std::uint32_t> nodes;  // indices of the pixels
};

class SnapRounding {
 public:
  // Sorted and unique.
  void hot_pixels(std::span<const Segment2> segments, std::vector<Point2>& pixels);
  // `pixels` sorted and unique, with the ends of all segments among them.
  void chains(std::span<const Segment2> segments, std::span<const Point2> pixels, Chains& out);

 private:
  // A segment as far as it lies in the part of the plane being looked at; doubles, a quantum wide of the
  // truth.
  struct Clipped {
    std::uint32_t segment;
    double x0, y0, x1, y1;
  };
  void sort_unique(std::vector<Point2>& points);
  void begin_with(std::span<const Segment2> segments);
  void clip(std::size_t first, std::size_t last, bool along_x, double at, bool high);
  void cross_all(std::span<const Segment2> segments, std::size_t first, int depth,
                 std::vector<Point2>& pixels);
  void cross_pairs(std::span<const Segment2> segments, std::size_t first, std::vector<Point2>& pixels);

  std::vector<Clipped> clipped_;  // a stack of sets
  std::vector<FourBoxes> boxes_;  // of those compared in pairs
  SegmentGrid grid_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> hits_;  // segment, pixel
  std::vector<std::uint32_t> next_;
  std::vector<std::uint64_t> words_, spare_;
};

}  // namespace ambula
