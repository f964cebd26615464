// The input's up axis and unit.
#include "ambula/frame.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "core/text.h"

namespace ambula {
namespace {

bool is_rotation(const std::array<Vec3, 3>& axes) {
  constexpr double kSlack = 1e-9;  // of unit length: far above rounding, far below any wrong axis
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (!(std::abs(dot(axes[i], axes[j]) - (i == j ? 1 : 0)) < kSlack)) return false;
    }
  }
  return dot(cross(axes[0], axes[1]), axes[2]) > 0;
}

}  // namespace

Result<void> validate(const Frame& frame) {
  if (frame.unit > 0 && std::isfinite(frame.unit) && is_rotation(frame.axes)) return {};
  return fail(ErrorCode::broken, "the frame is not a rotation with a positive unit");
}

Result<Frame> make_frame(Vec3 up, double unit) {
  if (!(unit > 0) || !std::isfinite(unit)) {
    return fail(ErrorCode::invalid_argument,
                text("unit is ", unit, "; it must be a positive number of metres"));
  }
  const double size = length(up);
  if (!is_finite(up) || !(size > 0) || !std::isfinite(size)) {
    return fail(ErrorCode::invalid_argument,
                "up is not a direction; give y, z or X,Y,Z with a length above 0");
  }
  Frame frame;
  frame.unit = unit;
  const Vec3 z = up * (1 / size);
  if (z == kUpZ) return frame;
  // x stays as near to the input's x as it can; for an up along x, the input's y takes its place.
  const Vec3 reference = std::abs(z.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  Vec3 x = reference - z * dot(reference, z);
  x = x * (1 / length(x));
  frame.axes = {x, cross(z, x), z};
  return frame;
}

}  // namespace ambula
