// Finds flat pieces of cells by place: a tree over their boxes, four to a node, and a grid in plan, which is
// quicker for who stands on the mesh or close to it.
//
// A node is a range of pieces, so the tree is boxes and an order and nothing else: every four pieces are a
// group, every four groups a node of the first level, four of those one of the next.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "ambula/vec.h"
#include "query/piece_box.h"
#include "query/plan_grid.h"
#include "query/query_mesh.h"

namespace ambula {

class CellTree {
 public:
  CellTree() = default;
  explicit CellTree(const QueryMesh& mesh);

  // Calls visit(piece, most) for pieces whose boxes meet the box around a point and are not further from it
  // than the root of `most`, which visit may lower as it learns. Near boxes first.
  template <class Visit>
  void search(const BoxAround& around, double most, Visit&& visit) const;

  // What lies close to a point.
  [[nodiscard]] PlanGrid::Bin close_to(Vec3 p) const { return around_.at(p.xy()); }
  // Whether that is all there is within the box p ± half, or within the root of `most`.
  [[nodiscard]] bool is_close(Vec3 half, double most) const {
    return most <= reach_ * reach_ || std::max(half.x, half.y) <= reach_;
  }
  // The same over what lies close to the point alone; `most` keeps what was learnt.
  template <class Visit>
  void search_close(const PlanGrid::Bin& bin, const BoxAround& around, double& most, Visit&& visit) const;
  // Calls visit(piece) for those of a bin whose boxes meet a column, until that returns true.
  template <class Visit>
  void search_column(const PlanGrid::Bin& bin, const BoxColumn& column, Visit&& visit) const {
    for (const std::uint32_t k : bin.items) {
      if (column.meets(pieces_[k]) && visit(pieces_[k].piece())) return;
    }
  }
  [[nodiscard]] const PlanGrid& grid() const { return grid_; }

 private:
  struct Waiting {
    float off;
    std::uint32_t level, node;  // level 0: a group
  };
  static constexpr double kReach = 0.35;  // metres: a click above the floor, a step beside it
  std::vector<PieceBox> pieces_;          // in groups: empty boxes after the last
  std::vector<std::vector<FloatBoxes>> levels_;
  // Their pieces are numbered as they are here.
  PlanGrid grid_, around_;
  double reach_ = 0;  // quanta, of the latter
};

// Puts four lanes in order of their numbers, largest first, without asking which way around two are: floats
// that are not negative are ordered as their bits are, and nothing about these can be foreseen.
inline std::array<std::uint64_t, 4> far_to_near(const std::array<float, 4>& off) {
  std::array<std::uint64_t, 4> key;
  for (std::size_t k = 0; k < 4; ++k) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &off[k], sizeof(bits));  // Emscripten's library has no std::bit_cast
    key[k] = std::uint64_t{bits} << 32 | k;
  }
  const auto order = [&](std::size_t a, std::size_t b) {
    const std::uint64_t less = std::min(key[a], key[b]), more = std::max(key[a], key[b]);
    key[a] = more;
    key[b] = less;
  };
  order(0, 1), order(2, 3), order(0, 2), order(1, 3), order(1, 2);
  return key;
}

template <class Visit>
void CellTree::search_close(const PlanGrid::Bin& bin, const BoxAround& around, double& most,
                            Visit&& visit) const {
  if (bin.items.empty()) return;
  const std::size_t count = bin.items.size(), fours = (count + 3) / 4;
  const auto box = [&](std::size_t k) -> const PieceBox& {
    return pieces_[bin.items[std::min(k, count - 1)]];
  };
  std::array<FourFloats, PlanGrid::kMostItems / 4> off;
  const auto measure = [&](std::size_t k) {
    off[k] = piece_distances(box(4 * k), box(4 * k + 1), box(4 * k + 2), box(4 * k + 3), around);
    return off[k].least();
  };
  std::size_t nearest = 0;
  float least = measure(0);
  for (std::size_t k = 1; k < fours; ++k) {
    if (const float here = measure(k); here < least) {
      least = here;
      nearest = k;
    }
  }
  const auto look_at = [&](std::size_t k, std::uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1)
      visit(box(4 * k + static_cast<std::size_t>(std::countr_zero(lanes))).piece(), most);
  };
  // The nearest box first: what it holds leaves little of the others to be looked at.
  if (!(least <= most)) return;
  look_at(nearest, off[nearest].within(least));
  off[nearest].drop_within(least);
  for (std::size_t k = 0; k < fours; ++k) look_at(k, off[k].within(BoxAround::above(most)));
}

template <class Visit>
void CellTree::search(const BoxAround& around, double most, Visit&& visit) const {
  if (pieces_.empty()) return;
  std::array<Waiting, 68> stack;  // three waiting nodes a level, and 16 levels hold 2^32 pieces
  std::size_t top = 0;
  Waiting at{0, static_cast<std::uint32_t>(levels_.size()), 0};
  while (true) {
    if (at.level == 0) {
      const PieceBox* four = &pieces_[4 * at.node];
      const auto off = piece_distances(four[0], four[1], four[2], four[3], around).to_array();
      for (std::size_t k = 0; k < 4; ++k) {
        if (off[k] <= most) visit(four[k].piece(), most);
      }
    } else {
      // Those that are too far away come first, and are not waited for.
      const auto off = box_distances(levels_[at.level - 1][at.node], around).to_array();
      const auto order = far_to_near(off);
      std::size_t too_far = 0;
      for (std::size_t k = 0; k < 4; ++k) too_far += off[k] <= most ? 0u : 1u;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto lane = static_cast<std::uint32_t>(order[k] & 3);
        stack[top + k - std::min(k, too_far)] = {off[lane], at.level - 1, 4 * at.node + lane};
      }
      top += 4 - too_far;
    }
    do {
      if (top == 0) return;
      at = stack[--top];
    } while (!(at.off <= most));
  }
}

}  // namespace ambula
