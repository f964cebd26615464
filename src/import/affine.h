// Placing geometry: 3x4 transforms in double, composed in a fixed order.
#pragma once

#include "ambula/vec.h"

namespace ambula {

struct Affine {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};  // images of the axes: the columns of the linear part
  Vec3 origin;                              // image of the origin

  [[nodiscard]] Vec3 turn(Vec3 v) const { return x * v.x + y * v.y + z * v.z; }
  [[nodiscard]] Vec3 place(Vec3 p) const { return turn(p) + origin; }
  // A mirroring turns counter-clockwise into clockwise, so triangles under it are wound the other way.
  [[nodiscard]] bool mirrors() const { return dot(cross(x, y), z) < 0; }

  // First `b`, then `a`.
  friend Affine operator*(const Affine& a, const Affine& b) {
    return {a.turn(b.x), a.turn(b.y), a.turn(b.z), a.place(b.origin)};
  }
};

}  // namespace ambula
