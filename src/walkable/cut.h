// The cut: ground minus what is blocked, joined where faces meet.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "geometry/predicates.h"
#include "walkable/blocking.h"
#include "walkable/prepare.h"
#include "walkable/surface.h"

namespace ambula {

struct CutResult {
  Surface surface;  // borders: wall where a wall stands on the edge (inner where at its back), else ledge
  // Twice the area in plan, square quanta.
  Int128 ground = 0, blocked = 0, duplicate = 0, walkable = 0;
  std::uint64_t cuts_before = 0, cuts_after = 0;  // segments before and after cancellation
};

// Ground for which `skip` (by canonical id) is 1 is left out, and counts nowhere but as an obstacle.
[[nodiscard]] Result<CutResult> cut_ground(const Obstacles& obstacles, const std::vector<char>& skip,
                                           Context* context);

}  // namespace ambula
