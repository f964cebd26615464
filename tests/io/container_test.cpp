// Header, table and checksums by themselves.
#include "io/container.h"

#include "tests/io/sample.h"

namespace ambula {
namespace {

TEST(Container, KeepsChunksInOrder) {
  ContainerWriter file(3);
  file.begin(chunk_tag("ONE1"), 1).u64(11);
  file.end();
  (void)file.begin(chunk_tag("NONE"), 2);
  file.end();
  file.begin(chunk_tag("TWO2"), 3).string("hello");
  file.end();
  const auto bytes = std::move(file).finish();
  const auto chunks = read_container(bytes, "test");
  ASSERT_TRUE(chunks.has_value()) << chunks.error().message;
  ASSERT_EQ(chunks->size(), 3U);
  EXPECT_EQ(tag_text((*chunks)[0].tag), "ONE1");
  EXPECT_EQ((*chunks)[0].version, 1U);
  EXPECT_EQ((*chunks)[0].offset, kHeaderSize + 3 * kTableEntrySize);
  EXPECT_EQ((*chunks)[0].bytes.size(), 8U);
  EXPECT_TRUE((*chunks)[1].bytes.empty());
  ByteReader in((*chunks)[2].bytes, (*chunks)[2].offset);
  EXPECT_EQ(in.string(), "hello");
}

TEST(Container, MayHoldNoChunk) {
  const auto bytes = ContainerWriter(0).finish();
  EXPECT_EQ(bytes.size(), kHeaderSize);
  const auto chunks = read_container(bytes, "test");
  ASSERT_TRUE(chunks.has_value()) << chunks.error().message;
  EXPECT_TRUE(chunks->empty());
}

TEST(Container, TagsPrint) {
  EXPECT_EQ(tag_text(chunk_tag("SCEN")), "SCEN");
  EXPECT_EQ(tag_text({'A', '\0', '\n', '\xFF'}), "A???");
}

TEST(Container, TextModeTransferIsRecognised) {
  const std::string damaged = "AMBULA\x1A\r\n" + std::string(64, '\0');
  const auto chunks = read_container(std::as_bytes(std::span(damaged)), "mail.ambula");
  ASSERT_FALSE(chunks.has_value());
  EXPECT_NE(chunks.error().message.find("text mode"), std::string::npos) << chunks.error().message;
}

}  // namespace
}  // namespace ambula
