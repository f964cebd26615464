// What the brute-force oracles of the geometry tests share.
#pragma once

#include <cstdint>

#include "ambula/hash.h"
#include "geometry/predicates.h"

namespace ambula::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix_bits(seed)) {}
  // -range .. range
  std::int32_t within(std::int32_t range) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::int32_t>(mix_bits(state_) % (2 * static_cast<std::uint64_t>(range) + 1)) - range;
  }
  Point2 point(std::int32_t range) {
    const std::int32_t x = within(range);
    return {x, within(range)};
  }

 private:
  std::uint64_t state_;
};

// n / d to the nearest whole number, halves up.
inline Int128 round_half_up(Int128 n, Int128 d) {
  if (d < 0) {
    n = -n;
    d = -d;
  }
  const Int128 doubled = 2 * n + d;
  const Int128 q = doubled / (2 * d);
  return q * (2 * d) > doubled ? q - 1 : q;
}

}  // namespace ambula::testing
