// An order along a Morton curve: what is near in it is near in space, so that blocks of it make good boxes.
#pragma once

#include <compare>
#include <cstdint>

#include "ambula/vec.h"

namespace ambula {

struct Point3Order {
  std::uint64_t key = 0;
  std::uint32_t item = 0;
  auto operator<=>(const Point3Order&) const = default;
};

// Coordinates within ± 2^29 quanta.
[[nodiscard]] inline std::uint64_t spatial_key(Vec3 p) {
  const auto spread = [](double v) {  // abc → a00b00c; cells of 512 quanta
    std::uint64_t x = static_cast<std::uint64_t>(v + 536870912.0) >> 9 & 0x1FFFFF;
    x = (x | x << 32) & 0x1F00000000FFFFULL;
    x = (x | x << 16) & 0x1F0000FF0000FFULL;
    x = (x | x << 8) & 0x100F00F00F00F00FULL;
    x = (x | x << 4) & 0x10C30C30C30C30C3ULL;
    return (x | x << 2) & 0x1249249249249249ULL;
  };
  return spread(p.x) | spread(p.y) << 1 | spread(p.z) << 2;
}

}  // namespace ambula
