// Result<T>: a value or an Error. No exception crosses the public API.
//
//   Result<Scene> scene = import_scene("house.obj", {});
//   if (!scene) return report(scene.error());
//   use(*scene);
//
// Member names follow std::expected (C++23), so that a later switch is a rename.
#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <variant>

namespace ambula {

enum class ErrorCode : std::uint8_t {
  invalid_argument,  // a parameter is out of its documented range
  not_found,         // a file or a named thing does not exist
  io_failed,         // the system refused to read or write
  bad_format,        // bytes that are not what their format promises
  unsupported,       // well formed, but a feature we do not have
  empty,             // nothing left to work on (no triangles, ...)
  too_large,         // exceeds a documented limit, or memory
  cancelled,         // Context::cancel was called
  broken,            // validate() found a value that breaks its contract
};

// A short stable name, as printed in JSON: "bad_format".
[[nodiscard]] const char* name_of(ErrorCode code) noexcept;

struct Error {
  static constexpr std::uint64_t kNoElement = std::numeric_limits<std::uint64_t>::max();

  ErrorCode code = ErrorCode::invalid_argument;
  std::string message;                 // one sentence: where, what is wrong, what to do
  std::uint64_t element = kNoElement;  // id, line or byte offset the message speaks of
};

// Wraps an Error for return: `return fail(ErrorCode::empty, "no triangles");`
struct Failure {
  Error error;
};

[[nodiscard]] inline Failure fail(ErrorCode code, std::string message,
                                  std::uint64_t element = Error::kNoElement) {
  return Failure{{code, std::move(message), element}};
}
[[nodiscard]] inline Failure fail(Error error) { return Failure{std::move(error)}; }

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  [[nodiscard]] T& value() & { return *checked(); }
  [[nodiscard]] const T& value() const& { return *checked(); }
  [[nodiscard]] T&& value() && { return std::move(*checked()); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return checked(); }
  const T* operator->() const { return checked(); }

  [[nodiscard]] const Error& error() const& {
    assert(!has_value());
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error&& error() && {
    assert(!has_value());
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  T* checked() {
    assert(has_value());
    return std::get_if<0>(&state_);
  }
  const T* checked() const {
    assert(has_value());
    return std::get_if<0>(&state_);
  }

  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Failure failure) : error_(std::move(failure.error)), ok_(false) {}

  [[nodiscard]] bool has_value() const noexcept { return ok_; }
  explicit operator bool() const noexcept { return ok_; }
  [[nodiscard]] const Error& error() const& {
    assert(!ok_);
    return error_;
  }
  [[nodiscard]] Error&& error() && {
    assert(!ok_);
    return std::move(error_);
  }

 private:
  Error error_;
  bool ok_ = true;
};

}  // namespace ambula
