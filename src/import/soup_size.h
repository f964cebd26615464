// How large a file's triangles may become in memory.
#pragma once

#include <cstdint>
#include <string_view>

#include "ambula/result.h"
#include "ambula/values/scene.h"

namespace ambula {

// What a reader is about to make; doubles, because a hostile file's sums fit nothing else.
struct SoupSize {
  double vertices = 0, triangles = 0;
  double name_bytes = 0;  // of the objects
};

// Refuses 2^31 triangles or more, and growth out of proportion to the `input_bytes` they come from; else
// makes room for them in the soup.
[[nodiscard]] Result<void> reserve_soup(const SoupSize& size, std::uint64_t input_bytes,
                                        std::string_view name, Soup& soup);

}  // namespace ambula
