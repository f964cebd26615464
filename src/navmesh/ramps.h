// Ramps over flights of stairs: the same surface in plan, lifted from nosing to nosing.
//
//   Result<Ramps> ramps = add_ramps({joined, linked, walkable, links, scene}, agent, 60, &context);
//   for (const RampStep& step : ramps->steps) print(step.flight, step.step, name_of(step.state));
//
// Between two risers a tread rises from its own nosing to the next one; before the first riser, and on treads
// as deep as landings, a foot as deep as a tread does. So a ramp never lies below a tread, nor above it by
// more than the next rise. What joined the treads joins the ramp: a riser without run is an edge like others
// then, and at the sides of a foot the surface steps down to the landing. A tread whose ramp would be too
// steep, or would leave too little height free, stays as it is, and so does a riser without room for a foot.
//
// A flight keeps all of its treads where links do not join one of its risers from end to end, as in scans
// with holes in the risers. The ramp would have pits there, and be no way from landing to landing. It also
// keeps them where one tread has to stay as it is and the riser behind it, with the ramp that follows, would
// be more than a step high.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/scene.h"
#include "navmesh/joined_surface.h"

namespace ambula {

struct RampInput {
  const JoinedSurface& joined;
  const LinkedSurface& linked;
  const Walkable& walkable;
  const Links& links;
  const Scene& scene;
};

enum class RampState : std::uint8_t {
  lifted,
  too_steep,    // steeper than allowed
  no_headroom,  // something of the scene hangs too low above the ramp
  no_room,      // no place for a foot
  interrupted,  // links leave gaps in a riser of the flight, or a tread that cannot be lifted does
};
[[nodiscard]] const char* name_of(RampState state) noexcept;  // "no headroom"

// A riser of a flight, and what leads up to it: a tread or a foot.
struct RampStep {
  std::uint32_t flight = 0, step = 0;  // of Links::flights, and the riser's number in it from below
  RampState state = RampState::lifted;
  bool foot = false;
  std::uint32_t links = 0, lifted = 0;  // links of the riser, and those that the ramp leads up to
};

struct Ramps {
  JoinedSurface joined;               // source: triangle of the linked surface
  std::vector<std::uint32_t> flight;  // per triangle: whose ramp it is part of; SurfaceView::kNone
  std::vector<RampStep> steps;        // by flight and step
};

// `slope` in degrees, of the steepest ramp, measured at the middle of a tread. Errors: cancelled.
[[nodiscard]] Result<Ramps> add_ramps(const RampInput& input, const Agent& agent, double slope,
                                      Context* context = nullptr);

}  // namespace ambula
