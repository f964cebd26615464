// Closes cracks, T-junctions and small overlaps between the borders of a surface.
//
//   auto welded = weld(surface, 100, &context);            // 100 quanta: 1 cm
//   areas.closed = welded->area_change * quantum * quantum;
//
// Vertices of the border are contracted with near vertices and edges of the border, nearest first, distances
// measured in space. The place of the side with more area in plan is kept. What holds afterwards:
//
// - No vertex of the input stands further than `distance` from where it stood.
// - Faces are counter-clockwise in plan with area. A face that lost its area is gone and has handed the kind
//   of its border on to the face behind it.
// - The surface is manifold: where joining would make it otherwise, vertices stand at one place unjoined.
// - Only ledges, and sills no higher than `distance`, are welded. The vertex at which such a border meets a
//   wall may move along with it.
// - Narrow strips of surface and the detail of a border are no gaps and stay.
//
// With a distance of 2 quanta it makes the surface conform after rounding: it closes edges that lie on each
// other, and leaves what only touches.
//
// The faces, as a set by place, follow from the input's geometry, not from its order. A surface with nothing
// to close is left as it is, at about 0.3 µs per weldable border edge and 10 ns per other; a contraction
// costs about 10 µs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "walkable/surface.h"

namespace ambula {

struct WeldResult {
  // The input's border edges that were joined, split, or have an end that was moved or merged; ordered.
  std::vector<std::array<LatticePoint, 2>> closed;
  double area_change = 0;          // quanta² in plan; exact below 2^52
  std::uint32_t contractions = 0;  // edges that only needed joining are none
};

// distance: quanta, 0 .. 2^14; 0 joins what meets exactly. Errors: cancelled, and then the surface is of no
// use.
[[nodiscard]] Result<WeldResult> weld(Surface& surface, std::int32_t distance, Context* context = nullptr);

}  // namespace ambula
