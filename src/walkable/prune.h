// Ground that cannot survive: parts whose whole area, before any cut, is below the smallest patch kept.
#pragma once

#include <cstdint>
#include <vector>

#include "geometry/predicates.h"
#include "walkable/blocking.h"

namespace ambula {

struct Pruned {
  std::vector<char> triangle;  // per canonical id: 1 where it goes
  Int128 area = 0;             // twice, in plan, square quanta
  std::uint32_t components = 0;
};

// `least`: twice the area of the smallest patch kept, square quanta. Parts that touch, cross, or come within
// `reach` quanta of each other are judged together, because the cut or the welding may join them.
[[nodiscard]] Pruned prune_ground(const Obstacles& obstacles, const Int128& least, std::int32_t reach,
                                  Context* context = nullptr);

}  // namespace ambula
