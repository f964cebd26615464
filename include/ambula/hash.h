// A stable 64-bit hash: the same value on every platform, build and run. It follows the public XXH64
// specification (little-endian), so that other tools can check our files.
//
//   Hasher h;
//   h.add(std::uint64_t{42});
//   h.add(positions);            // a span of arithmetic values
//   std::uint64_t value = h.finish();
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace ambula {

[[nodiscard]] std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) noexcept;

// Spreads the bits of one word: for combining and for order-free sums of hashes.
[[nodiscard]] constexpr std::uint64_t mix_bits(std::uint64_t x) noexcept {
  x = (x ^ (x >> 33)) * 0xC2B2AE3D27D4EB4FULL;
  x = (x ^ (x >> 29)) * 0x165667B19E3779F9ULL;
  return x ^ (x >> 32);
}

// A double's bits, for hashing; -0.0 and 0.0 are one value.
[[nodiscard]] inline std::uint64_t bits_of(double value) noexcept {
  value += 0.0;
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

// Hashes a stream of values. The order matters; how it is cut into calls does not.
class Hasher {
 public:
  explicit Hasher(std::uint64_t seed = 0) noexcept;

  void add_bytes(std::span<const std::byte> bytes) noexcept;
  void add(std::string_view text) noexcept;  // with its length, so "ab","c" differs from "a","bc"

  // -0.0 and 0.0 are one value and hash alike.
  template <class T>
    requires std::is_arithmetic_v<T>
  void add(T value) noexcept {
    if constexpr (std::is_floating_point_v<T>) value += T{0};
    std::byte bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    add_bytes(bytes);
  }

  [[nodiscard]] std::uint64_t finish() const noexcept;

 private:
  std::uint64_t lanes_[4];
  std::uint64_t seed_;
  std::uint64_t total_ = 0;
  std::byte buffer_[32];
  std::size_t buffered_ = 0;
};

// Sixteen lower-case hex digits, as every report prints a hash.
[[nodiscard]] std::string hash_text(std::uint64_t hash);

static_assert(std::endian::native == std::endian::little, "hashes and files are little-endian");

}  // namespace ambula
