// What a navmesh says of one point of the plan.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/values/navmesh.h"
#include "verify/plan_tree.h"
#include "verify/truth.h"

namespace ambula::checker {

class CellsFound {
 public:
  // The mesh's arrays must fit each other (check_arrays of navmesh_structure.h).
  explicit CellsFound(const NavMesh& mesh);

  // The surface of the cells: their height triangles, or fans from their first corner where they have none.
  [[nodiscard]] std::size_t size() const { return corners_.size(); }
  [[nodiscard]] const std::array<Vec3, 3>& corners(std::uint32_t t) const { return corners_[t]; }
  [[nodiscard]] std::uint32_t cell(std::uint32_t t) const { return cell_[t]; }

  // Those over p between the heights.
  void at(Vec2 p, double z_low, double z_high, std::vector<Hit>& out) const;

  // Metres in plan to the nearest no further than `reach` in height; kFar where there is none closer.
  static constexpr double kFar = 12.8;
  [[nodiscard]] double distance(Vec3 p, double reach) const;

 private:
  std::vector<std::array<Vec3, 3>> corners_;
  std::vector<std::uint32_t> cell_;
  PlanTree tree_;
};

}  // namespace ambula::checker
