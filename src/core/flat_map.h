// A hash map from keys to 32-bit numbers in one flat table: for lookups by the hundred thousand. It only
// grows, and nothing iterates over it, so that no order can leak into a result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ambula {

template <class Key, class Hash>
class FlatMap {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // The number of a key, or kNone.
  [[nodiscard]] std::uint32_t find(const Key& key) const {
    if (slots_.empty()) return kNone;
    for (std::size_t s = Hash{}(key)&mask_;; s = (s + 1) & mask_) {
      if (slots_[s].second == kNone || slots_[s].first == key) return slots_[s].second;
    }
  }

  // The number of a key, set to `value` where it had none; second: whether it was set.
  std::pair<std::uint32_t, bool> insert(const Key& key, std::uint32_t value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    for (std::size_t s = Hash{}(key)&mask_;; s = (s + 1) & mask_) {
      if (slots_[s].second == kNone) {
        slots_[s] = {key, value};
        ++size_;
        return {value, true};
      }
      if (slots_[s].first == key) return {slots_[s].second, false};
    }
  }

  void reserve(std::size_t size) {
    while (slots_.size() < 2 * size) grow();
  }

 private:
  void grow() {
    std::vector<std::pair<Key, std::uint32_t>> old(slots_.empty() ? 16 : 2 * slots_.size(), {Key{}, kNone});
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const auto& [key, value] : old) {
      if (value == kNone) continue;
      std::size_t s = Hash{}(key)&mask_;
      while (slots_[s].second != kNone) s = (s + 1) & mask_;
      slots_[s] = {key, value};
    }
  }

  std::vector<std::pair<Key, std::uint32_t>> slots_;
  std::size_t mask_ = 0, size_ = 0;
};

}  // namespace ambula
