#include "output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>

#include "core/system.h"
#include "core/text.h"

namespace ambula::cli {
namespace {

namespace fs = std::filesystem;

// ".obj, .glb or .svg"
std::string list_of(std::initializer_list<std::string_view> words) {
  std::string out;
  for (const std::string_view* word = words.begin(); word != words.end(); ++word) {
    if (!out.empty()) out += word + 1 == words.end() ? " or " : ", ";
    out += *word;
  }
  return out;
}

// The report would end up in the middle of a file or pipe; a device such as /dev/null does not mind.
bool report_goes_to(const std::string& path) {
  std::error_code ec;
  return is_standard_output(path) && !fs::is_character_file(path, ec);
}

}  // namespace

std::string lower_extension(const fs::path& path) {
  std::string out = path.extension().string();
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

bool is_standard_output(const std::string& path) { return path == "-" || names_stream(path, stdout); }

Result<void> check_output(const Output& output, std::initializer_list<std::string_view> inputs) {
  const fs::path path = output.path;
  std::error_code ec;
  for (const std::string_view input : inputs) {
    if (!input.empty() && fs::equivalent(path, fs::path(input), ec)) {
      return fail(
          ErrorCode::invalid_argument,
          text(output.path, ": is read by this command, and would be lost; name another file to write"));
    }
  }
  if (report_goes_to(output.path) && output.path != "-") {
    return fail(ErrorCode::invalid_argument,
                text(output.path, ": is standard output, which has the report; name another file to write"));
  }
  const auto status = fs::status(path, ec);
  const bool special = fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
  if (special && !output.by_extension) return {};
  const std::string extension = lower_extension(path);
  if (std::find(output.extensions.begin(), output.extensions.end(), extension) == output.extensions.end()) {
    return fail(ErrorCode::invalid_argument, text(output.path, ": ", output.what, " is written as ",
                                                  list_of(output.extensions), "; end its name so"));
  }
  if (fs::is_directory(status)) {
    return fail(ErrorCode::io_failed, text(output.path, ": is a directory; name a file in it"));
  }
  const fs::path folder = path.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ec)) {
    return fail(ErrorCode::io_failed,
                text(output.path, ": cannot be written: there is no folder ", folder.string()));
  }
  return {};
}

Result<void> check_standard_output() {
  if (is_terminal(stdout)) {
    return fail(ErrorCode::invalid_argument,
                "a terminal cannot show the bytes of a picture; lead standard output into a file or a pipe");
  }
  return {};
}

Result<void> write_standard_output(std::span<const std::byte> bytes) {
  make_binary(stdout);
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0) {
    return fail(ErrorCode::io_failed,
                text("standard output: cannot be written: ", std::generic_category().message(errno)));
  }
  return {};
}

int finish_standard_output(int exit_code) {
  std::cout.flush();
  const bool failed_before = std::ferror(stdout) != 0 || !std::cout;
  errno = 0;
  const bool failed = std::fflush(stdout) != 0;
  if (!failed && !failed_before) return exit_code;
  std::fprintf(stderr, "ambula: standard output: not all of it could be written%s%s\n",
               errno != 0 ? ": " : "", errno != 0 ? std::generic_category().message(errno).c_str() : "");
  return exit_code == kDone ? kCouldNot : exit_code;
}

}  // namespace ambula::cli
