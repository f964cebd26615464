// Sorting by an unsigned integer key, stable, in passes of 11 bits: several times faster than comparing where
// there are thousands of items.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ambula {

// `key(item)` gives a std::uint64_t of which only the lowest `bits` count.
template <class Item, class Key>
void radix_sort(std::vector<Item>& items, unsigned bits, Key key) {
  constexpr unsigned kDigit = 11;
  constexpr std::size_t kBuckets = std::size_t{1} << kDigit;
  std::vector<Item> other(items.size());
  for (unsigned shift = 0; shift < bits; shift += kDigit) {
    std::array<std::uint32_t, kBuckets> begin{};
    for (const Item& item : items) ++begin[(key(item) >> shift) & (kBuckets - 1)];
    std::uint32_t sum = 0;
    for (std::uint32_t& b : begin) b = std::exchange(sum, sum + b);
    for (const Item& item : items) other[begin[(key(item) >> shift) & (kBuckets - 1)]++] = item;
    items.swap(other);
  }
}

}  // namespace ambula
