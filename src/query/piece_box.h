// Boxes around flat pieces, in floats rounded outwards, and how far a point is from them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ambula/vec.h"
#include "query/cell_shape.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace ambula {

// A piece with its box: the numbers stand where the fourth coordinates of its corners would be.
struct alignas(16) PieceBox {
  std::array<float, 3> low;
  std::uint32_t cell;
  std::array<float, 3> high;
  std::uint32_t triangle;

  [[nodiscard]] FlatPiece piece() const { return {cell, triangle}; }
};

// Four boxes, by axis and lane.
struct alignas(16) FloatBoxes {
  std::array<std::array<float, 4>, 3> low, high;
};

// A point and how far around it to look: the point rounded down and up, the rest up.
struct alignas(16) BoxAround {
  BoxAround(Vec3 p, Vec3 half)
      : low{below(p.x), below(p.y), below(p.z), 0},
        high{above(p.x), above(p.y), above(p.z), 0},
        reach{above(half.x), above(half.y), above(half.z), 0} {}
  // Floats on both sides of a double, about next to it.
  [[nodiscard]] static float below(double v) { return static_cast<float>(v - std::abs(v) * 1.2e-7); }
  [[nodiscard]] static float above(double v) { return static_cast<float>(v + std::abs(v) * 1.2e-7); }

  std::array<float, 4> low, high, reach;
};

// What is right above and below a point, so far up and down.
struct alignas(16) BoxColumn {
  // Floats next to a point of a box are still within it: it was rounded outwards by more.
  BoxColumn(Vec3 p, double half)
      : low{static_cast<float>(p.x), static_cast<float>(p.y), BoxAround::below(p.z - half), 0},
        high{low[0], low[1], BoxAround::above(p.z + half), 0} {}

  [[nodiscard]] bool meets(const PieceBox& box) const {
#ifdef __SSE2__
    const __m128 both = _mm_and_ps(_mm_cmple_ps(_mm_load_ps(box.low.data()), _mm_load_ps(high.data())),
                                   _mm_cmpge_ps(_mm_load_ps(box.high.data()), _mm_load_ps(low.data())));
    return (_mm_movemask_ps(both) & 7) == 7;
#else
    return box.low[0] <= high[0] && box.high[0] >= low[0] && box.low[1] <= high[1] && box.high[1] >= low[1] &&
           box.low[2] <= high[2] && box.high[2] >= low[2];
#endif
  }

  std::array<float, 4> low, high;
};

// What squared distances are multiplied with, so that they are rounded down.
inline constexpr float kRoundDown = 0.999999f;

// The squared distance of a point from a box, rounded down; infinite where it is too far along an axis.
inline float box_distance(const PieceBox& box, const BoxAround& around) {
#ifdef __SSE2__
  const __m128 below = _mm_sub_ps(_mm_load_ps(box.low.data()), _mm_load_ps(around.high.data())),
               above = _mm_sub_ps(_mm_load_ps(around.low.data()), _mm_load_ps(box.high.data()));
  const __m128 three = _mm_castsi128_ps(_mm_set_epi32(0, -1, -1, -1));  // without the numbers
  const __m128 off = _mm_and_ps(_mm_max_ps(_mm_max_ps(below, above), _mm_setzero_ps()), three);
  const __m128 far_away = _mm_set1_ps(std::numeric_limits<float>::infinity()),
               apart = _mm_and_ps(_mm_cmpgt_ps(off, _mm_load_ps(around.reach.data())), far_away);
  const __m128 squares = _mm_max_ps(_mm_mul_ps(off, off), apart),
               pairs = _mm_add_ps(squares, _mm_movehl_ps(squares, squares));
  return kRoundDown * _mm_cvtss_f32(_mm_add_ss(pairs, _mm_shuffle_ps(pairs, pairs, 1)));
#else
  float sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float below = box.low[axis] - around.high[axis], above = around.low[axis] - box.high[axis];
    const float off = std::max(std::max(below, above), 0.0f);
    if (off > around.reach[axis]) return std::numeric_limits<float>::infinity();
    sum += off * off;
  }
  return sum * kRoundDown;
#endif
}

// The same of four boxes at once.
inline std::array<float, 4> box_distances(const FloatBoxes& boxes, const BoxAround& around) {
  alignas(16) std::array<float, 4> out;
#ifdef __SSE2__
  __m128 sum = _mm_setzero_ps(), apart = _mm_setzero_ps();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const __m128 below = _mm_sub_ps(_mm_load_ps(boxes.low[axis].data()), _mm_set1_ps(around.high[axis])),
                 above = _mm_sub_ps(_mm_set1_ps(around.low[axis]), _mm_load_ps(boxes.high[axis].data()));
    const __m128 off = _mm_max_ps(_mm_max_ps(below, above), _mm_setzero_ps());
    apart = _mm_or_ps(apart, _mm_cmpgt_ps(off, _mm_set1_ps(around.reach[axis])));
    sum = _mm_add_ps(sum, _mm_mul_ps(off, off));
  }
  sum = _mm_mul_ps(sum, _mm_set1_ps(kRoundDown));
  const __m128 far_away = _mm_set1_ps(std::numeric_limits<float>::infinity());
  _mm_store_ps(out.data(), _mm_or_ps(_mm_and_ps(apart, far_away), _mm_andnot_ps(apart, sum)));
#else
  for (std::size_t k = 0; k < 4; ++k) {
    float sum = 0;
    bool apart = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float below = boxes.low[axis][k] - around.high[axis],
                  above = around.low[axis] - boxes.high[axis][k];
      const float off = std::max(std::max(below, above), 0.0f);
      apart = apart || off > around.reach[axis];
      sum += off * off;
    }
    out[k] = apart ? std::numeric_limits<float>::infinity() : sum * kRoundDown;
  }
#endif
  return out;
}

}  // namespace ambula
