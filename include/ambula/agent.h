// Who walks.
//
//   Agent agent = default_agent();
//   agent.radius = 0.25;
//   if (auto ok = validate(agent); !ok) ...
#pragma once

#include "ambula/result.h"

namespace ambula {

struct Agent {
  double height = 1.8;    // metres free above the ground; 0.01 .. 1000
  double radius = 0.3;    // metres to keep from walls; 0 .. 100
  double max_slope = 45;  // degrees from horizontal still walked on; 0 .. 89
  double max_step = 0.4;  // metres climbed or descended in one step; 0 .. height
  double max_gap = 0.3;   // metres stepped over, measured in plan; 0 .. below height / 2

  friend bool operator==(const Agent&, const Agent&) = default;
};

[[nodiscard]] constexpr Agent default_agent() { return {}; }

// Says which field is out of its range, and the range.
[[nodiscard]] Result<void> validate(const Agent& agent);

}  // namespace ambula
