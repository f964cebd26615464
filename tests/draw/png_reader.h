// An independent, slow PNG reader for the tests: RFC 1950, 1951 and the PNG filters, every checksum checked.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ambula/render.h"

namespace ambula::testing {

// Nothing when any part of the stream is wrong.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> inflate_zlib(std::span<const std::byte> bytes);
[[nodiscard]] std::optional<Image> read_png(std::span<const std::byte> bytes);

}  // namespace ambula::testing
