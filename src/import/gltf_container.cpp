// The outermost layer of glTF 2.0: the binary container (specification, chapter 4), or bare JSON.

#include "core/text.h"
#include "import/gltf_document.h"
#include "import/little_endian.h"

namespace ambula::gltf {
namespace {

constexpr std::uint32_t kMagic = 0x46546C67;   // "glTF"
constexpr std::uint32_t kJson = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t kBinary = 0x004E4942;  // "BIN\0"
constexpr std::size_t kHeader = 12, kChunkHeader = 8;

Result<Container> open_json(std::span<const std::byte> bytes, std::string_view name) {
  const std::string_view text_bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::size_t first = text_bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  first = text_bytes.find_first_not_of(" \t\r\n", first);
  if (first == std::string_view::npos || text_bytes[first] != '{') {
    return fail(ErrorCode::bad_format,
                text(name, ": byte 0: is neither GLB, which begins with \"glTF\", nor glTF, which is JSON"),
                0);
  }
  Container out;
  out.json = text_bytes;
  return out;
}

}  // namespace

Result<Container> open_container(std::span<const std::byte> bytes, std::string_view name) {
  const auto bad = [&](std::uint64_t offset, const auto&... what) {
    return fail(ErrorCode::bad_format, text(name, ": byte ", offset, ": ", what...), offset);
  };
  if (bytes.empty()) return fail(ErrorCode::empty, text(name, ": is empty"));
  if (bytes.size() < 4 || load_u32(bytes.data()) != kMagic) return open_json(bytes, name);
  if (bytes.size() < kHeader) {
    return bad(bytes.size(), "the file is cut off within its header, which takes ", kHeader, " bytes");
  }
  if (const std::uint32_t version = load_u32(bytes.data() + 4); version != 2) {
    return fail(ErrorCode::unsupported,
                text(name, ": byte 4: GLB version ", version, "; export it as glTF 2.0"), 4);
  }
  const std::uint64_t length = load_u32(bytes.data() + 8);
  if (length > bytes.size()) {
    return bad(bytes.size(), "the file is cut off: its header promises ", length, " bytes");
  }
  Container out;
  out.trailing = bytes.size() - length;
  bool first = true;
  for (std::uint64_t at = kHeader; at < length;) {
    if (length - at < kChunkHeader) {
      if (!first) break;  // padding after the last chunk harms nobody
      return bad(at, "no room for the JSON chunk before the file's end at ", length);
    }
    const std::uint64_t size = load_u32(bytes.data() + at), type = load_u32(bytes.data() + at + 4);
    const std::uint64_t begin = at + kChunkHeader;
    if (size > length - begin) {
      return bad(at, "a chunk of ", size, " bytes reaches past the end of the file at ", length);
    }
    const auto chunk = bytes.subspan(begin, size);
    if (first && type != kJson) return bad(at, "the first chunk is not JSON");
    if (first) {
      out.json = {reinterpret_cast<const char*>(chunk.data()), chunk.size()};
      out.json_offset = begin;
    } else if (type == kBinary && !out.binary) {
      out.binary = chunk;
      out.binary_offset = begin;
    }
    first = false;
    at = begin + size;
  }
  if (first) return bad(kHeader, "the file ends before its JSON chunk");
  return out;
}

}  // namespace ambula::gltf
