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
  double max_slope = 45;  // degrees from horizontal still walked on, with a tie of 0.001; 0 .. 89
  double max_step = 0.4;  // metres climbed or descended in one step; 0 .. height
  double max_gap = 0.3;   // metres stepped over, measured in plan; 0 .. below height / 2

  friend bool operator==(const Agent&, const Agent&) = default;
};

[[nodiscard]] constexpr Agent default_agent() { return {}; }

// How large the agent is beside the default one, by its height or, where that is more, by its step. Lengths
// that suit the default agent are multiplied by it, so that a scene and its agent can have any scale.
[[nodiscard]] double relative_size(const Agent& agent);

// Says which field is out of its range, and the range.
[[nodiscard]] Result<void> validate(const Agent& agent);

}  // namespace ambula
