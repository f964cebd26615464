#include "interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "common.h"
#include "core/system.h"
#include "core/text.h"
#include "progress.h"

namespace ambula::cli {
namespace {

constexpr std::chrono::milliseconds kLook{10};    // between looks at the context
constexpr std::chrono::milliseconds kGrace{120};  // for stages to notice, and to leave in order

std::atomic<Context*> interrupted{nullptr};  // what Ctrl-C cancels

std::atomic<bool> told{false};  // that it was cancelled

void on_interrupt(int) {
  if (Context* context = interrupted.load()) context->cancel();
}

// Leftovers of write_file beside a file, when it does not come to its end.
void remove_unfinished(const std::filesystem::path& file) {
  std::error_code ec;
  const std::filesystem::path target = std::filesystem::weakly_canonical(file, ec);
  const std::string prefix = text(target.filename().string(), ".tmp-", process_id(), "-");
  for (const auto& entry : std::filesystem::directory_iterator(target.parent_path(), ec)) {
    if (entry.path().filename().string().starts_with(prefix)) std::filesystem::remove(entry.path(), ec);
  }
}

}  // namespace

void cancellation_told() noexcept { told = true; }

Interrupt::Interrupt(Context& context) : context_(context) {
  interrupted = &context;
  std::signal(SIGINT, on_interrupt);
#ifndef __EMSCRIPTEN__  // which has no threads
  watch_ = std::thread([this] { watch(); });
#endif
}

Interrupt::~Interrupt() {
  interrupted = nullptr;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  ended_.notify_all();
  if (watch_.joinable()) watch_.join();
}

void Interrupt::writes(const std::filesystem::path& file) {
  const std::lock_guard lock(mutex_);
  file_ = file;
}

void Interrupt::watch() {
  std::unique_lock lock(mutex_);
  const auto done = [&] { return done_; };
  while (!context_.cancelled()) {
    if (ended_.wait_for(lock, kLook, done)) return;
  }
  if (!ended_.wait_for(lock, kGrace, done)) end_program();
}

void Interrupt::end_program() {
  if (!file_.empty()) remove_unfinished(file_);
  if (is_terminal(stderr)) std::fputs(kWipe, stderr);
  if (!told) std::fputs("ambula: cancelled\n", stderr);
  std::fflush(stderr);
  std::_Exit(kCouldNot);
}

}  // namespace ambula::cli
