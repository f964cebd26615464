// What must hold of ramps, checked by brute force.
#pragma once

#include <string>

#include "navmesh/ramps.h"

namespace ambula::testing {

// A scene with its stages up to the joined surface.
struct Stages {
  Scene scene;
  Agent agent;
  Walkable walkable;
  Links links;
  LinkedSurface linked;
  JoinedSurface joined;

  [[nodiscard]] RampInput input() const { return {joined, linked, walkable, links, scene}; }
};
[[nodiscard]] Stages stages_of(Scene scene, const Agent& agent = {});

// The first promise that is broken, or "": areas, heights, neighbours, components, ramps in one piece, free
// height. `samples`: points of ramps that are looked up from.
[[nodiscard]] std::string ramp_faults(const Stages& stages, const Ramps& ramps, int samples = 3000);

// Flights as a table: steps, lifted ones, and why others are not.
struct FlightCount {
  int steps = 0, lifted = 0, too_steep = 0, no_headroom = 0, no_room = 0, interrupted = 0;
  [[nodiscard]] bool whole() const { return lifted == steps; }
};
[[nodiscard]] std::vector<FlightCount> count_flights(const Stages& stages, const Ramps& ramps);
[[nodiscard]] std::string summary(const std::vector<FlightCount>& flights);

}  // namespace ambula::testing
