// The program of the README: as printed there, and what it says beside the command line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/apps/cli.h"

namespace ambula {
namespace {

class Example : public Cli {};

TEST_F(Example, StandsInTheReadme) {
  const std::string readme = content_of(fs::path(AMBULA_PROJECT) / "README.md");
  const std::string program = content_of(fs::path(AMBULA_PROJECT) / "examples" / "first_path.cpp");
  ASSERT_FALSE(program.empty());
  EXPECT_NE(readme.find("```cpp\n" + program + "```"), std::string::npos);
}

// Both mean the coordinates of the scene's file: here y up.
TEST_F(Example, FindsTheSamePathInTheSceneFrameAsTheCommandLine) {
  ASSERT_EQ(run("scene terrace-house -o house.obj").code, 0);
  ASSERT_EQ(run("build house.obj --ignore 'Door*' -o house.ambula").code, 0);
  const Outcome example = shell("'" AMBULA_EXAMPLE "' house.obj");
  ASSERT_EQ(example.code, 0) << example.out;
  std::istringstream lines(example.out);
  std::string status;
  double length = 0;
  lines >> status >> length;
  EXPECT_EQ(status, "complete,");
  lines.ignore(100, '\n');

  const auto path =
      nlohmann::json::parse(run("path house.ambula 1.1,-0.1,2.3 4.2,2.8,-1.9 --json").out, nullptr, false);
  ASSERT_FALSE(path.is_discarded());
  EXPECT_NEAR(length, path["length"], 0.01);
  const auto& points = path["points"];
  ASSERT_GE(points.size(), 3u);
  for (const auto& point : points) {
    const auto& at = point.is_array() ? point : point["at"];
    double x = 0, y = 0, z = 0;
    ASSERT_TRUE(lines >> x >> y >> z);
    EXPECT_NEAR(x, at[0], 0.006);
    EXPECT_NEAR(y, at[1], 0.006);
    EXPECT_NEAR(z, at[2], 0.006);
  }
  double more = 0;
  EXPECT_FALSE(lines >> more);
}

}  // namespace
}  // namespace ambula
