// Hashes of lattice points, for tables that are never iterated.
#pragma once

#include <cstdint>

#include "ambula/lattice.h"
#include "geometry/predicates.h"

namespace ambula {

[[nodiscard]] inline std::uint64_t hash_point(Point2 p) {
  const std::uint64_t h =
      (static_cast<std::uint32_t>(p.x) | std::uint64_t{static_cast<std::uint32_t>(p.y)} << 32) *
      0x9E3779B97F4A7C15ULL;
  return h ^ (h >> 31);
}
// Two values in one: a point with its height, a pair of points, a point with the sheet it is in.
[[nodiscard]] inline std::uint64_t hash_with(std::uint64_t hash, std::uint64_t more) {
  const std::uint64_t h = (hash ^ more) * 0xBF58476D1CE4E5B9ULL;
  return h ^ (h >> 29);
}
[[nodiscard]] inline std::uint64_t hash_place(LatticePoint p) {
  return hash_with(hash_point({p.x, p.y}), static_cast<std::uint32_t>(p.z));
}

}  // namespace ambula
