// --angle, --cut, --size, --color: from where a picture is taken, and in which colours.
#pragma once

#include <optional>
#include <string>

#include "common.h"

namespace ambula::cli {

struct ViewFlags {
  std::string angle, size, color = "auto";
  std::optional<double> cut;

  void add_to(CLI::App& app);
  // Heights are given along the scene's up axis in its own unit; `frame` turns them into metres.
  [[nodiscard]] Result<View> view(const Frame& frame) const;
  [[nodiscard]] std::vector<std::string> given() const;  // flags on the command line
  [[nodiscard]] NavMeshColors colors() const;

 private:
  std::vector<const CLI::Option*> options_;
};

}  // namespace ambula::cli
