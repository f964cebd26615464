// How a tread is lifted: not at all along its own nosing, up to the next nosing along its back, and in
// between as its distance from both is. What lies beside its risers, not between them, stays down.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/lattice.h"

namespace ambula {

struct TreadLift {
  struct Front {
    LatticePoint a, b;
  };
  struct Back {
    LatticePoint a, b;
    std::int32_t a_up = 0, b_up = 0;  // heights of the next nosing there, quanta
  };
  std::vector<Front> front;  // seen in plan
  std::vector<Back> back;

  // Where the ramp is over a point of the tread; never below it.
  [[nodiscard]] std::int32_t height(LatticePoint p) const;
};

}  // namespace ambula
