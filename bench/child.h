// Work in a child process: its crash is a sentence, and its memory is its own to measure.
//
//   Result<ChildReport> report = run_in_child([&] { return encode(build(scene)); }, &context);
//   print(report->peak_rss - report->start_rss, decode(report->bytes));
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "ambula/context.h"
#include "ambula/result.h"

namespace ambula::bench {

struct ChildReport {
  std::string bytes;  // what the work returned
  // Most memory the child had resident, and what it had when it began: a fork starts with its parent's pages.
  // Both 0 where the system cannot fork.
  std::size_t peak_rss = 0;
  std::size_t start_rss = 0;
};

// Runs `work` in a fork of this process and waits for it; the work sees everything the caller has, and
// changes none of it. `broken` when it crashed or threw, naming the signal; `cancelled` when the context was,
// within a tenth of a second. The work must not use threads that the caller started. Where the system has no
// fork it runs in this process.
[[nodiscard]] Result<ChildReport> run_in_child(const std::function<std::string()>& work,
                                               Context* context = nullptr);

}  // namespace ambula::bench
