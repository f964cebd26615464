// Patches: parts of a surface that nothing joins to the rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/surface_view.h"

namespace ambula {

struct Patches {
  std::vector<std::uint32_t> of;  // per triangle; numbered by their first triangle
  std::vector<double> area;       // per patch, in plan, square quanta
};
[[nodiscard]] Patches find_patches(const SurfaceView& surface);

// The surface without the triangles of some patches; `source` are those of the given one. Order is kept.
[[nodiscard]] NavSurface without_patches(const NavSurface& surface, const Patches& patches,
                                         std::span<const char> dropped);

}  // namespace ambula
