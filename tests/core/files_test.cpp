#include "ambula/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "temporary_folder.h"

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
