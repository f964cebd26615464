// The walkable benchmark on a scene small enough to know its answer.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "ambula/files.h"
#include "bench/bench.h"
#include "temporary_folder.h"

namespace ambula::bench {
namespace {

// A floor of 10 x 8 m, two triangles, y up.
constexpr const char* kFloor = "v 0 0 0\nv 10 0 0\nv 10 0 -8\nv 0 0 -8\nf 1 2 3 4\n";

nlohmann::json json_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in, nullptr, false);
}

TEST(BenchWalkable, ComparesWithRecastInTheSameRun) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "floor.obj", std::string_view(kFloor)));
  BenchArgs args;
  args.scenes = {{"", folder / "floor.obj", std::nullopt, std::nullopt}};
  args.runs = 2;
  args.growth = 0;
  args.json = folder / "out.json";
  std::ostringstream out;
  const auto done = bench_walkable(args, out);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_NE(out.str().find("geometric mean of 1 ratios"), std::string::npos) << out.str();
  const auto json = json_of(args.json);
  ASSERT_FALSE(json.is_discarded());
  ASSERT_EQ(json["rows"].size(), 1u);
  const auto& row = json["rows"][0];
  EXPECT_EQ(row["scene"], "floor");
  EXPECT_EQ(row["triangles"], 2);
  EXPECT_NEAR(row["area"].get<double>(), 80, 1e-6);
  EXPECT_EQ(row["components"], 1);
  EXPECT_EQ(row["one_thread"]["seconds"].size(), 2u);
  EXPECT_EQ(row["two_threads"]["seconds"].size(), 2u);
  EXPECT_EQ(row["same_on_two_threads"], true);
  EXPECT_EQ(row["recast"]["seconds"].size(), 2u);
  EXPECT_GT(row["recast"]["area"].get<double>(), 60);
  const double ratio =
      row["one_thread"]["median_seconds"].get<double>() / row["recast"]["median_seconds"].get<double>();
  EXPECT_NEAR(row["ratio"].get<double>(), ratio, 1e-9);
  EXPECT_NEAR(json["mean_ratio"].get<double>(), ratio, 1e-9);
  EXPECT_EQ(json["growth"].size(), 0u);
}

TEST(BenchWalkable, TellsWhatCancelled) {
  // Two tables, 1 m and 1.2 m over one triangle of the floor, side by side seen from above: the outline of
  // both is left of their sides.
  const TemporaryFolder folder;
  const std::string tables = std::string(kFloor) +
                             "v 5 1 -1\nv 6 1 -1\nv 6 1 -2\nv 5 1 -2\nf 5 6 7 8\n"
                             "v 6 1.2 -1\nv 7 1.2 -1\nv 7 1.2 -2\nv 6 1.2 -2\nf 9 10 11 12\n";
  ASSERT_TRUE(write_file(folder / "tables.obj", std::string_view(tables)));
  BenchArgs args;
  args.scenes = {{"", folder / "tables.obj", std::nullopt, std::nullopt}};
  args.runs = 1;
  args.growth = 0;
  args.json = folder / "out.json";
  std::ostringstream out;
  ASSERT_TRUE(bench_walkable(args, out));
  EXPECT_NE(out.str().find("cuts"), std::string::npos) << out.str();
  const auto json = json_of(args.json);
  EXPECT_EQ(json["rows"][0]["cuts"], 8);
  EXPECT_EQ(json["rows"][0]["cuts_left"], 6);
}

TEST(BenchWalkable, ASceneThatCannotBeReadIsARowWithItsReason) {
  BenchArgs args;
  args.scenes = {{"", "no/such.obj", std::nullopt, std::nullopt}};
  args.growth = 0;
  std::ostringstream out;
  ASSERT_TRUE(bench_walkable(args, out));
  EXPECT_NE(out.str().find("no/such.obj"), std::string::npos) << out.str();
  EXPECT_NE(out.str().find("1 OVER of 1"), std::string::npos) << out.str();
}

TEST(BenchWalkable, GrowsOnGeneratedScenes) {
  const TemporaryFolder folder;
  BenchArgs args;
  args.runs = 1;
  args.growth = 10'000;
  args.json = folder / "out.json";
  args.plot = folder / "growth.svg";
  std::ostringstream out;
  const auto done = bench_walkable(args, out);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  if (out.str().find("built without the scene generators") != std::string::npos) {
    GTEST_SKIP() << "no scene generators";
  }
  const auto json = json_of(args.json);
  ASSERT_EQ(json["growth"].size(), 2u) << out.str();
  EXPECT_TRUE(std::filesystem::exists(args.plot));
  for (const auto& row : json["growth"]) {
    EXPECT_GT(row["triangles"], 5000);
    EXPECT_LT(row["triangles"], 20000);
    EXPECT_GT(row["ns_per_n_log_n"], 0);
    EXPECT_GT(row["area"], 0);
    EXPECT_FALSE(row.contains("recast"));
  }
}

TEST(BenchWalkable, NothingToRunOnIsSaid) {
  BenchArgs args;
  args.growth = 0;
  std::ostringstream out;
  const auto none = bench_walkable(args, out);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::empty);
  args.scenes = {{"", "floor.obj", std::nullopt, std::nullopt}};
  args.plot = "growth.svg";
  EXPECT_EQ(bench_walkable(args, out).error().code, ErrorCode::invalid_argument) << "no growth to plot";
}

}  // namespace
}  // namespace ambula::bench
