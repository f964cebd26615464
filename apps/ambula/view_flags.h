// --angle, --cut, --size: from where a picture is taken.
#pragma once

#include <optional>
#include <string>

#include "common.h"

namespace ambula::cli {

struct ViewFlags {
  std::string angle, size;
  std::optional<double> cut;

  void add_to(CLI::App& app);
  // Heights are given along the scene's up axis in its own unit; `frame` turns them into metres.
  [[nodiscard]] Result<View> view(const Frame& frame) const;
};

}  // namespace ambula::cli
