// Strips between two borders that are no wider than rounding, on surfaces by hand.
#include "navmesh/flaps.h"
#include "ambula/values/nav_base.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr FlapLimits kLimits{.width = 20, .base = 50};

// Triangles that share two vertices are neighbours; all borders are of one kind.
JoinedSurface joined(std::vector<LatticePoint> vertices, std::vector<std::array<std::uint32_t, 3>> triangles,
                     BorderKind kind) {
  JoinedSurface out;
  out.surface.vertices = std::move(vertices);
  out.surface.triangles = std::move(triangles);
  const auto& all = out.surface.triangles;
  for (std::uint32_t t = 0; t < all.size(); ++t) {
    std::array<std::uint32_t, 3> neighbours{kNone, kNone, kNone};
    std::array<BorderKind, 3> border{kind, kind, kind};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::uint32_t u = 0; u < all.size(); ++u) {
        for (std::size_t j = 0; j < 3; ++j) {
          if (all[u][j] != all[t][(i + 1) % 3] || all[u][(j + 1) % 3] != all[t][i]) continue;
          neighbours[i] = u;
          border[i] = BorderKind::none;
        }
      }
    }
    out.surface.neighbours.push_back(neighbours);
    out.surface.source.push_back(t);
    out.border.push_back(border);
  }
  return out;
}

TEST(Flaps, StripOnAShortSideGoesAndLeavesNoBorder) {
  // A floor with a corner cut off at its right, where a strip of two needles hangs.
  const JoinedSurface made =
      joined({{0, 0, 0}, {10000, 0, 0}, {10000, 40, 0}, {0, 5000, 0}, {10010, 3000, 0}, {10005, 6000, 0}},
             {{0, 1, 3}, {1, 2, 3}, {1, 4, 2}, {4, 5, 2}}, BorderKind::sill);
  const JoinedSurface left = without_flaps(made, kLimits);
  ASSERT_EQ(left.surface.triangles.size(), 2u);
  EXPECT_EQ(left.surface.vertices.size(), 4u);
  EXPECT_EQ(left.surface.source, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(left.surface.neighbours[1][0], kNone);
  EXPECT_EQ(left.border[1][0], BorderKind::none) << "where it hung";
  EXPECT_EQ(left.border[1][1], BorderKind::sill);
}

TEST(Flaps, SideThatIsLongIsABorderOfTheFlapsKindThen) {
  const JoinedSurface made =
      joined({{0, 0, 0}, {10000, 0, 0}, {10000, 3000, 0}, {0, 5000, 0}, {10010, 9000, 0}},
             {{0, 1, 3}, {1, 2, 3}, {1, 4, 2}}, BorderKind::ledge);
  const JoinedSurface left = without_flaps(made, kLimits);
  ASSERT_EQ(left.surface.triangles.size(), 2u);
  EXPECT_EQ(left.border[1][0], BorderKind::ledge);
}

TEST(Flaps, CornersOfBentBordersWideStripsAndThoseAlongWallsStay) {
  const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 3}, {1, 2, 3}, {1, 4, 2}};
  const auto count = [&](LatticePoint tip, std::int32_t base, BorderKind kind) {
    return without_flaps(
               joined({{0, 0, 0}, {10000, 0, 0}, {10000, base, 0}, {0, 5000, 0}, tip}, triangles, kind),
               kLimits)
        .surface.triangles.size();
  };
  EXPECT_EQ(count({10010, 1500, 0}, 3000, BorderKind::sill), 3u) << "the corner of a bent border";
  EXPECT_EQ(count({10300, 9000, 0}, 3000, BorderKind::sill), 3u) << "wide enough to be told from rounding";
  EXPECT_EQ(count({10010, 9000, 0}, 3000, BorderKind::wall), 3u) << "along a wall";
  EXPECT_EQ(count({10010, 9000, 0}, 3000, BorderKind::sill), 2u);
}

}  // namespace
}  // namespace ambula::testing
