// The broad phase benchmark: its peers find what a scan finds, and its rows hold every side.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "ambula/files.h"
#include "bench/bench.h"
#include "bench/box_inputs.h"
#include "bench/box_peers.h"
#include "temporary_folder.h"

namespace ambula::bench {
namespace {

TEST(BenchBroadPhase, PeersFindWhatAScanFinds) {
  for (const BoxInput& input : box_inputs(2000)) {
    SCOPED_TRACE(input.name);
    ASSERT_GE(input.boxes.size(), 1900u);
    const UniformGrid grid(input.boxes);
    RTreePeer rtree(input.boxes);
    rtree.build();
    std::size_t hits = 0;
    for (std::size_t i = 0; i < input.boxes.size(); i += 7) {
      LatticeBox query = input.boxes[i];
      if (i % 2 == 0) query.low = query.high;  // a corner alone
      query.high.z += 18'000;
      const auto expected = static_cast<std::size_t>(std::count_if(
          input.boxes.begin(), input.boxes.end(), [&](const LatticeBox& b) { return boxes_meet(b, query); }));
      ASSERT_EQ(grid.count(query), expected) << i;
      ASSERT_EQ(RTreePeer::available() ? rtree.count(query) : expected, expected) << i;
      hits += expected;
    }
    EXPECT_GT(hits, input.boxes.size() / 7) << "more than the boxes themselves";
    LatticeBox beyond;
    beyond.add({-Lattice::kReach, -Lattice::kReach, -Lattice::kReach});
    EXPECT_EQ(grid.count(beyond), 0u);
  }
}

TEST(BenchBroadPhase, HoldsTheTreeAgainstItsPeers) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "floor.obj", std::string_view("v 0 0 0\nv 10 0 0\nv 10 0 -8\nf 1 2 3\n")));
  BenchArgs args;
  args.scenes = {{"", folder / "floor.obj", std::nullopt, std::nullopt}};
  args.runs = 2;
  args.growth = 10'000;
  args.json = folder / "out.json";
  std::ostringstream out;
  const auto done = bench_broad_phase(args, out);
  ASSERT_TRUE(done.has_value()) << done.error().message;
  EXPECT_NE(out.str().find("grid/own"), std::string::npos) << out.str();
  const auto file = MappedFile::open(args.json);
  ASSERT_TRUE(file);
  const auto json = nlohmann::json::parse(file->as_text(), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["benchmark"], "broad-phase");
  ASSERT_EQ(json["rows"].size(), 6u) << "five generated inputs and the scene";
  for (const auto& row : json["rows"]) {
    EXPECT_EQ(row["own"]["build_seconds"].size(), 2u);
    EXPECT_EQ(row["grid"]["query_seconds"].size(), 2u);
    EXPECT_EQ(row["scan"]["query_seconds"].size(), 2u);
    EXPECT_GE(row["hits"], row["queries"]) << "every box meets itself";
  }
  EXPECT_EQ(json["rows"][5]["input"], "floor");
  EXPECT_EQ(json["rows"][5]["boxes"], 1);
}

TEST(BenchBroadPhase, NothingToRunOnIsSaid) {
  BenchArgs args;
  args.growth = 0;
  std::ostringstream out;
  const auto none = bench_broad_phase(args, out);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::empty);
}

}  // namespace
}  // namespace ambula::bench
