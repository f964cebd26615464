// The input's up axis and unit.
#include <cmath>

#include "ambula/scene.h"
#include "core/text.h"

namespace ambula {

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
