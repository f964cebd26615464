// Borders that rounding left a quantum apart.
#include "walkable/settle.h"

#include <gtest/gtest.h>

#include "walkable/check_surface.h"
#include "walkable/outline.h"
#include "walkable/weld_surfaces.h"

namespace ambula {
namespace {

// Vertices that lie on an open edge of a face they are no corner of, but for a quantum.
std::size_t t_junctions(const Surface& s) {
  std::size_t found = 0;
  for (const SurfaceFace& face : s.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (face.neighbour[i] != Surface::kNone || !is_open(face.border[i])) continue;
      const LatticePoint a = s.vertices[face.corner[i]], b = s.vertices[face.corner[(i + 1) % 3]];
      const LatticePoint apex = s.vertices[face.corner[(i + 2) % 3]];
      const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
      for (const LatticePoint p : s.vertices) {
        const double x = p.x - a.x, y = p.y - a.y, along = (x * dx + y * dy) / length2, off = x * dy - y * dx;
        found += p != a && p != b && p != apex && along > 0 && along < 1 && off * off <= length2;
      }
    }
  }
  return found;
}

TEST(Settle, SplitsAnEdgeAtAPointOfAnother) {
  Surface s = rectangle({0, 0, 0}, {1000, 1000, 0});
  append(s, rectangle({0, -1000, 0}, {500, 0, 0}));
  append(s, rectangle({500, -1000, 0}, {1000, 0, 0}));
  EXPECT_GT(t_junctions(s), 0u);
  EXPECT_EQ(settle(s), 0);
  EXPECT_EQ(check_surface(s), "");
  EXPECT_EQ(t_junctions(s), 0u);
  EXPECT_EQ(components(s), 1u);
}

// The edge of the upper part passes a quantum from (0, 0); split there, its rest would turn over at (1, 0),
// and without that rest the first is on the edge again.
TEST(Regression, AVertexBesideAnotherIsNotDroppedAndSplitForEver) {
  Surface s = surface_of({{-9000, 0, 0}, {0, -2, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}, {1, 3, 2}});
  append(s, surface_of({{-9000, 0, 0}, {1, 1, 0}, {465, 54650, 0}, {367, 1, 0}}, {{0, 1, 2}, {1, 3, 2}}));
  EXPECT_LE(settle(s), 200000);  // a sliver is a square centimetre at most
  EXPECT_EQ(check_surface(s), "");
  EXPECT_EQ(t_junctions(s), 0u);
  EXPECT_EQ(components(s), 1u);
}

}  // namespace
}  // namespace ambula
