// Targets of results: files that a command may write, and standard output.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "common.h"

namespace ambula::cli {

// The output that a command is asked to write.
struct Output {
  std::string path;
  std::string_view what;  // in messages: "a picture"
  std::initializer_list<std::string_view> extensions;
  bool by_extension = false;  // the extension chooses the format, so a pipe or a device needs one, too
};

// Refuses, before any work is done, an output that cannot be right: a file the command reads, by whatever
// name; an extension of another format; a folder that is not there; standard output, which the report has.
[[nodiscard]] Result<void> check_output(const Output& output, std::initializer_list<std::string_view> inputs);

[[nodiscard]] std::string lower_extension(const std::filesystem::path& path);  // ".png" also of "A.PNG"

// True if the path is "-", or another name of what standard output is: /dev/stdout, a file it was led into.
[[nodiscard]] bool is_standard_output(const std::string& path);

// Refuses to write bytes where a terminal would show them.
[[nodiscard]] Result<void> check_standard_output();
[[nodiscard]] Result<void> write_standard_output(std::span<const std::byte> bytes);

// Says on standard error when not all of standard output could be written; the exit code then.
[[nodiscard]] int finish_standard_output(int exit_code);

}  // namespace ambula::cli
