// A small random generator with the same numbers everywhere (the standard library's distributions are not).
#pragma once

#include <cstdint>

#include "ambula/hash.h"

namespace ambula::scenes {

// SplitMix64: a counter through a mixer. Uniform enough for placing chairs; not for secrets.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix_bits(seed ^ 0x9E3779B97F4A7C15ULL)) {}

  std::uint64_t bits() { return mix_bits(state_ += 0x9E3779B97F4A7C15ULL); }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }  // [0, 1)
  double between(double low, double high) { return low + (high - low) * unit(); }
  // [0, n); n > 0. The bias of the remainder is below 2^-32 for any n used here.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(bits() % n); }

 private:
  std::uint64_t state_;
};

}  // namespace ambula::scenes
