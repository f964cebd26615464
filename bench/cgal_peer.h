// CGAL's constrained Delaunay triangulation, with nothing of CGAL in this header: it takes long to compile.
#pragma once

#include <memory>
#include <span>

#include "geometry/triangulation.h"

namespace ambula::bench {

// CGAL 5.5's Constrained_Delaunay_triangulation_2 over Exact_predicates_inexact_constructions_kernel,
// inserting all points and constraints at once, which it sorts along a curve. Its input is converted
// beforehand.
class CgalPeer {
 public:
  CgalPeer(std::span<const Point2> points, std::span<const Constraint> constraints);
  ~CgalPeer();
  CgalPeer(CgalPeer&&) noexcept;

  // Builds a triangulation, gives the number of its triangles within the hull; it is freed by the next call.
  std::size_t run();

  [[nodiscard]] static bool available();  // whether this build has CGAL

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ambula::bench
