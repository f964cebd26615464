// Runs the program in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "ambula/files.h"
#include "temporary_folder.h"

namespace ambula {

namespace fs = std::filesystem;

struct Outcome {
  int code = -1;
  std::string out, err;
};

inline std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Cli : public ::testing::Test {
 protected:
  // `arguments` are shell words; files are relative to the test's folder.
  Outcome run(const std::string& arguments) { return shell("'" AMBULA_PROGRAM "' " + arguments); }
  // The same for a whole line, in which the program is $ambula.
  Outcome shell(const std::string& line) {
    const std::string command = "cd '" + folder_.path().string() + "' && ambula='" AMBULA_PROGRAM "' && { " +
                                line + "\n} >.out 2>.err </dev/null";
    const int status = std::system(command.c_str());
    Outcome result;
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    result.out = content_of(folder_ / ".out");
    result.err = content_of(folder_ / ".err");
    fs::remove(folder_ / ".out");
    fs::remove(folder_ / ".err");
    return result;
  }
  void write(const std::string& name, std::string_view content) {
    ASSERT_TRUE(write_file(folder_ / name, content));
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), {}));
  }

  TemporaryFolder folder_;
};

// A floor with a door that stands in it, y up.
constexpr const char* kRoom =
    "o Floor\nv 0 0 0\nv 4 0 0\nv 4 0 -3\nv 0 0 -3\nf 1 2 3 4\n"
    "o Door 1\nv 0 0 0\nv 1 0 0\nv 1 2 0\nf -3 -2 -1\n";

}  // namespace ambula
