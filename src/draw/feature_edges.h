// Which edges of faces deserve a line: folds and borders, not the seams within a flat surface.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "draw/page.h"

namespace ambula {

// Per corner of the page, whether the edge from it to the next corner of its face is such an edge. Edges are
// shared where their ends agree to a hundredth of a pixel; only `faces`, all opaque ones of one layer, count.
[[nodiscard]] std::vector<char> feature_edges(const Page& page, std::span<const std::uint32_t> faces);

}  // namespace ambula
