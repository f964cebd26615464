// The text of --help: an example first, a line for each flag, and all of it on one screen.
#pragma once

#include "common.h"

namespace ambula::cli {

[[nodiscard]] std::string help_of(const CLI::App& app);

// Every command with its arguments and flags, their values, defaults and meanings.
[[nodiscard]] Json flags_of(const CLI::App& app);

}  // namespace ambula::cli
