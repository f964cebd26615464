// Measures in sentences.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace ambula {

[[nodiscard]] inline std::string fixed_text(double value, int decimals) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%.*f", decimals, value);
  return buffer;
}

// A measure and its limit, with enough digits that they read apart.
[[nodiscard]] inline std::pair<std::string, std::string> compared(double value, double limit) {
  const int decimals = std::abs(value - limit) >= 0.01 ? 2 : 4;
  return {fixed_text(value, decimals), fixed_text(limit, decimals)};
}

[[nodiscard]] inline std::string in_brackets(const std::string& name) {
  return name.empty() ? std::string() : " (" + name + ")";
}

}  // namespace ambula
