// Triangulates one side of a new constraint: the hole that the edges it crossed leave behind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/half_edges.h"
#include "geometry/predicates.h"

namespace ambula {

class Cavity {
 public:
  // Fills the hole to the left of `base` with a constrained Delaunay triangulation. Its border, counter-
  // clockwise: base, then `chain` from the end of base back to its origin, each with the hole on its left.
  // The hole must be empty, and every vertex of the chain must be visible from base, as it is where the
  // triangles that base crosses were taken out. A vertex may occur more than once. Expected time: linear.
  void fill(HalfEdges& edges, std::span<const Point2> points, std::uint32_t base,
            std::span<const std::uint32_t> chain);

 private:
  static constexpr std::uint32_t kNone = HalfEdges::kNone;

  struct Part {
    std::uint32_t base, begin, end;  // of the chain
    std::uint32_t side;              // of the plan, kNone without one
  };
  // One side of a triangle of the plan; three in a row make one.
  struct Side {
    std::uint32_t from, twin;
  };
  struct Gap {
    std::uint32_t a, b;    // a triangle of a, b and the new corner is wanted
    std::uint32_t beyond;  // the side b → a, kNone on the border
  };

  [[nodiscard]] std::uint32_t wrap(const HalfEdges& edges, std::span<const Point2> points, const Part& part,
                                   std::span<const std::uint32_t> chain) const;

  static std::uint32_t following(std::uint32_t side) { return side % 3 == 2 ? side - 2 : side + 1; }
  [[nodiscard]] std::uint32_t apex(std::uint32_t side) const {
    return sides_[following(following(side))].from;
  }
  std::uint32_t add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void join(std::uint32_t side, std::uint32_t other);
  void plan();
  void unlink_in_random_order();
  void insert(std::uint32_t corner);
  void legalize();

  std::vector<Part> parts_;
  // The plan: the triangulation of the corners so far, corners being positions in the chain.
  std::vector<Point2> at_;
  std::vector<std::int64_t> distance_;         // from the base
  std::vector<std::uint32_t> before_, after_;  // the corners' neighbours on the border
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> border_;  // the side that begins at a corner and has nothing beyond
  std::vector<Side> sides_;
  std::vector<std::uint32_t> unused_;  // triangles
  std::vector<Gap> gaps_;
  std::vector<std::uint32_t> suspects_;
};

}  // namespace ambula
