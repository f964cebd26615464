// Parts: the pieces a scene falls into when its triangles are joined along shared edges. Where more than two
// meet at an edge they are joined through the solid behind them, so that touching solids come apart.
//
//   const Corners corners = share_corners(triangles);
//   const Parts parts = find_parts(corners.places, corners.triangles, context);
//   for (std::uint32_t t : parts.triangles_of(p)) ...
//
// Which triangles make a part, and what is said of it, follows from geometry alone; the numbers of parts
// follow the order of triangles. Of several triangles with the same corners in the same sense the first
// counts, and triangles with two corners in one place count nowhere. About 95 ns a triangle, of which 43
// share the corners.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/lattice.h"
#include "geometry/winding_number.h"

namespace ambula {

// Triangles whose corners are indices of distinct places.
struct Corners {
  std::vector<LatticePoint> places;                     // in the order of first use
  std::vector<std::array<std::uint32_t, 3>> triangles;  // indices of places
};
[[nodiscard]] Corners share_corners(std::span<const LatticeTriangle> triangles);

struct Part {
  bool consistent = true;  // wherever two triangles are joined, they run along the edge in opposite senses
  bool orientable = true;  // turning some of its triangles over makes it consistent
  bool closed = true;      // every edge of every triangle is joined to another
};

struct Parts {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::vector<Part> parts;             // ordered by their first triangle
  std::vector<std::uint32_t> part_of;  // per triangle; kNone where it does not count
  std::vector<std::uint8_t> turned;  // per triangle: 1 where it must be turned over to agree with the part's
                                     // first one; means nothing where the part is not orientable
  std::vector<std::uint32_t> first;  // per part and one more: where its triangles begin
  std::vector<std::uint32_t> triangles;  // of every part, ascending

  [[nodiscard]] std::span<const std::uint32_t> triangles_of(std::uint32_t part) const {
    return std::span(triangles).subspan(first[part], first[part + 1] - first[part]);
  }
};

// Gives no parts when the context was cancelled on the way.
[[nodiscard]] Parts find_parts(std::span<const LatticePoint> places,
                               std::span<const std::array<std::uint32_t, 3>> triangles,
                               Context* context = nullptr);

}  // namespace ambula
