// Which edges of a reflex chain to keep, so that extended until they meet they are the fewest.
#pragma once

#include <span>
#include <vector>

#include "geometry/predicates.h"

namespace ambula {

struct ArcPlan {
  std::vector<char> keep;  // per edge
  double area = 0;         // given up for it, twice
};

// Points of a border with the surface to its left; all but the first and the last are reflex corners. New
// corners are as few as can be, and of these give up the least area. None of them is further than the
// tolerance from the chain. The first and the last edge stay.
[[nodiscard]] ArcPlan plan_arc(std::span<const Point2> chain, double tolerance);

}  // namespace ambula
