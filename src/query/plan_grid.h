// The flat pieces of cells at a place in plan: a grid of bins, of which crowded ones have grids of their own.
//
// Who asks where a point is mostly stands on the mesh or right above it. Its bin has that piece among a few
// others, and everything else that comes close, as far as the bin reaches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/vec.h"
#include "query/piece_box.h"
#include "query/query_mesh.h"

namespace ambula {

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

  // What lies over and under a rectangle.
  struct Bin {
    const Grid* grid = nullptr;
    std::uint32_t column = 0, row = 0;
    std::span<const std::uint32_t> items;  // numbers of pieces, large ones first

    // Whether nothing is missing that comes into the rectangle p ± half.
    [[nodiscard]] bool covers(Vec2 p, Vec2 half) const {
      if (grid == nullptr) return false;
      const Vec2 low = grid->low + Vec2{column * grid->size.x, row * grid->size.y}, high = low + grid->size;
      return p.x - half.x >= low.x && p.x + half.x <= high.x && p.y - half.y >= low.y &&
             p.y + half.y <= high.y;
    }
  };

  PlanGrid() = default;
  // Takes memory for at most a number of items and bins a piece, whatever the shapes.
  PlanGrid(const QueryMesh& mesh, std::span<const PieceBox> pieces);

  // The bin that has a place; none where the grid does not reach, or the bin would hold too much.
  [[nodiscard]] Bin at(Vec2 p) const;
  // Calls visit(bin) for the bins that a rectangle meets. False where it stopped before the end: there are
  // very many of them, or one would hold too much.
  template <class Visit>
  bool visit(Vec2 low, Vec2 high, Visit&& visit) const;

 private:
  class Maker;
  static constexpr std::uint32_t kMostBins = 4;
  // What a bin is: a grid, or where its list begins, which is a count and so many items. Bins beside each
  // other that have the same pieces have one list.
  static constexpr std::uint32_t kGrid = 0x80000000, kTooMany = 0xffffffff;

  [[nodiscard]] std::span<const std::uint32_t> list(std::uint32_t bin) const {
    return {lists_.data() + bin + 1, lists_[bin]};
  }
  template <class Visit>
  bool visit_from(const Grid& grid, Vec2 low, Vec2 high, std::uint32_t& budget, Visit&& visit) const;

  std::vector<Grid> grids_;  // the first one has everything
  std::vector<std::uint32_t> bins_, lists_;
  Vec2 low_{1, 1}, high_;  // of all pieces; this way around nothing is between them
};

inline PlanGrid::Bin PlanGrid::at(Vec2 p) const {
  if (!((p.x >= low_.x) & (p.x <= high_.x) & (p.y >= low_.y) & (p.y <= high_.y))) return {};
  const Grid* grid = grids_.data();
  while (true) {
    const std::uint32_t column = grid->column(p.x), row = grid->row(p.y);
    const std::uint32_t bin = bins_[grid->first_bin + row * grid->columns + column];
    if (bin < kGrid) return {grid, column, row, list(bin)};
    if (bin == kTooMany) return {};
    grid = &grids_[bin - kGrid];
  }
}

template <class Visit>
bool PlanGrid::visit(Vec2 low, Vec2 high, Visit&& visit) const {
  std::uint32_t budget = kMostBins;
  return !grids_.empty() && visit_from(grids_[0], low, high, budget, visit);
}

template <class Visit>
bool PlanGrid::visit_from(const Grid& grid, Vec2 low, Vec2 high, std::uint32_t& budget, Visit&& visit) const {
  const std::uint32_t left = grid.column(low.x), right = grid.column(high.x), bottom = grid.row(low.y),
                      top = grid.row(high.y);
  const std::uint64_t bins = std::uint64_t{right - left + 1} * (top - bottom + 1);
  if (bins > budget) return false;
  budget -= static_cast<std::uint32_t>(bins);
  for (std::uint32_t row = bottom; row <= top; ++row) {
    for (std::uint32_t column = left; column <= right; ++column) {
      const std::uint32_t bin = bins_[grid.first_bin + row * grid.columns + column];
      if (bin < kGrid) {
        visit(Bin{&grid, column, row, list(bin)});
      } else if (bin == kTooMany || !visit_from(grids_[bin - kGrid], low, high, budget, visit)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace ambula
