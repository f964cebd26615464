// The linked surface as a sheet to stand on: what lies over a point, and whether a disc about it is all
// there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/values/links.h"
#include "ambula/values/walkable.h"
#include "verify/plan_tree.h"
#include "verify/truth.h"

namespace ambula::checker {

class Sheet {
 public:
  Sheet(const Walkable& walkable, const Links* links);

  [[nodiscard]] std::size_t size() const { return corners_.size(); }
  [[nodiscard]] const std::array<Vec3, 3>& corners(std::uint32_t t) const { return corners_[t]; }

  // Triangles over p between the heights.
  void at(Vec2 p, double z_low, double z_high, std::vector<Hit>& out) const;
  // The same for p and for points `apart` from it in eight directions.
  void near(Vec2 p, double apart, double z_low, double z_high, std::vector<Hit>& out) const;

  // Whether the disc about p, a point of triangle `first`, lies on the surface as far as it is joined within
  // the disc, no higher or lower than `reach` from p.
  bool holds_disc(std::uint32_t first, Vec3 p, double radius, double reach,
                  std::vector<std::uint32_t>& scratch) const;

 private:
  std::vector<std::array<Vec3, 3>> corners_;
  std::vector<std::array<std::uint32_t, 3>> neighbours_;
  PlanTree tree_;
};

}  // namespace ambula::checker
