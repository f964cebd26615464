// What the program says to those who mistype, and to programs that read what it says.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/cli.h"

namespace ambula {
namespace {

using Usage = Cli;

TEST_F(Usage, MistypedCommandsAndFlagsGetASuggestion) {
  write("room.obj", kRoom);
  const std::pair<const char*, const char*> cases[] = {
      {"rendr room.obj", "ambula has no command 'rendr'; did you mean 'render'?"},
      {"biuld room.obj", "did you mean 'build'?"},
      {"exprot", "did you mean 'export'?"},
      {"ver", "did you mean 'verify'?"},
      {"render room.obj --angel 30,40 -o x.png",
       "ambula render has no flag --angel; did you mean '--angle'?"},
      {"render room.obj --angel=30,40", "did you mean '--angle'?"},
      {"build room.obj --max-stp 0.3", "did you mean '--max-step'?"},
      {"build room.obj --ingore Door", "did you mean '--ignore'?"},
      {"build room.obj -radius 0.2", "did you mean '--radius'?"},
      {"info room.obj --jsn", "did you mean '--json'?"},
      {"info room.obj --js", "did you mean '--json'?"},
      {"--verison", "did you mean '--version'?"},
  };
  for (const auto& [arguments, sentence] : cases) {
    const Outcome wrong = run(arguments);
    EXPECT_EQ(wrong.code, 2) << arguments;
    EXPECT_NE(wrong.err.find(sentence), std::string::npos) << arguments << ": " << wrong.err;
    EXPECT_EQ(std::count(wrong.err.begin(), wrong.err.end(), '\n'), 1) << wrong.err;
  }
  for (const char* arguments : {"frobnicate room.obj", "build room.obj --frobnicate", ""}) {
    const Outcome wrong = run(arguments);
    EXPECT_EQ(wrong.code, 2) << arguments;
    EXPECT_EQ(wrong.err.find("did you mean"), std::string::npos) << wrong.err;
  }
  EXPECT_NE(run("frobnicate").err.find("there are build, export, info"), std::string::npos);
}

TEST_F(Usage, ErrorsAreJsonWhereJsonIsAskedFor) {
  write("room.obj", kRoom);
  write("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
  ASSERT_EQ(run("build room.obj").code, 0);
  struct Case {
    const char *arguments, *code;
    int exit_code;
  };
  const Case cases[] = {
      {"info missing.obj --json", "not_found", 1},
      {"info range.obj --json", "bad_format", 1},
      {"build room.obj --json --height 0", "invalid_argument", 2},
      {"build room.obj --json --hieght 0", "invalid_argument", 2},
      {"render room.obj --json -o x.jpg", "invalid_argument", 2},
      {"render room.obj --json", "invalid_argument", 2},
      {"export room.obj navmesh x.obj --json", "not_found", 1},
      {"why room.ambula 1,2 --json", "invalid_argument", 2},
      {"path room.ambula 1,2 1,0,-1 --json", "invalid_argument", 2},
      {"verify room.obj room.obj --json", "not_found", 1},
      {"scene nowhere -o x.obj --json", "invalid_argument", 2},
      {"frobnicate --json", "invalid_argument", 2},
  };
  for (const Case& c : cases) {
    const Outcome failed = run(c.arguments);
    EXPECT_EQ(failed.code, c.exit_code) << c.arguments << failed.err;
    const auto json = nlohmann::json::parse(failed.out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << c.arguments << ": " << failed.out;
    EXPECT_EQ(json.size(), 3u) << failed.out;
    EXPECT_EQ(json["code"], c.code) << c.arguments << failed.out;
    EXPECT_EQ("ambula: " + json["message"].get<std::string>() + "\n", failed.err) << c.arguments;
    EXPECT_TRUE(json.contains("element"));
  }
  EXPECT_EQ(nlohmann::json::parse(run("info range.obj --json").out)["element"], 4);
  EXPECT_TRUE(nlohmann::json::parse(run("info missing.obj --json").out)["element"].is_null());
}

}  // namespace
}  // namespace ambula
