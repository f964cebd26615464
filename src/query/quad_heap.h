// A heap of values, least first, four children a node: half the depth of a binary one, and the children share
// a cache line.
#pragma once

#include <cstddef>
#include <vector>

namespace ambula {

// Less is a total order, or ties come out in an order that only depends on what was pushed and popped.
template <class T, class Less>
class QuadHeap {
 public:
  [[nodiscard]] bool empty() const { return items_.empty(); }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] const T& top() const { return items_.front(); }
  void clear() { items_.clear(); }

  void push(const T& item) {
    std::size_t at = items_.size();
    items_.push_back(item);
    while (at > 0) {
      const std::size_t above = (at - 1) / 4;
      if (!Less{}(item, items_[above])) break;
      items_[at] = items_[above];
      at = above;
    }
    items_[at] = item;
  }

  T pop() {
    const T out = items_.front(), last = items_.back();
    items_.pop_back();
    if (!items_.empty()) sink(last);
    return out;
  }

 private:
  void sink(const T& item) {
    const std::size_t n = items_.size();
    std::size_t at = 0;
    while (true) {
      const std::size_t first = 4 * at + 1;
      if (first >= n) break;
      const std::size_t last = first + 4 < n ? first + 4 : n;
      std::size_t least = first;
      for (std::size_t k = first + 1; k < last; ++k) {
        if (Less{}(items_[k], items_[least])) least = k;
      }
      if (!Less{}(items_[least], item)) break;
      items_[at] = items_[least];
      at = least;
    }
    items_[at] = item;
  }

  std::vector<T> items_;
};

}  // namespace ambula
