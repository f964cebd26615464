// An optional value that stands in memory of its own: its type may be incomplete where it is only passed on.
//
//   struct Large;                 // Large is defined where it is made or read
//   Boxed<Large> box;
//   box.emplace().field = 3;
//   Boxed<Large> other = box;     // copies the value
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace ambula {

template <class T>
class Boxed {
 public:
  Boxed() = default;
  template <class U>
    requires std::same_as<std::remove_cvref_t<U>, T>
  Boxed(U&& value) {
    emplace(std::forward<U>(value));
  }
  Boxed(const Boxed& other)
      : value_(other.value_ ? other.copy_(*other.value_) : nullptr), copy_(other.copy_) {}
  Boxed(Boxed&& other) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    std::swap(value_, other.value_);
    std::swap(copy_, other.copy_);
    return *this;
  }
  ~Boxed() = default;

  template <class... Arguments>
  T& emplace(Arguments&&... arguments) {
    value_ = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    copy_ = [](const T& value) { return std::make_shared<T>(value); };
    return *value_;
  }
  void reset() noexcept { value_.reset(); }

  [[nodiscard]] bool has_value() const noexcept { return value_ != nullptr; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] T& operator*() noexcept { return *value_; }
  [[nodiscard]] const T& operator*() const noexcept { return *value_; }
  [[nodiscard]] T* operator->() noexcept { return value_.get(); }
  [[nodiscard]] const T* operator->() const noexcept { return value_.get(); }

 private:
  // No two boxes share a value. A shared pointer knows how to destroy a type that is incomplete here.
  std::shared_ptr<T> value_;
  std::shared_ptr<T> (*copy_)(const T&) = nullptr;
};

}  // namespace ambula
