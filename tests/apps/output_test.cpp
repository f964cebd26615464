// Output never destroys input, and never goes missing unsaid.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "apps/cli.h"

namespace ambula {
namespace {

class Output : public Cli {
 protected:
  void SetUp() override { write("room.obj", kRoom); }
  void expect_refused(const std::string& arguments, int code, const std::string& sentence) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.code, code) << arguments << ": " << refused.err;
    EXPECT_NE(refused.err.find(sentence), std::string::npos) << arguments << ": " << refused.err;
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
    EXPECT_EQ(refused.out, "") << arguments;
  }
};

TEST_F(Output, IsNeverAFileThatIsRead) {
  ASSERT_EQ(run("build room.obj").code, 0);
  ASSERT_EQ(run("export room.obj scene room.glb").code, 0);
  fs::create_symlink("room.ambula", folder_ / "link.ambula");
  fs::create_hard_link(folder_ / "room.ambula", folder_ / "hard.ambula");
  fs::create_directory(folder_ / "sub");
  const std::string before = content_of(folder_ / "room.ambula"), scene = content_of(folder_ / "room.glb");
  for (const char* name :
       {"room.ambula", "./room.ambula", "sub/../room.ambula", "link.ambula", "hard.ambula"}) {
    expect_refused(std::string("build room.ambula -o ") + name, 2, "would be lost");
    expect_refused(std::string("build -o room.ambula ") + name, 2, "would be lost");
  }
  expect_refused("build room.ambula", 2, "would be lost");  // without -o the name is the scene's
  expect_refused("export room.glb scene room.glb", 2, "would be lost");
  EXPECT_EQ(content_of(folder_ / "room.ambula"), before);
  EXPECT_EQ(content_of(folder_ / "room.glb"), scene);
  EXPECT_EQ(content_of(folder_ / "room.obj"), kRoom);
}

TEST_F(Output, OfAForeignExtensionIsRefusedBeforeAnyWork) {
  const std::size_t before = files();
  // The input is not there either: a command that looked at it first would say so.
  expect_refused("render missing.obj -o x.jpg", 2, "x.jpg: a picture is written as .png");
  expect_refused("render missing.obj -o room.obj", 2, "room.obj: a picture is written as .png");
  expect_refused("export missing.obj scene x.foo", 2, "x.foo: a scene is written as .glb or .svg");
  expect_refused("export missing.obj navmesh x.foo", 2, "written as .obj, .glb, .svg or .json");
  expect_refused("build missing.obj -o room.obj", 2, "room.obj: what is built is written as .ambula");
  expect_refused("build missing.obj -o house", 2, "written as .ambula");
  expect_refused("path missing.ambula 0,0,0 1,0,0 --svg x.png", 2, "written as .svg");
  expect_refused("scene holes -o x.ply", 2, "written as .obj or .glb");
  expect_refused("render missing.obj -o no/such/x.png", 1, "there is no folder no/such");
  EXPECT_EQ(files(), before);
  EXPECT_EQ(content_of(folder_ / "room.obj"), kRoom);
  EXPECT_EQ(run("render room.obj -o X.PNG --size 64").code, 0);
}

TEST_F(Output, GoesThroughLinksAndKeepsPermissions) {
  fs::create_directory(folder_ / "far");
  write("far/room.ambula", "something old");
  fs::permissions(folder_ / "far" / "room.ambula", fs::perms(0600));
  fs::create_symlink("far/room.ambula", folder_ / "link.ambula");
  EXPECT_EQ(run("build room.obj -o link.ambula").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.ambula"));
  EXPECT_EQ(fs::status(folder_ / "far" / "room.ambula").permissions(), fs::perms(0600));
  EXPECT_EQ(run("info far/room.ambula").code, 0);
}

TEST_F(Output, IntoPipesAndDevicesLeavesThemWhatTheyAre) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const Outcome piped =
      shell("timeout 60 cat pipe >copy.png & $ambula render room.obj --size 64 -o pipe; wait");
  EXPECT_EQ(piped.code, 0) << piped.err;
  EXPECT_TRUE(fs::is_fifo(folder_ / "pipe"));
  ASSERT_EQ(run("render room.obj --size 64 -o file.png").code, 0);
  EXPECT_EQ(content_of(folder_ / "copy.png"), content_of(folder_ / "file.png"));
  // By links, so that a program that replaces devices spoils a link and not the machine.
  fs::create_symlink("/dev/null", folder_ / "null");
  EXPECT_EQ(run("render room.obj --size 64 -o null").code, 0);
  EXPECT_EQ(run("build room.obj -o null").code, 0);
  EXPECT_TRUE(fs::is_symlink(folder_ / "null"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  fs::create_symlink("/dev/full", folder_ / "full");
  expect_refused("render room.obj --size 64 -o full", 1, "full: cannot be written: ");
  // The report would stand in the middle of the file.
  fs::create_symlink("/dev/stdout", folder_ / "out");
  const Outcome mixed = shell("$ambula build room.obj -o out | cat >out.ambula");
  EXPECT_NE(mixed.err.find("is standard output, which has the report"), std::string::npos) << mixed.err;
  EXPECT_EQ(content_of(folder_ / "out.ambula"), "");
}

TEST_F(Output, ThatStandardOutputCannotTakeIsAnError) {
  ASSERT_EQ(run("build room.obj").code, 0);
  for (const char* command : {"info room.obj", "info room.obj --json", "--help", "build --help", "--version",
                              "scene --list", "path room.ambula 1,0,-1 3,0,-2", "why room.ambula 1,0,-1"}) {
    const Outcome closed = shell(std::string("$ambula ") + command + " >&-");
    EXPECT_EQ(closed.code, 1) << command;
    EXPECT_NE(closed.err.find("ambula: standard output: "), std::string::npos) << command << closed.err;
    if (!fs::exists("/dev/full")) continue;
    const Outcome full = shell(std::string("$ambula ") + command + " >/dev/full");
    EXPECT_EQ(full.code, 1) << command;
    EXPECT_NE(full.err.find("ambula: standard output: "), std::string::npos) << command << full.err;
  }
  // A file opened first would become standard output where that is closed.
  const Outcome closed = shell("$ambula build room.obj -o closed.ambula >&-");
  EXPECT_EQ(closed.code, 1);
  EXPECT_EQ(content_of(folder_ / "closed.ambula"), content_of(folder_ / "room.ambula"));
  const Outcome left = shell("{ $ambula info room.obj --json; echo $? >code; } | true");
  EXPECT_EQ(content_of(folder_ / "code").substr(0, 1), left.err.empty() ? "0" : "1");
}

}  // namespace
}  // namespace ambula
