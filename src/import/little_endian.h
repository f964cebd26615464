// Numbers from little-endian bytes, on any machine and at any alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ambula {

[[nodiscard]] inline std::uint16_t load_u16(const std::byte* p) {
  return static_cast<std::uint16_t>(std::to_integer<unsigned>(p[0]) | std::to_integer<unsigned>(p[1]) << 8);
}
[[nodiscard]] inline std::uint32_t load_u32(const std::byte* p) {
  return load_u16(p) | static_cast<std::uint32_t>(load_u16(p + 2)) << 16;
}
[[nodiscard]] inline float load_f32(const std::byte* p) {
  const std::uint32_t bits = load_u32(p);
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

}  // namespace ambula
