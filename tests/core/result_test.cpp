#include "ambula/result.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "ambula/agent.h"
#include "ambula/ids.h"

namespace ambula {
namespace {

Result<int> half(int n) {
  if (n % 2) return fail(ErrorCode::invalid_argument, "odd", 7);
  return n / 2;
}

TEST(Result, HoldsAValueOrAnError) {
  const auto good = half(4);
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 2);
  const auto bad = half(3);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "odd");
  EXPECT_EQ(bad.error().element, 7u);
  EXPECT_STREQ(name_of(bad.error().code), "invalid_argument");
}

TEST(Result, MovesWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(5);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 5);
}

TEST(Ids, KindsDoNotMix) {
  static_assert(!std::is_convertible_v<VertexId, TriangleId>);
  static_assert(!std::is_convertible_v<VertexId, std::size_t>);
  EXPECT_FALSE(VertexId{}.valid());
  EXPECT_LT(VertexId{3}, VertexId{4});
}

TEST(Agent, EachLimitIsTold) {
  EXPECT_TRUE(validate(default_agent()));
  const auto message = [](auto&& change) {
    Agent agent;
    change(agent);
    const auto result = validate(agent);
    return result ? std::string() : result.error().message;
  };
  EXPECT_EQ(message([](Agent& a) { a.height = 0; }), "agent height is 0; it must lie between 0.01 and 1000");
  EXPECT_EQ(message([](Agent& a) { a.max_slope = 90; }),
            "agent max_slope is 90; it must lie between 0 and 89");
  EXPECT_EQ(message([](Agent& a) { a.max_step = 2; }), "agent max_step is 2; it must lie between 0 and 1.8");
  EXPECT_NE(message([](Agent& a) { a.radius = -1; }), "");
  EXPECT_NE(message([](Agent& a) { a.radius = NAN; }), "");
  EXPECT_NE(message([](Agent& a) { a.max_gap = 0.9; }), "");
  EXPECT_EQ(message([](Agent& a) { a.max_gap = 0.89; }), "");
}

}  // namespace
}  // namespace ambula
