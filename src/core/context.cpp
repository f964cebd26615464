// Progress, cancellation, timers, counters, and threads: oneTBB's where it is there, plain ones elsewhere,
// and a plain loop on WebAssembly.
#include "ambula/context.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#ifdef AMBULA_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace ambula {
namespace {

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr double kProgressInterval = 0.05;  // seconds between two calls of the progress function

int wanted_threads(int asked) {
#ifdef __EMSCRIPTEN__
  (void)asked;
  return 1;
#else
  if (asked > 0) return asked;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#endif
}

#if !defined(AMBULA_WITH_TBB) && !defined(__EMSCRIPTEN__)
// Runs `work` on so many threads, this one among them, until all are done. What one of them throws is thrown
// again here.
template <class Work>
void run_on_threads(int count, Work&& work) {
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (int k = 1; k < count; ++k) others.emplace_back(guarded);
  guarded();
  for (std::thread& t : others) t.join();
  if (thrown) std::rethrow_exception(thrown);
}
#endif

}  // namespace

struct Context::Impl {
#ifdef AMBULA_WITH_TBB
  explicit Impl(int n) : threads(n), arena(n) {
    // oneTBB keeps to the machine's cores unless it is told otherwise while the context lives.
    if (n > static_cast<int>(std::thread::hardware_concurrency())) {
      more_workers.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(n));
    }
  }
  int threads;
  tbb::task_arena arena;
  std::optional<tbb::global_control> more_workers;
#else
  explicit Impl(int n) : threads(n) {}
  int threads;
  std::atomic<bool> has_loop{false};  // one runs in parallel: loops within it do not
#endif
  std::atomic<bool> cancelled{false};
  Progress progress;
  double last_progress = 0;
  std::vector<StageTime> times;
  std::vector<StageCount> counts;
};

static_assert(std::atomic<bool>::is_always_lock_free, "cancel() must be safe in a signal handler");

Context::Context(ContextParams params) : impl_(std::make_unique<Impl>(wanted_threads(params.threads))) {}
Context::~Context() = default;

void Context::on_progress(Progress progress) { impl_->progress = std::move(progress); }
void Context::cancel() noexcept { impl_->cancelled.store(true, std::memory_order_relaxed); }
bool Context::cancelled() const noexcept { return impl_->cancelled.load(std::memory_order_relaxed); }
int Context::threads() const noexcept { return impl_->threads; }
const std::vector<StageTime>& Context::times() const noexcept { return impl_->times; }
const std::vector<StageCount>& Context::counts() const noexcept { return impl_->counts; }

Stage::Stage(Context* context, std::string_view name)
    : context_(context), name_(name), start_(context ? now_seconds() : 0) {
  progress(0);
}

Stage::~Stage() {
  if (!context_) return;
  context_->impl_->times.push_back({name_, now_seconds() - start_});
}

void Stage::progress(double part) {
  if (!context_ || !context_->impl_->progress) return;
  const double now = now_seconds();
  if (now - context_->impl_->last_progress < kProgressInterval) return;
  context_->impl_->last_progress = now;
  context_->impl_->progress(name_, std::clamp(part, 0.0, 1.0));
}

void Stage::count(std::string_view what, std::uint64_t count) {
  if (context_) context_->impl_->counts.push_back({name_, std::string(what), count});
}

Failure cancelled_failure(std::string_view stage) {
  return fail(ErrorCode::cancelled, "cancelled during " + std::string(stage));
}

void parallel_for_raw(Context* context, std::size_t n, std::size_t grain,
                      void (*body)(void*, std::size_t, std::size_t), void* state) {
  if (n == 0) return;
  grain = std::max<std::size_t>(1, grain);
  if (!context) {
    body(state, 0, n);
    return;
  }
#ifdef AMBULA_WITH_TBB
  if (context->threads() > 1 && n > grain) {
    context->impl_->arena.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain),
                        [&](const tbb::blocked_range<std::size_t>& range) {
                          if (!context->cancelled()) body(state, range.begin(), range.end());
                        });
    });
    return;
  }
#elif !defined(__EMSCRIPTEN__)
  if (context->threads() > 1 && n > grain && !context->impl_->has_loop.exchange(true)) {
    std::atomic<std::size_t> next{0};
    const std::size_t pieces = (n - 1) / grain + 1;
    run_on_threads(
        static_cast<int>(std::min<std::size_t>(pieces, static_cast<std::size_t>(context->threads()))), [&] {
          for (std::size_t k = next++; k < pieces && !context->cancelled(); k = next++)
            body(state, k * grain, std::min(n, (k + 1) * grain));
        });
    context->impl_->has_loop = false;
    return;
  }
#endif
  // In pieces, so that a cancelled context is noticed on one thread too.
  for (std::size_t begin = 0; begin < n && !context->cancelled();) {
    const std::size_t end = n - begin > grain ? begin + grain : n;
    body(state, begin, end);
    begin = end;
  }
}

}  // namespace ambula
