// The outside of an .ambula file: header, chunk table, checksums (docs/format.md). Knows nothing of what the
// chunks hold.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/result.h"
#include "io/bytes.h"

namespace ambula {

inline constexpr std::array<char, 8> kMagic{'A', 'M', 'B', 'U', 'L', 'A', '\x1A', '\n'};
inline constexpr std::uint16_t kMajorVersion = 1;  // raised when older readers would misread
inline constexpr std::uint16_t kMinorVersion = 7;  // raised for what older readers may pass over
inline constexpr std::size_t kHeaderSize = 32;     // bytes
inline constexpr std::size_t kTableEntrySize = 32;

using ChunkTag = std::array<char, 4>;

constexpr ChunkTag chunk_tag(const char (&name)[5]) { return {name[0], name[1], name[2], name[3]}; }
[[nodiscard]] std::string tag_text(ChunkTag tag);  // for messages; bytes that do not print become '?'

struct Chunk {
  ChunkTag tag{};
  std::uint32_t version = 0;
  std::uint64_t offset = 0;  // in the file
  std::span<const std::byte> bytes;
};

// The chunks in file order, with header, table, layout and all checksums found right. `name` stands in
// messages, which say the byte offset; the chunks point into `bytes`. With `only`, just chunks of those tags
// are compared with their checksums: of the others not a byte is read.
[[nodiscard]] Result<std::vector<Chunk>> read_container(std::span<const std::byte> bytes,
                                                        std::string_view name,
                                                        std::span<const ChunkTag> only = {});

// Writes a file chunk by chunk into one buffer.
//
//   ContainerWriter file(2);
//   ByteWriter out = file.begin(tag, version);  ...  file.end();   // twice
//   std::vector<std::byte> bytes = std::move(file).finish();
class ContainerWriter {
 public:
  explicit ContainerWriter(std::size_t chunk_count);

  [[nodiscard]] ByteWriter begin(ChunkTag tag, std::uint32_t version);
  void end();
  [[nodiscard]] std::vector<std::byte> finish() &&;

 private:
  std::vector<std::byte> bytes_;
  std::size_t chunk_count_;
  std::size_t next_ = 0;  // of the table
  std::size_t chunk_start_ = 0;
};

// `file: byte 40: what`, with the offset as the error's element.
[[nodiscard]] Failure fail_at(ErrorCode code, std::string_view name, std::uint64_t offset,
                              std::string_view what);

}  // namespace ambula
