// Segments and points brought together by place: a grid over them, and a finer one in every cell that is
// still crowded.
//
//   SegmentGrid grid;
//   grid.visit(segments, points, [&](std::span<const std::uint32_t> s, std::span<const std::uint32_t> p) {
//   ... });
//
// The object only keeps scratch memory; use one per thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/predicates.h"

namespace ambula {

struct Segment2 {
  Point2 a, b;
};

class SegmentGrid {
 public:
  // Gives small sets of segments and points to `leaf`, by index. Each point comes once (unless nothing is
  // near it), with all segments that pass it within a quantum.
  template <class Leaf>
  void visit(std::span<const Segment2> segments, std::span<const Point2> points, Leaf&& leaf) {
    if (!begin(segments, points)) return;
    divide(whole_, 0, leaf);
  }

 private:
  // Stretches of the two stacks of indices, and where all that matters of them lies.
  struct Part {
    std::size_t segments, segments_end, points, points_end;
    double low_x, low_y, high_x, high_y;
  };
  struct Entry {
    std::uint32_t cell, segment;
  };

  bool begin(std::span<const Segment2> segments, std::span<const Point2> points);
  [[nodiscard]] static bool is_few(const Part& part);
  // Sorts a part into cells at the top of the stacks, and lists the cells worth a look in parts_. False when
  // that gains nothing.
  bool split(const Part& part);
  void rasterise(const Part& part, double scale_x, double scale_y, std::uint32_t columns, std::uint32_t rows);

  template <class Leaf>
  void divide(const Part& part, int depth, Leaf&& leaf) {
    constexpr int kMaxDepth = 12;
    const std::size_t first = parts_.size(), top = segments_.size(), top_points = points_.size();
    if (is_few(part) || depth >= kMaxDepth || !split(part)) {
      leaf(
          std::span<const std::uint32_t>(segments_.data() + part.segments, part.segments_end - part.segments),
          std::span<const std::uint32_t>(points_.data() + part.points, part.points_end - part.points));
      return;
    }
    for (std::size_t k = first; k < parts_.size(); ++k) {
      const Part cell = parts_[k];
      divide(cell, depth + 1, leaf);
    }
    parts_.resize(first);
    segments_.resize(top);
    points_.resize(top_points);
  }

  std::span<const Segment2> all_segments_;
  std::span<const Point2> all_points_;
  Part whole_{};
  std::vector<std::uint32_t> segments_, points_;  // stacks of sets
  std::vector<Part> parts_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> next_, next_point_;
};

}  // namespace ambula
