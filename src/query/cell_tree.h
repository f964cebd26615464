// Finds cells by place: a tree over their boxes, four to a node.
//
// A node is a range of cells, so the tree is boxes and an order of cells and nothing else: level 0 has four
// cells a node, the next one four such nodes. Boxes are floats rounded outwards.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "ambula/vec.h"
#include "query/query_mesh.h"

namespace ambula {

struct alignas(16) FloatBoxes {
  std::array<std::array<float, 4>, 3> low, high;  // by axis and lane
};

class CellTree {
 public:
  CellTree() = default;
  explicit CellTree(const QueryMesh& mesh);

  // Calls visit(cell) for cells whose boxes meet a box; visit may shrink the box (`half`, per axis around
  // `p`) and the squared distance `most` as it learns, both only affect what comes later. Near boxes first.
  template <class Visit>
  void search(Vec3 p, Vec3 half, double most, Visit&& visit) const;

 private:
  struct Waiting {
    float off;
    std::uint32_t level, node;
  };
  std::vector<std::vector<FloatBoxes>> levels_;
  std::vector<std::uint32_t> order_;
};

// Squared distances of a point from four boxes, rounded down; infinite where a box is too far along an axis.
inline std::array<float, 4> box_distances(const FloatBoxes& boxes, const std::array<float, 3>& low,
                                          const std::array<float, 3>& high,
                                          const std::array<float, 3>& half) {
  std::array<float, 4> out{};
  std::array<std::int32_t, 4> apart{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t k = 0; k < 4; ++k) {
      const float below = boxes.low[axis][k] - high[axis], above = low[axis] - boxes.high[axis][k];
      float off = below > above ? below : above;
      off = off > 0 ? off : 0;
      apart[k] |= off > half[axis] ? 1 : 0;
      out[k] += off * off;
    }
  }
  for (std::size_t k = 0; k < 4; ++k)
    out[k] = apart[k] != 0 ? std::numeric_limits<float>::infinity() : out[k] * 0.999999f;
  return out;
}

// The floats next to a double on both sides.
[[nodiscard]] float float_below(double v);
[[nodiscard]] float float_above(double v);

template <class Visit>
void CellTree::search(Vec3 p, Vec3 half, double most, Visit&& visit) const {
  if (levels_.empty()) return;
  const std::array<float, 3> low{float_below(p.x), float_below(p.y), float_below(p.z)};
  const std::array<float, 3> high{float_above(p.x), float_above(p.y), float_above(p.z)};
  const std::array<float, 3> reach{float_above(half.x), float_above(half.y), float_above(half.z)};
  std::array<Waiting, 64> stack;  // three waiting nodes a level, and 16 levels hold 2^32 cells
  std::size_t top = 0;
  stack[top++] = {0, static_cast<std::uint32_t>(levels_.size() - 1), 0};
  while (top > 0) {
    const Waiting at = stack[--top];
    if (at.off > most) continue;
    const auto off = box_distances(levels_[at.level][at.node], low, high, reach);
    std::array<std::uint32_t, 4> lane{};
    std::size_t n = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {  // the furthest first
      if (!(off[k] <= most) || off[k] == std::numeric_limits<float>::infinity()) continue;
      std::size_t i = n++;
      for (; i > 0 && off[lane[i - 1]] < off[k]; --i) lane[i] = lane[i - 1];
      lane[i] = k;
    }
    if (at.level > 0) {
      for (std::size_t i = 0; i < n; ++i) stack[top++] = {off[lane[i]], at.level - 1, 4 * at.node + lane[i]};
      continue;
    }
    while (n-- > 0) {
      if (off[lane[n]] <= most) visit(order_[4 * at.node + lane[n]], most);
    }
  }
}

}  // namespace ambula
