#include "ambula/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>

#include "temporary_folder.h"

#ifndef _WIN32
#include <sys/stat.h>
#endif

namespace ambula {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Files, WritesAndMapsBack) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.txt";
  ASSERT_TRUE(write_file(path, std::string_view("hello")));
  const auto file = MappedFile::open(path);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->as_text(), "hello");
}

TEST(Files, ReplacesWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.txt";
  ASSERT_TRUE(write_file(path, std::string_view("a long first version")));
  ASSERT_TRUE(write_file(path, std::string_view("short")));
  EXPECT_EQ(content_of(path), "short");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, AFailedWriteLeavesNothingBehind) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "taken");
  const auto to_directory = write_file(folder / "taken", std::string_view("x"));
  ASSERT_FALSE(to_directory);
  EXPECT_NE(to_directory.error().message.find("is a directory"), std::string::npos);
  const auto to_nowhere = write_file(folder / "no" / "such" / "a.txt", std::string_view("x"));
  ASSERT_FALSE(to_nowhere);
  EXPECT_EQ(to_nowhere.error().code, ErrorCode::io_failed);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

#ifndef _WIN32
TEST(Files, WritesThroughSymbolicLinks) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "far");
  ASSERT_TRUE(write_file(folder / "far" / "a.txt", std::string_view("old")));
  fs::create_symlink("far/a.txt", folder / "one");
  fs::create_symlink("one", folder / "two");
  fs::create_symlink("far/new.txt", folder / "dangling");
  ASSERT_TRUE(write_file(folder / "two", std::string_view("new")));
  EXPECT_TRUE(fs::is_symlink(folder / "one"));
  EXPECT_TRUE(fs::is_symlink(folder / "two"));
  EXPECT_EQ(content_of(folder / "far" / "a.txt"), "new");
  ASSERT_TRUE(write_file(folder / "dangling", std::string_view("made")));
  EXPECT_TRUE(fs::is_symlink(folder / "dangling"));
  EXPECT_EQ(content_of(folder / "far" / "new.txt"), "made");
  fs::create_symlink("round", folder / "round");
  EXPECT_FALSE(write_file(folder / "round", std::string_view("x")));
  EXPECT_TRUE(fs::is_symlink(folder / "round"));
}

TEST(Files, KeepsThePermissionsOfWhatIsReplaced) {
  const TemporaryFolder folder;
  const fs::path path = folder / "a.txt";
  for (const fs::perms mode : {fs::perms(0600), fs::perms(0640), fs::perms(0755)}) {
    ASSERT_TRUE(write_file(path, std::string_view("old")));
    fs::permissions(path, mode);
    ASSERT_TRUE(write_file(path, std::string_view("new")));
    EXPECT_EQ(fs::status(path).permissions(), mode);
  }
}

TEST(Files, PipesAndDevicesAreWrittenToAndStayWhatTheyAre) {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  auto read = std::async(std::launch::async, [&] { return content_of(pipe); });
  EXPECT_TRUE(write_file(pipe, std::string_view("through the pipe")));
  EXPECT_EQ(read.get(), "through the pipe");
  EXPECT_TRUE(fs::is_fifo(pipe));
  // By links, so that a broken write_file spoils a link and not the machine.
  fs::create_symlink("/dev/null", folder / "nothing");
  EXPECT_TRUE(write_file(folder / "nothing", std::string_view("x")));
  EXPECT_TRUE(fs::is_symlink(folder / "nothing"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  fs::create_symlink("/dev/full", folder / "full");
  const auto full = write_file(folder / "full", std::string_view("x"));
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().message.find("full: cannot be written: "), std::string::npos);
}
#endif

TEST(Files, EachRefusalHasItsSentence) {
  const TemporaryFolder folder;
  const auto missing = MappedFile::open(folder / "missing.obj");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_TRUE(missing.error().message.ends_with("missing.obj: no such file"));
  const auto directory = MappedFile::open(folder.path());
  ASSERT_FALSE(directory);
  EXPECT_TRUE(directory.error().message.ends_with("is a directory; name a file in it"));
  ASSERT_TRUE(write_file(folder / "empty.obj", std::string_view()));
  const auto empty = MappedFile::open(folder / "empty.obj");
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::empty);
}

}  // namespace
}  // namespace ambula
