// The up axis and the unit of a scene's own coordinates, and the way to metres, z up, and back.
//
//   Result<Frame> frame = make_frame(kUpY, 0.01);      // a file in centimetres, y up
//   Vec3 p = frame->to_scene({0, 250, 0});             // {0, 0, 2.5}
//
// "The scene's own frame" means the coordinates of the file a scene was read from. Everything computed from a
// scene is in metres, z up.
#pragma once

#include <array>

#include "ambula/result.h"
#include "ambula/vec.h"

namespace ambula {

inline constexpr Vec3 kUpY{0, 1, 0};
inline constexpr Vec3 kUpZ{0, 0, 1};

// How the input's own coordinates become z up and metres, and back.
struct Frame {
  std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};  // rows of a rotation
  double unit = 1;                                                        // metres per input unit

  [[nodiscard]] Vec3 to_scene(Vec3 p) const {
    return Vec3{dot(axes[0], p), dot(axes[1], p), dot(axes[2], p)} * unit;
  }
  [[nodiscard]] Vec3 to_input(Vec3 p) const {
    const Vec3 q = axes[0] * p.x + axes[1] * p.y + axes[2] * p.z;
    return {q.x / unit, q.y / unit, q.z / unit};
  }
  [[nodiscard]] Vec3 up() const { return axes[2]; }  // in input coordinates

  friend bool operator==(const Frame&, const Frame&) = default;
};

// The frame whose up is `up` (any length but zero). Axis-aligned ups only permute coordinates, so they
// are exact; for y up, x stays x and input z becomes -y.
[[nodiscard]] Result<Frame> make_frame(Vec3 up, double unit);

// Whether the axes are a rotation and the unit is a positive number.
[[nodiscard]] Result<void> validate(const Frame& frame);

}  // namespace ambula
