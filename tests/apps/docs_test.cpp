// Pages say what the program says: their commands run, print what the pages show, and have the defaults that
// the pages name.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "apps/cli.h"
#include "apps/pages.h"

namespace ambula {
namespace {

using Json = nlohmann::json;
using Docs = Cli;

constexpr double kTolerance = 0.01;  // of a number that a page shows, or of one where it is less

// The first difference of two lines; empty where words are equal and numbers near.
std::string difference(const std::string& shown, const std::string& printed) {
  static const std::regex token("-?[0-9]+(\\.[0-9]+)?|[^-0-9]+|-");
  std::sregex_iterator a(shown.begin(), shown.end(), token), b(printed.begin(), printed.end(), token), end;
  for (; a != end && b != end; ++a, ++b) {
    if (a->str() == b->str()) continue;
    char* rest = nullptr;
    const std::string left = a->str(), right = b->str();
    const double x = std::strtod(left.c_str(), &rest);
    if (rest == left.c_str()) return "'" + left + "' is '" + right + "'";
    const double y = std::strtod(right.c_str(), &rest);
    if (rest == right.c_str() || std::abs(x - y) > kTolerance * std::max(1.0, std::abs(x)))
      return left + " is " + right;
  }
  return a == end && b == end ? "" : "one ends before the other";
}

// A line "..." stands for all that follows.
void expect_shown(const std::string& shown, const std::string& printed, const std::string& where) {
  std::istringstream left(shown), right(printed);
  std::string a, b;
  while (std::getline(left, a)) {
    if (a == "...") return;
    ASSERT_TRUE(std::getline(right, b)) << where << ": the program does not print\n"
                                        << a << "\nbut\n"
                                        << printed;
    EXPECT_EQ(difference(a, b), "") << where << "\nshown    " << a << "\nprinted  " << b;
  }
  EXPECT_FALSE(std::getline(right, b)) << where << ": the page does not show\n" << b;
}

TEST_F(Docs, CommandsOfEveryPageRunAndPrintWhatItShows) {
  std::size_t commands = 0, shown = 0, left_out = 0;
  for (const std::string& page : all_pages()) {
    fs::remove_all(folder_.path());
    fs::create_directory(folder_.path());
    const auto run_line = [&](const std::string& line) {
      return shell("ambula() { '" AMBULA_PROGRAM "' \"$@\"; }; " + line);
    };
    for (const PageBlock& block : blocks_of(page)) {
      const std::string where = page + ":" + std::to_string(block.line);
      left_out += block.not_run && !block.commands.empty() ? 1U : 0U;
      if (block.not_run) continue;
      for (const std::string& line : block.first) {
        const Outcome outcome = run_line(line);
        EXPECT_EQ(outcome.code, 0) << where << ": " << line << "\n" << outcome.err;
      }
      for (const PageCommand& command : block.commands) {
        const Outcome outcome = run_line(command.line);
        EXPECT_EQ(outcome.code, 0) << where << ": " << command.line << "\n" << outcome.err;
        if (!command.output.empty()) expect_shown(command.output, outcome.out, where + ": " + command.line);
        ++commands;
        shown += command.output.empty() ? 0U : 1U;
      }
    }
  }
  EXPECT_GE(commands, 25u);
  EXPECT_GE(shown, 2u);
  EXPECT_LE(left_out, 2u);  // scripts that install, and the long benchmarks
}

class Defaults : public Cli {
 protected:
  // By flag, of build: what the stages' pages speak of.
  std::map<std::string, std::string> of_build() {
    std::map<std::string, std::string> out;
    const Json all = Json::parse(run("--flags").out, nullptr, false);
    for (const Json& command : all) {
      if (command["command"] != "ambula build") continue;
      for (const Json& flag : command["flags"]) out[flag["flag"]] = flag["default"];
    }
    return out;
  }
};

std::string first_word(const std::string& cell) { return cell.substr(0, cell.find(' ')); }

TEST_F(Defaults, OnThePagesOfTheStagesAreTheProgramsOwn) {
  auto defaults = of_build();
  std::size_t compared = 0;
  for (const char* page : {"docs/walkable.md", "docs/links.md", "docs/navmesh.md"}) {
    for (const TableRow& row : table_of(page, {"flag", "default", "meaning"})) {
      const std::string flag = first_word(bare(row[0]));
      ASSERT_TRUE(defaults.contains(flag)) << page << " " << flag;
      std::string said = bare(row[1]);
      said = said.substr(0, said.find_first_of(",;"));
      if (said == "off" || said == "–") said.clear();
      EXPECT_EQ(said, defaults[flag]) << page << " " << flag;
      ++compared;
    }
  }
  EXPECT_GE(compared, 20u);
}

TEST_F(Defaults, InTheTextOfThePageOfCommandsAreTheProgramsOwn) {
  auto defaults = of_build();
  static const std::regex number("([0-9.]+) by default|([0-9.]+) \\(default\\)");
  std::size_t compared = 0;
  for (const PageTable& table : tables_of("docs/cli.md")) {
    for (const TableRow& row : table.rows) {
      const std::string flag = first_word(bare(row[0]));
      std::smatch found;
      if (row.size() < 2 || !defaults.contains(flag) || !std::regex_search(row[1], found, number)) continue;
      EXPECT_EQ(found[1].str() + found[2].str(), defaults[flag]) << flag;
      ++compared;
    }
  }
  EXPECT_GE(compared, 13u);
  bool agent = false;
  for (const PageBlock& block : blocks_of("docs/cli.md")) {
    const Json json = Json::parse(block.text, nullptr, false);
    if (!json.is_object() || !json.contains("max_gap")) continue;
    for (const auto& [name, value] : json.items()) {
      std::string flag = "--" + name;
      std::replace(flag.begin(), flag.end(), '_', '-');
      EXPECT_EQ(value.get<double>(), std::stod(defaults[flag])) << flag;
    }
    agent = true;
  }
  EXPECT_TRUE(agent);
}

}  // namespace
}  // namespace ambula
