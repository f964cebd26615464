// The borders a linked surface still has, as cycles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/values/links.h"

namespace ambula {

struct RestEdge {
  std::array<std::uint32_t, 2> vertex = {};  // in the numbering of Links::triangles
  // The border edge of the walkable surface it is a part of, and which part; kNone for the side of a filler.
  std::uint32_t half_edge = Walkable::kNone;
  double from = 0, to = 1;
  bool open = false;  // a ledge, or the side of a filler: nothing stands there
};

struct RestCycle {
  std::vector<RestEdge> edges;  // the surface to their left
  double area = 0;              // square quanta in plan; below 0 for holes
};

[[nodiscard]] std::vector<RestCycle> rest_cycles(const Walkable& walkable, const Links& links);

}  // namespace ambula
