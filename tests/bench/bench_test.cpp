// The shared tools: medians, tables, sizes in words.
#include "bench/bench.h"

#include <gtest/gtest.h>

#include <sstream>

#include "bench/table.h"

namespace ambula::bench {
namespace {

TEST(Bench, MedianIsTheMiddleOfTheSorted) {
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({7}), 7);
  EXPECT_EQ(median({9, 1, 5}), 5);
  EXPECT_EQ(median({4, 100, 1, 2}), 3);
}

TEST(Bench, TimesEachRun) {
  int calls = 0;
  const auto seconds = time_runs(4, [&] { ++calls; });
  EXPECT_EQ(calls, 4);
  ASSERT_EQ(seconds.size(), 4u);
  for (const double s : seconds) EXPECT_GE(s, 0);
}

TEST(Bench, SizesInWords) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(640), "640 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::size_t{4} << 30), "4.0 GiB");
  EXPECT_EQ(bytes_text(std::size_t{117} << 30), "117 GiB");
  EXPECT_EQ(bytes_text(static_cast<std::size_t>(-1)), "16 EiB");
}

TEST(Table, AlignsByCharactersAndLetsRemarksHang) {
  Table table({{"scene"}, {"m²", Align::right}, {"ms", Align::right}});
  table.add({"house", "12.5", "3"});
  table.add({"a long name", "7"});
  table.add({"dem", "-", "-", "the grid is too large for anything"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "scene          m²  ms\n"
            "-----------  ----  --\n"
            "house        12.5   3\n"
            "a long name     7\n"
            "dem             -   -  the grid is too large for anything\n");
}

TEST(Bench, ArgumentsOutOfRangeAreNamed) {
  EXPECT_TRUE(check_args({}));
  BenchArgs runs, cell, agent;
  runs.runs = 0;
  cell.cells = {0.3, 0};
  agent.agent.height = -1;
  EXPECT_NE(check_args(runs).error().message.find("runs is 0"), std::string::npos);
  EXPECT_NE(check_args(cell).error().message.find("cell of 0 m"), std::string::npos);
  EXPECT_NE(check_args(agent).error().message.find("height"), std::string::npos);
}

TEST(Bench, ScenesAreNamedAndThereMustBeSome) {
  BenchArgs args;
  const auto none = list_scenes(args);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::empty);
  args.scenes = {{"", "dir/house.obj", std::nullopt, 0.5}, {"mine", "b.obj", kUpY, std::nullopt}};
  const auto some = list_scenes(args);
  ASSERT_TRUE(some);
  ASSERT_EQ(some->size(), 2u);
  EXPECT_EQ((*some)[0].name, "house");
  EXPECT_EQ((*some)[0].unit, 0.5);
  EXPECT_EQ((*some)[1].name, "mine");
  args.folder = "no/such/folder";
  EXPECT_FALSE(list_scenes(args));
}

}  // namespace
}  // namespace ambula::bench
