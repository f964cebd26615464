#include <gtest/gtest.h>

#include "ambula/import.h"

namespace ambula {
namespace {

std::string refused(std::string_view json) {
  auto read = read_user_links(json, "links.json");
  return read ? "" : read.error().message;
}

TEST(LinkFile, PointsAndSegments) {
  auto read = read_user_links(
      R"([{"name": "ladder", "from": [1, 2, 3], "to": [1, 2.5, 6], "cost": 4},
          {"from": [[0, 0, 3], [4, 0, 3]], "to": [[0, 1, 0], [4, 1, 0]], "both_ways": false}])",
      "links.json");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ((*read)[0].name, "ladder");
  EXPECT_EQ((*read)[0].from_a, (Vec3{1, 2, 3}));
  EXPECT_EQ((*read)[0].from_b, (Vec3{1, 2, 3}));
  EXPECT_EQ((*read)[0].to_b, (Vec3{1, 2.5, 6}));
  EXPECT_EQ((*read)[0].cost, 4);
  EXPECT_TRUE((*read)[0].both_ways);
  EXPECT_EQ((*read)[1].from_b, (Vec3{4, 0, 3}));
  EXPECT_EQ((*read)[1].to_a, (Vec3{0, 1, 0}));
  EXPECT_FALSE((*read)[1].both_ways);
  EXPECT_TRUE(read_user_links("[]", "links.json")->empty());
}

TEST(LinkFile, SaysWhichLinkIsWrongAndHow) {
  EXPECT_NE(refused("{}").find("a JSON list"), std::string::npos);
  EXPECT_NE(refused("[3]").find("link 1 is no JSON object"), std::string::npos);
  EXPECT_NE(refused(R"([{"from": [0, 0, 0]}])").find("it has no to"), std::string::npos);
  EXPECT_NE(refused(R"([{"to": [0, 0, 0]}])").find("it has no from"), std::string::npos);
  EXPECT_NE(refused(R"([{"from": [0, 0], "to": [0, 0, 0]}])").find("from neither"), std::string::npos);
  EXPECT_NE(refused(R"([{"from": [0, 0, "1"], "to": [0, 0, 0]}])").find("from neither"), std::string::npos);
  EXPECT_NE(refused(R"([{"from": [0, 0, 1e999], "to": [0, 0, 0]}])"), "");
  EXPECT_NE(refused(R"([{"from": [0, 0, 1], "to": [0, 0, 0], "cost": -1}])").find("cost below 0"),
            std::string::npos);
  EXPECT_NE(refused(R"([{"from": [0, 0, 1], "to": [0, 0, 0], "oneway": true}])").find("\"oneway\""),
            std::string::npos);
  EXPECT_NE(refused(R"([{"from": [0, 0, 1], "to": [0, 0, 0], "both_ways": 1}])").find("neither true"),
            std::string::npos);
  EXPECT_NE(refused("[{"), "");
}

}  // namespace
}  // namespace ambula
