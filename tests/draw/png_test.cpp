#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ambula/render.h"
#include "draw/deflate.h"
#include "draw/fixtures.h"
#include "draw/huffman.h"
#include "draw/png_reader.h"

namespace ambula {
namespace {

std::vector<std::uint8_t> noise(std::size_t size, std::uint64_t seed) {
  std::vector<std::uint8_t> out(size);
  for (std::uint8_t& v : out) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    v = static_cast<std::uint8_t>(seed >> 56);
  }
  return out;
}

void expect_round_trip(const std::vector<std::uint8_t>& bytes) {
  const auto packed = zlib_compress(std::as_bytes(std::span(bytes)));
  const auto back = testing::inflate_zlib(packed);
  ASSERT_TRUE(back.has_value()) << bytes.size() << " bytes";
  EXPECT_EQ(*back, bytes);
}

TEST(Deflate, ComesBackAsItWas) {
  expect_round_trip({});
  expect_round_trip({7});
  expect_round_trip(std::vector<std::uint8_t>(100'000, 42));
  expect_round_trip(noise(100'000, 1));
}

TEST(Deflate, FindsMatchesUpToTheWholeWindow) {
  std::vector<std::uint8_t> bytes = noise(32768, 2);
  const std::vector<std::uint8_t> first(bytes.begin(), bytes.begin() + 300);
  bytes.insert(bytes.end(), first.begin(), first.end());  // exactly 32768 back
  bytes.insert(bytes.end(), first.begin(), first.end());
  expect_round_trip(bytes);
}

TEST(Huffman, SkewedCountsStayWithinTheLimit) {
  for (const int limit : {7, 15}) {
    std::vector<std::uint32_t> counts{1, 1};
    while (counts.size() < 19) counts.push_back(counts[counts.size() - 1] + counts[counts.size() - 2]);
    counts[5] = 0;
    const std::vector<HuffmanCode> codes = make_huffman(counts, limit);
    double used = 0;  // Kraft's sum: 1 for a code that wastes nothing
    int longest = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      EXPECT_EQ(codes[i].length == 0, i == 5);
      if (codes[i].length > 0) used += 1.0 / (1 << codes[i].length);
      longest = std::max<int>(longest, codes[i].length);
    }
    EXPECT_LE(longest, limit);
    EXPECT_EQ(used, 1);
  }
}

TEST(Deflate, RepetitionShrinks) {
  const std::vector<std::uint8_t> bytes(1'000'000, 9);
  EXPECT_LT(zlib_compress(std::as_bytes(std::span(bytes))).size(), 3000U);
}

TEST(Png, ComesBackPixelByPixel) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{37, 23}, std::pair{257, 61}}) {
    Image image{width, height, noise(static_cast<std::size_t>(width * height * 3), 5)};
    for (std::size_t i = image.rgb.size() / 2; i < image.rgb.size(); ++i) {
      image.rgb[i] =
          static_cast<std::uint8_t>(i / 7);  // half noise, half a gradient: all filters get their turn
    }
    const auto back = testing::read_png(encode_png(image));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->width, width);
    EXPECT_EQ(back->height, height);
    EXPECT_EQ(back->rgb, image.rgb);
  }
}

TEST(Png, ADamagedFileIsNoticedByTheReader) {
  const Image image{8, 8, noise(8 * 8 * 3, 4)};
  std::vector<std::byte> bytes = encode_png(image);
  ASSERT_TRUE(testing::read_png(bytes).has_value());
  bytes[bytes.size() / 2] ^= std::byte{1};
  EXPECT_FALSE(testing::read_png(bytes).has_value());
}

TEST(Png, RefusesAnImageThatIsNotWhatItSays) {
  const testing::TempFile file(".png");
  const Image image{4, 4, std::vector<std::uint8_t>(10)};
  EXPECT_TRUE(encode_png(image).empty());
  const auto result = write_png(image, file.path());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(file.path()));
}

}  // namespace
}  // namespace ambula
