// A surface cut along convex outlines, both sides kept: no triangle lies on both sides of an outline.
//
//   Result<std::vector<CutTriangle>> parts = cut_surface(surface, outlines, &context);
//
// Points of cuts are rounded to the lattice, the same ones on both sides of every edge (surface_overlay.h),
// so neighbours stay neighbours and the surface covers what it covered.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "navmesh/surface_view.h"

namespace ambula {

struct CutOutline {
  std::vector<Point2> corners;           // convex, counter-clockwise
  std::vector<std::uint32_t> triangles;  // it lies on these; others it does not cut
};

struct CutTriangle {
  std::array<Point2, 3> at;                // counter-clockwise, with area
  std::array<std::uint32_t, 3> neighbour;  // across the edge from corner i to corner i + 1, or kNone
  std::array<std::uint8_t, 3> sides;       // bits of the source's sides that the edge lies on
  std::uint32_t source = 0;                // triangle of the surface
  bool inside = false;                     // of one outline or more
};

// In the order of their sources, those of one in the order of their places. Errors: cancelled, and outlines
// that do not close, which would be a mistake of ours.
[[nodiscard]] Result<std::vector<CutTriangle>> cut_surface(const SurfaceView& surface,
                                                           std::span<const CutOutline> outlines,
                                                           Context* context = nullptr);

// Whether a segment passes through the inside of a convex polygon.
[[nodiscard]] bool passes_inside(std::span<const Point2> polygon, Point2 a, Point2 b);

// How far inside a convex polygon the middle of a part lies, in quanta; negative outside. Rounding may put
// the middle of a sliver outside of what it was cut out of.
[[nodiscard]] double depth_of(const CutTriangle& part, std::span<const Point2> polygon);

}  // namespace ambula
