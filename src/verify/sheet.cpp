// A disc is all there when no border of the surface comes closer than its radius along the way the surface
// goes: triangles are walked from neighbour to neighbour as long as their common edge meets the disc, so that
// a border of another storey never counts, and none of this one is overlooked.
#include "verify/sheet.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/convex.h"

namespace ambula::checker {

Sheet::Sheet(const Walkable& walkable, const Links* links) {
  if (links != nullptr) {
    const LinkedSurface joined = linked_surface(walkable, *links);
    for (const auto& t : joined.triangles) {
      corners_.push_back({joined.lattice.position(joined.vertices[t[0]]),
                          joined.lattice.position(joined.vertices[t[1]]),
                          joined.lattice.position(joined.vertices[t[2]])});
    }
    neighbours_ = joined.neighbours;
  } else {
    for (std::size_t f = 0; f < walkable.faces.size(); ++f) corners_.push_back(walkable.corners(FaceId{f}));
    neighbours_ = walkable.neighbours;
  }
  std::vector<Box3> boxes;
  boxes.reserve(corners_.size());
  for (const auto& t : corners_) boxes.push_back(box_of(t));
  tree_ = PlanTree(boxes);
}

void Sheet::at(Vec2 p, double z_low, double z_high, std::vector<Hit>& out) const {
  out.clear();
  tree_.at(p, z_low, z_high, [&](std::uint32_t t) {
    double z = 0;
    if (height_at(corners_[t], p, z) && z >= z_low && z <= z_high) out.push_back({t, z, Kind::ground});
  });
}

void Sheet::near(Vec2 p, double apart, double z_low, double z_high, std::vector<Hit>& out) const {
  at(p, z_low, z_high, out);
  std::vector<Hit> more;
  constexpr int kDirections = 8;
  for (int i = 0; i < kDirections; ++i) {
    const double angle = i * 2 * std::numbers::pi / kDirections;
    at(p + Vec2{std::cos(angle), std::sin(angle)} * apart, z_low, z_high, more);
    out.insert(out.end(), more.begin(), more.end());
  }
}

bool Sheet::holds_disc(std::uint32_t first, Vec3 p, double radius, double reach,
                       std::vector<std::uint32_t>& scratch) const {
  scratch.assign(1, first);
  for (std::size_t next = 0; next < scratch.size(); ++next) {
    const std::uint32_t t = scratch[next];
    const auto& c = corners_[t];
    Convex part(c);
    part.cut_to_square(p.xy(), radius);
    for (std::size_t i = 0; i < part.size; ++i) {
      if (std::fabs(part.corner[i].z - p.z) > reach) return false;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec2 a = c[i].xy(), b = c[(i + 1) % 3].xy();
      if (!(length(nearest_on(a, b, p.xy()) - p.xy()) < radius)) continue;
      const std::uint32_t other = neighbours_[t][i];
      if (other == Walkable::kNone) return false;
      if (std::find(scratch.begin(), scratch.end(), other) == scratch.end()) scratch.push_back(other);
    }
  }
  return true;
}

}  // namespace ambula::checker
