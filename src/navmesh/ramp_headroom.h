// Whether the agent's height is free above what ramps lift.
//
//   std::vector<char> blocked = blocked_lifts(scene, lifts, height, count, &context);
//
// Above the ground itself it is free; between that and as much above the ramp, the scene's triangles are
// looked at one by one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/values/scene.h"
#include "geometry/predicates.h"

namespace ambula {

struct LiftedTriangle {
  std::array<Point2, 3> at;
  std::array<std::int32_t, 3> low, high;  // quanta, before and after
  std::array<bool, 3> border;             // edges with nothing beyond that is lifted
  std::uint32_t part = 0;                 // what is lifted together
};

// Per part: whether something is in the way of one of its triangles. `height` in quanta.
[[nodiscard]] std::vector<char> blocked_lifts(const Scene& scene, std::span<const LiftedTriangle> lifts,
                                              double height, std::size_t parts, Context* context);

}  // namespace ambula
