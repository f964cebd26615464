// What was given and did nothing is said.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/cli.h"

namespace ambula {
namespace {

using Notes = Cli;

TEST_F(Notes, FlagsOfTheSceneHaveNoEffectOnABuiltFile) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj").code, 0);
  const std::string flags = " --up z --unit 2 --ignore Floor --ignore-case --quantum 0.001";
  const std::string note =
      "--up, --unit, --ignore, --ignore-case and --quantum have no effect on room.ambula, whose scene was "
      "read before";
  for (const std::string command :
       {"info room.ambula", "build room.ambula -o x.ambula", "render room.ambula -o x.png --size 64",
        "export room.ambula navmesh x.obj", "why room.ambula 1,0,-1", "path room.ambula 1,0,-1 3,0,-2"}) {
    const Outcome told = run(command + flags);
    EXPECT_EQ(told.code, 0) << command << told.err;
    EXPECT_NE(told.err.find("ambula: note: " + note + "\n"), std::string::npos) << command << told.err;
    const auto json = nlohmann::json::parse(run(command + flags + " --json").out, nullptr, false);
    ASSERT_FALSE(json.is_discarded()) << command;
    const auto notes = json.value("notes", nlohmann::json::array());
    EXPECT_EQ(std::count(notes.begin(), notes.end(), note), 1) << command << notes;
    EXPECT_EQ(run(command).err.find("no effect"), std::string::npos) << command;
  }
  // Of verify they are for the scene.
  const Outcome verified = run("verify room.obj room.ambula --up y --samples 100");
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_EQ(verified.err, "");
  EXPECT_NE(
      run("verify room.obj room.ambula --samples 100 --ignore Gate").err.find("\"Gate\" matches no object"),
      std::string::npos);
}

TEST_F(Notes, FlagsOfAPictureHaveNoEffectWhereThereIsNone) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj").code, 0);
  EXPECT_NE(run("export room.ambula navmesh x.obj --angle 1,2 --size 9")
                .err.find("--angle and --size have no effect on x.obj"),
            std::string::npos);
  EXPECT_EQ(run("export room.ambula navmesh x.svg --angle 1,2 --size 99").err, "");
  EXPECT_EQ(run("export room.ambula navmesh x.glb --color component").err, "");
  EXPECT_NE(
      run("export room.ambula scene x.glb --color component").err.find("--color has no effect on x.glb"),
      std::string::npos);
  EXPECT_NE(run("path room.ambula 1,0,-1 3,0,-2 --cut 1 --floor 1 --seed 3")
                .err.find("--floor, --cut and --seed have no effect on this path"),
            std::string::npos);
  EXPECT_NE(run("path room.ambula --pairs 5 --draw x.png").err.find("--draw has no effect with --pairs"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "x.png"));
}

TEST_F(Notes, LinksThatEndOffTheMeshAreNamed) {
  write("room.obj", kRoom);
  ASSERT_EQ(run("build room.obj").code, 0);
  write("links.json", R"([{"name": "near", "from": [1, 0, -1], "to": [3, 0, -2], "cost": 1},
                          {"name": "far", "from": [1, 0, -1], "to": [30, 0, -2], "cost": 1},
                          {"from": [1, 9, -1], "to": [3, 0, -2], "cost": 1}])");
  const Outcome told = run("path room.ambula 1,0,-1 3,0,-2 --links links.json");
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_NE(told.err.find("note: links.json: link \"far\" is left out: an end is more than 0.5 m"),
            std::string::npos)
      << told.err;
  EXPECT_NE(told.err.find("link 2 is left out"), std::string::npos) << told.err;
  EXPECT_EQ(told.err.find("\"near\""), std::string::npos) << told.err;
  const auto json =
      nlohmann::json::parse(run("path room.ambula --pairs 3 --links links.json --json").out, nullptr, false);
  EXPECT_EQ(json["notes"].size(), 2u);
}

TEST_F(Notes, KeepFromFarOffTheMeshIsTold) {
  write("room.obj", kRoom);
  const Outcome far = run("build room.obj --keep-from 2,0,-1.5 --keep-from 90,0,-1.5");
  EXPECT_EQ(far.code, 0) << far.err;
  EXPECT_NE(far.err.find("note: --keep-from 90,0,-1.5 lies 86.30 m off the mesh"), std::string::npos)
      << far.err;
  EXPECT_EQ(far.err.find("--keep-from 2,0,-1.5"), std::string::npos) << far.err;
  const auto json =
      nlohmann::json::parse(run("build room.obj --keep-from 2,50,-1.5 --json").out, nullptr, false);
  EXPECT_NE(json["notes"].dump().find("lies 50.00 m off the mesh"), std::string::npos) << json["notes"];
}

}  // namespace
}  // namespace ambula
