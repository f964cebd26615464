#include "draw/font.h"

#include <gtest/gtest.h>

#include <string>

namespace ambula {
namespace {

TEST(Font, EveryPrintableCharacterHasItsOwnShape) {
  std::vector<std::vector<double>> shapes;
  for (char c = '!'; c <= '~'; ++c) {
    const TextStrokes strokes = text_strokes(std::string(1, c));
    ASSERT_FALSE(strokes.segments.empty()) << c;
    std::vector<double> shape;
    for (const auto& s : strokes.segments) {
      for (const double v : {s.a.x, s.a.y, s.b.x, s.b.y}) shape.push_back(v);
      EXPECT_GE(std::min(s.a.x, s.b.x), 0) << c;
      EXPECT_LE(std::max(s.a.x, s.b.x), strokes.width + 1e-9) << c;
      EXPECT_GE(std::min(s.a.y, s.b.y), -1 - 1e-9) << c;
      EXPECT_LE(std::max(s.a.y, s.b.y), 0.34) << c;
    }
    shapes.push_back(shape);
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool l_and_bar =
          (j == 'I' - '!' && i == 'l' - '!');  // one stroke each, as in most plain letterings
      EXPECT_TRUE(l_and_bar || shapes[i] != shapes[j])
          << static_cast<char>('!' + i) << static_cast<char>('!' + j);
    }
  }
}

TEST(Font, OtherCharactersAreOneBoxEach) {
  const std::size_t box = text_strokes("\xC3\xA9").segments.size();  // e with an acute accent
  EXPECT_GT(box, 0U);
  EXPECT_EQ(text_strokes("\xF0\x9F\x8F\xA0").segments.size(), box);  // four bytes, one character
  EXPECT_EQ(text_strokes("\xFF").segments.size(), box);              // no UTF-8 at all
  EXPECT_EQ(text_strokes("\x07").segments.size(), box);
  EXPECT_EQ(text_strokes("\xE2\x82").segments.size(), 2 * box);  // cut short: each byte on its own
}

TEST(Font, LongerTextIsWider) {
  EXPECT_EQ(text_strokes("").width, 0);
  EXPECT_LT(text_strokes("il").width, text_strokes("MW").width);
  EXPECT_LT(text_strokes("5 m").width, text_strokes("50 m").width);
}

}  // namespace
}  // namespace ambula
