// The links benchmark says what it measured, beside the paper's times.
#include <gtest/gtest.h>

#include <sstream>

#include "bench/bench.h"

namespace ambula::bench {
namespace {

TEST(BenchLinks, PrintsThePapersTableBesideOurs) {
  BenchArgs args;
  args.runs = 1;
  std::ostringstream out;
  const auto done = bench_links(args, out);
  if (!done && done.error().code == ErrorCode::unsupported) GTEST_SKIP() << done.error().message;
  ASSERT_TRUE(done) << done.error().message;
  for (const char* piece :
       {"holes", "platforms", "terrace-house", "town-house", "946", "16 → 3", "paper s"}) {
    EXPECT_NE(out.str().find(piece), std::string::npos) << piece << " is not in\n" << out.str();
  }
}

TEST(BenchLinks, RefusesWhatIsOutOfRange) {
  BenchArgs args;
  args.runs = 0;
  std::ostringstream out;
  EXPECT_FALSE(bench_links(args, out));
}

}  // namespace
}  // namespace ambula::bench
