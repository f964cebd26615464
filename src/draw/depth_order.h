// The order in which faces must be painted so that nearer ones cover farther ones.
#pragma once

#include <cstdint>
#include <vector>

#include "draw/page.h"

namespace ambula {

// Faces that can be seen, grouped by layer; within one, far before near wherever two of them overlap.
[[nodiscard]] std::vector<std::uint32_t> depth_order(const Page& page);

}  // namespace ambula
