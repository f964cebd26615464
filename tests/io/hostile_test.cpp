// Damaged files, and files made to harm: right checksums around wrong content.
#include <functional>
#include <limits>

#include "fuzz/reseal.h"
#include "io/container.h"
#include "tests/io/sample.h"

namespace ambula {
namespace {

using Bytes = std::vector<std::byte>;

// Places in the sample's file, found by looking for the values that stand there.
std::size_t place_of(const Bytes& bytes, std::initializer_list<std::uint64_t> words) {
  const Bytes needle = [&] {
    Bytes out(words.size() * 8);
    std::memcpy(out.data(), words.begin(), out.size());
    return out;
  }();
  const auto at = std::search(bytes.begin(), bytes.end(), needle.begin(), needle.end());
  EXPECT_NE(at, bytes.end());
  return static_cast<std::size_t>(at - bytes.begin());
}

struct Refusal {
  ErrorCode code = ErrorCode::cancelled;
  std::string message = "was read";
  std::uint64_t at = 0;
};

// What decode says of the bytes once their checksums are right.
Refusal refusal(Bytes bytes) {
  fuzz::reseal(bytes);
  const auto document = decode(bytes, "hostile.ambula");
  if (document) return {};
  EXPECT_TRUE(document.error().message.starts_with("hostile.ambula: byte ")) << document.error().message;
  return {document.error().code, document.error().message, document.error().element};
}

void expect_refused(const Bytes& bytes, std::string_view because) {
  const Refusal r = refusal(bytes);
  EXPECT_EQ(r.code, ErrorCode::bad_format) << r.message;
  EXPECT_NE(r.message.find(because), std::string::npos) << r.message;
}

std::size_t entry_of(int chunk) { return kHeaderSize + kTableEntrySize * static_cast<std::size_t>(chunk); }

TEST(Damaged, EveryTruncationIsRefused) {
  const Bytes whole = encoded(sample_walkable_document());
  ASSERT_TRUE(decode(whole, "whole").has_value());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const auto document = decode(part, "cut.ambula");
    ASSERT_FALSE(document.has_value()) << size;
    EXPECT_EQ(document.error().code, ErrorCode::bad_format) << size;
    EXPECT_LE(document.error().element, part.size()) << size;
  }
}

// Even with a file size and checksums that agree with the cut, something is missing.
TEST(Damaged, EveryTruncationIsRefusedWithRightChecksumsToo) {
  const Bytes whole = encoded(sample_walkable_document());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    fuzz::reseal(part);
    EXPECT_FALSE(decode(part, "cut.ambula").has_value()) << size;
    if (size % 8 != 0) continue;  // relayout would fill up with the very zero bytes that were cut off
    fuzz::relayout(part);
    EXPECT_FALSE(decode(part, "cut.ambula").has_value()) << size;
  }
}

TEST(Damaged, EveryFlippedByteIsRefused) {
  const Bytes whole = encoded(sample_document());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const unsigned flip : {1U, 2U, 4U, 8U, 16U, 32U, 64U, 128U, 255U}) {
      Bytes bytes = whole;
      bytes[at] ^= static_cast<std::byte>(flip);
      // The minor version may differ, but the checksum covers it.
      ASSERT_FALSE(decode(bytes, "flipped").has_value()) << "byte " << at << " flip " << flip;
    }
  }
}

TEST(Damaged, BytesBehindTheEndAreRefused) {
  Bytes bytes = encoded(sample_document());
  bytes.resize(bytes.size() + 8);
  EXPECT_FALSE(decode(bytes, "longer").has_value());
  expect_refused(bytes, "follow the last chunk");
}

TEST(Hostile, ResealingChangesNothingOfAGoodFile) {
  const Bytes whole = encoded(sample_document());
  Bytes bytes = whole;
  fuzz::reseal(bytes);
  EXPECT_EQ(bytes, whole);
  fuzz::relayout(bytes);
  EXPECT_EQ(bytes, whole);
}

TEST(Hostile, LaterMajorVersionSaysWhatToDo) {
  Bytes bytes = encoded(sample_document());
  put<std::uint16_t>(bytes, 8, kMajorVersion + 1);
  for (const bool sealed : {false, true}) {
    if (sealed) fuzz::reseal(bytes);
    const auto document = decode(bytes, "later.ambula");
    ASSERT_FALSE(document.has_value());
    EXPECT_EQ(document.error().code, ErrorCode::unsupported);
    EXPECT_NE(document.error().message.find("update Ambula"), std::string::npos);
  }
  put<std::uint16_t>(bytes, 8, 0);
  EXPECT_EQ(refusal(bytes).code, ErrorCode::unsupported);
}

TEST(Hostile, LaterMinorVersionIsRead) {
  Bytes bytes = encoded(sample_document());
  put<std::uint16_t>(bytes, 10, kMinorVersion + 7);
  EXPECT_EQ(refusal(bytes).message, "was read");
}

TEST(Hostile, LaterChunkVersionSaysWhatToDo) {
  Bytes bytes = encoded(sample_document());
  put<std::uint32_t>(bytes, entry_of(3) + 4, 2);
  const Refusal r = refusal(bytes);
  EXPECT_EQ(r.code, ErrorCode::unsupported);
  EXPECT_NE(r.message.find("update Ambula"), std::string::npos) << r.message;
  EXPECT_NE(r.message.find("SCEN"), std::string::npos) << r.message;
}

TEST(Hostile, UnknownChunkIsPassedOver) {
  Bytes bytes = encoded(sample_document());
  std::memcpy(bytes.data() + entry_of(3), "\x01ZZZ", 4);  // the scene under a name of the future
  fuzz::reseal(bytes);
  const auto document = decode(bytes, "future");
  ASSERT_TRUE(document.has_value()) << document.error().message;
  EXPECT_FALSE(document->scene.has_value());
  EXPECT_EQ(document->parameters, sample_document().parameters);
}

TEST(Hostile, MissingChunkIsNamed) {
  for (const auto& [chunk, tag] : {std::pair{0, "AGNT"}, {1, "PARM"}, {2, "SRCE"}}) {
    Bytes bytes = encoded(sample_document());
    std::memcpy(bytes.data() + entry_of(chunk), "ZZZZ", 4);
    expect_refused(bytes, std::string("without a chunk ") + tag);
  }
}

TEST(Hostile, ChunkTwiceIsRefused) {
  Bytes bytes = encoded(sample_document());
  std::memcpy(bytes.data() + entry_of(3), "AGNT", 4);
  expect_refused(bytes, "AGNT occurs a second time");
}

TEST(Hostile, TableLargerThanTheFileIsRefused) {
  Bytes bytes = encoded(sample_document());
  put<std::uint32_t>(bytes, 12, 0xFFFFFFFF);
  expect_refused(bytes, "4294967295 chunks");
}

TEST(Hostile, LayoutMustBeTheOnlyOne) {
  const Bytes whole = encoded(sample_document());
  const std::size_t offset_at = entry_of(3) + 8, size_at = entry_of(3) + 16;
  const auto offset = get<std::uint64_t>(whole, offset_at), size = get<std::uint64_t>(whole, size_at);
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  struct {
    const char* what;
    std::uint64_t offset, size;
    const char* because;
  } cases[] = {
      {"overlaps the chunk before", offset - 8, size + 8, "must begin at"},
      {"overlaps the header", 0, size, "must begin at"},
      {"past the end", whole.size() + 8, 8, "must begin at"},
      {"far past the end", kMost - 7, 8, "must begin at"},
      {"offset + size wraps to the right end", kMost - 7, whole.size() + 8, "must begin at"},
      {"leaves a gap", offset + 8, size - 8, "must begin at"},
      {"runs past the end", offset, size + 8, "the file ends after"},
      {"size wraps", offset, kMost - offset + 1, "the file ends after"},
      {"size wraps to inside", offset, kMost - 7, "the file ends after"},
      {"ends early", offset, size - 8, "follow the last chunk"},
      {"no multiple of 8", offset, size - 4, "no multiple of 8"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.what);
    Bytes bytes = whole;
    put(bytes, offset_at, one.offset);
    put(bytes, size_at, one.size);
    expect_refused(bytes, one.because);
  }
}

// Every count in the file, found by its surroundings, set to what no memory holds.
TEST(Hostile, CountsAreComparedWithTheBytesLeft) {
  const Bytes whole = encoded(sample_document());
  const Scene scene = sample_scene();
  const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
  const auto pair_of = [](std::uint32_t a, std::uint32_t b) { return a | std::uint64_t{b} << 32; };
  struct {
    const char* what;
    std::size_t at;
  } counts[] = {
      {"parameters", place_of(whole, {2, 6})},
      {"characters", place_of(whole, {9})},
      {"objects", place_of(whole, {2, 5})},
      {"materials", place_of(whole, {3, 4})},
      {"positions", place_of(whole, {5, bits(scene.positions[0].x)})},
      {"triangles", place_of(whole, {3, pair_of(0, 1)})},
      {"object ids", place_of(whole, {3, pair_of(0, 0), pair_of(1, 0)})},
      {"material ids", place_of(whole, {3, pair_of(0, 0), pair_of(2, 0)})},
  };
  for (const auto& one : counts) {
    for (const std::uint64_t count :
         {std::uint64_t{0xFFFFFFFF}, std::uint64_t{1} << 32, ~std::uint64_t{0}, ~std::uint64_t{0} / 24 + 1,
          ~std::uint64_t{0} / 12 + 1, ~std::uint64_t{0} / 8 + 1, std::uint64_t{1} << 62}) {
      SCOPED_TRACE(std::string(one.what) + " " + std::to_string(count));
      Bytes bytes = whole;
      put(bytes, one.at, count);
      const Refusal r = refusal(bytes);
      EXPECT_EQ(r.code, ErrorCode::bad_format);
      EXPECT_NE(r.message.find(std::to_string(count) + " " + one.what), std::string::npos) << r.message;
      EXPECT_EQ(r.at, one.at) << r.message;
    }
  }
}

TEST(Hostile, ValuesAreValidated) {
  const Scene scene = sample_scene();
  const auto bits = [](double v) { return std::bit_cast<std::uint64_t>(v); };
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Document document = sample_document();
  document.scene_hash = 0;  // or the hash would be found wrong first
  const Bytes whole = encoded(document);
  const std::size_t positions = place_of(whole, {5, bits(scene.positions[0].x)}) + 8;
  const std::size_t triangles = place_of(whole, {3, 0 | std::uint64_t{1} << 32}) + 8;
  const std::size_t object_ids = triangles + 5 * 8 + 8;
  const auto quantum = place_of(whole, {bits(1e-4)});
  const auto with = [&](std::size_t at, auto value) {
    Bytes bytes = whole;
    put(bytes, at, value);
    return bytes;
  };
  EXPECT_EQ(refusal(whole).message, "was read");
  for (const double bad : {nan, inf, -inf})
    expect_refused(with(positions + 24, bad), "position 1 is not finite");
  expect_refused(with(positions, 1e300), "position 0 lies outside the lattice");
  expect_refused(with(triangles, std::uint32_t{5}), "triangle 0 refers to position 5");
  expect_refused(with(triangles + 8, 0xFFFFFFFFU), "triangle 0 refers to position 4294967295");
  expect_refused(with(triangles, std::uint32_t{1}), "triangle 0 has no area");
  expect_refused(with(object_ids, std::uint32_t{2}), "triangle 0 has no object");
  for (const double bad : {0.0, -1.0, nan, inf, 1e300}) expect_refused(with(quantum, bad), "quantum");
  expect_refused(with(quantum - 32, nan), "unit");
  expect_refused(with(quantum - 24, inf), "origin");
  expect_refused(with(quantum + 8, std::uint64_t{99}), "do not add up");
  expect_refused(with(place_of(whole, {bits(0.25)}), nan), "agent radius");
}

// Every count of the walkable chunk: each is followed by as many bytes as the sample has, so its place is
// known from the values before it.
std::vector<std::pair<const char*, std::size_t>> walkable_counts(const Bytes& whole, const Walkable& w) {
  const auto filled = [](std::size_t size) { return (size + 7) / 8 * 8; };
  std::vector<std::pair<const char*, std::size_t>> out;
  std::size_t at = get<std::uint64_t>(whole, entry_of(4) + 8) + 8 + 24 + 8;  // hash, origin, quantum
  const auto array = [&](const char* what, std::size_t count, std::size_t item) {
    EXPECT_EQ(get<std::uint64_t>(whole, at), count) << what;
    out.emplace_back(what, at);
    at += 8 + filled(count * item);
  };
  const std::size_t n = w.faces.size();
  array("vertices", w.vertices.size(), 12);
  array("faces", n, 12);
  array("neighbours", n, 12);
  array("borders", n, 3);
  array("border heights", n, 12);
  array("inner walls", n, 1);
  for (const char* what : {"component numbers", "triangle ids", "object ids", "material ids"}) {
    array(what, n, 4);
  }
  array("removed faces", w.removed.size(), 36);
  array("reasons", w.removed.size(), 1);
  array("closed stretches", w.closed.size(), 24);
  at += 7 * 8 + 4 * 8;
  out.emplace_back("warnings", at);
  at += 8;
  for (const std::string& warning : w.warnings) array("characters", warning.size(), 1);
  array("input triangles", w.input_triangle.size(), 4);
  EXPECT_EQ(at, whole.size());
  return out;
}

TEST(Hostile, CountsOfTheWalkableSurfaceAreComparedWithTheBytesLeft) {
  const Document document = sample_walkable_document();
  const Bytes whole = encoded(document);
  for (const auto& [what, at] : walkable_counts(whole, *document.walkable)) {
    for (const std::uint64_t count :
         {std::uint64_t{0xFFFFFFFF}, std::uint64_t{1} << 32, ~std::uint64_t{0}, ~std::uint64_t{0} / 36 + 1,
          ~std::uint64_t{0} / 24 + 1, ~std::uint64_t{0} / 12 + 1, ~std::uint64_t{0} / 3 + 1,
          std::uint64_t{1} << 62}) {
      SCOPED_TRACE(std::string(what) + " " + std::to_string(count));
      Bytes bytes = whole;
      put(bytes, at, count);
      const Refusal r = refusal(bytes);
      EXPECT_EQ(r.code, ErrorCode::bad_format);
      EXPECT_NE(r.message.find(std::to_string(count) + " " + what), std::string::npos) << r.message;
      EXPECT_EQ(r.at, at) << r.message;
    }
  }
}

// Any word of the chunk may hold anything: the reader refuses it or reads a surface that holds its promises.
TEST(Hostile, EveryWordOfTheWalkableSurfaceMayBeAnything) {
  Document document = sample_walkable_document();
  document.walkable_hash = 0;  // or it would be found wrong first
  const Bytes whole = encoded(document);
  for (std::size_t at = get<std::uint64_t>(whole, entry_of(4) + 8); at < whole.size(); at += 4) {
    for (const std::uint32_t value : {0U, 1U, 2U, 3U, 4U, 7U, 0x01010101U, 0x10000001U, 0x7FFFFFFFU,
                                      0x80000000U, 0xEFFFFFFFU, 0xFFFFFFFEU, 0xFFFFFFFFU, 0x7FF80000U}) {
      Bytes bytes = whole;
      put(bytes, at, value);
      fuzz::reseal(bytes);
      const auto read = decode(bytes, "hostile.ambula");
      if (!read) {
        EXPECT_EQ(read.error().code, ErrorCode::bad_format) << read.error().message;
      } else {
        EXPECT_TRUE(validate(*read).has_value()) << "byte " << at << " value " << value;
      }
    }
  }
}

TEST(Hostile, TrianglesTakenOnBothSidesAreValidated) {
  Document document = sample_walkable_document();
  document.walkable->both_sides = {0, 1, 2};
  const Bytes whole = encoded(document);
  EXPECT_EQ(refusal(whole).message, "was read");
  const std::size_t count_at = get<std::uint64_t>(whole, entry_of(5) + 8), first = count_at + 8;
  const auto with = [&](std::size_t at, auto value) {
    Bytes bytes = whole;
    put(bytes, at, value);
    return bytes;
  };
  expect_refused(with(first + 8, std::uint32_t{3}), "triangle 3, taken on both sides");
  expect_refused(with(first + 8, 0xFFFFFFFFU), "triangle 4294967295, taken on both sides");
  expect_refused(with(first + 4, std::uint32_t{0}), "triangle 0, taken on both sides");
  expect_refused(with(first, std::uint32_t{2}), "out of order");
  for (const std::uint64_t count :
       {std::uint64_t{0xFFFFFFFF}, ~std::uint64_t{0}, ~std::uint64_t{0} / 4 + 1, std::uint64_t{1} << 62}) {
    expect_refused(with(count_at, count), std::to_string(count) + " triangles on both sides");
  }
  expect_refused(with(count_at, std::uint64_t{1}), "chunk WALB");
  for (std::size_t at = count_at; at < whole.size(); at += 4) {
    for (const std::uint32_t value : {0U, 1U, 2U, 3U, 0x7FFFFFFFU, 0x80000000U, 0xFFFFFFFFU}) {
      Bytes bytes = with(at, value);
      fuzz::reseal(bytes);
      const auto read = decode(bytes, "hostile.ambula");
      EXPECT_TRUE(!read || validate(*read).has_value()) << "byte " << at << " value " << value;
    }
  }
}

TEST(Hostile, TrianglesTakenOnBothSidesNeedTheSurface) {
  Document document = sample_walkable_document();
  document.walkable->both_sides = {1};
  const Bytes whole = encoded(document);
  Bytes bytes = whole;
  std::memcpy(bytes.data() + entry_of(4), "\x01ZZZ", 4);  // the surface under a name of the future
  expect_refused(bytes, "chunk WALB: there is no walkable surface before it");
  bytes = whole;
  std::memcpy(bytes.data() + entry_of(5), "\x01ZZZ", 4);
  fuzz::reseal(bytes);
  const auto read = decode(bytes, "older");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_TRUE(read->walkable->both_sides.empty());
}

TEST(Hostile, ValuesOfTheWalkableSurfaceAreValidated) {
  const Document document = sample_walkable_document();
  const Bytes whole = encoded(document);
  const auto counts = walkable_counts(whole, *document.walkable);
  const auto first_of = [&](std::string_view what) {
    const auto found =
        std::find_if(counts.begin(), counts.end(), [&](const auto& one) { return what == one.first; });
    return found->second + 8;
  };
  const auto with = [&](std::size_t at, auto value) {
    Bytes bytes = whole;
    put(bytes, at, value);
    return bytes;
  };
  expect_refused(with(first_of("vertices"), std::int32_t{INT32_MIN}), "vertex 0 lies outside the lattice");
  expect_refused(with(first_of("faces"), std::uint32_t{4}), "face 0 refers to vertex 4");
  expect_refused(with(first_of("neighbours"), std::uint32_t{2}), "face 0");
  expect_refused(with(first_of("borders"), std::uint8_t{200}), "has the border kind 200");
  expect_refused(with(first_of("component numbers") + 4, std::uint32_t{1}), "face 1 is in component 1");
  expect_refused(with(first_of("triangle ids"), 0xFFFFFFFFU), "refers to triangle 4294967295");
  expect_refused(with(first_of("reasons"), std::uint8_t{2}), "no known reason");
  expect_refused(with(first_of("input triangles") + 8, std::uint32_t{3}), "the scene's 3");
  expect_refused(with(first_of("warnings") - 16, std::uint64_t{1} << 32), "a count of 4294967296");
  const std::size_t hash = get<std::uint64_t>(whole, entry_of(4) + 8);
  expect_refused(with(hash, document.walkable_hash ^ 1), "the walkable surface's hash");
  expect_refused(with(hash + 8, 1.0), "lattice is not the scene's");
  expect_refused(with(hash + 32, std::numeric_limits<double>::quiet_NaN()), "quantum");
}

TEST(Hostile, CleaningCountsCannotWrap) {
  Document document = sample_document();
  const Bytes whole = encoded(document);
  Bytes bytes = whole;
  const std::size_t cleaning = place_of(whole, {4, 0, 0, 1, 0, 3});
  put(bytes, cleaning + 8, ~std::uint64_t{0});  // ignored
  put(bytes, cleaning + 16, std::uint64_t{1});  // non-finite: the two cancel
  expect_refused(bytes, "do not add up");
}

TEST(Hostile, SceneMustMatchTheHash) {
  Bytes bytes = encoded(sample_document());
  put(bytes, place_of(bytes, {sample_document().scene_hash}), std::uint64_t{1});
  expect_refused(bytes, "hash");
}

TEST(Hostile, PaddingMustBeZero) {
  Bytes bytes = encoded(sample_document());
  const std::size_t name = place_of(bytes, {9});  // "house.obj" fills two words
  bytes[name + 8 + 9] = std::byte{1};
  expect_refused(bytes, "not zero");
}

TEST(Hostile, ChunkMustEndWithItsContent) {
  Bytes bytes = encoded(sample_document());
  bytes.resize(bytes.size() + 16);
  fuzz::relayout(bytes);
  expect_refused(bytes, "16 bytes more");
}

}  // namespace
}  // namespace ambula
