// Simplification: fewer vertices without more surface.
//
//   NavSurface simple = simplify(surface, label, {.border = 200, .height = 250});
//
// Borders only move inwards, and every point of the old and the new ones is within `border` of the other.
// What is left is within `height` of what was there, measured up and down. Patches, their loops of borders
// and so every passage stay. Lines between labels may move to either side, by `border` at most; steps and
// places where labels meet stay where they are.
#pragma once

#include <cstdint>
#include <span>

#include "ambula/context.h"
#include "navmesh/surface_view.h"

namespace ambula {

// In quanta; both are bounds of distances, not of squares.
struct SimplifyLimits {
  double border = 0;  // 0 keeps every vertex at borders and at lines between labels
  double height = 0;  // 0 keeps every other vertex
  // The part of its area that the surface gives up at most: what is little for halls is much for niches.
  double area = 0.004;
};

// `label` is per triangle. The result's triangles are ordered by their places, and have a triangle of the
// same label as their source. Once cancelled it stops early, with a surface that keeps all promises.
[[nodiscard]] NavSurface simplify(const SurfaceView& surface, std::span<const std::uint32_t> label,
                                  const SimplifyLimits& limits, const Context* context = nullptr);

}  // namespace ambula
