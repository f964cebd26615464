// Deflate: LZ77 over hash chains with one step of lazy matching, then one dynamic Huffman code a block.
//
// Written from RFC 1951. Departs from what zlib does in that blocks end after a fixed number of symbols.
#include "draw/deflate.h"

#include <algorithm>
#include <array>

#include "draw/huffman.h"

namespace ambula {
namespace {

constexpr std::size_t kWindow = 32768, kMinMatch = 3, kMaxMatch = 258;
constexpr std::size_t kBlockSymbols = 1 << 15;
constexpr int kChain = 32;              // candidates looked at for one match
constexpr std::size_t kGoodMatch = 64;  // long enough to stop looking
constexpr std::size_t kHashBits = 15;

constexpr std::array<std::uint16_t, 29> kLengthBase{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                    15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                    67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<std::uint8_t, 29> kLengthExtra{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<std::uint16_t, 30> kDistanceBase{
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::array<std::uint8_t, 30> kDistanceExtra{0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                      6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
constexpr std::array<std::uint8_t, 19> kLengthOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};

struct Symbol {
  std::uint16_t length = 0;  // of a match, or the literal where distance is 0
  std::uint16_t distance = 0;
};

// The last base not above the value.
template <std::size_t N>
std::size_t code_of(const std::array<std::uint16_t, N>& bases, std::size_t value) {
  const auto after = std::upper_bound(bases.begin(), bases.end(), value);
  return static_cast<std::size_t>(after - bases.begin()) - 1;
}

class BitWriter {
 public:
  explicit BitWriter(std::vector<std::byte>& out) : out_(out) {}
  void put(std::uint32_t bits, int count) {
    pending_ |= std::uint64_t{bits} << used_;
    used_ += count;
    while (used_ >= 8) {
      out_.push_back(static_cast<std::byte>(pending_ & 255));
      pending_ >>= 8;
      used_ -= 8;
    }
  }
  void flush() {
    if (used_ > 0) put(0, 8 - used_);
  }

 private:
  std::vector<std::byte>& out_;
  std::uint64_t pending_ = 0;
  int used_ = 0;
};

// Code lengths, runs folded (RFC 1951, 3.2.7): symbol, extra bits and their number.
struct RunSymbol {
  std::uint8_t symbol = 0, extra = 0, extra_bits = 0;
};

std::vector<RunSymbol> fold_runs(const std::vector<std::uint8_t>& lengths) {
  std::vector<RunSymbol> out;
  for (std::size_t i = 0; i < lengths.size();) {
    std::size_t run = 1;
    while (i + run < lengths.size() && lengths[i + run] == lengths[i] && run < 138) ++run;
    if (lengths[i] == 0 && run >= 11) {
      out.push_back({18, static_cast<std::uint8_t>(run - 11), 7});
    } else if (lengths[i] == 0 && run >= 3) {
      out.push_back({17, static_cast<std::uint8_t>(run - 3), 3});
    } else if (lengths[i] != 0 && run >= 4) {
      run = std::min<std::size_t>(run, 7);
      out.push_back({lengths[i], 0, 0});
      out.push_back({16, static_cast<std::uint8_t>(run - 4), 2});
    } else {
      run = 1;
      out.push_back({lengths[i], 0, 0});
    }
    i += run;
  }
  return out;
}

void write_code_lengths(BitWriter& bits, const std::vector<HuffmanCode>& literals,
                        const std::vector<HuffmanCode>& distances) {
  std::vector<std::uint8_t> lengths;
  for (const HuffmanCode& code : literals) lengths.push_back(code.length);
  for (const HuffmanCode& code : distances) lengths.push_back(code.length);
  const std::vector<RunSymbol> runs = fold_runs(lengths);
  std::vector<std::uint32_t> counts(19, 0);
  for (const RunSymbol& run : runs) ++counts[run.symbol];
  const std::vector<HuffmanCode> code = make_huffman(counts, 7);
  bits.put(static_cast<std::uint32_t>(literals.size() - 257), 5);
  bits.put(static_cast<std::uint32_t>(distances.size() - 1), 5);
  bits.put(19 - 4, 4);
  for (const std::uint8_t symbol : kLengthOrder) bits.put(code[symbol].length, 3);
  for (const RunSymbol& run : runs) {
    bits.put(code[run.symbol].bits, code[run.symbol].length);
    bits.put(run.extra, run.extra_bits);
  }
}

void write_block(BitWriter& bits, const std::vector<Symbol>& symbols, bool last) {
  std::vector<std::uint32_t> literal_counts(286, 0), distance_counts(30, 0);
  literal_counts[256] = 1;
  for (const Symbol& s : symbols) {
    if (s.distance == 0) {
      ++literal_counts[s.length];
    } else {
      ++literal_counts[257 + code_of(kLengthBase, s.length)];
      ++distance_counts[code_of(kDistanceBase, s.distance)];
    }
  }
  const std::vector<HuffmanCode> literals = make_huffman(literal_counts, 15),
                                 distances = make_huffman(distance_counts, 15);
  bits.put(last ? 1 : 0, 1);
  bits.put(2, 2);
  write_code_lengths(bits, literals, distances);
  for (const Symbol& s : symbols) {
    if (s.distance == 0) {
      bits.put(literals[s.length].bits, literals[s.length].length);
      continue;
    }
    const std::size_t length = code_of(kLengthBase, s.length), distance = code_of(kDistanceBase, s.distance);
    bits.put(literals[257 + length].bits, literals[257 + length].length);
    bits.put(static_cast<std::uint32_t>(s.length - kLengthBase[length]), kLengthExtra[length]);
    bits.put(distances[distance].bits, distances[distance].length);
    bits.put(static_cast<std::uint32_t>(s.distance - kDistanceBase[distance]), kDistanceExtra[distance]);
  }
  bits.put(literals[256].bits, literals[256].length);
}

// Finds earlier places that start like a given one.
class Matcher {
 public:
  explicit Matcher(std::span<const std::byte> bytes)
      : bytes_(bytes), heads_(std::size_t{1} << kHashBits, kNone), previous_(kWindow, kNone) {}

  void insert(std::size_t at) {
    if (at + kMinMatch > bytes_.size()) return;
    std::size_t& head = heads_[hash(at)];
    previous_[at % kWindow] = head;
    head = at;
  }

  [[nodiscard]] Symbol best(std::size_t at) const {
    Symbol found;
    if (at + kMinMatch > bytes_.size()) return found;
    const std::size_t most = std::min(kMaxMatch, bytes_.size() - at);
    std::size_t longest = kMinMatch - 1;
    std::size_t candidate = heads_[hash(at)];
    for (int i = 0; i < kChain && candidate != kNone && at - candidate <= kWindow; ++i) {
      if (longest < most && bytes_[candidate + longest] == bytes_[at + longest]) {
        std::size_t length = 0;
        while (length < most && bytes_[candidate + length] == bytes_[at + length]) ++length;
        if (length > longest) {
          longest = length;
          found = {static_cast<std::uint16_t>(length), static_cast<std::uint16_t>(at - candidate)};
          if (length >= kGoodMatch) break;
        }
      }
      const std::size_t older = previous_[candidate % kWindow];
      if (older == kNone || older >= candidate) break;  // its slot was taken over by a newer place
      candidate = older;
    }
    return found;
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t hash(std::size_t at) const {
    const std::uint32_t word = std::to_integer<std::uint32_t>(bytes_[at]) |
                               std::to_integer<std::uint32_t>(bytes_[at + 1]) << 8 |
                               std::to_integer<std::uint32_t>(bytes_[at + 2]) << 16;
    return (word * 2654435761U) >> (32 - kHashBits);
  }

  std::span<const std::byte> bytes_;
  std::vector<std::size_t> heads_, previous_;
};

std::uint32_t adler32(std::span<const std::byte> bytes) {
  std::uint32_t a = 1, b = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t end = std::min(bytes.size(), i + 5552);  // the sums stay below 2^32 that long
    for (; i < end; ++i) {
      a += std::to_integer<std::uint32_t>(bytes[i]);
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return b << 16 | a;
}

}  // namespace

std::vector<std::byte> zlib_compress(std::span<const std::byte> bytes) {
  std::vector<std::byte> out{std::byte{0x78}, std::byte{0x9C}};
  BitWriter bits(out);
  Matcher matcher(bytes);
  std::vector<Symbol> symbols;
  symbols.reserve(kBlockSymbols);
  const auto emit = [&](Symbol symbol) {
    if (symbols.size() == kBlockSymbols) {
      write_block(bits, symbols, false);
      symbols.clear();
    }
    symbols.push_back(symbol);
  };
  Symbol match = matcher.best(0);
  for (std::size_t at = 0; at < bytes.size();) {
    matcher.insert(at);
    // A literal first where the match one byte on is longer.
    const bool try_next = match.distance != 0 && match.length < kGoodMatch && at + 1 < bytes.size();
    const Symbol next = match.distance == 0 || try_next ? matcher.best(at + 1) : Symbol{};
    if (match.distance == 0 || next.length > match.length) {
      emit({std::to_integer<std::uint16_t>(bytes[at]), 0});
      match = next;
      ++at;
      continue;
    }
    emit(match);
    const std::size_t end = at + match.length;
    for (++at; at < end; ++at) matcher.insert(at);
    match = matcher.best(at);
  }
  write_block(bits, symbols, true);
  bits.flush();
  const std::uint32_t sum = adler32(bytes);
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(sum >> shift & 255));
  return out;
}

}  // namespace ambula
