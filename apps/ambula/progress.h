// The progress line of a command on a terminal.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ambula::cli {

// What of the whole is done, over all stages a command runs: never falls.
class OverallProgress {
 public:
  // The stages in their order, each with the share of the time it is expected to take.
  explicit OverallProgress(std::vector<std::pair<std::string, double>> plan) : plan_(std::move(plan)) {}

  // A stage outside of the plan leaves the figure as it is.
  [[nodiscard]] double at(std::string_view stage, double part);

 private:
  std::vector<std::pair<std::string, double>> plan_;
  double done_ = 0;
};

// The line, with what wipes the one before it: "\r\033[K 72 %  navmesh".
[[nodiscard]] std::string progress_line(std::string_view stage, double overall);
inline constexpr const char* kWipe = "\r\033[K";

}  // namespace ambula::cli
