// Canonical Huffman codes with a limited length, as deflate wants them.
#pragma once

#include <cstdint>
#include <vector>

namespace ambula {

struct HuffmanCode {
  std::uint16_t bits = 0;  // already reversed: deflate sends codes from their top bit
  std::uint8_t length = 0;
};

// A code per symbol, none longer than `limit`; those never counted get none. The first two symbols always get
// one, because some decoders insist on two. `limit` must allow for all symbols at equal counts.
[[nodiscard]] std::vector<HuffmanCode> make_huffman(std::vector<std::uint32_t> counts, int limit);

}  // namespace ambula
