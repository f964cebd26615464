// Borders divided where the face behind them is no wider than rounding.
#include "walkable/split_borders.h"

#include <gtest/gtest.h>

#include <cmath>

#include "walkable/check_surface.h"
#include "walkable/weld_surfaces.h"

namespace ambula {
namespace {

constexpr Border kWall{BorderKind::wall, false, 10752}, kSill{BorderKind::sill, false, 1752};

// A floor above its border from (0, 0) to (3726, -1). The face behind the border is a needle with its third
// corner at (503, 0): no point of the lattice can divide it.
Surface floor_with_needle() {
  return surface_of({{0, 0, 0}, {3726, -1, 0}, {503, 0, 0}, {3726, 3000, 0}, {0, 3000, 0}},
                    {{0, 1, 2}, {2, 1, 3}, {0, 2, 4}, {2, 3, 4}});
}

Prepared prepared_for(const Surface& surface) {
  Prepared out;
  for (const SurfaceFace& f : surface.faces)
    out.solids.push_back(
        {surface.vertices[f.corner[0]], surface.vertices[f.corner[1]], surface.vertices[f.corner[2]]});
  return out;
}

double length_of(const Surface& surface, BorderKind kind) {
  double out = 0;
  for (const SurfaceFace& f : surface.faces) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (f.neighbour[i] != Surface::kNone || f.border[i].kind != kind) continue;
      const LatticePoint a = surface.vertices[f.corner[i]], b = surface.vertices[f.corner[(i + 1) % 3]];
      out += std::hypot(b.x - a.x, b.y - a.y);
    }
  }
  return out;
}

class ANeedleBehindABorder : public ::testing::TestWithParam<double> {};

// A doorway beside a wall must not become wall because the border cannot be divided.
TEST_P(ANeedleBehindABorder, DoesNotKeepItFromBeingDivided) {
  Surface s = floor_with_needle();
  const double end = GetParam();
  split_borders(s, prepared_for(s), {{0, 0, false, {{end, 0, kWall}, {3726, -1, kSill}}}});
  EXPECT_EQ(check_surface(s), "");
  EXPECT_EQ(components(s), 1u);
  EXPECT_NEAR(length_of(s, BorderKind::wall), end, 5);
  EXPECT_NEAR(length_of(s, BorderKind::sill), 3726 - end, 5);
}
INSTANTIATE_TEST_SUITE_P(SplitBorders, ANeedleBehindABorder, ::testing::Values(200, 503, 1000, 3000));

TEST(SplitBorders, AFaceBehindANeedleKeepsItsOwnDivision) {
  Surface s = floor_with_needle();
  split_borders(s, prepared_for(s),
                {{0, 0, false, {{503, 0, kWall}, {1000, 0, kSill}, {2000, 0, kWall}, {3726, -1, kSill}}},
                 {1, 1, false, {{3726, 1000, kWall}, {3726, 3000, kSill}}}});
  EXPECT_EQ(check_surface(s), "");
  EXPECT_EQ(components(s), 1u);
  EXPECT_NEAR(length_of(s, BorderKind::wall), 503 + 1000 + 1001, 5);
  EXPECT_NEAR(length_of(s, BorderKind::sill), 497 + 1726 + 2000, 5);
}

}  // namespace
}  // namespace ambula
