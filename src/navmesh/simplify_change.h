// A change of the surface that is tried: triangles taken out, holes filled.
#pragma once

#include <vector>

#include "navmesh/simplify_surface.h"

namespace ambula {

class Change {
 public:
  Change(EditSurface& surface, double height) : surface_(surface), height_(height) {}

  std::vector<std::uint32_t> old;  // triangles
  std::vector<Hole> holes;

  // Makes room for so many holes.
  void begin(std::size_t n);
  // The plan of a hole's outline.
  [[nodiscard]] const std::vector<Point2>& outline(const Hole& hole);

  // Fills the holes by the first way that keeps the heights: round triangles, then all from one corner. The
  // outlines have to be simple.
  bool fill();
  // Whether the fills keep the heights; sets what apply() tells the new triangles.
  bool fits();
  void apply() { surface_.replace(old, holes, off_); }

 private:
  EditSurface& surface_;
  double height_;
  EarClipper ears_;
  std::vector<Point2> outline_;
  std::vector<HoleTriangle> fresh_, was_;
  Rise off_;
};

}  // namespace ambula
