#include "ambula/hash.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ambula {
namespace {

std::uint64_t hash_of(std::string_view text, std::uint64_t seed = 0) {
  return hash_bytes(std::as_bytes(std::span(text.data(), text.size())), seed);
}

// Values of the XXH64 specification's reference implementation.
TEST(Hash, AgreesWithPublishedVectors) {
  EXPECT_EQ(hash_of(""), 0xEF46DB3751D8E999ULL);
  EXPECT_EQ(hash_of("a"), 0xD24EC4F1A98C6E5BULL);
  EXPECT_EQ(hash_of("abc"), 0x44BC2CF5AD770999ULL);
  EXPECT_EQ(hash_of("Nobody inspects the spammish repetition"), 0xFBCEA83C8A378BF1ULL);
}

TEST(Hash, DoesNotDependOnHowTheStreamIsCut) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 7);
  const std::uint64_t whole = hash_of(text);
  for (std::size_t step = 1; step < 70; ++step) {
    Hasher h;
    for (std::size_t i = 0; i < text.size(); i += step) {
      const std::string_view piece = std::string_view(text).substr(i, step);
      h.add_bytes(std::as_bytes(std::span(piece.data(), piece.size())));
    }
    EXPECT_EQ(h.finish(), whole) << "step " << step;
  }
}

TEST(Hash, StringsCarryTheirLength) {
  Hasher a, b;
  a.add(std::string_view("ab"));
  a.add(std::string_view("c"));
  b.add(std::string_view("a"));
  b.add(std::string_view("bc"));
  EXPECT_NE(a.finish(), b.finish());
}

TEST(Hash, ZeroHasOneSign) {
  Hasher a, b;
  a.add(0.0);
  b.add(-0.0);
  EXPECT_EQ(a.finish(), b.finish());
}

TEST(Hash, TextIsSixteenDigits) {
  EXPECT_EQ(hash_text(0), "0000000000000000");
  EXPECT_EQ(hash_text(0xFBCEA83C8A378BF1ULL), "fbcea83c8a378bf1");
}

}  // namespace
}  // namespace ambula
