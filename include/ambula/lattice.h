// The integer lattice every exact decision is made on: scene point p stands at (p - origin) / quantum,
// rounded to the nearest integer, ties to even.
//
//   Lattice lattice{.origin = scene.lattice.origin};
//   if (lattice.reaches(p)) LatticePoint q = lattice.snap(p);
//   Vec3 back = lattice.position(q);                    // within half a quantum of p per axis
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

#include "ambula/vec.h"

namespace ambula {

struct LatticePoint {
  std::int32_t x = 0, y = 0, z = 0;
  auto operator<=>(const LatticePoint&) const = default;
};

struct Lattice {
  // |coordinate| <= 2^28: products of three differences stay within 128 bits.
  static constexpr std::int32_t kReach = std::int32_t{1} << 28;
  static constexpr double kDefaultQuantum = 1e-4;  // metres: reaches 26.8 km either way

  Vec3 origin = {};                  // metres, z up: the scene's median
  double quantum = kDefaultQuantum;  // metres

  [[nodiscard]] double reach() const { return kReach * quantum; }
  [[nodiscard]] bool reaches(Vec3 p) const {
    const Vec3 d = p - origin;
    const double r = reach();
    return d.x >= -r && d.x <= r && d.y >= -r && d.y <= r && d.z >= -r && d.z <= r;
  }
  [[nodiscard]] LatticePoint snap(Vec3 p) const {
    const Vec3 d = p - origin;
    return {round_even(d.x / quantum), round_even(d.y / quantum), round_even(d.z / quantum)};
  }
  [[nodiscard]] Vec3 position(LatticePoint q) const {
    return origin + Vec3{q.x * quantum, q.y * quantum, q.z * quantum};
  }

  friend bool operator==(const Lattice&, const Lattice&) = default;

 private:
  // nearbyint under the default rounding mode: ties to even, symmetric about zero.
  static std::int32_t round_even(double v) { return static_cast<std::int32_t>(std::nearbyint(v)); }
};

}  // namespace ambula
