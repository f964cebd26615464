// Who gets where: places, the ways between them as designed, and the groups an agent can walk within.
//
//   std::vector<Way> ways{{.from = 0, .to = 1, .width = 0.9, .low = 2.1, .high = 2.1}};   // a door
//   AgentTruth{...}.reach = reach_groups(places, ways, agent);
//
// Plans drawn room by room, which know a door before what it leads to, say the same by name:
//
//   NamedWays ways;
//   ways.join("hall", "kitchen", opening(0.9, 2.1));
//   ways.place("sink", "kitchen", 0.6);
#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

#include "scenes/truth.h"

namespace ambula::scenes {

inline constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// A place, and what room there is around it. One without a name is only passed through.
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

// A way through an upright opening.
[[nodiscard]] Way opening(double width, double height, double rise = 0);

[[nodiscard]] bool fits(const Standing& place, const Agent& agent);
[[nodiscard]] bool passes(const Way& way, const Agent& agent);

// Named places the agent can stand on, grouped by what it can walk to; groups and their places in the order
// given.
[[nodiscard]] std::vector<std::vector<std::string>> reach_groups(const std::vector<Standing>& places,
                                                                 const std::vector<Way>& ways,
                                                                 const Agent& agent);

// Ways between spots (rooms, landings, yards) known by name. A spot is there once it is spoken of, and lets
// every agent through.
class NamedWays {
 public:
  void join(const std::string& a, const std::string& b, Way way);  // way.from and way.to are set here
  // A place in the spot `in`, `clearance` metres from the nearest wall.
  void place(const std::string& name, const std::string& in, double clearance);

  [[nodiscard]] std::vector<std::vector<std::string>> reach(const Agent& agent) const {
    return reach_groups(places_, ways_, agent);
  }

 private:
  std::size_t spot(const std::string& name);

  std::map<std::string, std::size_t> spots_;  // indices of places_
  std::vector<Standing> places_;
  std::vector<Way> ways_;
};

}  // namespace ambula::scenes
