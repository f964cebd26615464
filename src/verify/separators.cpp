#include "verify/separators.h"

namespace ambula::checker {

bool Separators::reaches(std::uint32_t face, Vec2 p, Vec2 way) const {
  constexpr int kMostFaces = 1000;  // more only where a walk along an edge goes to and fro
  std::uint32_t entered = 3;
  for (int n = 0; n < kMostFaces; ++n) {
    const auto& c = found_.corners(face);
    double leaves = 1;  // of the way
    std::uint32_t side = 3;
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (i == entered) continue;
      const Vec2 a = c[i].xy() - p, edge = c[(i + 1) % 3].xy() - c[i].xy();
      const double across = cross(way, edge);  // above 0 where the way leads out through this side
      if (!(across > 0)) continue;
      const double part = cross(a, edge) / across;
      if (part >= leaves) continue;
      leaves = part;
      side = i;
    }
    if (side == 3) return true;
    const std::uint32_t next = walkable_.neighbours[face][side];
    if (next == Walkable::kNone) return false;
    const auto& back = walkable_.neighbours[next];
    entered = back[0] == face ? 0u : back[1] == face ? 1u : 2u;
    face = next;
  }
  return false;
}

}  // namespace ambula::checker
