// The intervals of grid lines inside solids: the crossings of a soup's triangles with every grid line along
// one axis, put together to intervals.
//
// Closed objects (every edge is used as often in both directions) are solids, and their union counts. An open
// object is a sheet: it counts as solid for a fixed depth behind its front. Which lines a triangle crosses is
// decided in integers, so that neighbours share no line and leave none out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/scene.h"

namespace ambula::scenes {

// Nodes at origin + cell * (i, j, k), 0 <= i < size[0] and so on.
struct Grid {
  Vec3 origin;
  double cell = 0;  // metres
  std::array<std::int32_t, 3> size{};

  [[nodiscard]] Vec3 at(Vec3 node) const { return origin + node * cell; }
  [[nodiscard]] Vec3 to_nodes(Vec3 p) const { return (p - origin) * (1 / cell); }
};

// The grid of a soup: two cells around it on each side, its origin off round numbers.
[[nodiscard]] Grid grid_around(const Soup& soup, double cell);

// Solid from `from` to `to`, in cells along the axis from the grid's origin.
struct SolidInterval {
  double from = 0, to = 0;
};

// The grid's lines along one axis that meet a solid, in order of their nodes.
class SolidLines {
 public:
  struct Line {
    std::int32_t u = 0, v = 0;  // node numbers along the next axis and the one after it
    std::uint32_t first = 0;    // of its intervals, which are apart and in order
  };

  SolidLines(const Soup& soup, std::span<const std::uint8_t> closed, const Grid& grid, int axis);

  [[nodiscard]] std::span<const Line> lines() const { return {lines_.data(), lines_.size() - 1}; }
  [[nodiscard]] std::span<const SolidInterval> intervals(const Line& line) const {
    return std::span(intervals_).subspan(line.first, (&line)[1].first - line.first);
  }
  // The intervals of the line through these nodes; none where it meets nothing.
  [[nodiscard]] std::span<const SolidInterval> intervals(std::int32_t u, std::int32_t v) const;

 private:
  std::vector<Line> lines_;  // and one more that ends the last
  std::vector<SolidInterval> intervals_;
};

// Per object of the soup: whether its triangles close.
[[nodiscard]] std::vector<std::uint8_t> closed_objects(const Soup& soup);

}  // namespace ambula::scenes
