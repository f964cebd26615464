// What is left of a convex polygon when others are taken away, exactly.
//
//   Remainder rest;
//   rest.begin(triangle);
//   if (!rest.take(shape)) ...      // the shape has nothing of what was left: others cover it there
//   if (rest.empty()) ...           // nothing of the triangle is left
//
// Polygons are counter-clockwise and strictly convex. The rest is kept as convex pieces whose corners are
// crossings of lattice lines; they are never rounded. The object only keeps scratch memory; use one per
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/predicates.h"

namespace ambula {

class Remainder {
 public:
  void begin(std::span<const Point2> polygon);
  // Whether there was something to take. Where what is left falls into too many pieces it is no longer
  // followed, and the answer is yes.
  bool take(std::span<const Point2> polygon);
  [[nodiscard]] bool empty() const { return pieces_.empty() && !lost_; }

 private:
  // a x + b y + c, positive to the left; relative to the origin.
  struct Line {
    std::int64_t a, b, c;
    double da, db, dc;
    double abs_a, abs_b, abs_c;  // their sizes, times what roundings may add up to
    [[nodiscard]] Line reversed() const { return {-a, -b, -c, -da, -db, -dc, abs_a, abs_b, abs_c}; }
  };
  // Where a line meets the next one, which turns left from it: (x, y) / w, each within a few units in the
  // last place of the sum of its products' sizes.
  struct Corner {
    std::uint32_t in, out;  // of lines_
    double x, y, w, size_x, size_y, size_w;
    double at_x, at_y;  // about there; infinite where the two are all but parallel
  };
  struct Piece {
    std::uint32_t first, count;           // of corners_
    double low_x, low_y, high_x, high_y;  // around them, a quantum wide of the truth
  };

  std::uint32_t add_lines(std::span<const Point2> polygon);  // gives the first
  [[nodiscard]] Corner corner(std::uint32_t in, std::uint32_t out) const;
  [[nodiscard]] int side(const Line& l, const Corner& c) const {
    const double value = l.da * c.x + l.db * c.y + l.dc * c.w;
    const double bound = l.abs_a * c.size_x + l.abs_b * c.size_y + l.abs_c * c.size_w;
    return value > bound ? 1 : value < -bound ? -1 : side_exactly(l, c);
  }
  [[nodiscard]] int side_exactly(const Line& l, const Corner& c) const;
  [[nodiscard]] Piece piece_from(std::uint32_t first) const;
  void keep_left(std::uint32_t line, std::span<const Corner> from);
  bool cut(const Piece& piece, std::uint32_t first, std::size_t count);

  Point2 origin_;
  std::vector<Line> lines_;      // each with the same line the other way around after it
  std::vector<Corner> corners_;  // of pieces, also of such that are gone
  std::vector<Piece> pieces_;
  std::vector<Piece> outside_;      // of the piece at work, what is left of it
  std::vector<Corner> inside_;      // and what is taken
  std::vector<std::int8_t> sides_;  // scratch
  bool lost_ = false;               // too many pieces
};

}  // namespace ambula
