// PNG (ISO/IEC 15948): 8-bit RGB, each row filtered with the filter whose residuals have the smallest sum of
// absolute values, the specification's own heuristic.
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "ambula/files.h"
#include "ambula/render.h"
#include "core/text.h"
#include "draw/deflate.h"

namespace ambula {
namespace {

constexpr std::size_t kPixelBytes = 3;
constexpr int kFilters = 5;  // none, sub, up, average, Paeth

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < 256; ++n) {
    std::uint32_t c = n;
    for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xEDB88320U ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> kCrcTable = make_crc_table();

std::uint32_t crc32(std::span<const std::byte> bytes) {
  std::uint32_t c = 0xFFFFFFFFU;
  for (const std::byte b : bytes) c = kCrcTable[(c ^ std::to_integer<std::uint32_t>(b)) & 255] ^ (c >> 8);
  return ~c;
}

void put_u32(std::vector<std::byte>& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift & 255));
}

void put_chunk(std::vector<std::byte>& out, std::string_view type, std::span<const std::byte> data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = out.size();
  for (const char c : type) out.push_back(static_cast<std::byte>(c));
  out.insert(out.end(), data.begin(), data.end());
  put_u32(out, crc32(std::span(out).subspan(start)));
}

int paeth(int left, int up, int corner) {
  const int guess = left + up - corner;
  const int dl = std::abs(guess - left), du = std::abs(guess - up), dc = std::abs(guess - corner);
  if (dl <= du && dl <= dc) return left;
  return du <= dc ? up : corner;
}

int predict(int filter, int left, int up, int corner) {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) / 2;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

// Writes one row filtered into `out`; the sum of its residuals' absolute values tells how good it is.
std::uint64_t filter_row(int filter, std::span<const std::uint8_t> row, std::span<const std::uint8_t> above,
                         std::vector<std::byte>& out) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int left = i >= kPixelBytes ? row[i - kPixelBytes] : 0;
    const int up = above.empty() ? 0 : above[i];
    const int corner = i >= kPixelBytes && !above.empty() ? above[i - kPixelBytes] : 0;
    const int residual = static_cast<std::int8_t>(row[i] - predict(filter, left, up, corner));
    sum += static_cast<std::uint64_t>(std::abs(residual));
    out[i] = static_cast<std::byte>(residual & 255);
  }
  return sum;
}

std::vector<std::byte> filtered(const Image& image) {
  const std::size_t stride = static_cast<std::size_t>(image.width) * kPixelBytes;
  std::vector<std::byte> out, best(stride), trial(stride);
  out.reserve((stride + 1) * static_cast<std::size_t>(image.height));
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const std::span<const std::uint8_t> all(image.rgb);
    const auto row = all.subspan(y * stride, stride);
    const auto above = y > 0 ? all.subspan((y - 1) * stride, stride) : std::span<const std::uint8_t>{};
    int chosen = 0;
    std::uint64_t least = 0;
    for (int filter = 0; filter < kFilters; ++filter) {
      const std::uint64_t sum = filter_row(filter, row, above, trial);
      if (filter > 0 && sum >= least) continue;
      least = sum;
      chosen = filter;
      std::swap(best, trial);
    }
    out.push_back(static_cast<std::byte>(chosen));
    out.insert(out.end(), best.begin(), best.end());
  }
  return out;
}

}  // namespace

std::vector<std::byte> encode_png(const Image& image) {
  if (image.width <= 0 || image.height <= 0 ||
      image.rgb.size() !=
          static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * kPixelBytes) {
    return {};
  }
  std::vector<std::byte> out;
  for (const int b : {0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A})
    out.push_back(static_cast<std::byte>(b));
  std::vector<std::byte> header;
  put_u32(header, static_cast<std::uint32_t>(image.width));
  put_u32(header, static_cast<std::uint32_t>(image.height));
  for (const int b : {8, 2, 0, 0, 0}) header.push_back(static_cast<std::byte>(b));  // 8-bit RGB, no interlace
  put_chunk(out, "IHDR", header);
  const std::vector<std::byte> data = zlib_compress(filtered(image));
  constexpr std::size_t kChunk = std::size_t{1} << 30;  // a chunk's length is 31 bits
  for (std::size_t at = 0; at < data.size(); at += kChunk) {
    put_chunk(out, "IDAT", std::span(data).subspan(at, std::min(kChunk, data.size() - at)));
  }
  put_chunk(out, "IEND", {});
  return out;
}

Result<void> write_png(const Image& image, const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = encode_png(image);
  if (bytes.empty()) {
    return fail(ErrorCode::invalid_argument, text("image: ", image.rgb.size(), " bytes are not ", image.width,
                                                  " x ", image.height, " pixels of 3 bytes"));
  }
  return write_file(path, bytes);
}

}  // namespace ambula
