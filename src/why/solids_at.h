// The scene's triangles at a place of the plan.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ambula/values/scene.h"
#include "geometry/predicates.h"

namespace ambula {

// Height of a triangle at a place, quanta; nothing where it has no area in plan or does not reach there.
[[nodiscard]] std::optional<std::int32_t> height_over(const std::array<LatticePoint, 3>& triangle,
                                                      Point2 place);

struct SolidAt {
  std::uint32_t triangle = 0;  // of the scene
  std::int32_t z = 0;          // quanta
  bool faces_up = false;
  double cosine = 0;  // of its slope, 0 .. 1
};

// All that have area in plan, ascending by height, ties by index.
[[nodiscard]] std::vector<SolidAt> solids_at(const Scene& scene, Point2 place);

// Name of the object that stands at a border: that comes within `reach` quanta of the place in plan between
// the two heights, the most of them. Empty when none does.
[[nodiscard]] std::string object_at(const Scene& scene, Point2 place, double reach, double z_low,
                                    double z_high);

// "Table 2", or its IFC class where it has no name.
[[nodiscard]] std::string name_of_object(const Scene& scene, std::uint32_t triangle);

// From a point to a segment in plan, quanta.
[[nodiscard]] double plan_distance(Point2 p, Point2 a, Point2 b);

}  // namespace ambula
