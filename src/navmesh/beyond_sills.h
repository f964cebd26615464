// Obstacles and drops that a body standing over a sill would meet beyond it.
//
// A sill is no higher than a step, so a body may stand over it, and no distance is kept from the sill itself.
// But a wall may stand a little way behind it (a skirting board), or the ground may end there (a kerb along a
// drop), where the surface has no border that could be kept from. So the scene beyond every sill is looked at
// as far as the body reaches: whatever is higher than a step above the surface, and whatever has nothing
// within a step below or above it. A body at p meets a point q of these when the way from p to q crosses the
// sill and is shorter than the distance to keep. With s where it crosses, that is the distance from p to s
// and from s to q: so along a stretch of the sill, the distance to keep less that from the stretch to the
// nearest q is kept.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "ambula/navmesh.h"
#include "ambula/scene.h"
#include "navmesh/high_part.h"
#include "navmesh/surface_view.h"

namespace ambula {

// A distance to keep from a part of a border edge, all in quanta.
struct KeptStretch {
  std::uint32_t half_edge = 0;
  double from = 0, to = 0;  // along the edge
  double distance = 0;
  double low = -std::numeric_limits<double>::infinity();  // only between these two places along the edge,
  double high = std::numeric_limits<double>::infinity();
  // and only where the plane of the edge's triangle is no higher than this above the edge's beginning.
  double highest = std::numeric_limits<double>::infinity();
  // Only on triangles that reach lower than this.
  double below = std::numeric_limits<double>::infinity();
};

// Distances in quanta.
struct SillRule {
  BodyLimits body;
  double wall = 0;   // kept from what is higher than a step
  double ledge = 0;  // kept from where the ground ends
  double sill = 0;   // kept from the sill itself, where it is higher than the lip
  double lip = 0;
  double gap = 0;  // narrower gaps in the ground are stepped over
};

// The scene's triangles that may matter beyond the sills of a surface, within `reach` quanta in plan. Corners
// in order, triangles in order and each once.
[[nodiscard]] std::vector<std::array<LatticePoint, 3>> triangles_beyond(const NavBase& base,
                                                                        const Scene& scene,
                                                                        const BodyLimits& body, double reach);

// The distance of a border that is stood over, in quanta: the two sides of a sill may overlap by rounding,
// and their cells must not. Stretches speak for it where more is to be kept.
inline constexpr double kStoodOver = 40;

// What is to be kept along sills and ledges, in the order of their half-edges; nothing where a body stands
// freely. `distance`, per triangle and edge, is set for them: to kStoodOver, or to the ledge's where the
// ground ends.
[[nodiscard]] std::vector<KeptStretch> keep_beyond_sills(const NavBase& base, const SillRule& rule,
                                                         std::span<std::array<double, 3>> distance);

}  // namespace ambula
