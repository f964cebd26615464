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
  // triangles that base crosses were taken out. A vertex may occur more than once.
  void fill(HalfEdges& edges, std::span<const Point2> points, std::uint32_t base,
            std::span<const std::uint32_t> chain);

 private:
  struct Part {
    std::uint32_t base, begin, end;  // of the chain
  };
  std::vector<Part> parts_;
};

}  // namespace ambula
