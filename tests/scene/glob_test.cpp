#include <gtest/gtest.h>

#include <string>

#include "ambula/scene.h"

namespace ambula {
namespace {

TEST(Glob, MatchesWholeNames) {
  EXPECT_TRUE(glob_match("Door*", "Door"));
  EXPECT_TRUE(glob_match("Door*", "Door 12:left"));
  EXPECT_FALSE(glob_match("Door*", "Trapdoor"));
  EXPECT_TRUE(glob_match("*oor*", "Trapdoor"));
  EXPECT_TRUE(glob_match("?oor", "Door"));
  EXPECT_FALSE(glob_match("?oor", "oor"));
  EXPECT_FALSE(glob_match("Door", "Door "));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_FALSE(glob_match("", "x"));
  EXPECT_TRUE(glob_match("a*b*c", "a-b-b-c"));
  EXPECT_FALSE(glob_match("a*b*c", "a-c-b"));
}

TEST(Glob, CaseCountsUnlessThePatternSaysOtherwise) {
  EXPECT_FALSE(glob_match("door*", "Door 1"));
  EXPECT_TRUE(glob_match("(?i)door*", "Door 1"));
  EXPECT_TRUE(glob_match("(?i)DOOR ?", "dOOr z"));
  EXPECT_FALSE(glob_match("(?i)door", "doos"));
  EXPECT_FALSE(glob_match("(?i)[", "{"));  // letters only: these two differ by the same bit
  EXPECT_TRUE(glob_match("(?i)", ""));
}

TEST(Glob, ManyStarsDoNotExplode) {
  const std::string text(20000, 'a');
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "b", text));
  EXPECT_TRUE(glob_match(pattern + "*", text));
}

}  // namespace
}  // namespace ambula
