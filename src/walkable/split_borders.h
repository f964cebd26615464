// Splitting border edges of the surface where what stands on them changes.
#pragma once

#include <cstdint>
#include <vector>

#include "walkable/prepare.h"
#include "walkable/surface.h"

namespace ambula {

struct BorderSplit {
  std::uint32_t face, side;
  bool may_grow;  // nothing lies on the other side, so a new vertex may lie a fraction of a quantum outside
  struct Part {
    double x, y;    // in plan, quanta: where it ends; the last ends at the edge's end
    Border border;  // of the part
  };
  std::vector<Part> parts;  // along the face's side
};

// New vertices are lattice points within a quantum or two of the places asked for, if possible in their face.
// Where there is no such point because the face is no wider than rounding, the face goes, and those behind it
// are divided instead. Else two parts stay one, of the kind that stands more in the way. In the order given,
// which has to be canonical.
void split_borders(Surface& surface, const Prepared& prepared, std::vector<BorderSplit> splits);

}  // namespace ambula
