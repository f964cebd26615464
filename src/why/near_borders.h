// The borders of a surface near a place, as one meets them walking over it.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/values/walkable.h"
#include "geometry/predicates.h"
#include "navmesh/joined_surface.h"

namespace ambula {

struct NearBorder {
  std::uint32_t triangle = 0, edge = 0;  // of the joined surface
  double distance = 0;                   // quanta in plan
  LatticePoint nearest;                  // of the border, to the place
};

// All within `reach` quanta of a place on `triangle`, through what is within reach; the closest first.
[[nodiscard]] std::vector<NearBorder> near_borders(const JoinedSurface& joined, std::uint32_t triangle,
                                                   Point2 place, double reach);

}  // namespace ambula
