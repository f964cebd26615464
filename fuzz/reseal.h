// Gets mutated .ambula bytes past the checksums, so that what stands behind them is tested too. Written from
// docs/format.md and sharing nothing with the library's own writer but the hash: where the two disagree, one
// of them is wrong.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ambula::fuzz {

// Makes the file size and every checksum right and leaves offsets and sizes as they are, however wrong.
void reseal(std::span<std::byte> file);

// Moreover lets the chunks follow each other as they must: the last one takes what bytes there are, and zero
// bytes fill it up to a multiple of 8.
void relayout(std::vector<std::byte>& file);

}  // namespace ambula::fuzz
