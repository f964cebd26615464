// Who gets where: places, the ways between them as designed, and the groups an agent can walk within.
//
//   std::vector<Way> ways{{.from = 0, .to = 1, .width = 0.9, .low = 2.1, .high = 2.1}};   // a door
//   AgentTruth{...}.reach = reach_groups(places, ways, agent);
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "scenes/truth.h"

namespace ambula::scenes {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// A place, and what room there is around it.
struct Standing {
  PlaceTruth place;
  double clearance = kUnlimited;  // metres to the nearest wall
  double headroom = kUnlimited;   // metres above it ...
  double fall = 0;                // ... and how much of it is lost per metre sideways
};

// A way from place to place, in both directions. An agent takes it when every limit admits it; what is
// exactly at a limit passes.
struct Way {
  std::size_t from = 0, to = 0;
  double rise = 0, gap = 0;   // metres, of its largest step
  double slope = 0;           // degrees, of its steepest part
  double width = kUnlimited;  // metres, of its narrowest opening, which has ...
  double low = kUnlimited;    // ... this headroom on one side,
  double high = kUnlimited;   // rising evenly to this one on the other
};

[[nodiscard]] bool fits(const Standing& place, const Agent& agent);
[[nodiscard]] bool passes(const Way& way, const Agent& agent);

// Places the agent can stand on, grouped by what it can walk to; groups and their places in the order given.
[[nodiscard]] std::vector<std::vector<std::string>> reach_groups(const std::vector<Standing>& places,
                                                                 const std::vector<Way>& ways,
                                                                 const Agent& agent);

}  // namespace ambula::scenes
