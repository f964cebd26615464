// Which of the points that miss a cell belong to patches a navmesh says it dropped.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/values/navmesh.h"
#include "ambula/vec.h"

namespace ambula::checker {

// Per point 1 where it does. Points stand for `area_each` m². Those close to each other make a group; it is
// dropped when listed patches lie in or beside it (within `beyond` metres more in plan) whose areas are, in
// all, no less than the group's less three times what chance may add to that. A patch that was dropped before
// clearance begins a body's width outside of where points can be.
[[nodiscard]] std::vector<std::uint8_t> dropped_points(std::span<const Vec3> points, double area_each,
                                                       std::span<const DroppedPatch> dropped,
                                                       const Lattice& lattice, double beyond = 0);

}  // namespace ambula::checker
