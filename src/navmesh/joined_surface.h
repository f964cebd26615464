// The linked surface as one that has area everywhere: links without run become plain steps between the two
// sides they join.
#pragma once

#include <array>
#include <vector>

#include "ambula/values/links.h"
#include "navmesh/surface_view.h"

namespace ambula {

struct JoinedSurface {
  NavSurface surface;                             // source: triangle of the linked surface
  std::vector<std::array<BorderKind, 3>> border;  // per triangle and edge; none where there is a neighbour
  std::uint32_t left_out = 0;                     // triangles without area that no link of zero run explains
};

[[nodiscard]] JoinedSurface join_surface(const LinkedSurface& linked);

}  // namespace ambula
