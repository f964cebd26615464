// Ctrl-C: cancels a context, and ends the program where nothing asks the context for a while.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "ambula/context.h"

namespace ambula::cli {

// Lives as long as the work that can be interrupted; there is one at a time. Stages notice that their context
// is cancelled; reading, checking and writing whole files do not.
class Interrupt {
 public:
  explicit Interrupt(Context& context);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  // A file that is going to be written: its unfinished copy is removed when the program is ended.
  void writes(const std::filesystem::path& file);

 private:
  void watch();
  [[noreturn]] void end_program();

  Context& context_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::filesystem::path file_;
  std::thread watch_;
};

// The user knows that the work was cancelled: nothing more is said of it.
void cancellation_told() noexcept;

}  // namespace ambula::cli
