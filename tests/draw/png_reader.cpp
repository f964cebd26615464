// Decodes bit by bit with counting tables, as the appendix of RFC 1951 describes; shares nothing with the
// encoder, so that a mistake in a table shows.
#include "draw/png_reader.h"

#include <array>
#include <cstdlib>
#include <string>

namespace ambula::testing {
namespace {

struct Bits {
  std::span<const std::byte> bytes;
  std::size_t at = 0;
  bool bad = false;

  unsigned take(int count) {
    unsigned value = 0;
    for (int i = 0; i < count; ++i, ++at) {
      if (at / 8 >= bytes.size()) {
        bad = true;
        return 0;
      }
      value |= (std::to_integer<unsigned>(bytes[at / 8]) >> (at % 8) & 1U) << i;
    }
    return value;
  }
};

struct Tree {
  std::array<int, 16> count{};
  std::vector<int> symbols;

  explicit Tree(const std::vector<int>& lengths) {
    for (const int l : lengths) ++count[static_cast<std::size_t>(l)];
    count[0] = 0;
    for (int l = 1; l < 16; ++l) {
      for (std::size_t s = 0; s < lengths.size(); ++s) {
        if (lengths[s] == l) symbols.push_back(static_cast<int>(s));
      }
    }
  }
  int decode(Bits& bits) const {
    int code = 0, first = 0, index = 0;
    for (std::size_t length = 1; length < 16; ++length) {
      code |= static_cast<int>(bits.take(1));
      if (code - count[length] < first) return symbols[static_cast<std::size_t>(index + code - first)];
      index += count[length];
      first = (first + count[length]) << 1;
      code <<= 1;
    }
    bits.bad = true;
    return -1;
  }
};

bool read_trees(Bits& bits, std::vector<int>& literal, std::vector<int>& distance) {
  static constexpr int kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  const unsigned literals = bits.take(5) + 257, distances = bits.take(5) + 1, codes = bits.take(4) + 4;
  std::vector<int> lengths(19, 0);
  for (unsigned i = 0; i < codes; ++i)
    lengths[static_cast<std::size_t>(kOrder[i])] = static_cast<int>(bits.take(3));
  const Tree tree(lengths);
  std::vector<int> all;
  while (all.size() < literals + distances && !bits.bad) {
    const int symbol = tree.decode(bits);
    if (symbol < 16) {
      all.push_back(symbol);
    } else {
      const int value = symbol == 16 ? (all.empty() ? -1 : all.back()) : 0;
      const unsigned run = symbol == 16   ? 3 + bits.take(2)
                           : symbol == 17 ? 3 + bits.take(3)
                                          : 11 + bits.take(7);
      if (value < 0) return false;
      all.insert(all.end(), run, value);
    }
  }
  if (bits.bad || all.size() != literals + distances) return false;
  literal.assign(all.begin(), all.begin() + literals);
  distance.assign(all.begin() + literals, all.end());
  return true;
}

bool read_block(Bits& bits, std::vector<std::uint8_t>& out) {
  if (bits.take(2) != 2) return false;  // our encoder writes dynamic blocks only
  std::vector<int> literal_lengths, distance_lengths;
  if (!read_trees(bits, literal_lengths, distance_lengths)) return false;
  const Tree literals(literal_lengths), distances(distance_lengths);
  while (!bits.bad) {
    const int symbol = literals.decode(bits);
    if (symbol == 256) return true;
    if (symbol < 256) {
      out.push_back(static_cast<std::uint8_t>(symbol));
      continue;
    }
    unsigned length = 258;
    if (symbol < 265) {
      length = static_cast<unsigned>(symbol) - 254;
    } else if (symbol < 285) {
      const int extra = (symbol - 261) / 4;
      length = (4U + static_cast<unsigned>(symbol - 261) % 4) * (1U << extra) + 3 + bits.take(extra);
    }
    const int code = distances.decode(bits);
    unsigned back = static_cast<unsigned>(code) + 1;
    if (code >= 4) {
      const int extra = code / 2 - 1;
      back = (2U + static_cast<unsigned>(code) % 2) * (1U << extra) + 1 + bits.take(extra);
    }
    if (bits.bad || back > out.size()) return false;
    for (unsigned i = 0; i < length; ++i) out.push_back(out[out.size() - back]);
  }
  return false;
}

unsigned big_endian(std::span<const std::byte> b) {
  return std::to_integer<unsigned>(b[0]) << 24 | std::to_integer<unsigned>(b[1]) << 16 |
         std::to_integer<unsigned>(b[2]) << 8 | std::to_integer<unsigned>(b[3]);
}

unsigned crc_of(std::span<const std::byte> bytes) {
  unsigned crc = 0xFFFFFFFFU;
  for (const std::byte b : bytes) {
    crc ^= std::to_integer<unsigned>(b);
    for (int i = 0; i < 8; ++i) crc = (crc & 1U) != 0 ? crc >> 1 ^ 0xEDB88320U : crc >> 1;
  }
  return ~crc;
}

bool unfilter(std::vector<std::uint8_t>& rows, Image& image) {
  const auto stride = static_cast<std::size_t>(image.width) * 3;
  if (rows.size() != (stride + 1) * static_cast<std::size_t>(image.height)) return false;
  std::vector<int> above(stride, 0), row(stride, 0);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const std::uint8_t* in = rows.data() + y * (stride + 1);
    for (std::size_t i = 0; i < stride; ++i) {
      const int left = i >= 3 ? row[i - 3] : 0, corner = i >= 3 ? above[i - 3] : 0, up = above[i];
      const int guess = left + up - corner;
      const int a = std::abs(guess - left), b = std::abs(guess - up), c = std::abs(guess - corner);
      const int paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const int predictions[] = {0, left, up, (left + up) / 2, paeth};
      if (in[0] > 4) return false;
      row[i] = (in[i + 1] + predictions[in[0]]) & 255;
      image.rgb.push_back(static_cast<std::uint8_t>(row[i]));
    }
    std::swap(row, above);
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::uint8_t>> inflate_zlib(std::span<const std::byte> bytes) {
  if (bytes.size() < 6) return std::nullopt;
  const unsigned header = std::to_integer<unsigned>(bytes[0]) << 8 | std::to_integer<unsigned>(bytes[1]);
  if (header % 31 != 0 || (header >> 8 & 15U) != 8) return std::nullopt;
  Bits bits{bytes.subspan(2, bytes.size() - 6)};
  std::vector<std::uint8_t> out;
  for (bool last = false; !last;) {
    last = bits.take(1) == 1;
    if (!read_block(bits, out)) return std::nullopt;
  }
  unsigned a = 1, b = 0;
  for (const std::uint8_t v : out) {
    a = (a + v) % 65521;
    b = (b + a) % 65521;
  }
  if ((bits.at + 7) / 8 != bits.bytes.size() || big_endian(bytes.last(4)) != (b << 16 | a))
    return std::nullopt;
  return out;
}

std::optional<Image> read_png(std::span<const std::byte> bytes) {
  static constexpr unsigned kSignature[] = {0x89504E47, 0x0D0A1A0A};
  if (bytes.size() < 8 || big_endian(bytes) != kSignature[0] ||
      big_endian(bytes.subspan(4)) != kSignature[1]) {
    return std::nullopt;
  }
  Image image;
  std::vector<std::byte> data;
  bool ended = false;
  for (std::size_t at = 8; at < bytes.size() && !ended;) {
    if (bytes.size() - at < 12) return std::nullopt;
    const std::size_t size = big_endian(bytes.subspan(at));
    if (bytes.size() - at - 12 < size) return std::nullopt;
    const auto body = bytes.subspan(at + 8, size);
    const std::string type(reinterpret_cast<const char*>(bytes.data() + at + 4), 4);
    if (crc_of(bytes.subspan(at + 4, size + 4)) != big_endian(bytes.subspan(at + 8 + size)))
      return std::nullopt;
    if (type == "IHDR") {
      image.width = static_cast<int>(big_endian(body));
      image.height = static_cast<int>(big_endian(body.subspan(4)));
      if (body[8] != std::byte{8} || body[9] != std::byte{2}) return std::nullopt;
    }
    if (type == "IDAT") data.insert(data.end(), body.begin(), body.end());
    ended = type == "IEND";
    at += 12 + size;
  }
  auto rows = inflate_zlib(data);
  if (!ended || !rows || !unfilter(*rows, image)) return std::nullopt;
  return image;
}

}  // namespace ambula::testing
