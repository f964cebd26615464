// Heights on the plane of a lattice triangle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "ambula/lattice.h"
#include "geometry/predicates.h"
#include "geometry/snap_rounding.h"

namespace ambula {

// Of the plane of a triangle with area in plan at a lattice point, rounded; a corner's own at a corner.
[[nodiscard]] inline std::int32_t plane_height(const std::array<LatticePoint, 3>& t, Point2 p) {
  for (const LatticePoint c : t) {
    if (c.x == p.x && c.y == p.y) return c.z;
  }
  if (t[0].z == t[1].z && t[0].z == t[2].z) return t[0].z;
  const std::int64_t ux = std::int64_t{t[1].x} - t[0].x, uy = std::int64_t{t[1].y} - t[0].y,
                     uz = std::int64_t{t[1].z} - t[0].z;
  const std::int64_t vx = std::int64_t{t[2].x} - t[0].x, vy = std::int64_t{t[2].y} - t[0].y,
                     vz = std::int64_t{t[2].z} - t[0].z;
  const Int128 nx = Int128{uy} * vz - Int128{uz} * vy, ny = Int128{uz} * vx - Int128{ux} * vz,
               nz = Int128{ux} * vy - Int128{uy} * vx;
  const Int128 rise = -(nx * (std::int64_t{p.x} - t[0].x) + ny * (std::int64_t{p.y} - t[0].y));
  const std::int64_t z =
      t[0].z + rounded_part(1, rise, nz, static_cast<double>(rise) / static_cast<double>(nz));
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(z, -Lattice::kReach, Lattice::kReach));
}

}  // namespace ambula
