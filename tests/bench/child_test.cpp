// A child's answer, its memory, and its ends.
#include "bench/child.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace ambula::bench {
namespace {

TEST(Child, ReturnsWhatTheWorkReturnsHoweverLong) {
  const std::string long_answer(std::size_t{3} << 20, 'x');  // more than a pipe holds
  const auto report = run_in_child([&] { return long_answer + "end"; });
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->bytes, long_answer + "end");
}

TEST(Child, ChangesNothingOfTheCaller) {
  int value = 1;
  const auto report = run_in_child([&] {
    value = 2;
    return std::to_string(value);
  });
  ASSERT_TRUE(report);
  EXPECT_EQ(report->bytes, "2");
  EXPECT_EQ(value, 1);
}

TEST(Child, PeakMemoryIsTheWorksOwn) {
  constexpr std::size_t kBig = std::size_t{64} << 20;
  const auto small = run_in_child([] { return std::string("s"); });
  const auto large = run_in_child([] {
    const std::string touched(kBig, 'x');
    return std::string(1, touched[kBig / 2]);
  });
  ASSERT_TRUE(small && large);
  const std::size_t grown = large->peak_rss - large->start_rss;
  EXPECT_GE(grown, kBig);
  EXPECT_LT(grown, 2 * kBig);
  EXPECT_LT(small->peak_rss - small->start_rss, kBig / 4);
}

TEST(Child, CrashIsASentence) {
  const auto killed = run_in_child([]() -> std::string {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return "not reached";
  });
  ASSERT_FALSE(killed);
  EXPECT_EQ(killed.error().code, ErrorCode::broken);
  EXPECT_NE(killed.error().message.find("signal 11"), std::string::npos) << killed.error().message;

  const auto threw = run_in_child([]() -> std::string { throw std::runtime_error("no"); });
  ASSERT_FALSE(threw);
  EXPECT_NE(threw.error().message.find("threw"), std::string::npos) << threw.error().message;

  const auto left = run_in_child([]() -> std::string { std::_Exit(9); });
  ASSERT_FALSE(left);
  EXPECT_NE(left.error().message.find("exit code 9"), std::string::npos) << left.error().message;
}

TEST(Child, EndsWhenTheContextIsCancelled) {
  Context context({.threads = 1});
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    context.cancel();
  });
  const auto report = run_in_child(
      []() -> std::string {
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      },
      &context);
  later.join();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace ambula::bench
