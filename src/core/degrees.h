// Angles without libm, whose last bits differ between platforms.
#pragma once

#include <cmath>

namespace ambula {

// Degrees by which ground may be steeper than the agent's limit: slopes modelled at exactly the limit stay
// ground however a scene is turned and its coordinates are rounded.
inline constexpr double kSlopeTie = 0.001;

// Of an angle of 0 to 90 degrees, by its Taylor series.
[[nodiscard]] inline double cosine_of_degrees(double degrees) {
  const double x = degrees * (3.14159265358979323846 / 180), xx = x * x;
  double term = 1, sum = 1;
  for (int k = 2; k <= 28; k += 2) {
    term = -term * xx / (k * (k - 1));
    sum += term;
  }
  return sum;
}

// Of an angle below 90 degrees.
[[nodiscard]] inline double tangent_of_degrees(double degrees) {
  const double c = cosine_of_degrees(degrees);
  return std::sqrt(1 - c * c) / c;
}

}  // namespace ambula
