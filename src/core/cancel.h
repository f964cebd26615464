// Leaving long loops of a stage once its context is cancelled: by an exception that the stage's entry turns
// into an error. It never crosses the public API.
//
//   CancelCheck check(context);
//   for (const Face& face : faces) { check(); ... }
#pragma once

#include <cstdint>

#include "ambula/context.h"

namespace ambula {

struct Cancelled {};

inline void stop_if_cancelled(const Context* context) {
  if (context && context->cancelled()) throw Cancelled{};
}

// Asks at every 256th call: for steps of a few microseconds each.
class CancelCheck {
 public:
  explicit CancelCheck(const Context* context) : context_(context) {}
  void operator()() {
    if (++calls_ % 256 == 0) stop_if_cancelled(context_);
  }

 private:
  const Context* context_;
  std::uint32_t calls_ = 0;
};

}  // namespace ambula
