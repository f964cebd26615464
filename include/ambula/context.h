// What a long computation shares with its caller: progress, cancellation, timers, counters, threads.
//
//   Context context({.threads = 4});
//   context.on_progress([](std::string_view stage, double part) { ... });
//   auto scene = import_scene(path, {}, &context);   // another thread may call context.cancel()
//   for (const StageTime& t : context.times()) print(t.stage, t.seconds);
//
// Every stage takes `Context* = nullptr`; without one it runs on one thread, silently, to its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "ambula/result.h"

namespace ambula {

struct StageTime {
  std::string stage;
  double seconds = 0;
};

// How much of something a stage met on the way: for benchmarks and reports, never read by a stage.
struct StageCount {
  std::string stage, what;
  std::uint64_t count = 0;
};

struct ContextParams {
  int threads = 0;  // 0: as many as the machine has; always 1 on WebAssembly
};

class Context {
 public:
  // The outermost stage that runs, and its part that is done: 0..1, never falling. 1 means that it has ended.
  using Progress = std::function<void(std::string_view stage, double part)>;

  explicit Context(ContextParams params = {});
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Called from the thread that runs the stage, at most about 20 times a second; and once when a stage ends.
  void on_progress(Progress progress);

  void cancel() noexcept;  // from any thread, also from a signal handler
  [[nodiscard]] bool cancelled() const noexcept;

  [[nodiscard]] int threads() const noexcept;
  [[nodiscard]] const std::vector<StageTime>& times() const noexcept;    // in the order stages ended
  [[nodiscard]] const std::vector<StageCount>& counts() const noexcept;  // in the order they were told

 private:
  friend class Stage;
  friend class LoopProgress;
  friend void parallel_for_raw(Context*, std::size_t, std::size_t, void (*)(void*, std::size_t, std::size_t),
                               void*);
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Names and times what happens in its scope, and reports its progress. Stages of one context nest, on one
// thread. A loop (parallel_for) moves the progress of the stage it runs in from what is done towards what is
// to be done next.
class Stage {
 public:
  // `until`: the part of the enclosing stage that is done when this one ends; unless given, half of its rest.
  Stage(Context* context, std::string_view name, double until = -1);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  // 0..1: done so far, and when this is called next; unless given, half of the rest later.
  void progress(double part, double next = -1);
  void count(std::string_view what, std::uint64_t count);
  [[nodiscard]] bool cancelled() const noexcept { return context_ && context_->cancelled(); }

 private:
  friend struct Context::Impl;
  Context* context_;
  std::string name_;
  double start_;
  Stage* outer_ = nullptr;
  double from_ = 0, to_ = 1;  // of the outermost stage
};

// The error every stage returns when it was cancelled.
[[nodiscard]] Failure cancelled_failure(std::string_view stage);

// Calls body(begin, end) over [0, n) in pieces of at least `grain`, in parallel where the context has
// threads. Pieces not yet begun are skipped once the context is cancelled. The cut into pieces may
// differ between runs: a body must write only to the places its own indices own.
void parallel_for_raw(Context* context, std::size_t n, std::size_t grain,
                      void (*body)(void*, std::size_t, std::size_t), void* state);

template <class Body>
void parallel_for(Context* context, std::size_t n, std::size_t grain, Body&& body) {
  using Plain = std::remove_reference_t<Body>;
  parallel_for_raw(
      context, n, grain,
      [](void* state, std::size_t begin, std::size_t end) { (*static_cast<Plain*>(state))(begin, end); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

}  // namespace ambula
