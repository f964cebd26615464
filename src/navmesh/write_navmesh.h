// The last step: cells of a surface as a navmesh.
#pragma once

#include <compare>
#include <cstdint>
#include <span>

#include "ambula/values/navmesh.h"
#include "navmesh/cells.h"
#include "navmesh/surface_view.h"

namespace ambula {

// What a label of a cell stands for.
struct CellTraits {
  CellKind kind = CellKind::floor;
  std::uint16_t area_type = 0;
  std::uint32_t flight = NavMesh::kNone;

  friend auto operator<=>(const CellTraits&, const CellTraits&) = default;
};

// `traits` by label. Cells whose triangles lie within `tolerance` (quanta, vertically) of one of their planes
// get no height mesh.
[[nodiscard]] NavMesh write_navmesh(const Lattice& lattice, const SurfaceView& surface, const Cells& cells,
                                    std::span<const CellTraits> traits, std::int32_t tolerance);

}  // namespace ambula
