// A zlib stream (RFC 1950, 1951) of the given bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ambula {

[[nodiscard]] std::vector<std::byte> zlib_compress(std::span<const std::byte> bytes);

}  // namespace ambula
