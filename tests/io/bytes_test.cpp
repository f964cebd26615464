// The pair every stage's chunk is written and read with.
#include "io/bytes.h"

#include "tests/io/sample.h"

namespace ambula {
namespace {

TEST(Bytes, EverythingStandsAtAMultipleOfEight) {
  std::vector<std::byte> bytes;
  ByteWriter out(bytes);
  out.string("abc");
  EXPECT_EQ(bytes.size(), 16U);
  out.array(std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_EQ(bytes.size(), 16U + 8 + 16);
  out.array(std::vector<std::uint32_t>{});
  out.string("");
  EXPECT_EQ(bytes.size(), 40U + 16);
  out.vec3({1, 2, 3});
  EXPECT_EQ(bytes.size(), 80U);
  EXPECT_EQ(get<double>(bytes, 64), 2.0);
}

TEST(Bytes, ComeBackAsTheyWere) {
  std::vector<std::byte> bytes;
  ByteWriter out(bytes);
  out.u64(0x0123456789ABCDEFULL);
  out.f64(-0.5);
  out.string("Tür");
  out.array(std::vector<LatticePoint>{{1, -2, 3}, {4, 5, -6}});
  out.array(std::vector<TriangleId>{TriangleId{7}, TriangleId{}});
  EXPECT_EQ(bytes[0], std::byte{0xEF});  // little-endian
  ByteReader in(bytes, 0);
  EXPECT_EQ(in.u64(), 0x0123456789ABCDEFULL);
  EXPECT_EQ(in.f64(), -0.5);
  EXPECT_EQ(in.string(), "Tür");
  EXPECT_EQ(in.array<LatticePoint>("points"), (std::vector<LatticePoint>{{1, -2, 3}, {4, 5, -6}}));
  EXPECT_EQ(in.array<TriangleId>("ids"), (std::vector<TriangleId>{TriangleId{7}, TriangleId{}}));
  in.finish();
  EXPECT_TRUE(in.ok()) << in.problem();
}

TEST(Bytes, FirstProblemSticks) {
  std::vector<std::byte> bytes;
  ByteWriter(bytes).u64(3);
  ByteReader in(bytes, 100);
  EXPECT_TRUE(in.array<std::uint64_t>("things").empty());
  EXPECT_FALSE(in.ok());
  const std::string problem = in.problem();
  EXPECT_NE(problem.find("3 things"), std::string::npos) << problem;
  EXPECT_EQ(in.problem_at(), 100U);
  EXPECT_EQ(in.u64(), 0U);
  EXPECT_EQ(in.string(), "");
  EXPECT_EQ(in.count(1, "others"), 0U);
  in.refuse("something else");
  in.finish();
  EXPECT_EQ(in.problem(), problem);
  EXPECT_EQ(in.problem_at(), 100U);
}

TEST(Bytes, CountMayTakeAllThatIsLeftAndNoMore) {
  std::vector<std::byte> bytes;
  ByteWriter out(bytes);
  out.u64(2);
  out.f64(1);
  out.f64(2);
  ByteReader all(bytes, 0);
  EXPECT_EQ(all.count(8, "things"), 2U);
  ByteReader more(bytes, 0);
  EXPECT_EQ(more.count(9, "things"), 0U);
  EXPECT_FALSE(more.ok());
}

TEST(Bytes, ReadingPastTheEndIsAProblemOfTheEnd) {
  std::vector<std::byte> bytes(8);
  ByteReader in(bytes, 1000);
  EXPECT_EQ(in.u64(), 0U);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.f64(), 0.0);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.problem_at(), 1008U);
}

TEST(Bytes, LeftOversAreAProblem) {
  std::vector<std::byte> bytes(16);
  ByteReader in(bytes, 0);
  (void)in.u64();
  in.finish();
  EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace ambula
