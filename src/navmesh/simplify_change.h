// A change of the surface that is tried: triangles taken out, holes filled.
#pragma once

#include <vector>

#include "navmesh/simplify_surface.h"

namespace ambula {

class Change {
 public:
  Change(EditSurface& surface, double height) : surface_(surface), height_(height) {}

  std::vector<std::uint32_t> old;            // triangles
  std::vector<std::uint32_t> gone;           // their vertices that are on no outline
  std::uint32_t added = EditSurface::kNone;  // a vertex that only the outline has
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
  // The same where a hole is two triangles, and the fill has the other diagonal.
  bool fits_flipped(double most);
  void apply() {
    surface_.replace(old, holes, off_);
    for (const std::uint32_t v : gone) surface_.remove_vertex(v);
  }

 private:
  [[nodiscard]] bool is_level() const;
  void list_edges(const Hole& hole);
  void start_from_old();
  EditSurface& surface_;
  double height_;
  EarClipper ears_;
  std::vector<Point2> outline_;
  std::vector<HoleTriangle> fresh_;
  std::vector<HoleEdge> fresh_edges_, old_edges_;
  Rise off_;
};

}  // namespace ambula
