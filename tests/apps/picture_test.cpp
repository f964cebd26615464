// Pictures and exports as a user gets them: sizes, colours, floors, objects.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "apps/cli.h"

namespace ambula {
namespace {

class Pictures : public Cli {
 protected:
  nlohmann::json json_of(const std::string& arguments) {
    return nlohmann::json::parse(run(arguments + " --json").out, nullptr, false);
  }
  // Fill colours of each group of the navmesh in an SVG.
  std::map<std::string, std::set<std::string>> fills(const std::string& file) {
    const std::string svg = content_of(folder_ / file);
    std::map<std::string, std::set<std::string>> out;
    const std::regex group("<g id=\"(component_[0-9]+)\"[^>]*>([^]*?)</g>"), fill("<path color=\"([^\"]+)\"");
    for (std::sregex_iterator g(svg.begin(), svg.end(), group), end; g != end; ++g) {
      const std::string body = (*g)[2];
      for (std::sregex_iterator f(body.begin(), body.end(), fill); f != end; ++f)
        out[(*g)[1]].insert((*f)[1]);
    }
    return out;
  }
};

TEST_F(Pictures, OfANavMeshInSevenPartsHaveSevenColours) {
  std::string rooms;
  for (int i = 0; i < 7; ++i) {
    const std::string a = std::to_string(i * 6), b = std::to_string(i * 6 + 4 + i % 2);
    rooms += "v " + a + " 0 0\nv " + b + " 0 0\nv " + b + " 0 -4\nv " + a + " 0 -4\nf -4 -3 -2 -1\n";
  }
  write("rooms.obj", rooms);
  ASSERT_EQ(run("build rooms.obj").code, 0);
  ASSERT_EQ(json_of("info rooms.ambula")["navmesh"]["components"], 7);
  std::set<std::string> all;
  EXPECT_EQ(run("export rooms.ambula navmesh parts.svg").code, 0);
  for (const auto& [part, colors] : fills("parts.svg")) {
    EXPECT_EQ(colors.size(), 1u) << part;
    all.insert(colors.begin(), colors.end());
  }
  EXPECT_EQ(all.size(), 7u);
  EXPECT_EQ(run("export rooms.ambula navmesh kind.svg --color kind").code, 0);
  all.clear();
  for (const auto& [part, colors] : fills("kind.svg")) all.insert(colors.begin(), colors.end());
  EXPECT_EQ(all.size(), 1u);
  EXPECT_EQ(run("render rooms.ambula -o a.png").code, 0);
  EXPECT_EQ(run("render rooms.ambula -o b.png --color component").code, 0);
  EXPECT_EQ(run("render rooms.ambula -o c.png --color kind").code, 0);
  EXPECT_EQ(content_of(folder_ / "a.png"), content_of(folder_ / "b.png"));
  EXPECT_NE(content_of(folder_ / "a.png"), content_of(folder_ / "c.png"));
  EXPECT_EQ(run("render rooms.ambula -o c.png --color red").code, 2);
}

TEST_F(Pictures, FitTheScreenUnlessASizeIsGiven) {
  write("wide.obj", "v 0 0 0\nv 40 0 0\nv 40 0 -4\nv 0 0 -4\nf 1 2 3 4\n");
  write("deep.obj", "v 0 0 0\nv 4 0 0\nv 4 0 -40\nv 0 0 -40\nf 1 2 3 4\n");
  write("square.obj", "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nf 1 2 3 4\n");
  for (const char* name : {"wide", "deep", "square"}) {
    const auto size = json_of(std::string("render ") + name + ".obj -o x.png")["size"];
    EXPECT_LE(size[0], 1600) << name;
    EXPECT_LE(size[1], 1600) << name;
    EXPECT_GE(std::max(size[0].get<int>(), size[1].get<int>()), 1590) << name;
  }
  EXPECT_LT(json_of("render deep.obj -o x.png")["size"][0], 400);
  EXPECT_EQ(json_of("render deep.obj -o x.png --size 300")["size"][0], 300);
}

TEST_F(Pictures, GoToStandardOutputWhereAskedTo) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("render room.obj --size 100 -o file.png").code, 0);
  const Outcome out = run("render room.obj --size 100 -o -");
  EXPECT_EQ(out.code, 0) << out.err;
  EXPECT_EQ(out.out, content_of(folder_ / "file.png"));
  fs::create_symlink("/dev/stdout", folder_ / "out");
  EXPECT_EQ(run("render room.obj --size 100 -o out").out, out.out);
  EXPECT_TRUE(fs::is_symlink(folder_ / "out"));
  EXPECT_FALSE(fs::exists(folder_ / "-"));
  EXPECT_EQ(run("render room.obj --size 100 -o - --json").code, 2);
  // `script` gives the program a terminal, where there is such a command.
  if (shell("command -v script").code != 0) GTEST_SKIP() << "no terminal to try";
  const Outcome terminal = shell("script -qec \"'$ambula' render room.obj --size 100 -o -\" /dev/null");
  EXPECT_EQ(terminal.code, 2);
  EXPECT_EQ(terminal.out.find("PNG"), std::string::npos);
  EXPECT_NE(terminal.out.find("a terminal cannot show"), std::string::npos) << terminal.out;
}

TEST_F(Pictures, GlbOfASceneKeepsItsObjects) {
  write("house.obj",
        "o Wall\nv 0 0 0\nv 4 0 0\nv 4 3 0\nf 1 2 3\no Floor\nv 0 0 -3\nf 1 2 4\nf 2 3 4\n"
        "o Wall\nv 9 9 9\nf 1 2 5\no unused\n");
  ASSERT_EQ(run("export house.obj scene house.glb").code, 0);
  const auto triangles = [&](const char* file) {
    std::map<std::string, int> out;
    const auto info = json_of(std::string("info ") + file);
    for (const auto& object : info["objects"]) out[object["name"]] += object["triangles"].get<int>();
    return out;
  };
  EXPECT_EQ(triangles("house.glb"), triangles("house.obj"));
  EXPECT_EQ(triangles("house.glb").size(), 2u);
  EXPECT_EQ(run("export house.obj scene h.svg").code, 0);
  EXPECT_NE(content_of(folder_ / "h.svg").find("id=\"scene\""), std::string::npos);
}

TEST_F(Pictures, TheListOfScenesIsJsonToo) {
  const auto list = nlohmann::json::parse(run("scene --list --json").out, nullptr, false);
  ASSERT_TRUE(list.is_array());
  std::set<std::string> names;
  for (const auto& scene : list) {
    names.insert(scene["name"]);
    EXPECT_FALSE(scene["what"].get<std::string>().empty());
    for (const auto& s : scene["settings"]) EXPECT_LE(s["low"], s["value"]) << s;
  }
  EXPECT_TRUE(names.contains("terrace-house"));
  EXPECT_EQ(names.size(), 11u);
}

TEST_F(Pictures, APathOverTwoFloorsIsDrawnFloorByFloor) {
  ASSERT_EQ(run("scene terrace-house -o house.obj").code, 0);
  ASSERT_EQ(run("build house.obj").code, 0);
  const std::string path = "path house.ambula 1.1,-0.1,2.3 4.2,2.8,-1.9";
  ASSERT_EQ(run(path + " --draw plan.svg").code, 0);
  const std::string svg = content_of(folder_ / "plan.svg");
  for (const char* piece : {"panel_1_path", "panel_2_path", "floor 1 of 2", "floor 2 of 2", "start", "goal",
                            ">to 2<", ">from 1<", "panel_1_solid", "panel_2_solid"}) {
    EXPECT_NE(svg.find(piece), std::string::npos) << piece;
  }
  EXPECT_EQ(svg.find("panel_3"), std::string::npos);
  EXPECT_EQ(run(path + " --draw plan.png").code, 0);
  EXPECT_EQ(content_of(folder_ / "plan.png").substr(1, 3), "PNG");
  EXPECT_EQ(run(path + " --draw one.svg --floor 2").code, 0);
  const std::string one = content_of(folder_ / "one.svg");
  EXPECT_EQ(one.find("panel_"), std::string::npos);
  EXPECT_NE(one.find("floor 2 of 2"), std::string::npos);
  EXPECT_EQ(one.find(">start<"), std::string::npos);
  const Outcome none = run(path + " --draw none.svg --floor 3");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("leads through 2 floors"), std::string::npos) << none.err;
  EXPECT_FALSE(fs::exists(folder_ / "none.svg"));
  EXPECT_EQ(run(path + " --draw plan.jpg").code, 2);
  // On one floor there is one plan.
  EXPECT_EQ(run("path house.ambula 1.1,-0.1,2.3 1.5,0,-1 --draw level.svg").code, 0);
  EXPECT_EQ(content_of(folder_ / "level.svg").find("panel_"), std::string::npos);
}

}  // namespace
}  // namespace ambula
