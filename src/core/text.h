// text("line ", 7, ": bad"): messages put together from pieces, numbers in their shortest plain form.
#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

namespace ambula {

inline void append_text(std::string& out, std::string_view piece) { out += piece; }
inline void append_text(std::string& out, char piece) { out += piece; }

template <class T>
  requires std::is_arithmetic_v<T>
void append_text(std::string& out, T value) {
  char buffer[40];
  if constexpr (std::is_floating_point_v<T>) {
    // Six significant digits: for people. Files that must round-trip use their own writers.
    const int n = std::snprintf(buffer, sizeof(buffer), "%.6g", static_cast<double>(value));
    out.append(buffer, static_cast<std::size_t>(n));
  } else {
    const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value);
    out.append(buffer, end.ptr);
  }
}

// The shortest of 15 to 17 digits that reads back to the same bits; a locale's decimal comma becomes a point.
// (Not every library that we build with has std::to_chars for doubles.)
inline void append_exact(std::string& out, double value) {
  char buffer[40];
  int size = 0;
  for (int digits = 15; digits <= 17; ++digits) {
    size = std::snprintf(buffer, sizeof(buffer), "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  for (int i = 0; i < size; ++i) out += buffer[i] == ',' ? '.' : buffer[i];
}

template <class... Pieces>
[[nodiscard]] std::string text(const Pieces&... pieces) {
  std::string out;
  (append_text(out, pieces), ...);
  return out;
}

}  // namespace ambula
