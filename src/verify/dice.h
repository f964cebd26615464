// Reproducible numbers by seed, stream and index, so that samples do not depend on who draws them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "ambula/hash.h"
#include "ambula/vec.h"

namespace ambula::checker {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t stream, std::uint64_t i)
      : state_(mix_bits(mix_bits(seed * 4 + stream) + i)) {}
  double unit() {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<double>(mix_bits(state_) >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

[[nodiscard]] inline Vec3 point_in(const std::array<Vec3, 3>& t, Dice& dice) {
  const double root = std::sqrt(dice.unit()), part = dice.unit();
  return t[0] * (1 - root) + t[1] * (root * (1 - part)) + t[2] * (root * part);
}

[[nodiscard]] inline double plan_area(const std::array<Vec3, 3>& t) {
  return std::fabs(cross(t[1].xy() - t[0].xy(), t[2].xy() - t[0].xy())) / 2;
}

}  // namespace ambula::checker
