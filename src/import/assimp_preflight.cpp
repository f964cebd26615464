// STL's triangle count against its bytes, and what COLLADA says of up and unit.
#include "import/assimp_preflight.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/text.h"
#include "import/little_endian.h"

namespace ambula {
namespace {

// The value of attribute `key` in a tag's text, quotes off.
std::string_view attribute(std::string_view tag, std::string_view key) {
  for (std::size_t at = tag.find(key); at != std::string_view::npos; at = tag.find(key, at + 1)) {
    std::size_t i = at + key.size();
    const auto skip = [&] { i = std::min(tag.find_first_not_of(" \t\r\n", i), tag.size()); };
    skip();
    if (i >= tag.size() || tag[i] != '=') continue;
    ++i;
    skip();
    if (i >= tag.size() || (tag[i] != '"' && tag[i] != '\'')) continue;
    const std::size_t end = tag.find(tag[i], i + 1);
    if (end == std::string_view::npos) return {};
    return tag.substr(i + 1, end - i - 1);
  }
  return {};
}

std::string_view trimmed(std::string_view s) {
  constexpr std::string_view kBlank = " \t\r\n";
  s.remove_prefix(std::min(s.find_first_not_of(kBlank), s.size()));
  while (!s.empty() && kBlank.find(s.back()) != std::string_view::npos) s.remove_suffix(1);
  return s;
}

}  // namespace

Result<void> check_stl(std::string_view bytes, std::string_view name) {
  constexpr std::size_t kHeader = 84, kFacet = 50;
  std::uint64_t promised = 0;
  if (bytes.size() >= kHeader) {
    promised = load_u32(reinterpret_cast<const std::byte*>(bytes.data()) + 80);
    if (kHeader + promised * kFacet == bytes.size()) return {};
  }
  // Binary files, too, may begin with "solid"; the text of an ASCII one goes on with facets.
  const std::string_view start = trimmed(bytes.substr(0, 1024));
  if (start.starts_with("solid") || start.starts_with("SOLID")) return {};
  if (bytes.size() < kHeader) {
    return fail(
        ErrorCode::bad_format,
        text(name, ": byte ", bytes.size(), ": too short for an STL file, whose header takes 84 bytes"),
        bytes.size());
  }
  return fail(ErrorCode::bad_format,
              text(name, ": byte 80: the header promises ", promised, " triangles, which take ",
                   kHeader + promised * kFacet, " bytes, but the file has ", bytes.size()),
              80);
}

Result<ColladaFrame> read_collada_frame(std::string_view bytes, std::string_view name) {
  ColladaFrame out;
  const std::size_t begin = bytes.find("<asset");
  if (begin == std::string_view::npos) return out;
  const std::string_view asset = bytes.substr(begin, bytes.find("</asset>", begin) - begin);
  if (const std::size_t at = asset.find("<unit"); at != std::string_view::npos) {
    const std::string_view value = trimmed(attribute(asset.substr(at, asset.find('>', at) - at), "meter"));
    if (!value.empty()) {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), out.unit);
      const auto as_float = static_cast<float>(out.unit);  // as assimp keeps it
      if (error != std::errc() || end != value.data() + value.size() || !(as_float > 0) ||
          !std::isfinite(as_float)) {
        return fail(
            ErrorCode::bad_format,
            text(name, ": byte ", begin + at, ": <unit meter=\"", value, "\"> is not a positive number"),
            begin + at);
      }
    }
  }
  if (const std::size_t at = asset.find("<up_axis>"); at != std::string_view::npos) {
    const std::string_view axis = trimmed(asset.substr(at + 9, asset.find('<', at + 9) - (at + 9)));
    if (axis == "X_UP") out.up = {1, 0, 0};
    if (axis == "Z_UP") out.up = kUpZ;
  }
  return out;
}

}  // namespace ambula
