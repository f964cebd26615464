// Choosing between fillers, so that no interval of an edge is used twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "links/candidates.h"

namespace ambula {

// The part of a candidate from its parameter `from` to `to`; 0 is at connection 0, 1 at connection 1.
struct ChosenPart {
  std::uint32_t candidate = 0;
  double from = 0, to = 1;
};

// Ordered by candidate, then along it. Parts of one candidate do not touch.
[[nodiscard]] std::vector<ChosenPart> choose(const Borders& borders, std::span<const Candidate> candidates);

}  // namespace ambula
