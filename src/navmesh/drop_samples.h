// Places beyond a sill that have no ground near the sill's level: where a body that stands over the sill
// would step into nothing.
//
// The ground is sampled on a grid in the sill's frame. A gap counts as a drop when it holds a square block of
// samples, so that a foot spans whatever is narrower.
#pragma once

#include <cstddef>
#include <vector>

#include "navmesh/clipped_polygon.h"
#include "navmesh/sill_profile.h"

namespace ambula {

class DropSamples {
 public:
  // Drops within `reach` of a sill of this length count; gaps narrower than `gap` do not. Quanta. Nothing is
  // sampled where the reach is 0.
  void begin(double length, double reach, double gap);
  // True if there are samples that no ground was found for yet.
  [[nodiscard]] bool wants_ground() const { return uncovered_ > 0; }
  // Takes the samples over a piece of ground.
  void cover(const ClippedPolygon& ground);
  // Adds the near sides of drops. Blocks of samples side by side are one obstacle.
  void add_drops(SillProfile& out) const;

 private:
  [[nodiscard]] Vec2 sample(std::size_t row, std::size_t column) const {
    return {(static_cast<double>(column) + 0.5) * spacing_ - reach_,
            (static_cast<double>(row) + 0.5) * spacing_};
  }
  [[nodiscard]] bool is_open(std::size_t row, std::size_t column) const;

  double reach_ = 0, spacing_ = 0;
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<char> covered_;  // by row and column
  std::size_t uncovered_ = 0;  // of them
};

}  // namespace ambula
