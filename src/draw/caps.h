// The insides of solids laid open by the cut: what an architect blackens in a plan (poché).
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/draw.h"
#include "ambula/vec.h"

namespace ambula {

struct Caps {
  std::vector<Vec3> points;               // at z = cut
  std::vector<std::uint32_t> offsets{0};  // ring r is points[offsets[r] .. offsets[r + 1])
};

// Rings to be filled by the non-zero rule. Only walls and the like, thinner than a metre and a half, of
// opaque faces that close exactly; the rest is left to how back faces look.
[[nodiscard]] Caps make_caps(const Draw& draw, double cut);

}  // namespace ambula
