// The base of a mesh cut along the sides of the mesh's cells, so that what is made of it can tell them apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"

namespace ambula {

struct DividedBase {
  NavBase base;
  // Per triangle: the cell it lies in, or what is next to it, for borders of cells are simplified inwards.
  // kNone in patches without cells.
  std::vector<std::uint32_t> cell;
};

// `under` is per cell a triangle of the base that has its middle. Errors: a mesh without a base, cancelled.
[[nodiscard]] Result<DividedBase> divide_base(const NavMesh& mesh, std::span<const std::uint32_t> under,
                                              Context* context = nullptr);

}  // namespace ambula
