// Finds flat pieces of cells by place: a tree over their boxes, four to a node.
//
// A node is a range of pieces, so the tree is boxes and an order and nothing else: level 0 has four pieces a
// node, the next one four such nodes. Boxes are floats rounded outwards.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "ambula/vec.h"
#include "query/cell_shape.h"
#include "query/query_mesh.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ambula {

struct alignas(16) FloatBoxes {
  std::array<std::array<float, 4>, 3> low, high;  // by axis and lane
};

class CellTree {
 public:
  CellTree() = default;
  explicit CellTree(const QueryMesh& mesh);

  // Calls visit(piece, most) for pieces whose boxes meet the box p ± half and are not further from p than the
  // root of `most`, which visit may lower as it learns. Near boxes first.
  template <class Visit>
  void search(Vec3 p, Vec3 half, double most, Visit&& visit) const;

 private:
  struct Waiting {
    float off;
    std::uint32_t level, node;
  };
  std::vector<std::vector<FloatBoxes>> levels_;
  std::vector<FlatPiece> order_;
};

// Squared distances of a point from four boxes, rounded down; infinite where a box is too far along an axis.
// `low` and `high` are the point rounded down and up.
inline std::array<float, 4> box_distances(const FloatBoxes& boxes, const std::array<float, 3>& low,
                                          const std::array<float, 3>& high,
                                          const std::array<float, 3>& half) {
  alignas(16) std::array<float, 4> out;
#ifdef __SSE2__
  __m128 sum = _mm_setzero_ps(), apart = _mm_setzero_ps();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const __m128 below = _mm_sub_ps(_mm_load_ps(boxes.low[axis].data()), _mm_set1_ps(high[axis]));
    const __m128 above = _mm_sub_ps(_mm_set1_ps(low[axis]), _mm_load_ps(boxes.high[axis].data()));
    const __m128 off = _mm_max_ps(_mm_max_ps(below, above), _mm_setzero_ps());
    apart = _mm_or_ps(apart, _mm_cmpgt_ps(off, _mm_set1_ps(half[axis])));
    sum = _mm_add_ps(sum, _mm_mul_ps(off, off));
  }
  sum = _mm_mul_ps(sum, _mm_set1_ps(0.999999f));
  const __m128 far_away = _mm_set1_ps(std::numeric_limits<float>::infinity());
  _mm_store_ps(out.data(), _mm_or_ps(_mm_and_ps(apart, far_away), _mm_andnot_ps(apart, sum)));
#else
  for (std::size_t k = 0; k < 4; ++k) {
    float sum = 0;
    bool apart = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float below = boxes.low[axis][k] - high[axis], above = low[axis] - boxes.high[axis][k];
      const float off = std::max(std::max(below, above), 0.0f);
      apart = apart || off > half[axis];
      sum += off * off;
    }
    out[k] = apart ? std::numeric_limits<float>::infinity() : sum * 0.999999f;
  }
#endif
  return out;
}

// Floats on both sides of a double, about next to it.
[[nodiscard]] inline float float_below(double v) { return static_cast<float>(v - std::abs(v) * 1.2e-7); }
[[nodiscard]] inline float float_above(double v) { return static_cast<float>(v + std::abs(v) * 1.2e-7); }

template <class Visit>
void CellTree::search(Vec3 p, Vec3 half, double most, Visit&& visit) const {
  if (levels_.empty()) return;
  constexpr float kInfinite = std::numeric_limits<float>::infinity();
  const std::array<float, 3> low{float_below(p.x), float_below(p.y), float_below(p.z)};
  const std::array<float, 3> high{float_above(p.x), float_above(p.y), float_above(p.z)};
  const std::array<float, 3> reach{float_above(half.x), float_above(half.y), float_above(half.z)};
  std::array<Waiting, 64> stack;  // three waiting nodes a level, and 16 levels hold 2^32 pieces
  std::size_t top = 0;
  Waiting at{0, static_cast<std::uint32_t>(levels_.size() - 1), 0};
  while (true) {
    if (at.off <= most) {
      const auto off = box_distances(levels_[at.level][at.node], low, high, reach);
      if (at.level == 0) {
        std::array<std::uint32_t, 4> lane{0, 1, 2, 3};
        std::sort(lane.begin(), lane.end(),
                  [&](auto a, auto b) { return off[a] != off[b] ? off[a] < off[b] : a < b; });
        for (const std::uint32_t k : lane) {
          if (!(off[k] <= most) || off[k] == kInfinite) break;
          visit(order_[4 * at.node + k], most);
        }
      } else {
        // The nearest one at once, the others later.
        std::uint32_t nearest = 0;
        for (std::uint32_t k = 1; k < 4; ++k) nearest = off[k] < off[nearest] ? k : nearest;
        for (std::uint32_t k = 4; k-- > 0;) {
          if (k != nearest && off[k] <= most && off[k] != kInfinite)
            stack[top++] = {off[k], at.level - 1, 4 * at.node + k};
        }
        at = {off[nearest], at.level - 1, 4 * at.node + nearest};
        if (at.off != kInfinite) continue;
      }
    }
    if (top == 0) return;
    at = stack[--top];
  }
}

}  // namespace ambula
