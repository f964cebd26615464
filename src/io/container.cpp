// Header and chunk table. After the RIFF and PNG family, with two departures: the table stands in front, so
// that a reader knows the whole layout before it touches a chunk; and there is exactly one layout for given
// chunks (no gaps, no overlaps, nothing after the last), so that every byte of a file is covered by a
// checksum and no byte can hide.
#include "io/container.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "ambula/hash.h"
#include "core/text.h"

namespace ambula {
namespace {

// Places in the header.
constexpr std::size_t kMajorAt = 8, kMinorAt = 10, kChunkCountAt = 12, kFileSizeAt = 16, kChecksumAt = 24;
// Places in a table entry.
constexpr std::size_t kTagAt = 0, kVersionAt = 4, kOffsetAt = 8, kSizeAt = 16, kChunkChecksumAt = 24;

template <class T>
T get(std::span<const std::byte> bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

template <class T>
void put(std::span<std::byte> bytes, std::size_t at, const T& value) {
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

// Over the header before the checksum's own place, then the table.
std::uint64_t table_checksum(std::span<const std::byte> bytes, std::size_t chunk_count) {
  Hasher hasher;
  hasher.add_bytes(bytes.first(kChecksumAt));
  hasher.add_bytes(bytes.subspan(kHeaderSize, chunk_count * kTableEntrySize));
  return hasher.finish();
}

// The header's promises; yields the number of chunks.
Result<std::size_t> read_header(std::span<const std::byte> bytes, std::string_view name) {
  const auto bad = [&](std::uint64_t at, std::string_view what) {
    return fail_at(ErrorCode::bad_format, name, at, what);
  };
  const std::size_t compared = std::min(bytes.size(), kMagic.size());
  if (compared == 0 || std::memcmp(bytes.data(), kMagic.data(), compared) != 0) {
    const bool text_mode = bytes.size() >= 6 && std::memcmp(bytes.data(), kMagic.data(), 6) == 0;
    return bad(0, text_mode ? "the signature is damaged, as by a transfer in text mode; copy the file again"
                            : "this is not an .ambula file; make one with ambula build");
  }
  if (bytes.size() < kHeaderSize) {
    return bad(bytes.size(), "the file ends within its header; it was cut short, copy or build it again");
  }
  const auto major = get<std::uint16_t>(bytes, kMajorAt);
  if (major != kMajorVersion) {
    return fail_at(ErrorCode::unsupported, name, kMajorAt,
                   text("format version ", major, ".", get<std::uint16_t>(bytes, kMinorAt),
                        ", this reader knows ", kMajorVersion, ".x; ",
                        major > kMajorVersion ? "update Ambula or build the file again with this version"
                                              : "build the file again with this version"));
  }
  const auto file_size = get<std::uint64_t>(bytes, kFileSizeAt);
  if (file_size != bytes.size()) {
    return bad(kFileSizeAt, text("the header promises ", file_size, " bytes and the file has ", bytes.size(),
                                 "; copy or build it again"));
  }
  const auto chunk_count = get<std::uint32_t>(bytes, kChunkCountAt);
  if (chunk_count > (bytes.size() - kHeaderSize) / kTableEntrySize) {
    return bad(kChunkCountAt, text("a table of ", chunk_count, " chunks does not fit into ", bytes.size(),
                                   " bytes; copy or build the file again"));
  }
  if (get<std::uint64_t>(bytes, kChecksumAt) != table_checksum(bytes, chunk_count)) {
    return bad(kChecksumAt, "the chunk table does not match its checksum; copy or build the file again");
  }
  return chunk_count;
}

}  // namespace

Failure fail_at(ErrorCode code, std::string_view name, std::uint64_t offset, std::string_view what) {
  return fail(code, text(name, ": byte ", offset, ": ", what), offset);
}

std::string tag_text(ChunkTag tag) {
  std::string out(tag.begin(), tag.end());
  std::replace_if(out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return out;
}

Result<std::vector<Chunk>> read_container(std::span<const std::byte> bytes, std::string_view name,
                                          std::span<const ChunkTag> only) {
  const auto chunk_count = read_header(bytes, name);
  if (!chunk_count) return fail(chunk_count.error());

  std::vector<Chunk> chunks(*chunk_count);
  std::uint64_t expected = kHeaderSize + *chunk_count * kTableEntrySize;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const std::size_t entry_at = kHeaderSize + i * kTableEntrySize;
    const auto entry = bytes.subspan(entry_at, kTableEntrySize);
    Chunk& chunk = chunks[i];
    chunk.tag = get<ChunkTag>(entry, kTagAt);
    chunk.version = get<std::uint32_t>(entry, kVersionAt);
    chunk.offset = get<std::uint64_t>(entry, kOffsetAt);
    const auto size = get<std::uint64_t>(entry, kSizeAt);
    const auto bad = [&](std::size_t at, std::string_view what) {
      return fail_at(ErrorCode::bad_format, name, entry_at + at,
                     text("chunk ", tag_text(chunk.tag), " ", what, "; copy or build the file again"));
    };
    if (chunk.offset != expected) {
      return bad(kOffsetAt, text("is said to begin at ", chunk.offset, ", but must begin at ", expected,
                                 " where what is before it ends"));
    }
    // expected <= bytes.size() always holds here, so the difference cannot wrap.
    if (size > bytes.size() - expected) {
      return bad(kSizeAt, text("is said to be ", size, " bytes long, but the file ends after ",
                               bytes.size() - expected));
    }
    if (size % 8 != 0) return bad(kSizeAt, text("is ", size, " bytes long, which is no multiple of 8"));
    chunk.bytes = bytes.subspan(static_cast<std::size_t>(expected), static_cast<std::size_t>(size));
    const bool wanted = only.empty() || std::find(only.begin(), only.end(), chunk.tag) != only.end();
    if (wanted && get<std::uint64_t>(entry, kChunkChecksumAt) != hash_bytes(chunk.bytes)) {
      return bad(kChunkChecksumAt, text("at byte ", chunk.offset, " does not match its checksum"));
    }
    expected += size;
  }
  if (expected != bytes.size()) {
    return fail_at(
        ErrorCode::bad_format, name, expected,
        text(bytes.size() - expected, " bytes follow the last chunk; copy or build the file again"));
  }
  return chunks;
}

ContainerWriter::ContainerWriter(std::size_t chunk_count)
    : bytes_(kHeaderSize + chunk_count * kTableEntrySize), chunk_count_(chunk_count) {}

ByteWriter ContainerWriter::begin(ChunkTag tag, std::uint32_t version) {
  assert(next_ < chunk_count_);
  chunk_start_ = bytes_.size();
  const auto entry = std::span(bytes_).subspan(kHeaderSize + next_ * kTableEntrySize, kTableEntrySize);
  put(entry, kTagAt, tag);
  put(entry, kVersionAt, version);
  put(entry, kOffsetAt, static_cast<std::uint64_t>(chunk_start_));
  return ByteWriter(bytes_);
}

void ContainerWriter::end() {
  const auto chunk = std::span<const std::byte>(bytes_).subspan(chunk_start_);
  const auto entry = std::span(bytes_).subspan(kHeaderSize + next_ * kTableEntrySize, kTableEntrySize);
  put(entry, kSizeAt, static_cast<std::uint64_t>(chunk.size()));
  put(entry, kChunkChecksumAt, hash_bytes(chunk));
  ++next_;
}

std::vector<std::byte> ContainerWriter::finish() && {
  assert(next_ == chunk_count_);
  put(std::span(bytes_), 0, kMagic);
  put(std::span(bytes_), kMajorAt, kMajorVersion);
  put(std::span(bytes_), kMinorAt, kMinorVersion);
  put(std::span(bytes_), kChunkCountAt, static_cast<std::uint32_t>(chunk_count_));
  put(std::span(bytes_), kFileSizeAt, static_cast<std::uint64_t>(bytes_.size()));
  put(std::span(bytes_), kChecksumAt, table_checksum(bytes_, chunk_count_));
  return std::move(bytes_);
}

}  // namespace ambula
