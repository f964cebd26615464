// Sorting by some bits of an unsigned integer key: least significant digits first, stable, linear.
//
//   radix_sort(keys, spare, 0, 42);                                          // 64-bit words by their own
//   bits radix_sort(pairs, spare, 0, 42, [](const auto& p) { return p.first; });  // anything, by a key
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace ambula {

// By the bits [low, high) of `key(item)`, a std::uint64_t; `spare` lends memory. Digits of 11 bits: their
// counters fit the first level cache. Digits that all keys share cost one look.
template <class Item, class Key = std::identity>
void radix_sort(std::vector<Item>& items, std::vector<Item>& spare, int low, int high, Key key = {}) {
  constexpr int kDigit = 11;
  spare.resize(items.size());
  for (int at = low; at < high; at += kDigit) {
    const std::uint64_t mask = (std::uint64_t{1} << std::min(kDigit, high - at)) - 1;
    std::array<std::uint32_t, 1 << kDigit> start{};
    for (const Item& item : items) ++start[(key(item) >> at) & mask];
    if (!items.empty() && start[(key(items[0]) >> at) & mask] == items.size()) continue;
    std::uint32_t sum = 0;
    for (std::uint64_t digit = 0; digit <= mask; ++digit) sum += std::exchange(start[digit], sum);
    for (const Item& item : items) spare[start[(key(item) >> at) & mask]++] = item;
    items.swap(spare);
  }
}

}  // namespace ambula
