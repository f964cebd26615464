#include "ambula/context.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

namespace ambula {
namespace {

TEST(Context, ParallelForVisitsEveryIndexOnce) {
  for (const int threads : {1, 2, 4, 8}) {
    Context context({.threads = threads});
    for (const std::size_t n : {0u, 1u, 7u, 1000u, 100003u}) {
      std::vector<int> seen(n);
      parallel_for(&context, n, 64, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++seen[i];
      });
      EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), std::size_t{0}), n) << threads << " threads";
      EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int k) { return k == 1; }));
    }
  }
}

TEST(Context, RunsWithoutAContext) {
  int calls = 0;
  parallel_for(nullptr, 1000, 10, [&](std::size_t begin, std::size_t end) {
    ++calls;
    EXPECT_EQ(begin, 0u);
    EXPECT_EQ(end, 1000u);
  });
  EXPECT_EQ(calls, 1);
}

TEST(Context, ThreadsReallyRun) {
  Context context({.threads = 4});
  if (context.threads() == 1) GTEST_SKIP() << "WebAssembly";
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<int> waiting{0};
  parallel_for(&context, 64, 1, [&](std::size_t, std::size_t) {
    ++waiting;
    // Give the other workers time to join in.
    for (int i = 0; i < 200 && waiting < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::lock_guard lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  EXPECT_GE(ids.size(), 2u);
}

TEST(Context, CancelSkipsWhatHasNotBegun) {
  for (const int threads : {1, 4}) {
    Context context({.threads = threads});
    std::atomic<std::size_t> done{0};
    parallel_for(&context, 1 << 20, 16, [&](std::size_t begin, std::size_t end) {
      done += end - begin;
      context.cancel();
    });
    EXPECT_TRUE(context.cancelled());
    EXPECT_LT(done.load(), std::size_t{1} << 20);
  }
}

TEST(Context, StagesAreTimedAndReportProgress) {
  Context context({.threads = 1});
  std::vector<std::pair<std::string, double>> seen;
  context.on_progress([&](std::string_view stage, double part) { seen.emplace_back(stage, part); });
  {
    Stage outer(&context, "outer");
    Stage inner(&context, "inner");
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    inner.progress(0.5);
    inner.progress(0.6);  // too soon after the other
  }
  ASSERT_EQ(context.times().size(), 2u);
  EXPECT_EQ(context.times()[0].stage, "inner");
  EXPECT_EQ(context.times()[1].stage, "outer");
  EXPECT_GE(context.times()[0].seconds, 0.05);
  EXPECT_GE(context.times()[1].seconds, context.times()[0].seconds);
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0], (std::pair<std::string, double>{"outer", 0}));
  EXPECT_EQ(seen[1], (std::pair<std::string, double>{"outer", 0.25}));  // half of the half that is inner's
  EXPECT_EQ(seen[2], (std::pair<std::string, double>{"outer", 1}));     // ended, however soon after the other
}

TEST(Context, LoopsMoveTheProgressOfTheirStage) {
  for (const int threads : {1, 4}) {
    Context context({.threads = threads});
    std::vector<double> seen;
    context.on_progress([&](std::string_view stage, double part) {
      EXPECT_EQ(stage, "outer");
      seen.push_back(part);
    });
    const auto work = [](std::size_t, std::size_t) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    };
    {
      Stage outer(&context, "outer");
      outer.progress(0.1, 0.6);
      parallel_for(&context, 400, 1, work);
      outer.progress(0.6, 0.7);
      {
        Stage inner(&context, "inner", 0.65);
        parallel_for(&context, 200, 1, [&](std::size_t begin, std::size_t end) {
          parallel_for(&context, 2, 1, [](std::size_t, std::size_t) {});  // loops within loops do not count
          work(begin, end);
        });
      }
      outer.progress(0.3);  // never falls
      parallel_for(nullptr, 100, 1, work);
    }
    ASSERT_GE(seen.size(), 6u) << threads << " threads";
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    const auto moved = [&](double from, double to) {
      return std::count_if(seen.begin(), seen.end(), [&](double part) { return part > from && part < to; });
    };
    EXPECT_GE(moved(0.1, 0.36), 3);  // the first loop has half of the way to 0.6
    EXPECT_GE(moved(0.6, 0.65), 1);  // the second one half of the inner stage's half
    EXPECT_EQ(moved(0.7, 1), 0);
    EXPECT_EQ(seen.back(), 1);
  }
}

// A thread's share of a loop is done in pieces, and each of them asks first.
TEST(Context, CancelEndsALoopWithinOnePieceAThread) {
  for (const int threads : {1, 4}) {
    Context context({.threads = threads});
    std::atomic<int> after{0};
    parallel_for(&context, 10000, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (context.cancelled()) ++after;
        context.cancel();
      }
    });
    EXPECT_LE(after, threads) << "pieces done after the context was cancelled";
  }
}

TEST(Context, KeepsWhatStagesCount) {
  Context context({.threads = 1});
  {
    Stage stage(&context, "cut");
    stage.count("segments", 7);
    stage.count("segments left", 3);
  }
  ASSERT_EQ(context.counts().size(), 2u);
  EXPECT_EQ(context.counts()[0].stage, "cut");
  EXPECT_EQ(context.counts()[0].what, "segments");
  EXPECT_EQ(context.counts()[0].count, 7u);
  EXPECT_EQ(context.counts()[1].count, 3u);
  Stage(nullptr, "cut").count("segments", 1);  // nobody to tell
}

}  // namespace
}  // namespace ambula
