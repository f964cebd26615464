// The flat pieces of cells at a place in plan: a grid of bins, of which crowded ones have grids of their own.
//
// Who asks where a point is mostly stands on the mesh or right above it. Its bin has that piece among a few
// others, and everything else that comes close, as far as the bin reaches.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"
#include "query/piece_box.h"
#include "query/query_mesh.h"

namespace ambula {

// In quanta, rounded outwards.
struct HeightRange {
  std::int32_t low = 0, high = 0;
};

class PlanGrid {
 public:
  struct Grid {
    Vec2 low, size, per_size;  // of its corner; of a bin; 1 over that
    std::uint32_t columns = 0, rows = 0, first_bin = 0;

    // A bin's, of what is nearest where the grid does not reach.
    [[nodiscard]] std::uint32_t column(double x) const { return index((x - low.x) * per_size.x, columns); }
    [[nodiscard]] std::uint32_t row(double y) const { return index((y - low.y) * per_size.y, rows); }
    [[nodiscard]] static std::uint32_t index(double at, std::uint32_t count) {
      return std::min(static_cast<std::uint32_t>(std::clamp(at, 0.0, 0x1p31)), count - 1);
    }
  };

  // What lies over and under a rectangle, and around it as far as the grid's margin.
  struct Bin {
    bool is_known = false;
    std::span<const std::uint32_t> items;  // numbers of pieces, large ones first
    // What heights they have, upwards; nothing is between these. Only where there is a margin to speak of.
    std::span<const HeightRange> heights;

    // Whether all of it is at least as far above or below p as q is, which is a place of it, and anything
    // else is further.
    [[nodiscard]] bool is_off(Vec3 p, Vec3 q) const;
  };
  static constexpr std::size_t kMostItems = 256;  // of a bin: beyond that the tree is quicker

  PlanGrid() = default;
  // A bin has the pieces that come within `margin` quanta of it. That is at least 1: far more than
  // coordinates are rounded by. Takes memory for at most a number of items and bins a piece, whatever the
  // shapes.
  PlanGrid(const QueryMesh& mesh, std::span<const PieceBox> pieces, double margin);

  // The bin that has a place; none is known where the grid does not reach, or the bin would hold too much.
  [[nodiscard]] Bin at(Vec2 p) const;

 private:
  class Maker;
  // What a bin is: a grid, or the number of its list. Bins beside each other that have the same pieces have
  // one list.
  static constexpr std::uint32_t kGrid = 0x80000000, kTooMany = 0xffffffff;

  // Where a list's items and heights begin; they end where those of the next begin.
  struct List {
    std::uint32_t item = 0, height = 0;
  };
  [[nodiscard]] std::span<const std::uint32_t> items_of(std::uint32_t list) const {
    return {items_.data() + lists_[list].item, lists_[list + 1].item - lists_[list].item};
  }
  [[nodiscard]] std::span<const HeightRange> heights_of(std::uint32_t list) const {
    return {heights_.data() + lists_[list].height, lists_[list + 1].height - lists_[list].height};
  }
  std::vector<Grid> grids_;  // the first one has everything
  std::vector<std::uint32_t> bins_, items_;
  std::vector<List> lists_{{}};  // one more at the end
  std::vector<HeightRange> heights_;
  Vec2 low_{1, 1}, high_;  // of all pieces; this way around nothing is between them
};

inline bool PlanGrid::Bin::is_off(Vec3 p, Vec3 q) const {
  const double away = std::abs(p.z - q.z), low = p.z - away, high = p.z + away;
  // q may be the top of a range, or the bottom of one; no other may come in between.
  return std::all_of(heights.begin(), heights.end(), [&](const HeightRange& range) {
    return q.z < p.z ? range.high <= q.z || range.low > high : range.low >= q.z || range.high < low;
  });
}

inline PlanGrid::Bin PlanGrid::at(Vec2 p) const {
  if (!((p.x >= low_.x) & (p.x <= high_.x) & (p.y >= low_.y) & (p.y <= high_.y))) return {};
  const Grid* grid = grids_.data();
  while (true) {
    const std::uint32_t column = grid->column(p.x), row = grid->row(p.y);
    const std::uint32_t bin = bins_[grid->first_bin + row * grid->columns + column];
    if (bin < kGrid) return {true, items_of(bin), heights_of(bin)};
    if (bin == kTooMany) return {};
    grid = &grids_[bin - kGrid];
  }
}

}  // namespace ambula
