// ambula build: parts of a file alone, stages taken from a file, and what a terminal shows meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "ambula/io.h"
#include "tests/apps/cli.h"

namespace ambula {
namespace {

class Build : public Cli {
 protected:
  nlohmann::json json_of(const std::string& arguments) {
    const Outcome outcome = run(arguments + " --json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out, nullptr, false);
  }
  // Whether that stage of what was built came from the file.
  static bool reused(const nlohmann::json& built, const std::string& stage) {
    for (const auto& entry : built["stages"]) {
      if (entry["stage"] == stage) return entry.contains("reused");
    }
    ADD_FAILURE() << stage << " was not built";
    return false;
  }
};

// Two floors a step apart, in centimetres and y up.
constexpr const char* kSteps =
    "o Low\nv 0 0 0\nv 400 0 0\nv 400 0 -300\nv 0 0 -300\nf 1 2 3 4\n"
    "o High\nv 400 20 0\nv 800 20 0\nv 800 20 -300\nv 400 20 -300\nf 5 6 7 8\n";

TEST_F(Build, NavMeshAloneServesEveryCommandThatNeedsNoMore) {
  write("steps.obj", kSteps);
  ASSERT_EQ(run("build steps.obj --unit 0.01 -o whole.ambula").code, 0);
  const Outcome built = run("build steps.obj --unit 0.01 --only navmesh -o mesh.ambula");
  ASSERT_EQ(built.code, 0) << built.err;
  const auto whole = load(folder_ / "whole.ambula"), alone = load(folder_ / "mesh.ambula");
  ASSERT_TRUE(whole && alone);
  EXPECT_FALSE(alone->scene || alone->walkable || alone->links);
  ASSERT_TRUE(alone->navmesh);
  EXPECT_EQ(alone->navmesh_hash, whole->navmesh_hash);
  EXPECT_EQ(alone->parameters, whole->parameters);
  EXPECT_EQ(alone->scene_hash, whole->scene_hash);
  EXPECT_LT(fs::file_size(folder_ / "mesh.ambula"), fs::file_size(folder_ / "whole.ambula"));

  // The same answers in the same coordinates.
  for (const char* extension : {"obj", "json", "glb", "svg"}) {
    const std::string out = std::string(".") + extension;
    EXPECT_EQ(run("export whole.ambula navmesh whole" + out).code, 0);
    const Outcome exported = run("export mesh.ambula navmesh mesh" + out);
    EXPECT_EQ(exported.code, 0) << exported.err;
    EXPECT_EQ(content_of(folder_ / ("mesh" + out)), content_of(folder_ / ("whole" + out))) << extension;
  }
  const std::string ends = " 100,0,-100 700,20,-200";
  const Outcome path = run("path mesh.ambula" + ends);
  EXPECT_EQ(path.code, 0) << path.err;
  EXPECT_EQ(path.out, run("path whole.ambula" + ends).out);
  const Outcome picture = run("render mesh.ambula -o mesh.png --size 200");
  EXPECT_EQ(picture.code, 0) << picture.err;
  const auto info = json_of("info mesh.ambula"), all = json_of("info whole.ambula");
  for (const char* key : {"source", "up", "unit", "lattice", "hash", "agent", "navmesh", "parameters"})
    EXPECT_EQ(info[key], all[key]) << key;
  EXPECT_FALSE(info.contains("triangles"));
  EXPECT_NE(run("info mesh.ambula").out.find("is not in it; built from steps.obj"), std::string::npos);
}

TEST_F(Build, WhatNeedsMoreThanTheNavMeshSaysHowToGetIt) {
  write("steps.obj", kSteps);
  ASSERT_EQ(run("build steps.obj --unit 0.01 --only navmesh -o mesh.ambula").code, 0);
  for (const char* command :
       {"why mesh.ambula 100,0,-100", "verify steps.obj mesh.ambula --unit 0.01",
        "build mesh.ambula -o other.ambula", "export mesh.ambula scene out.glb",
        "export mesh.ambula walkable out.obj", "export mesh.ambula links out.json",
        "render mesh.ambula --stage scene -o out.png", "render mesh.ambula --stage walkable -o out.png"}) {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 1) << command;
    EXPECT_NE(outcome.err.find("ambula build steps.obj"), std::string::npos)
        << command << ": " << outcome.err;
  }
  EXPECT_EQ(files(), 2u);
  EXPECT_EQ(run("build steps.obj --only walkable").code, 2);
  EXPECT_EQ(run("build steps.obj --only navmesh --until links").code, 2);
}

TEST_F(Build, StagesThatDoNotChangeAreTakenFromTheFile) {
  write("steps.obj", kSteps);
  ASSERT_EQ(run("build steps.obj --unit 0.01 -o first.ambula").code, 0);
  struct Case {
    const char* flags;
    bool walkable, links;
  };
  for (const Case& c : {Case{"", true, true}, Case{"--radius 0.4", true, true},
                        Case{"--radius 0", true, true}, Case{"--keep-treads --min-area 0", true, true},
                        Case{"--min-width 0.2", true, false}, Case{"--min-width 0.10000000001", true, false},
                        Case{"--weld 0.02", false, false}, Case{"--min-patch 0.1", false, false},
                        Case{"--height 1.7", false, false}, Case{"--max-step 0.1", false, false},
                        Case{"--max-gap 0.2", false, false}, Case{"--max-slope 30", false, false}}) {
    const auto again = json_of(std::string("build first.ambula -o again.ambula ") + c.flags);
    EXPECT_EQ(reused(again, "walkable"), c.walkable) << c.flags;
    EXPECT_EQ(reused(again, "links"), c.links) << c.flags;
    EXPECT_FALSE(reused(again, "navmesh"));
    const auto fresh = json_of(std::string("build steps.obj --unit 0.01 -o fresh.ambula ") + c.flags);
    EXPECT_FALSE(reused(fresh, "walkable"));
    EXPECT_EQ(content_of(folder_ / "again.ambula"), content_of(folder_ / "fresh.ambula")) << c.flags;
  }
  const Outcome text = run("build first.ambula -o again.ambula --radius 0.4");
  EXPECT_NE(text.out.find("reused\nlinks"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("reused\nnavmesh"), std::string::npos) << text.out;
}

// Another version may build other stages: its files are built again as a whole.
TEST_F(Build, StagesOfAnotherVersionAreMadeAnew) {
  write("steps.obj", kSteps);
  ASSERT_EQ(run("build steps.obj --unit 0.01 -o first.ambula").code, 0);
  auto document = load(folder_ / "first.ambula");
  ASSERT_TRUE(document);
  for (auto& [name, value] : document->parameters) {
    if (name == "ambula.version") value = "0.0.1";
  }
  ASSERT_TRUE(save(*document, folder_ / "older.ambula"));
  const auto again = json_of("build older.ambula -o again.ambula");
  EXPECT_FALSE(reused(again, "walkable"));
  EXPECT_EQ(content_of(folder_ / "again.ambula"), content_of(folder_ / "first.ambula"));
}

// What a terminal is sent: lines of progress, each wiped by the next, and all of them before the first row.
TEST_F(Build, ProgressIsOneLineThatNeverFallsAndIsWiped) {
  // Large enough to take a second on a fast machine: figures come by the clock.
  ASSERT_EQ(run("scene blocks --set scale=0.3 -o blocks.glb").code, 0);
  const Outcome outcome = shell("script -qec \"$ambula build blocks.glb\" typescript");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string sent = outcome.out;
  const std::string wipe = "\r\033[K";
  std::vector<int> figures;
  std::size_t at = sent.find(wipe), last = 0;
  for (; at != std::string::npos; at = sent.find(wipe, at + 1)) {
    last = at;
    int percent = -1;
    if (std::sscanf(sent.c_str() + at + wipe.size(), "%d %%", &percent) == 1) figures.push_back(percent);
  }
  ASSERT_GE(figures.size(), 3u) << sent;
  EXPECT_TRUE(std::is_sorted(figures.begin(), figures.end())) << sent;
  EXPECT_LE(figures.back(), 100);
  EXPECT_GT(figures.back(), 50);
  const std::size_t row = sent.find("stage ");
  ASSERT_NE(row, std::string::npos);
  EXPECT_EQ(sent.substr(last + wipe.size(), row - last - wipe.size()), "")
      << "nothing stands before the first row";
}

// Ctrl-C while the program is at work, soon and late: one sentence, exit code 1, and no file.
TEST_F(Build, InterruptedItSaysSoAndLeavesNothing) {
  ASSERT_EQ(run("scene blocks --set scale=0.3 -o blocks.glb").code, 0);
  const std::size_t before = files();
  for (const char* delay : {"0.1", "0.5", "1"}) {
    const Outcome outcome = shell(std::string("$ambula build blocks.glb & pid=$!; sleep ") + delay +
                                  "; kill -INT $pid; wait $pid");
    EXPECT_EQ(outcome.code, 1) << delay;
    EXPECT_EQ(outcome.err.find("ambula: cancelled"), 0u) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(files(), before);
  }
}

}  // namespace
}  // namespace ambula
