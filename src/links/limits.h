// The agent's reach in lattice quanta, and the tolerances of this stage, each with its reason.
#pragma once

#include <algorithm>
#include <cmath>

#include "ambula/agent.h"
#include "ambula/lattice.h"
#include "ambula/params/links.h"
#include "ambula/values/links.h"

namespace ambula {

// Quanta. A vertex of the walkable surface stands within two quanta of its true place, so two of them may
// be this much too far apart; what is exactly at a limit must pass.
inline constexpr double kTie = 4;
// Quanta. How far a border may lie behind another one and still face it: rounding, and what closing cracks
// moves. Real flights overlap by up to half a millimetre.
inline constexpr double kBehind = 10;
// Quanta. Ends of intervals closer than this to the end of their edge, or to each other, are one.
inline constexpr double kSnap = 10;
// Quanta. Surfaces of the filler's own ends and their rounding are no obstacle.
inline constexpr double kSkin = 10;

struct Reach {
  double gap = 0;     // in plan, or in space with the paper's metric
  double step = 0;    // vertically
  double height = 0;  // to be free above
  bool in_space = false;
  // Quanta. A metre to the default agent: lengths that are judged by a body's size are so many of it.
  double metre = 1e4;

  Reach() = default;
  Reach(const Agent& agent, const Lattice& lattice, GapMetric metric)
      : gap(agent.max_gap / lattice.quantum + kTie),
        step(agent.max_step / lattice.quantum + kTie),
        height(agent.height / lattice.quantum),
        in_space(metric == GapMetric::paper),
        metre(relative_size(agent) / lattice.quantum) {}

  // True if it leads from one end of a connection to the other.
  [[nodiscard]] bool holds(Vec3 way) const {
    if (in_space) return length(way) <= gap;
    return length(way.xy()) <= gap && std::abs(way.z) <= step;
  }
};

}  // namespace ambula
