// Cosine and sine with the same bits on every machine: only + - * / in a fixed order, where libm may differ
// in its last digit. Multiples of 90 degrees are exact.
#pragma once

#include <cmath>

namespace ambula::scenes {

inline constexpr double kPi = 3.14159265358979323846;

struct Turn {
  double cos = 1, sin = 0;
};

// Any finite angle; accurate to about two units in the last place.
inline Turn turn(double degrees) {
  const double d = std::fmod(degrees, 360.0);  // exact
  const int quarter = static_cast<int>(std::floor((d + 45) / 90));
  const double x = (d - 90 * quarter) * (kPi / 180);  // -45 .. 45 degrees
  const double xx = x * x;
  // Taylor's series from its small end; the first term left out is below 1e-17.
  double s = 0, c = 0;
  for (int k = 8; k >= 1; --k) {
    s = (1 + s) * (-xx / ((2 * k) * (2 * k + 1)));
    c = (1 + c) * (-xx / ((2 * k - 1) * (2 * k)));
  }
  s = x * (1 + s);
  c = 1 + c;
  switch (((quarter % 4) + 4) % 4) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

}  // namespace ambula::scenes
