// The Delaunay triangulation of lattice points as half-edges: what triangulate() begins with.
//
//   Delaunay delaunay;                     // keeps its memory between calls
//   (void)delaunay.build(points);          // or an outcome: two points are equal, cancelled
//   delaunay.edges(), delaunay.points()    // vertices in an order of its own; vertex_of() leads there
//
// Exact, and unique: four points on a circle are decided by `in_circle`. Time n log n for any input.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ambula/context.h"
#include "geometry/half_edges.h"
#include "geometry/predicates.h"

namespace ambula {

// Whether d lies inside the circle through a, b, c (counter-clockwise). Four points on a circle: the
// lexicographically smallest is lifted off the paraboloid by an infinitely small height, which is more than
// that of all greater ones (Edelsbrunner and Mücke 1990). False where d is one of the others.
[[nodiscard]] inline bool in_circle(Point2 a, Point2 b, Point2 c, Point2 d) {
  const int side = incircle(a, b, c, d);
  if (side != 0) [[likely]]
    return side > 0;
  const Point2 smallest = std::min({a, b, c, d});
  if (smallest == d) return false;
  if (smallest == a) return orient2d(d, b, c) > 0;
  if (smallest == b) return orient2d(a, d, c) > 0;
  return orient2d(a, b, d) > 0;
}

class Delaunay {
 public:
  enum class Outcome : std::uint8_t { done, equal_points, cancelled };

  [[nodiscard]] Outcome build(std::span<const Point2> points, const Context* context = nullptr);

  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> equal_points() const { return equal_; }  // indices
  [[nodiscard]] HalfEdges& edges() { return edges_; }
  [[nodiscard]] const HalfEdges& edges() const { return edges_; }
  [[nodiscard]] std::span<const Point2> points() const { return points_; }  // by vertex

  // Out of the lexicographically smallest vertex along the hull, everything on its left.
  [[nodiscard]] std::uint32_t first_hull_edge() const { return hull_; }

  // False when all points lie on one line: then there is no triangle.
  [[nodiscard]] bool has_triangles() const { return points_.size() > 2 && edges_.live() >= points_.size(); }

  [[nodiscard]] std::uint32_t index_of(std::uint32_t vertex) const { return index_[vertex]; }
  [[nodiscard]] std::uint32_t vertex_of(std::uint32_t index) const { return vertex_[index]; }
  // Position in lexicographic order.
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t vertex) const { return same_ ? vertex : rank_[vertex]; }
  [[nodiscard]] std::uint32_t vertex_at(std::uint32_t rank) const { return same_ ? rank : at_rank_[rank]; }

 private:
  // Hull edges out of the first and the last vertex of a part: `first` with the part on its left, `last`
  // with the part on its right.
  struct Hull {
    std::uint32_t first, last;
  };
  enum class Axis : std::uint8_t { x, y };

  [[nodiscard]] bool sort(std::span<const Point2> points);
  void sort_wide(std::span<const Point2> points, Point2 low, int y_bits);
  void arrange();
  void arrange_part(std::uint32_t begin, std::uint32_t end, Axis axis);
  [[nodiscard]] Hull divide(std::uint32_t begin, std::uint32_t end, Axis axis);
  [[nodiscard]] Hull divide_sorted(std::uint32_t begin, std::uint32_t end);
  [[nodiscard]] Hull turned(Hull hull, Axis axis) const;
  [[nodiscard]] Hull merge(Hull left, Hull right);

  HalfEdges edges_;
  std::vector<Point2> points_;                 // by vertex
  std::vector<std::uint32_t> index_;           // vertex → caller's index
  std::vector<std::uint32_t> vertex_;          // and back
  std::vector<std::uint32_t> rank_, at_rank_;  // vertex → rank and back, unless they are the same
  std::vector<std::uint64_t> keys_, spare_;
  std::vector<std::uint32_t> by_x_, by_y_, y_rank_, part_;
  std::vector<Point2> sorted_;
  std::pair<std::uint32_t, std::uint32_t> equal_{};
  const Context* context_ = nullptr;
  std::uint32_t hull_ = 0;
  bool same_ = true;
  bool cancelled_ = false;
};

}  // namespace ambula
