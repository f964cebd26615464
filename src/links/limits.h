// The agent's reach in lattice quanta, and the tolerances of this stage, each with its reason.
#pragma once

#include <algorithm>
#include <cmath>

#include "ambula/agent.h"
#include "ambula/lattice.h"
#include "ambula/links.h"

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
  double metre = 1e4;  // quanta

  Reach() = default;
  Reach(const Agent& agent, const Lattice& lattice, GapMetric metric)
      : gap(agent.max_gap / lattice.quantum + kTie),
        step(agent.max_step / lattice.quantum + kTie),
        height(agent.height / lattice.quantum),
        in_space(metric == GapMetric::paper),
        metre(1 / lattice.quantum) {}
};

}  // namespace ambula
