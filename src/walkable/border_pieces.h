// A border as a row of pieces, each with one kind: what the spans of everything that blocks beyond it come
// to.
#pragma once

#include <vector>

#include "ambula/values/walkable.h"
#include "walkable/beyond_border.h"

namespace ambula {

// From the end of the piece before it, or the border's beginning.
struct BorderPiece {
  double to;  // quanta along the border
  BorderKind kind;
  double height;  // quanta: of a wall the greatest along it, of a sill that at its middle
};

// `least` (quanta): no piece is shorter, unless the border is. `is_marked`: the cut found that something
// stands on the whole border, so no piece is a ledge.
void make_pieces(const std::vector<BlockedSpan>& spans, const BorderLine& line, const BorderLimits& limits,
                 double least, bool is_marked, std::vector<BorderPiece>& out);

}  // namespace ambula
