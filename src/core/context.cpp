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
constexpr double kShare = 0.5;  // of what is left, for a loop or a stage that does not say how long it takes

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
  double last_progress = 0;  // when it was called
  std::vector<StageTime> times;
  std::vector<StageCount> counts;

  // Progress of the outermost stage. Only the thread that runs it reads and writes these.
  std::atomic<std::thread::id> stage_thread{};
  Stage* innermost = nullptr;
  double done = 0, next = 1;
  bool in_loop = false;

  [[nodiscard]] bool follows() const {
    return progress && innermost &&
           stage_thread.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }
  [[nodiscard]] const std::string& outermost() const {
    const Stage* stage = innermost;
    while (stage->outer_) stage = stage->outer_;
    return stage->name_;
  }
  void advance(double to) {
    done = std::max(done, std::clamp(to, 0.0, 1.0));
    const double now = now_seconds();
    if (now - last_progress < kProgressInterval) return;
    last_progress = now;
    progress(outermost(), done);
  }
  // What is done, and when it is said next, as parts of a stage that reaches from one part of the outermost
  // to another.
  void advance(const Stage& stage, double part, double until) {
    const auto whole = [&](double p) {
      return stage.from_ + std::clamp(p, 0.0, 1.0) * (stage.to_ - stage.from_);
    };
    next = whole(until > part ? until : part + (1 - part) * kShare);
    advance(whole(part));
  }
  void enter(Stage& stage, double until);
  void leave(Stage& stage);
};

void Context::Impl::enter(Stage& stage, double until) {
  if (!innermost) {
    stage_thread = std::this_thread::get_id();
    done = 0;
  } else if (!follows()) {
    return;
  } else {
    const Stage& outer = *innermost;
    stage.from_ = done;
    stage.to_ =
        until > 0 ? outer.from_ + until * (outer.to_ - outer.from_) : done + (outer.to_ - done) * kShare;
    stage.to_ = std::clamp(stage.to_, done, 1.0);
  }
  stage.outer_ = innermost;
  innermost = &stage;
  if (progress) advance(stage, 0, -1);
}

void Context::Impl::leave(Stage& stage) {
  if (innermost != &stage) return;
  if (!progress) {
    innermost = stage.outer_;
    return;
  }
  if (stage.outer_) {
    innermost = stage.outer_;
    advance(stage.to_);
    next = done + (innermost->to_ - done) * kShare;
    return;
  }
  progress(stage.name_, 1);
  innermost = nullptr;
}

// Moves the progress while the pieces of a loop end; of the loops within it none does.
class LoopProgress {
 public:
  LoopProgress(Context::Impl& context, std::size_t n)
      : context_(context), n_(static_cast<double>(n)), active_(context.follows() && !context.in_loop) {
    if (!active_) return;
    context_.in_loop = true;
    from_ = context_.done;
    to_ = std::max(from_, from_ + (context_.next - from_) * kShare);
  }
  ~LoopProgress() {
    if (!active_) return;
    context_.in_loop = false;
    if (context_.follows()) context_.advance(to_);
  }
  LoopProgress(const LoopProgress&) = delete;
  LoopProgress& operator=(const LoopProgress&) = delete;

  void add(std::size_t pieces) {
    if (!active_) return;
    const std::size_t done = done_.fetch_add(pieces, std::memory_order_relaxed) + pieces;
    if (context_.follows()) context_.advance(from_ + (to_ - from_) * static_cast<double>(done) / n_);
  }

 private:
  Context::Impl& context_;
  double n_;
  bool active_;
  double from_ = 0, to_ = 0;
  std::atomic<std::size_t> done_{0};
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

Stage::Stage(Context* context, std::string_view name, double until)
    : context_(context), name_(name), start_(context ? now_seconds() : 0) {
  if (context_) context_->impl_->enter(*this, until);
}

Stage::~Stage() {
  if (!context_) return;
  context_->impl_->leave(*this);
  context_->impl_->times.push_back({name_, now_seconds() - start_});
}

void Stage::progress(double part, double next) {
  if (context_ && context_->impl_->follows()) context_->impl_->advance(*this, part, next);
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
  LoopProgress progress(*context->impl_, n);
  // In pieces, so that a cancelled context is noticed within a thread's share, too.
  const auto run = [&](std::size_t begin, std::size_t end) {
    while (begin < end && !context->cancelled()) {
      const std::size_t stop = end - begin > grain ? begin + grain : end;
      body(state, begin, stop);
      progress.add(stop - begin);
      begin = stop;
    }
  };
#ifdef AMBULA_WITH_TBB
  if (context->threads() > 1 && n > grain) {
    context->impl_->arena.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<std::size_t>(0, n, grain),
          [&](const tbb::blocked_range<std::size_t>& range) { run(range.begin(), range.end()); });
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
            run(k * grain, std::min(n, (k + 1) * grain));
        });
    context->impl_->has_loop = false;
    return;
  }
#endif
  run(0, n);
}

}  // namespace ambula
