// Exact radial order of triangles about an edge, in 128-bit integers (differences take 30 bits, a triple
// product 92, the scalar product across the edge 122), and the matching of openings with closings.
// Non-manifold edges are resolved this way in boundary representations (Weiler 1986, radial edge); taking
// nested openings as brackets is our choice where solids overlap.
#include "walkable/radial.h"

#include <algorithm>
#include <array>
#include <utility>

#include "geometry/predicates.h"

namespace ambula {
namespace {

using Difference = std::array<std::int64_t, 3>;

Difference operator-(LatticePoint a, LatticePoint b) {
  return {std::int64_t{a.x} - b.x, std::int64_t{a.y} - b.y, std::int64_t{a.z} - b.z};
}
Difference cross(const Difference& a, const Difference& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
std::int64_t dot(const Difference& a, const Difference& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
int sign(Int128 v) { return (v > 0) - (v < 0); }

// Directions about an axis, counted counter-clockwise from a reference direction.
class Turn {
 public:
  Turn(Difference axis, Difference zero) : axis_(axis), zero_(zero) {}

  // Sign of the angle from a to b, in -π .. π.
  [[nodiscard]] int side(const Difference& a, const Difference& b) const {
    const Difference n = cross(a, b);
    return sign(Int128{axis_[0]} * n[0] + Int128{axis_[1]} * n[1] + Int128{axis_[2]} * n[2]);
  }
  // 0 at the reference, 1 in the half turn after it, 2 opposite, 3 in the half turn before it.
  [[nodiscard]] int quarter(const Difference& a) const {
    const int s = side(zero_, a);
    if (s != 0) return s > 0 ? 1 : 3;
    const Int128 along =
        Int128{dot(zero_, a)} * dot(axis_, axis_) - Int128{dot(zero_, axis_)} * dot(a, axis_);
    return along > 0 ? 0 : 2;
  }
  [[nodiscard]] bool degenerate(const Difference& a) const { return cross(axis_, a) == Difference{0, 0, 0}; }

 private:
  Difference axis_, zero_;
};

}  // namespace

void match_radially(LatticePoint low, LatticePoint high, std::span<EdgeUse> uses) {
  for (EdgeUse& use : uses) use.mate = EdgeUse::kNone;
  const Difference axis = high - low;
  const auto flat = [&](const EdgeUse& use) { return Turn(axis, axis).degenerate(use.apex - low); };
  const auto end = std::partition(uses.begin(), uses.end(), [&](const EdgeUse& use) { return !flat(use); });
  if (end == uses.begin()) return;

  const Turn turn(axis, uses.front().apex - low);
  std::sort(uses.begin(), end, [&](const EdgeUse& a, const EdgeUse& b) {
    const Difference da = a.apex - low, db = b.apex - low;
    const int qa = turn.quarter(da), qb = turn.quarter(db);
    if (qa != qb) return qa < qb;
    const int s = turn.side(da, db);
    if (s != 0) return s > 0;
    if (a.forward != b.forward) return a.forward;
    // The same place: any order that mirrors when the edge is turned round.
    return a.forward ? a.apex < b.apex : b.apex < a.apex;
  });

  // Brackets on a circle: what is left open after one round is closed in the second.
  std::vector<EdgeUse*> open;
  for (int round = 0; round < 2; ++round) {
    for (auto it = uses.begin(); it != end; ++it) {
      if (it->mate != EdgeUse::kNone) continue;
      if (!it->forward) {
        if (round == 0) open.push_back(&*it);
      } else if (!open.empty()) {
        it->mate = open.back()->id;
        open.back()->mate = it->id;
        open.pop_back();
      }
    }
  }
}

}  // namespace ambula
