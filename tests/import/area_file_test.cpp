#include <gtest/gtest.h>

#include "ambula/import.h"

namespace ambula {
namespace {

std::string refuse(std::string_view json) {
  auto read = read_area_rules(json, "rules.json");
  EXPECT_FALSE(read) << json;
  return read ? std::string() : read.error().message;
}

TEST(AreaFile, RulesComeInTheirOrderAndGlobsLeftOutMatchEverything) {
  auto read = read_area_rules(
      R"([{"area": "grass", "object": "Lawn*", "material": "g?"}, {"area": "water", "material": "sea"}])",
      "rules.json");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(read->at(0).area, "grass");
  EXPECT_EQ(read->at(0).object, "Lawn*");
  EXPECT_EQ(read->at(0).material, "g?");
  EXPECT_EQ(read->at(1).area, "water");
  EXPECT_EQ(read->at(1).object, "*");
  EXPECT_TRUE(read_area_rules("[]", "rules.json")->empty());
}

TEST(AreaFile, MistakesAreNamed) {
  const std::string example =
      "; one is written as in [{\"area\": \"grass\", \"object\": \"Lawn*\", \"material\": \"*\"}]";
  EXPECT_EQ(refuse(R"([{"area": "a"}, {"area": "b", "mat": "x"}])"),
            "rules.json: rule 2 has a key \"mat\", and there are area, object and material" + example);
  EXPECT_EQ(refuse(R"([{"object": "x"}])"), "rules.json: rule 1 has no area" + example);
  EXPECT_EQ(refuse(R"([{"area": 7}])"), "rules.json: rule 1 has as area what is no text" + example);
  EXPECT_EQ(refuse(R"(["grass"])"), "rules.json: rule 1 is no JSON object" + example);
  EXPECT_TRUE(refuse(R"({"area": "grass"})").starts_with("rules.json: rules for areas are a JSON list"));
  EXPECT_TRUE(refuse("[{\"area\": }]").starts_with("rules.json: byte 10: not valid JSON"));
}

}  // namespace
}  // namespace ambula
