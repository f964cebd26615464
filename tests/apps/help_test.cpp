// Help fits a screen, and the table in docs/cli.md lists the flags there are.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "apps/cli.h"
#include "apps/pages.h"

namespace ambula {
namespace {

using Json = nlohmann::json;

class Help : public Cli {
 protected:
  Json flags() { return Json::parse(run("--flags").out, nullptr, false); }
};

std::size_t characters(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

TEST_F(Help, FitsAScreenAndStartsWithAnExample) {
  const Json all = flags();
  ASSERT_TRUE(all.is_array());
  ASSERT_GE(all.size(), 8u);
  for (const Json& command : all) {
    const std::string name = command["command"];
    const Outcome help = run(name.substr(std::string("ambula").size()) + " --help");
    EXPECT_EQ(help.code, 0) << name;
    EXPECT_TRUE(help.out.starts_with("$ " + name + " ")) << help.out;
    std::istringstream lines(help.out);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count)
      EXPECT_LE(characters(line), 100u) << name << ": " << line;
    EXPECT_LE(count, name == "ambula build" ? 40u : 24u) << help.out;
    for (const Json& flag : command["flags"]) {
      EXPECT_NE(help.out.find(flag["flag"].get<std::string>()), std::string::npos) << name << " " << flag;
    }
  }
}

// A row: flag, commands, value, default, a wrong value with its exit code.
struct Row {
  std::string flag, value, usual, wrong;
  std::vector<std::string> commands;
};

std::vector<Row> rows_of_table() {
  std::vector<Row> out;
  for (const TableRow& row : table_of("docs/cli.md", {"flag", "commands", "value", "default", "wrong"})) {
    out.push_back({bare(row[0]), bare(row[2]), row[3], row[4], {}});
    std::istringstream commands(row[1]);
    for (std::string command; std::getline(commands, command, ',');)
      out.back().commands.push_back(command.substr(command.find_first_not_of(' ')));
  }
  return out;
}

TEST_F(Help, TheTableOfFlagsIsWhatTheProgramHas) {
  using Key = std::array<std::string, 4>;
  std::set<Key> of_program, of_table;
  const Json all = flags();
  for (const Json& command : all) {
    const std::string name = command["command"];
    if (name.starts_with("ambula bench")) continue;  // not in every build; docs/bench.md has them
    const std::string last = name == "ambula" ? name : name.substr(7);
    for (const Json& flag : command["flags"])
      of_program.insert({last, flag["flag"], flag["value"], flag["default"]});
  }
  for (const Row& row : rows_of_table()) {
    for (const std::string& command : row.commands)
      of_table.insert({command, row.flag, row.value, row.usual});
  }
  EXPECT_GT(of_program.size(), 80u);
  for (const Key& key : of_program)
    EXPECT_TRUE(of_table.contains(key))
        << "not on the page: " << key[0] << " " << key[1] << " " << key[2] << " " << key[3];
  for (const Key& key : of_table)
    EXPECT_TRUE(of_program.contains(key))
        << "not in the program: " << key[0] << " " << key[1] << " " << key[2] << " " << key[3];
  std::set<std::string> commands;
  for (const TableRow& row : table_of("docs/cli.md", {"command", "0", "1", "2"}))
    commands.insert(bare(row[0]));
  for (const Json& command : all) {
    const std::string name = command["command"];
    if (name == "ambula" || name.starts_with("ambula bench")) continue;
    EXPECT_TRUE(commands.contains(name.substr(7))) << name;
  }
}

// A path that the flag has a meaning for.
std::string path_arguments(const std::string& flag) {
  if (flag == "--seed" || flag == "--pairs") return "room.ambula --pairs 3";
  return std::string("room.ambula 1,0,-1 3,0,-2") +
         (flag == "--svg" || flag == "--draw" ? "" : " --draw p.svg");
}

TEST_F(Help, WrongValuesEndAsTheTableSays) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj").code, 0);
  const std::map<std::string, std::string> usual{
      {"build", "room.obj -o x.ambula"},       {"render", "room.ambula -o x.png"},
      {"export", "room.ambula navmesh x.svg"}, {"info", "room.obj"},
      {"why", "room.ambula 1,0,-1"},           {"path", "room.ambula 1,0,-1 3,0,-2"},
      {"verify", "room.obj room.ambula"},      {"scene", "holes -o x.obj"}};
  std::size_t tried = 0;
  for (const Row& row : rows_of_table()) {
    const std::size_t colon = row.wrong.rfind("`: ");
    if (colon == std::string::npos) continue;
    const std::string value = row.wrong.substr(1, colon - 1);
    const int code = std::stoi(row.wrong.substr(colon + 3));
    for (const std::string& command : row.commands) {
      if (!usual.contains(command)) continue;
      const std::string arguments = command == "path" ? path_arguments(row.flag) : usual.at(command);
      const bool twice = arguments.find(row.flag + " ") != std::string::npos;
      const std::string before = twice ? arguments.substr(0, arguments.find(" " + row.flag)) : arguments;
      const std::string line = command + " " + before + " " + row.flag + " " + value;
      const Outcome wrong = run(line);
      EXPECT_EQ(wrong.code, code) << line << "\n" << wrong.err;
      EXPECT_NE(wrong.err, "") << line;
      ++tried;
    }
  }
  EXPECT_GT(tried, 60u);
  EXPECT_EQ(content_of(folder_ / "room.obj"), kRoom);
}

}  // namespace
}  // namespace ambula
