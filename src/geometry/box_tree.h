// A tree over boxes that come in a spatially coherent order (along a Morton curve, say): groups of four,
// groups of four groups, and so on. It stores nothing but boxes, so building it is one pass, and a node is a
// range of items.
//
//   BoxTree tree(boxes);
//   tree.visit(box, [&](const LatticeBox& node, std::size_t first, std::size_t last) { return Descend::into;
//   },
//              [&](std::size_t item) { ... });
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ambula {

struct LatticeBox {
  LatticePoint low{Lattice::kReach + 1, Lattice::kReach + 1, Lattice::kReach + 1};
  LatticePoint high{-Lattice::kReach - 1, -Lattice::kReach - 1, -Lattice::kReach - 1};

  void add(LatticePoint p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
};

// Four boxes, by axis.
struct alignas(16) FourBoxes {
  std::array<std::array<std::int32_t, 4>, 3> low, high;

  void set(std::size_t k, const LatticeBox& b) {
    low[0][k] = b.low.x;
    low[1][k] = b.low.y;
    low[2][k] = b.low.z;
    high[0][k] = b.high.x;
    high[1][k] = b.high.y;
    high[2][k] = b.high.z;
  }
  [[nodiscard]] LatticeBox lane(std::size_t k) const {
    LatticeBox b;
    b.low = {low[0][k], low[1][k], low[2][k]};
    b.high = {high[0][k], high[1][k], high[2][k]};
    return b;
  }
  // Bit k: box k meets the query (closed).
  [[nodiscard]] unsigned meets(const LatticeBox& q) const {
#ifdef __SSE2__
    const auto load = [](const std::array<std::int32_t, 4>& v) {
      return _mm_load_si128(reinterpret_cast<const __m128i*>(v.data()));
    };
    __m128i apart = _mm_cmpgt_epi32(load(low[0]), _mm_set1_epi32(q.high.x));
    apart = _mm_or_si128(apart, _mm_cmplt_epi32(load(high[0]), _mm_set1_epi32(q.low.x)));
    apart = _mm_or_si128(apart, _mm_cmpgt_epi32(load(low[1]), _mm_set1_epi32(q.high.y)));
    apart = _mm_or_si128(apart, _mm_cmplt_epi32(load(high[1]), _mm_set1_epi32(q.low.y)));
    apart = _mm_or_si128(apart, _mm_cmpgt_epi32(load(low[2]), _mm_set1_epi32(q.high.z)));
    apart = _mm_or_si128(apart, _mm_cmplt_epi32(load(high[2]), _mm_set1_epi32(q.low.z)));
    return static_cast<unsigned>(~_mm_movemask_ps(_mm_castsi128_ps(apart))) & 15u;
#else
    unsigned mask = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const bool apart = low[0][k] > q.high.x || high[0][k] < q.low.x || low[1][k] > q.high.y ||
                         high[1][k] < q.low.y || low[2][k] > q.high.z || high[2][k] < q.low.z;
      mask |= apart ? 0u : 1u << k;
    }
    return mask;
#endif
  }
};

enum class Descend : std::uint8_t { into, past };

class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::span<const LatticeBox> boxes) : size_(boxes.size()) {
    if (boxes.empty()) return;
    levels_.emplace_back(make_level(boxes));
    while (levels_.back().size() > 1) {
      std::vector<LatticeBox> of_groups(levels_.back().size());
      for (std::size_t g = 0; g < of_groups.size(); ++g) {
        for (std::size_t k = 0; k < 4; ++k) {
          const LatticeBox b = levels_.back()[g].lane(k);
          if (b.low.x > b.high.x) continue;
          of_groups[g].add(b.low);
          of_groups[g].add(b.high);
        }
      }
      levels_.emplace_back(make_level(of_groups));
    }
  }

  // Calls `item` for every box that meets `query` (closed), in order, unless `node` said Descend::past for a
  // node around it. `node` gets a node's box and its range of items.
  template <class Node, class Item>
  void visit(const LatticeBox& query, Node&& node, Item&& item) const {
    if (levels_.empty()) return;
    struct Entry {
      std::uint32_t level, group;
    };
    std::array<Entry, 64> stack;  // three waiting groups a level, and 16 levels hold 2^32 items
    std::size_t top = 0;
    stack[top++] = {static_cast<std::uint32_t>(levels_.size() - 1), 0};
    while (top > 0) {
      const auto [level, group] = stack[--top];
      const FourBoxes& g = levels_[level][group];
      unsigned mask = g.meets(query);
      if (level == 0) {
        for (std::size_t k = 0; mask != 0; ++k, mask >>= 1) {
          if (mask & 1u) item(std::size_t{group} * 4 + k);
        }
        continue;
      }
      for (std::size_t k = 4; k-- > 0;) {  // the first lane is looked at first
        if (((mask >> k) & 1u) == 0) continue;
        const std::size_t child = std::size_t{group} * 4 + k;
        const std::size_t first = child << (2 * level);
        if (node(g.lane(k), first, std::min(size_, (child + 1) << (2 * level))) == Descend::past) continue;
        stack[top++] = {level - 1, static_cast<std::uint32_t>(child)};
      }
    }
  }

  // For many queries close to each other: the groups of items that meet a box around them all, ...
  void gather(const LatticeBox& around, std::vector<std::uint32_t>& groups) const {
    groups.clear();
    if (levels_.empty()) return;
    struct Entry {
      std::uint32_t level, group;
    };
    std::array<Entry, 64> stack;
    std::size_t top = 0;
    stack[top++] = {static_cast<std::uint32_t>(levels_.size() - 1), 0};
    while (top > 0) {
      const auto [level, group] = stack[--top];
      const unsigned mask = levels_[level][group].meets(around);
      if (level == 0) {
        if (mask != 0) groups.push_back(group);
        continue;
      }
      for (unsigned k = 4; k-- > 0;) {
        if ((mask >> k & 1u) != 0) stack[top++] = {level - 1, 4 * group + k};
      }
    }
  }
  // ... and of these the items that meet one query.
  template <class Item>
  void visit(std::span<const std::uint32_t> groups, const LatticeBox& query, Item&& item) const {
    for (const std::uint32_t group : groups) {
      unsigned mask = levels_[0][group].meets(query);
      for (std::size_t k = 0; mask != 0; ++k, mask >>= 1) {
        if (mask & 1u) item(std::size_t{group} * 4 + k);
      }
    }
  }

 private:
  static std::vector<FourBoxes> make_level(std::span<const LatticeBox> boxes) {
    std::vector<FourBoxes> groups((boxes.size() + 3) / 4);
    const LatticeBox none;
    for (std::size_t i = 0; i < groups.size() * 4; ++i) {
      const LatticeBox& b = i < boxes.size() ? boxes[i] : none;
      groups[i / 4].set(i % 4, b);
    }
    return groups;
  }

  std::vector<std::vector<FourBoxes>> levels_;
  std::size_t size_ = 0;
};

}  // namespace ambula
