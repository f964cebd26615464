// Sorts 64-bit words by some of their bits: least significant digits first, stable, linear.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ambula {

// By the bits [low, high) of `keys`; `spare` lends memory. Digits of 11 bits: their counters fit the first
// level cache. Digits that all keys share cost one look.
inline void radix_sort(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& spare, int low,
                       int high) {
  constexpr int kDigit = 11;
  spare.resize(keys.size());
  for (int at = low; at < high; at += kDigit) {
    const std::uint64_t mask = (std::uint64_t{1} << std::min(kDigit, high - at)) - 1;
    std::array<std::uint32_t, 1 << kDigit> start{};
    for (const std::uint64_t key : keys) ++start[(key >> at) & mask];
    if (!keys.empty() && start[(keys[0] >> at) & mask] == keys.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint64_t digit = 0; digit <= mask; ++digit) sum += std::exchange(start[digit], sum);
    for (const std::uint64_t key : keys) spare[start[(key >> at) & mask]++] = key;
    keys.swap(spare);
  }
}

}  // namespace ambula
