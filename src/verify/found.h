// What a walkable value says of one point of the plan.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/values/walkable.h"
#include "ambula/vec.h"
#include "verify/plan_tree.h"
#include "verify/truth.h"

namespace ambula::checker {

class Found {
 public:
  explicit Found(const Walkable& walkable);

  // Heights of the faces over p within [z_low, z_high], and the faces.
  void faces_at(Vec2 p, double z_low, double z_high, std::vector<Hit>& out) const;
  [[nodiscard]] bool any_at(Vec2 p, double z, double tolerance, std::vector<Hit>& scratch) const;

  // Whether p lies within `apart` in plan, and `tolerance` in height, of a face taken out for `why`.
  [[nodiscard]] bool removed_at(Vec2 p, double z, double apart, double tolerance, Removal why) const;
  // The same of a place where a crack was closed.
  [[nodiscard]] bool closed_at(Vec2 p, double z, double apart, double tolerance) const;

  [[nodiscard]] const std::array<Vec3, 3>& corners(std::uint32_t f) const { return faces_[f]; }
  [[nodiscard]] Vec2 gradient(std::uint32_t f) const;
  [[nodiscard]] std::size_t size() const { return faces_.size(); }

 private:
  std::vector<std::array<Vec3, 3>> faces_, removed_;
  std::vector<std::array<Vec3, 2>> closed_;
  std::vector<Removal> why_;
  PlanTree face_tree_, removed_tree_, closed_tree_;
};

}  // namespace ambula::checker
