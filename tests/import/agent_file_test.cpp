#include <gtest/gtest.h>

#include "ambula/import.h"

namespace ambula {
namespace {

std::string refuse(std::string_view json) {
  auto read = read_agent(json, "agent.json");
  EXPECT_FALSE(read) << json;
  return read ? std::string() : read.error().message;
}

TEST(AgentFile, ReadsEveryField) {
  auto read = read_agent(
      R"({"height": 1.5, "radius": 0.25, "max_slope": 30, "max_step": 0.2, "max_gap": 0.1})", "agent.json");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, (Agent{1.5, 0.25, 30, 0.2, 0.1}));
}

TEST(AgentFile, FieldsLeftOutKeepTheirDefaults) {
  auto read = read_agent(R"({"radius": 0})", "agent.json");
  ASSERT_TRUE(read) << read.error().message;
  Agent expected;
  expected.radius = 0;
  EXPECT_EQ(*read, expected);
  EXPECT_EQ(*read_agent("{}", "agent.json"), default_agent());
}

TEST(AgentFile, MistakesAreNamed) {
  EXPECT_EQ(
      refuse(R"({"raduis": 0.3})"),
      "agent.json: an agent has no field \"raduis\"; it has height, radius, max_slope, max_step and max_gap");
  EXPECT_EQ(refuse(R"({"radius": "wide"})"), "agent.json: the agent's radius is not a number");
  EXPECT_EQ(refuse(R"({"radius": -1})"), "agent.json: agent radius is -1; it must lie between 0 and 100");
  EXPECT_EQ(refuse("[1, 2]"), "agent.json: an agent is a JSON object such as {\"radius\": 0.3}");
  EXPECT_TRUE(refuse("{\"radius\": }").starts_with("agent.json: byte 11: not valid JSON"));
  EXPECT_TRUE(refuse("").starts_with("agent.json: byte 0: not valid JSON"));
  EXPECT_TRUE(refuse("{\"radius\": 1e999}").starts_with("agent.json: byte "));
}

}  // namespace
}  // namespace ambula
