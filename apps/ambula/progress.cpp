#include "progress.h"

#include <algorithm>
#include <cstdio>

namespace ambula::cli {

double OverallProgress::at(std::string_view stage, double part) {
  double before = 0, all = 0, own = 0;
  bool found = false;
  for (const auto& [name, share] : plan_) {
    all += share;
    if (name == stage) {
      found = true;
      own = share;
    } else if (!found) {
      before += share;
    }
  }
  if (plan_.empty()) return part;
  if (found) done_ = std::max(done_, (before + own * part) / all);
  return done_;
}

std::string progress_line(std::string_view stage, double overall) {
  char percent[16];
  std::snprintf(percent, sizeof(percent), "%3.0f %%  ", 100 * overall);
  return kWipe + std::string(percent) + std::string(stage);
}

}  // namespace ambula::cli
