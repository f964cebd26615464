// The near side of all obstacles beyond one sill, and the distances that a body standing over the sill keeps
// because of them.
//
// Places are given in the sill's frame: x along the sill, y away from the surface. The frame is divided into
// narrow columns across the sill. Of each column only the obstacle nearest to the sill counts, since a body
// meets it first. So ten thousand triangles of a sofa cost no more than its outline.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "navmesh/clipped_polygon.h"

namespace ambula {

// A distance to keep from a part of a border edge, all in quanta. It grows or shrinks evenly from one end of
// the part to the other.
struct KeptStretch {
  std::uint32_t half_edge = 0;
  double from = 0, to = 0;  // along the edge
  double from_distance = 0, to_distance = 0;
  double low = -std::numeric_limits<double>::infinity();  // only between these two places along the edge,
  double high = std::numeric_limits<double>::infinity();
  // and only where the plane of the edge's triangle is no higher than this above the edge's beginning.
  double highest = std::numeric_limits<double>::infinity();
  // Only on triangles that reach lower than this.
  double below = std::numeric_limits<double>::infinity();
  // Only on triangles that reach higher than this.
  double above = -std::numeric_limits<double>::infinity();
};

// The distances kept from a sill at the ends of its parts. Between two ends they change evenly.
using KeptDistances = std::vector<double>;

class SillProfile {
 public:
  // Forgets everything. The sill has `length` and is divided into `parts`; obstacles count within `reach` of
  // it. Quanta.
  void begin(double length, std::size_t parts, double reach);
  [[nodiscard]] bool empty() const { return last_ <= first_; }

  // Adds an obstacle. `top` is kept as the highest of all obstacles of a column.
  void add(const ClippedPolygon& polygon, double top = 0);
  // True if an obstacle in this box would change nothing.
  [[nodiscard]] bool hides(double low, double high, double near) const;

  // The distance from each end of a part that reaches as far as `reach` from the nearest obstacle, 0 where
  // there is none. Rounded up by at most an eighth of a part, but never where an obstacle lies straight
  // ahead.
  void distances(KeptDistances& out) const;
  // The highest top within reach of each end of a part.
  void tops(std::vector<double>& out) const;
  // Where obstacles begin and end that matter for a stretch.
  [[nodiscard]] double low_of(double from) const;
  [[nodiscard]] double high_of(double to) const;

 private:
  struct Column {
    double near = std::numeric_limits<double>::infinity();  // of what is in it
    double low = std::numeric_limits<double>::infinity();   // along the sill
    double high = -std::numeric_limits<double>::infinity();
    double top = -std::numeric_limits<double>::infinity();
  };
  [[nodiscard]] std::size_t column_at(double x) const;
  [[nodiscard]] double begin_of(std::size_t column) const {
    return width_ * static_cast<double>(column) - reach_;
  }
  void add_part(std::size_t column, Vec2 a, Vec2 b, double top);

  double length_ = 0, reach_ = 0, width_ = 1;
  std::size_t parts_ = 0;
  std::size_t first_ = 0, last_ = 0;  // of the columns that hold something
  std::vector<Column> columns_;
};

}  // namespace ambula
