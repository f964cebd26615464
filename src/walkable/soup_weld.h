// Welds the soup before anything is cut: corners that noise or rounding parted stand at one place again.
//
//   SoupWeld welded = weld_soup(triangles, points, id, 100);      // changes the points
//
// Only open edges are looked at: edges by place that a single triangle has. Two of them whose ends nearly
// meet, that run along each other and whose triangles lie on different sides, were one edge. Their ends are
// joined, nearest first, and every group of joined corners goes to its mean. The cut then sees shared edges.
// Noise that moves corners on their own leaves single triangles. Gaps between quads or larger pieces are
// taken as meant, and left to the weld of the surface. What holds afterwards:
//
// - No corner stands further than `distance` from where it stood, and none moves that has no such partner.
// - Corners are joined only within a quarter of the shorter of their two edges, so no detail is lost, and
//   never two corners of one triangle.
// - No triangle turns by more than 60 degrees.
// - Two sheets that lie back to back (a plate without a rim) stay apart.
//
// Corners near the middle of an edge are left to the weld of the surface (weld.h). The result does not depend
// on the order of triangles or positions. Time and memory are in proportion to open edges, and to triangles
// for finding them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"

namespace ambula {

struct SoupWeld {
  std::vector<std::array<LatticePoint, 2>> closed;  // open edges of the input with an end that moved
  std::uint32_t groups = 0;                         // of corners that were joined
};

// points: per position; id: per position, the first position with the same point; distance: quanta.
[[nodiscard]] SoupWeld weld_soup(std::span<const std::array<std::uint32_t, 3>> triangles,
                                 std::vector<LatticePoint>& points, const std::vector<std::uint32_t>& id,
                                 std::int32_t distance);

}  // namespace ambula
