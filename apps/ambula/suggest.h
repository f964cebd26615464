// What a user who mistyped a command or a flag most likely meant.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ambula::cli {

// The nearest of `known` by insertions, deletions, changes and swaps of neighbours, if it is near enough to
// be meant; or the one that `word` is the beginning of. Empty for none.
[[nodiscard]] std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

// One sentence on arguments that were not understood, naming what was most likely meant.
[[nodiscard]] std::string usage_message(const CLI::App& app, const std::vector<std::string>& arguments,
                                        const CLI::ParseError& error);

}  // namespace ambula::cli
