// A surface that was cut, made a surface again. Corners across an edge that have come to one height become
// one vertex; where they have not, the edge is a step.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ambula/values/walkable.h"
#include "navmesh/cut_surface.h"
#include "navmesh/joined_surface.h"

namespace ambula {

using Heights = std::array<std::int32_t, 3>;  // of a triangle's corners, quanta

// `border` is the surface's, per triangle and edge; `heights` are the parts' own. The result's source is the
// surface's triangle.
[[nodiscard]] JoinedSurface assemble_cut(const SurfaceView& surface,
                                         std::span<const std::array<BorderKind, 3>> border,
                                         std::span<const CutTriangle> cut, std::span<const Heights> heights);

}  // namespace ambula
