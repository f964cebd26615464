// A grid over edges for one question: which may come within `reach` of a point?
//
//   EdgeGrid grid(100);
//   grid.insert(7, a, b);
//   grid.near(p, [&](std::uint32_t id) { ... });   // ids may come several times, and a few too many
//
// Edges lie in one of several grids, by length: each touches few cells, and a point asks at most four cells
// a grid. Where many edges crowd a cell, later ones go to finer grids. Nothing is ever taken out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"

namespace ambula {

class EdgeGrid {
 public:
  explicit EdgeGrid(std::int32_t reach, std::size_t expected = 0);

  void insert(std::uint32_t id, LatticePoint a, LatticePoint b);

  template <class Visit>
  void near(LatticePoint p, Visit&& visit) const {
    for (std::uint32_t level = 0; level < kLevels; ++level) {
      if (!used_[level]) continue;
      const int shift = shift_of(level);
      for (std::int32_t x = (p.x - reach_) >> shift; x <= (p.x + reach_) >> shift; ++x) {
        for (std::int32_t y = (p.y - reach_) >> shift; y <= (p.y + reach_) >> shift; ++y) {
          for (std::uint32_t e = first(key_of(level, x, y)); e != kEnd; e = entries_[e].next) {
            const Entry& entry = entries_[e];
            if (p.z >= entry.low && p.z <= entry.high) visit(entry.id);
          }
        }
      }
    }
  }

 private:
  static constexpr std::uint32_t kLevels = 14;
  static constexpr std::uint32_t kEnd = 0xFFFFFFFFu;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  struct Entry {
    std::uint32_t id, next;
    std::int32_t low, high;  // z, widened by reach
  };
  struct Cell {
    std::uint64_t key = kFree;
    std::uint32_t first = kEnd, count = 0;
  };

  [[nodiscard]] int shift_of(std::uint32_t level) const { return shift_ + 2 * static_cast<int>(level); }
  // Cells are 32 quanta or wider, so that their coordinates fit 28 bits.
  [[nodiscard]] static std::uint64_t key_of(std::uint32_t level, std::int32_t x, std::int32_t y) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 28) - 1;
    return std::uint64_t{level} << 56 | (static_cast<std::uint64_t>(x) & kMask) << 28 |
           (static_cast<std::uint64_t>(y) & kMask);
  }
  [[nodiscard]] std::size_t slot(std::uint64_t key) const {
    std::size_t s = static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> hash_shift_);
    while (cells_[s].key != key && cells_[s].key != kFree) s = (s + 1) & (cells_.size() - 1);
    return s;
  }
  [[nodiscard]] std::uint32_t first(std::uint64_t key) const { return cells_[slot(key)].first; }
  void list_cells(std::uint32_t level, LatticePoint a, LatticePoint b);
  [[nodiscard]] bool crowded() const;
  void resize(std::size_t cells);

  std::int32_t reach_;
  int shift_ = 5;  // of the finest level: its cells are at least 2 reach wide
  int hash_shift_ = 0;
  std::size_t occupied_ = 0;
  std::array<bool, kLevels> used_{};
  std::vector<Cell> cells_;  // open addressing, a power of two
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> touched_;  // cells of the edge being inserted
};

}  // namespace ambula
