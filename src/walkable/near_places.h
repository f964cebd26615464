// Pairs of places that lie within the radius of both.
//
//   NearPlaces near(count);
//   for (...) near.insert(index, point, radius);
//   near.each_pair([&](std::uint32_t a, std::uint32_t b, std::int64_t distance2) { ... });   // each pair
//   once
//
// Places lie in one of several grids by their radius, so that many small ones crowd no cell of large ones.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"
#include "geometry/place_hash.h"

namespace ambula {

class NearPlaces {
 public:
  explicit NearPlaces(std::size_t expected) : cells_(std::bit_ceil(2 * expected + 16)) {
    items_.reserve(expected);
  }

  // radius: quanta, 1 .. 2^14.
  void insert(std::uint32_t index, LatticePoint at, std::int32_t radius) {
    const auto shift = static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint32_t>(radius))) + 1;
    used_[shift] = true;
    Cell& cell = cells_[slot(key_of(shift, at))];
    cell.key = key_of(shift, at);
    items_.push_back({at, radius, index, shift, cell.first});
    cell.first = static_cast<std::uint32_t>(items_.size() - 1);
  }

  template <class Visit>
  void each_pair(Visit&& visit) const {
    for (std::uint32_t k = 0; k < items_.size(); ++k) {
      const Item& item = items_[k];
      for (std::uint32_t shift = item.shift; shift < used_.size(); ++shift) {
        if (used_[shift]) each_near(k, shift, visit);
      }
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  struct Key {
    std::uint32_t shift = 0;  // 0: free
    LatticePoint cell{};
    bool operator==(const Key&) const = default;
  };
  struct Cell {
    Key key;
    std::uint32_t first = kNone;
  };
  struct Item {
    LatticePoint at;
    std::int32_t radius;
    std::uint32_t index, shift, next;
  };

  static Key key_of(std::uint32_t shift, LatticePoint p) {
    return {shift, {p.x >> shift, p.y >> shift, p.z >> shift}};
  }
  [[nodiscard]] std::size_t slot(const Key& key) const {
    std::size_t s = hash_with(hash_place(key.cell), key.shift) & (cells_.size() - 1);
    while (cells_[s].key.shift != 0 && !(cells_[s].key == key)) s = (s + 1) & (cells_.size() - 1);
    return s;
  }
  template <class Visit>
  void each_near(std::uint32_t k, std::uint32_t shift, Visit& visit) const {
    const Item& item = items_[k];
    const LatticePoint p = item.at;
    const std::int32_t r = item.radius;
    const std::int64_t r2 = std::int64_t{r} * r;
    for (std::int32_t x = (p.x - r) >> shift; x <= (p.x + r) >> shift; ++x) {
      for (std::int32_t y = (p.y - r) >> shift; y <= (p.y + r) >> shift; ++y) {
        for (std::int32_t z = (p.z - r) >> shift; z <= (p.z + r) >> shift; ++z) {
          for (std::uint32_t o = cells_[slot({shift, {x, y, z}})].first; o != kNone; o = items_[o].next) {
            const Item& other = items_[o];
            if (shift == item.shift && o >= k) continue;
            const std::int64_t dx = std::int64_t{other.at.x} - p.x, dy = std::int64_t{other.at.y} - p.y,
                               dz = std::int64_t{other.at.z} - p.z, d2 = dx * dx + dy * dy + dz * dz;
            if (d2 <= r2 && d2 <= std::int64_t{other.radius} * other.radius)
              visit(item.index, other.index, d2);
          }
        }
      }
    }
  }

  std::vector<Cell> cells_;
  std::vector<Item> items_;
  std::array<bool, 32> used_{};
};

}  // namespace ambula
