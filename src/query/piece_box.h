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

// A strip in plan that a piece lies in, along its longest side: low <= x * along + y * across <= high, where
// (along, across) is no longer than 1. The box around a needle that lies askew is nearly all empty; this is
// not.
struct alignas(16) PieceStrip {
  float along = 0, across = 0, low = 0, high = 0;
};

// A piece with its box: the numbers stand where the fourth coordinates of its corners would be.
struct alignas(16) PieceBox {
  std::array<float, 3> low;
  std::uint32_t cell;
  std::array<float, 3> high;
  std::uint32_t triangle;
  PieceStrip strip;

  [[nodiscard]] FlatPiece piece() const { return {cell, triangle}; }
};

// Four boxes, by axis and lane.
struct alignas(16) FloatBoxes {
  std::array<std::array<float, 4>, 3> low, high;
};

// A point and how far around it to look, by axis and lane: the point rounded down and up, the rest up.
struct alignas(16) BoxAround {
  using Lanes = std::array<float, 4>;

  BoxAround(Vec3 p, Vec3 half)
      : low{all(below(p.x)), all(below(p.y)), all(below(p.z))},
        high{all(above(p.x)), all(above(p.y)), all(above(p.z))},
        reach{all(above(half.x)), all(above(half.y)), all(above(half.z))},
        slack(all(above((std::abs(p.x) + std::abs(p.y)) * 5e-7))) {}
  // Floats on both sides of a double, about next to it.
  [[nodiscard]] static float below(double v) { return static_cast<float>(v - std::abs(v) * 1.2e-7); }
  [[nodiscard]] static float above(double v) { return static_cast<float>(v + std::abs(v) * 1.2e-7); }
  [[nodiscard]] static Lanes all(float v) { return {v, v, v, v}; }

  std::array<Lanes, 3> low, high, reach;
  Lanes slack;  // more than what is lost where x and y are put together in floats
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

// Four numbers that stay in a register where there is one for them.
struct FourFloats {
#ifdef __SSE2__
  __m128 v;

  [[nodiscard]] std::array<float, 4> to_array() const {
    alignas(16) std::array<float, 4> out;
    _mm_store_ps(out.data(), v);
    return out;
  }
  // Which are not above another number, as bits.
  [[nodiscard]] std::uint32_t within(float most) const {
    return static_cast<std::uint32_t>(_mm_movemask_ps(_mm_cmple_ps(v, _mm_set1_ps(most))));
  }
  // Puts those out of reach.
  void drop_within(float most) {
    const __m128 far_away = _mm_set1_ps(std::numeric_limits<float>::infinity());
    v = _mm_max_ps(v, _mm_and_ps(_mm_cmple_ps(v, _mm_set1_ps(most)), far_away));
  }
  [[nodiscard]] float least() const {
    const __m128 two = _mm_min_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_min_ss(two, _mm_shuffle_ps(two, two, 1)));
  }
#else
  std::array<float, 4> v;

  [[nodiscard]] std::array<float, 4> to_array() const { return v; }
  [[nodiscard]] std::uint32_t within(float most) const {
    std::uint32_t out = 0;
    for (std::size_t k = 0; k < 4; ++k) out |= (v[k] <= most ? 1u : 0u) << k;
    return out;
  }
  void drop_within(float most) {
    for (float& one : v) one = one <= most ? std::numeric_limits<float>::infinity() : one;
  }
  [[nodiscard]] float least() const { return std::min(std::min(v[0], v[1]), std::min(v[2], v[3])); }
#endif
};

#ifdef __SSE2__
// Adds up the squares of how far a point is out of ranges, in four lanes.
struct LaneSums {
  const BoxAround& around;
  __m128 sum = _mm_setzero_ps(), apart = _mm_setzero_ps();

  static __m128 off(__m128 low, __m128 high, __m128 at_low, __m128 at_high) {
    return _mm_max_ps(_mm_max_ps(_mm_sub_ps(low, at_high), _mm_sub_ps(at_low, high)), _mm_setzero_ps());
  }
  void add(std::size_t axis, __m128 low, __m128 high) {
    const __m128 d =
        off(low, high, _mm_load_ps(around.low[axis].data()), _mm_load_ps(around.high[axis].data()));
    apart = _mm_or_ps(apart, _mm_cmpgt_ps(d, _mm_load_ps(around.reach[axis].data())));
    sum = _mm_add_ps(sum, _mm_mul_ps(d, d));
  }
  // In strips: the rows of four of them as columns. Only before heights.
  void widen(__m128 along, __m128 across, __m128 low, __m128 high) {
    const __m128 slack = _mm_load_ps(around.slack.data()),
                 at = _mm_add_ps(_mm_mul_ps(along, _mm_load_ps(around.low[0].data())),
                                 _mm_mul_ps(across, _mm_load_ps(around.low[1].data())));
    const __m128 d = off(low, high, _mm_sub_ps(at, slack), _mm_add_ps(at, slack));
    sum = _mm_max_ps(sum, _mm_mul_ps(d, d));
  }
  [[nodiscard]] FourFloats rounded_down() const {
    const __m128 far_away = _mm_and_ps(apart, _mm_set1_ps(std::numeric_limits<float>::infinity()));
    return {_mm_max_ps(_mm_mul_ps(sum, _mm_set1_ps(kRoundDown)), far_away)};
  }
};
#endif

// The squared distances of a point from four boxes, rounded down; infinite where one is too far along an
// axis.
inline FourFloats box_distances(const FloatBoxes& boxes, const BoxAround& around) {
#ifdef __SSE2__
  LaneSums sums{around};
  for (std::size_t axis = 0; axis < 3; ++axis)
    sums.add(axis, _mm_load_ps(boxes.low[axis].data()), _mm_load_ps(boxes.high[axis].data()));
  return sums.rounded_down();
#else
  FourFloats out;
  for (std::size_t k = 0; k < 4; ++k) {
    float sum = 0;
    bool apart = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float below = boxes.low[axis][k] - around.high[axis][k],
                  above = around.low[axis][k] - boxes.high[axis][k];
      const float off = std::max(std::max(below, above), 0.0f);
      apart = apart || off > around.reach[axis][k];
      sum += off * off;
    }
    out.v[k] = apart ? std::numeric_limits<float>::infinity() : sum * kRoundDown;
  }
  return out;
#endif
}

// The same of four pieces, by boxes and strips.
inline FourFloats piece_distances(const PieceBox& a, const PieceBox& b, const PieceBox& c, const PieceBox& d,
                                  const BoxAround& around) {
#ifdef __SSE2__
  // Rows are pieces; turned, they are axes.
  __m128 x = _mm_load_ps(a.low.data()), y = _mm_load_ps(b.low.data()), z = _mm_load_ps(c.low.data()),
         last = _mm_load_ps(d.low.data());
  _MM_TRANSPOSE4_PS(x, y, z, last);
  __m128 high_x = _mm_load_ps(a.high.data()), high_y = _mm_load_ps(b.high.data()),
         high_z = _mm_load_ps(c.high.data());
  last = _mm_load_ps(d.high.data());
  _MM_TRANSPOSE4_PS(high_x, high_y, high_z, last);
  LaneSums sums{around};
  sums.add(0, x, high_x);
  sums.add(1, y, high_y);
  __m128 along = _mm_load_ps(&a.strip.along), across = _mm_load_ps(&b.strip.along),
         low = _mm_load_ps(&c.strip.along), high = _mm_load_ps(&d.strip.along);
  _MM_TRANSPOSE4_PS(along, across, low, high);
  sums.widen(along, across, low, high);
  sums.add(2, z, high_z);
  return sums.rounded_down();
#else
  FourFloats out;
  const std::array<const PieceBox*, 4> four{&a, &b, &c, &d};
  for (std::size_t k = 0; k < 4; ++k) {
    const PieceStrip& strip = four[k]->strip;
    std::array<float, 3> square;
    bool apart = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const float below = four[k]->low[axis] - around.high[axis][k],
                  above = around.low[axis][k] - four[k]->high[axis];
      const float off = std::max(std::max(below, above), 0.0f);
      apart = apart || off > around.reach[axis][k];
      square[axis] = off * off;
    }
    const float at = around.low[0][k] * strip.along + around.low[1][k] * strip.across;
    const float below = strip.low - (at + around.slack[k]), above = at - around.slack[k] - strip.high;
    const float off = std::max(std::max(below, above), 0.0f);
    const float sum = std::max(square[0] + square[1], off * off) + square[2];
    out.v[k] = apart ? std::numeric_limits<float>::infinity() : sum * kRoundDown;
  }
  return out;
#endif
}

}  // namespace ambula
