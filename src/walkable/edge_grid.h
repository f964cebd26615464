// A grid over edges for one question: which may come within `reach` of a point?
//
//   EdgeGrid grid(100);
//   grid.insert(7, a, b);                                          // again when it has moved
//   grid.near(p, 25, [&](std::uint32_t id) { return keep_it(id); });
//
// Each id comes once: of all edges whose box comes as near as that. Edges lie in one of several grids, by
// length: each touches few cells. Where many edges crowd a cell, later ones go to finer grids.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ambula/lattice.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ambula {

class EdgeGrid {
 public:
  // reach: the farthest that will be asked for, in quanta.
  explicit EdgeGrid(std::int32_t reach, std::size_t expected = 0);

  void insert(std::uint32_t id, LatticePoint a, LatticePoint b);

  // visit(id) says whether the edge is still of use: if not, it need not come again before it is inserted
  // again.
  template <class Visit>
  void near(LatticePoint p, std::int32_t reach, Visit&& visit) {
    any_in_cells(p, reach, [&](Edge& edge, std::uint32_t id) {
      if (!visit(id)) edge.serial = 0;
      return false;
    });
  }
  // Whether found(id) holds for some.
  template <class Found>
  [[nodiscard]] bool any_near(LatticePoint p, std::int32_t reach, Found&& found) {
    return any_in_cells(p, reach, [&](Edge&, std::uint32_t id) { return found(id); });
  }

 private:
  static constexpr std::uint32_t kLevels = 14;
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  struct alignas(16) Entry {
    LatticePoint low;  // of its box
    std::uint32_t id;
    LatticePoint high;
    std::uint32_t serial;
  };
  static_assert(sizeof(Entry) == 32);
  struct Edge {
    std::uint32_t serial = 0;  // of its last insertion; entries of earlier ones are void
    std::uint32_t query = 0;   // that saw it last
  };
  struct Cell {
    std::uint64_t key = kFree;
    std::uint32_t first = 0, count = 0, room = 0;  // of entries
  };
  static constexpr std::uint32_t kChunkBits = 8;  // entries of a chunk

  [[nodiscard]] int shift_of(std::uint32_t level) const { return shift_ + 2 * static_cast<int>(level); }
  // Cells are 32 quanta or wider, so that their coordinates fit 28 bits.
  [[nodiscard]] static std::uint64_t key_of(std::uint32_t level, std::int32_t x, std::int32_t y) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 28) - 1;
    return std::uint64_t{level} << 56 | (static_cast<std::uint64_t>(x) & kMask) << 28 |
           (static_cast<std::uint64_t>(y) & kMask);
  }
  [[nodiscard]] std::size_t slot(std::uint64_t key) const {
    // Blocks of 4 × 4 cells stay together: a point asks neighbours.
    constexpr std::uint64_t kInner = std::uint64_t{3} << 28 | 3;
    const std::uint64_t block = ((key & ~kInner) * 0x9E3779B97F4A7C15u) >> hash_shift_ << 4;
    std::size_t s = static_cast<std::size_t>(block | (key >> 26 & 12) | (key & 3));
    while (cells_[s].key != key && cells_[s].key != kFree) s = (s + 1) & (cells_.size() - 1);
    return s;
  }
  template <class Visit>
  bool any_in_cells(LatticePoint p, std::int32_t reach, Visit&& visit) {
    ++query_;
    const LatticePoint low{p.x - reach, p.y - reach, p.z - reach},
        high{p.x + reach, p.y + reach, p.z + reach};
    for (std::uint32_t level = 0; level < kLevels; ++level) {
      if (!used_[level]) continue;
      const int shift = shift_of(level);
      for (std::int32_t x = low.x >> shift; x <= high.x >> shift; ++x) {
        for (std::int32_t y = low.y >> shift; y <= high.y >> shift; ++y) {
          if (any_in_cell(cells_[slot(key_of(level, x, y))], low, high, visit)) return true;
        }
      }
    }
    return false;
  }
  // Nearly all that are looked at are: one branch for the six comparisons.
  [[nodiscard]] static bool apart(const Entry& entry, LatticePoint low, LatticePoint high) {
#ifdef __SSE2__
    const auto* const at = reinterpret_cast<const __m128i*>(&entry);
    const __m128i above = _mm_cmpgt_epi32(_mm_load_si128(at), _mm_setr_epi32(high.x, high.y, high.z, 0));
    const __m128i below = _mm_cmplt_epi32(_mm_load_si128(at + 1), _mm_setr_epi32(low.x, low.y, low.z, 0));
    return (_mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(above, below))) & 7) != 0;
#else
    return (entry.low.x > high.x) | (entry.high.x < low.x) | (entry.low.y > high.y) | (entry.high.y < low.y) |
           (entry.low.z > high.z) | (entry.high.z < low.z);
#endif
  }
  // Takes void entries out on the way.
  template <class Visit>
  bool any_in_cell(Cell& cell, LatticePoint low, LatticePoint high, Visit& visit) {
    Entry* const entries = entries_of(cell);
    for (std::uint32_t i = 0; i < cell.count;) {
      Entry& entry = entries[i];
      if (apart(entry, low, high)) {
        ++i;
        continue;
      }
      Edge& edge = edges_[entry.id];
      if (edge.serial == entry.serial && edge.query != query_) {
        edge.query = query_;
        if (visit(edge, entry.id)) return true;
      }
      if (edge.serial == entry.serial) {
        ++i;
      } else {
        entry = entries[--cell.count];
      }
    }
    return false;
  }
  [[nodiscard]] Entry* entries_of(const Cell& cell) {
    return cell.room == 0 ? nullptr
                          : chunks_[cell.first >> kChunkBits] + (cell.first & ((1u << kChunkBits) - 1));
  }
  [[nodiscard]] std::uint32_t take_room(std::uint32_t room);
  void add(Cell& cell, const Entry& entry);
  void list_cells(std::uint32_t level, LatticePoint a, LatticePoint b);
  void find_slots();
  [[nodiscard]] bool crowded() const;
  void resize(std::size_t cells);

  int shift_ = 5;  // of the finest level: its cells are at least half the reach wide
  int hash_shift_ = 0;
  std::size_t occupied_ = 0;
  std::array<bool, kLevels> used_{};
  std::vector<Cell> cells_;  // open addressing, a power of two
  // Entries lie in chunks, so that growing moves nothing. Cells have room for a power of two of them, within a
  // chunk or in chunks of their own, and leave what they outgrow to others.
  std::vector<std::unique_ptr<Entry[]>> memory_;
  std::vector<Entry*> chunks_;
  std::uint32_t next_room_ = 0;
  std::array<std::vector<std::uint32_t>, 32> left_rooms_;  // by the logarithm of their size
  std::vector<Edge> edges_;  // by id
  std::uint32_t serial_ = 0, query_ = 0;
  std::vector<std::uint64_t> touched_;  // keys of the cells of the edge being inserted
  std::vector<std::size_t> slots_;      // and where they are
};

}  // namespace ambula
