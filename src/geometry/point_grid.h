// Points of the plane in square cells, for a long stream of boxes that mostly hold none of them.
//
//   PointGrid grid(points);
//   grid.each_in(low, high, [&](std::uint32_t index, Vec2 point) { ... });
//
// Asking costs two loads a row of cells the box touches; points come in no particular order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"

namespace ambula {

class PointGrid {
 public:
  explicit PointGrid(std::span<const Vec2> points);

  // Calls visit(index, point) for every point in the closed box.
  template <class Visit>
  void each_in(Vec2 low, Vec2 high, Visit&& visit) const {
    if (!(low.x <= high_.x && high.x >= low_.x && low.y <= high_.y && high.y >= low_.y)) return;
    const std::size_t left = cell(low.x - low_.x), right = cell(high.x - low_.x);
    const std::size_t bottom = cell(low.y - low_.y), top = cell(high.y - low_.y);
    for (std::size_t row = bottom; row <= top; ++row) {
      const std::uint32_t end = first_[row * side_ + right + 1];
      for (std::uint32_t i = first_[row * side_ + left]; i < end; ++i) {
        const Vec2 p = items_[i].point;
        if (p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y) visit(items_[i].index, p);
      }
    }
  }

 private:
  struct Item {
    Vec2 point;
    std::uint32_t index;
  };
  [[nodiscard]] std::size_t cell(double offset) const {
    return static_cast<std::size_t>(std::clamp(offset * scale_, 0.0, last_));
  }

  Vec2 low_, high_;
  std::size_t side_ = 1;  // cells
  double scale_ = 0, last_ = 0;
  std::vector<std::uint32_t> first_;  // per cell, row by row, and one more
  std::vector<Item> items_;
};

}  // namespace ambula
