// Where a glTF buffer's bytes are: inside its URI (RFC 2397, base64), or in a file beside the glTF. A file
// that says where to read must not reach outside its own folder, so anything but a plain relative path is
// refused.
#include <algorithm>

#include "core/text.h"
#include "import/gltf_document.h"

namespace ambula::gltf {
namespace {

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::vector<std::byte>> decode_base64(std::string_view in) {
  while (!in.empty() && in.back() == '=') in.remove_suffix(1);
  if (in.size() % 4 == 1) return fail(ErrorCode::bad_format, "its base64 text is cut off");
  std::vector<std::byte> out;
  out.reserve(in.size() / 4 * 3 + 2);
  unsigned held = 0;  // bits not yet given out, in the low end
  int bits = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const int value = base64_value(in[i]);
    if (value < 0) return fail(ErrorCode::bad_format, text("its base64 text is wrong at character ", i), i);
    held = (held << 6 | static_cast<unsigned>(value)) & 0xFFFF;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out.push_back(static_cast<std::byte>(held >> bits & 0xFF));
    }
  }
  return out;
}

std::optional<std::string> percent_decoded(std::string_view in) {
  std::string out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i] != '%') {
      out += in[i];
      continue;
    }
    if (in.size() - i < 3) return std::nullopt;
    const int high = hex_value(in[i + 1]), low = hex_value(in[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high << 4 | low);
    i += 2;
  }
  return out;
}

}  // namespace

Result<std::vector<std::byte>> decode_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return fail(ErrorCode::bad_format, "its data URI holds no data");
  if (!uri.substr(0, comma).ends_with(";base64")) {
    return fail(ErrorCode::unsupported, "its data URI is not base64");
  }
  return decode_base64(uri.substr(comma + 1));
}

Result<std::filesystem::path> relative_path(std::string_view uri) {
  auto decoded = percent_decoded(uri);
  if (!decoded) return fail(ErrorCode::bad_format, "its URI has a broken % escape");
  std::replace(decoded->begin(), decoded->end(), '\\', '/');  // as some Windows exporters write
  const std::string& path = *decoded;
  if (path.empty()) return fail(ErrorCode::bad_format, "its URI is empty");
  if (path.find('\0') != std::string::npos) return fail(ErrorCode::bad_format, "its URI holds a zero byte");
  // Also catches "C:/..."; a file name with a colon is not worth the doubt.
  if (path.find(':') != std::string::npos) {
    return fail(ErrorCode::unsupported,
                text("its URI \"", path, "\" names a scheme or drive; only files beside the glTF are read"));
  }
  const auto outside = [&] {
    return fail(ErrorCode::unsupported,
                text("its URI \"", path, "\" leads outside the glTF's folder, which is not followed"));
  };
  if (path.front() == '/') return outside();
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (std::string_view(path).substr(begin, end - begin) == "..") return outside();
    begin = end + 1;
  }
  return std::filesystem::path(std::u8string(path.begin(), path.end()));
}

}  // namespace ambula::gltf
