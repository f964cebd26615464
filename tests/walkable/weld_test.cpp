// Closing cracks: what is joined, what is left, and what moves. One metre is 10,000 quanta.
#include "walkable/weld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "walkable/check_surface.h"
#include "walkable/weld_surfaces.h"

namespace ambula {
namespace {

constexpr std::int32_t kCentimetre = 100;

WeldResult welded(Surface& surface, std::int32_t distance = kCentimetre) {
  EXPECT_EQ(check_surface(surface), "") << "before";
  const double before = plan_area(surface);
  auto result = weld(surface, distance);
  EXPECT_TRUE(result);
  EXPECT_EQ(check_surface(surface), "") << "after";
  EXPECT_DOUBLE_EQ(plan_area(surface) - before, result->area_change);
  return *result;
}

// A floor of 1 m × 1 m, and another to its right, the given quanta away and higher.
Surface two_floors(std::int32_t gap, std::int32_t step = 0, Border left = {BorderKind::ledge},
                   Border right = {BorderKind::ledge}) {
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0}, left);
  append(s, rectangle({10000 + gap, 0, step}, {22000 + gap, 10000, step}, right));
  return s;
}

TEST(Weld, ClosesAGapOfFiveMillimetres) {
  Surface s = two_floors(50);
  const WeldResult result = welded(s);
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(border_edges(s), 6u);
  EXPECT_EQ(s.faces.size(), 4u);
  EXPECT_EQ(s.vertices.size(), 6u);
  EXPECT_EQ(result.contractions, 2u);
  EXPECT_DOUBLE_EQ(result.area_change, 50.0 * 10000);  // the larger floor stayed, the other came
}

TEST(Weld, LeavesAGapOfFifteenMillimetres) {
  Surface s = two_floors(150);
  const Surface before = s;
  const WeldResult result = welded(s);
  EXPECT_EQ(components(s), 2u);
  EXPECT_EQ(result.contractions, 0u);
  EXPECT_TRUE(result.closed.empty());
  EXPECT_EQ(s.vertices, before.vertices);
}

TEST(Weld, ClosesExactlyUpToTheDistance) {
  Surface at = two_floors(100), beyond = two_floors(101);
  welded(at);
  welded(beyond);
  EXPECT_EQ(components(at), 1u);
  EXPECT_EQ(components(beyond), 2u);
}

TEST(Weld, JoinsFloorsThatMeetUnjoined) {
  Surface s = two_floors(0);
  const WeldResult result = welded(s, 0);
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(result.contractions, 0u);
  EXPECT_EQ(result.closed.size(), 2u);  // both sides of the edge
}

TEST(Weld, ClosesAStepOfEightMillimetresAndNoneOfTwelve) {
  Surface low = two_floors(0, 80), high = two_floors(0, 120);
  welded(low);
  welded(high);
  EXPECT_EQ(components(low), 1u);
  EXPECT_EQ(components(high), 2u);
}

TEST(Weld, ClosesASmallOverlap) {
  Surface s = two_floors(-40);
  const WeldResult result = welded(s);
  EXPECT_EQ(components(s), 1u);
  EXPECT_DOUBLE_EQ(result.area_change, -40.0 * 10000);
}

TEST(Weld, LeavesWallsApart) {
  Surface s = two_floors(50, 0, {BorderKind::wall, false, 20000});
  EXPECT_EQ(welded(s).contractions, 0u);
  EXPECT_EQ(components(s), 2u);
  Surface touching = two_floors(0, 0, {BorderKind::wall, false, 20000});
  welded(touching);
  EXPECT_EQ(components(touching), 2u);
}

TEST(Weld, ClosesALowSillAndNoHighOne) {
  Surface low = two_floors(0, 50, {BorderKind::sill, false, 50});
  Surface high = two_floors(0, 50, {BorderKind::sill, false, 500});
  welded(low);
  welded(high);
  EXPECT_EQ(components(low), 1u);
  EXPECT_EQ(components(high), 2u);
}

TEST(Weld, ClosesALowSillBesideAWallOrAKerb) {
  for (const Border beside :
       {Border{BorderKind::wall, false, 25000}, Border{BorderKind::sill, false, 1500}}) {
    Surface s = rectangle({0, 0, 6}, {20000, 10000, 6});
    append(s, surface_of({{0, -10000, 0}, {20000, -10000, 0}, {20000, 0, 0}, {9000, 0, 0}, {0, 0, 0}},
                         {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}}));
    border_at(s, {20000, 0, 0}, {9000, 0, 0}) = beside;
    border_at(s, {9000, 0, 0}, {0, 0, 0}) = {BorderKind::sill, false, 6};
    welded(s);
    EXPECT_EQ(components(s), 1u);
  }
}

// A tread over another one that hangs down between its ends: no higher than the distance over the first and
// the last metre, more than that between. Along the upper tread's ledge lies a needle two quanta wide.
// Brought down to the lower tread it would be a wall a centimetre high and eight metres long.
TEST(Weld, TipsNoNeedle) {
  Surface s = surface_of({{0, 0, 95}, {80000, 0, 95}, {80000, 2, 95}, {80000, 10000, 95}, {0, 10000, 95}},
                         {{0, 1, 2}, {0, 2, 4}, {2, 3, 4}});
  append(s,
         surface_of(
             {{0, -20000, 0}, {80000, -20000, 0}, {80000, 0, 95}, {70000, 0, 0}, {10000, 0, 0}, {0, 0, 95}},
             {{0, 1, 3}, {1, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
  border_at(s, {80000, 0, 95}, {70000, 0, 0}) = {BorderKind::sill, false, 50};
  border_at(s, {70000, 0, 0}, {10000, 0, 0}) = {BorderKind::sill, false, 500};
  border_at(s, {10000, 0, 0}, {0, 0, 95}) = {BorderKind::sill, false, 50};
  welded(s);
  EXPECT_EQ(components(s), 1u);
  for (const auto& face : faces_by_place(s)) {
    const auto part = [&](std::size_t i, auto of) {
      return static_cast<double>(of(face[i])) - static_cast<double>(of(face[0]));
    };
    const auto x = [](LatticePoint p) { return p.x; };
    const auto y = [](LatticePoint p) { return p.y; };
    const auto z = [](LatticePoint p) { return p.z; };
    const double nx = part(1, y) * part(2, z) - part(1, z) * part(2, y),
                 ny = part(1, z) * part(2, x) - part(1, x) * part(2, z),
                 nz = part(1, x) * part(2, y) - part(1, y) * part(2, x);
    EXPECT_LE(std::hypot(nx, ny), nz);
  }
}

// The edges on either side of a wall's end stay two borders although both ends of each come together.
TEST(Weld, DoesNotJoinAcrossAWallBetweenLedges) {
  Surface s =
      polygon({{0, 0, 0}, {10000, 0, 0}, {10000, 3000, 0}, {10000, 6000, 0}, {10000, 9000, 0}, {0, 9000, 0}});
  append(s, polygon({{22000, 0, 0},
                     {22000, 9000, 0},
                     {10050, 9000, 0},
                     {10050, 6000, 0},
                     {10050, 3000, 0},
                     {10050, 0, 0}}));
  border_at(s, {10000, 3000, 0}, {10000, 6000, 0}) = {BorderKind::wall, true, 700};
  welded(s);
  EXPECT_EQ(components(s), 1u);
  std::size_t walls = 0, ledges = 0;
  for (const SurfaceFace& face : s.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const LatticePoint a = s.vertices[face.corner[i]], b = s.vertices[face.corner[(i + 1) % 3]];
      if (face.neighbour[i] != Surface::kNone || a.x != 10050 || b.x != 10050) continue;
      if (face.border[i] == Border{BorderKind::wall, true, 700}) ++walls;
      if (face.border[i].kind == BorderKind::ledge) ++ledges;
    }
  }
  EXPECT_EQ(walls, 1u);
  EXPECT_EQ(ledges, 1u);
}

TEST(Weld, SplitsTheEdgeOfATJunction) {
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
  append(s, rectangle({10000, 0, 0}, {20000, 4000, 0}));
  append(s, rectangle({10000, 4000, 0}, {20000, 10000, 0}));
  const WeldResult result = welded(s, 2);
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(s.faces.size(), 7u);
  EXPECT_EQ(border_edges(s), 7u);
  EXPECT_EQ(result.area_change, 0);
}

TEST(Weld, ConformsAfterRounding) {
  // The middle vertex is one quantum off the edge, to either side, and in height.
  for (const LatticePoint off : {LatticePoint{1, 0, 0}, LatticePoint{-1, 0, 0}, LatticePoint{0, 0, 1}}) {
    Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
    append(s, surface_of({{10000, 0, 0},
                          {20000, 0, 0},
                          {10000 + off.x, 4000, off.z},
                          {20000, 10000, 0},
                          {10000, 10000, 0}},
                         {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}));
    welded(s, 2);
    EXPECT_EQ(components(s), 1u);
    EXPECT_EQ(border_edges(s), 6u);
  }
}

TEST(Weld, ClosesACrackWithManyVerticesOnBothSides) {
  std::vector<LatticePoint> left{{0, 0, 0}}, right{{30000, 100000, 0}};
  for (std::int32_t i = 0; i <= 100; ++i) left.push_back({10000 + 20 * (i % 3), 1000 * i, i % 5});
  left.push_back({0, 100000, 0});
  for (std::int32_t i = 0; i <= 77; ++i)
    right.push_back({10070 - 15 * (i % 2), i == 77 ? 0 : 100000 - 1298 * i, 0});
  right.push_back({30000, 0, 0});
  Surface s = polygon(left);
  append(s, polygon(right));
  welded(s);
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(border_edges(s), 6u);
}

TEST(Weld, KeepsABowtieAsTwoVertices) {
  Surface s = rectangle({0, 0, 0}, {10000, 10000, 0});
  append(s, rectangle({10000, 10000, 0}, {20000, 20000, 0}));
  welded(s);
  EXPECT_EQ(components(s), 2u);
  EXPECT_EQ(s.vertices.size(), 8u);
}

TEST(Weld, ClosesAHoleEntirely) {
  // A square of 1 m with a hole of 8 mm across, eight-sided.
  std::vector<LatticePoint> v{{0, 0, 0}, {10000, 0, 0}, {10000, 10000, 0}, {0, 10000, 0}};
  for (const auto& [x, y] :
       {std::pair{-40, -15}, {-15, -40}, {15, -40}, {40, -15}, {40, 15}, {15, 40}, {-15, 40}, {-40, 15}}) {
    v.push_back({5000 + x, 5000 + y, 0});
  }
  Surface s = surface_of(v, {{0, 5, 4},
                             {0, 1, 5},
                             {1, 6, 5},
                             {1, 7, 6},
                             {1, 2, 7},
                             {2, 8, 7},
                             {2, 9, 8},
                             {2, 3, 9},
                             {3, 10, 9},
                             {3, 11, 10},
                             {3, 0, 11},
                             {0, 4, 11}});
  welded(s);
  EXPECT_EQ(border_edges(s), 4u);
  EXPECT_DOUBLE_EQ(plan_area(s), 1e8);
}

TEST(Weld, ClosesATriangularHole) {
  Surface s =
      surface_of({{0, 0, 0}, {10000, 0, 0}, {0, 10000, 0}, {3000, 3000, 0}, {3040, 3010, 0}, {3005, 3060, 0}},
                 {{0, 1, 3}, {1, 4, 3}, {1, 2, 4}, {2, 5, 4}, {2, 0, 5}, {0, 3, 5}});
  welded(s);
  EXPECT_EQ(border_edges(s), 3u);
}

TEST(Weld, AThinTriangleBetweenDoesNotKeepFloorsApart) {
  Surface s = two_floors(90);
  append(s, surface_of({{10030, 2000, 0}, {10060, 5000, 0}, {10040, 8000, 0}}, {{0, 1, 2}}));
  welded(s);
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(border_edges(s), 6u);
}

TEST(Weld, AThinTriangleHandsItsBorderOn) {
  // The thin face at the right border of the left floor carries a wall; its top comes to lie on the border.
  Surface s = surface_of({{0, 0, 0}, {10000, 0, 0}, {10000, 10000, 0}, {0, 10000, 0}, {10020, 10010, 0}},
                         {{0, 1, 2}, {0, 2, 3}, {1, 4, 2}});
  border_at(s, {10000, 0, 0}, {10020, 10010, 0}) = {BorderKind::wall, false, 900};
  append(s, rectangle({10000, 10000, 0}, {60000, 60000, 0}));
  welded(s);
  for (const SurfaceFace& face : s.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const LatticePoint a = s.vertices[face.corner[i]], b = s.vertices[face.corner[(i + 1) % 3]];
      if (a == LatticePoint{10000, 0, 0} && face.neighbour[i] == Surface::kNone) {
        EXPECT_EQ(face.border[i], (Border{BorderKind::wall, false, 900})) << b.x << ' ' << b.y;
      }
    }
  }
}

TEST(Weld, ListsTheBordersItChanged) {
  Surface s = two_floors(50);
  const WeldResult result = welded(s);
  // All edges at the four vertices: three of each floor.
  EXPECT_EQ(result.closed.size(), 6u);
  EXPECT_TRUE(std::is_sorted(result.closed.begin(), result.closed.end()));
  const std::array<LatticePoint, 2> crack{{{10000, 0, 0}, {10000, 10000, 0}}};
  EXPECT_NE(std::find(result.closed.begin(), result.closed.end(), crack), result.closed.end());
}

TEST(Weld, MovesNoVertexFurtherThanTheDistance) {
  // Floors 6 mm apart in a row, each smaller than the next: a greedy weld would carry the first along.
  Surface s;
  std::int32_t x = 0;
  for (std::int32_t i = 0; i < 20; ++i) {
    append(s, rectangle({x, 0, 0}, {x + 30 + i, 10000, 0}));
    x += 90 + i;
  }
  const Surface before = s;
  welded(s);
  for (const LatticePoint p : s.vertices) {
    bool near = false;
    for (const LatticePoint q : before.vertices) near |= std::abs(p.x - q.x) <= kCentimetre && p.y == q.y;
    EXPECT_TRUE(near);
  }
}

TEST(Weld, LeavesAThinStripOfFloor) {
  // 5 mm wide, with vertices all along either side.
  std::vector<LatticePoint> v;
  std::vector<Triangle> t;
  for (std::int32_t i = 0; i <= 200; ++i) v.insert(v.end(), {{70 * i, 0, 0}, {70 * i + 20, 50, 0}});
  for (std::uint32_t i = 0; i < 400; i += 2) t.insert(t.end(), {{i, i + 2, i + 1}, {i + 1, i + 2, i + 3}});
  Surface s = surface_of(v, t);
  EXPECT_EQ(welded(s).contractions, 0u);
  EXPECT_EQ(faces_by_place(s), faces_by_place(surface_of(v, t)));
}

TEST(Weld, LeavesTheDetailOfALedge) {
  // A round plate of 20 cm whose border has edges of 3 mm.
  std::vector<LatticePoint> v{{0, 0, 0}};
  std::vector<Triangle> t;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 200;
    v.push_back({static_cast<std::int32_t>(1000 * std::cos(angle)),
                 static_cast<std::int32_t>(1000 * std::sin(angle)), 0});
    t.push_back({0, i + 1, (i + 1) % 200 + 1});
  }
  Surface s = surface_of(v, t);
  EXPECT_EQ(welded(s).contractions, 0u);
  EXPECT_EQ(faces_by_place(s), faces_by_place(surface_of(v, t)));
}

TEST(Weld, ClosesANotch) {
  // A floor cut in from above, 8 mm wide at the top.
  Surface s = surface_of({{0, 0, 0},
                          {10000, 0, 0},
                          {10000, 10000, 0},
                          {5040, 10000, 0},
                          {5000, 3000, 0},
                          {4960, 10000, 0},
                          {0, 10000, 0}},
                         {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {4, 5, 6}, {4, 6, 0}});
  EXPECT_EQ(border_edges(s), 7u);
  welded(s);
  EXPECT_EQ(border_edges(s), 5u);
}

TEST(Weld, DoesNotCloseAFanThatGoesAroundTwice) {
  std::vector<LatticePoint> v{{0, 0, 0}};
  std::vector<Triangle> t;
  constexpr std::array<Point2, 4> kTurn{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  for (std::uint32_t i = 0; i <= 8; ++i) {
    const std::int32_t radius = i == 8 ? 1000 : 1000 + 1000 * static_cast<std::int32_t>(i);
    v.push_back({radius * kTurn[i % 4].x, radius * kTurn[i % 4].y, 0});
    if (i < 8) t.push_back({0, i + 1, i + 2});
  }
  Surface s = surface_of(v, t);
  welded(s, 0);
  EXPECT_EQ(border_edges(s), 10u);
}

// A vertex where a ledge meets a wall may move, and both keep their kinds.
TEST(Weld, KeepsTheKindsOfBordersThatMove) {
  Surface s = two_floors(50);
  border_at(s, {0, 0, 0}, {10000, 0, 0}) = {BorderKind::wall, false, 9000};
  border_at(s, {10050, 10000, 0}, {22050, 10000, 0}) = {BorderKind::sill, true, 900};
  welded(s);
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(border_at(s, {0, 0, 0}, {10050, 0, 0}), (Border{BorderKind::wall, false, 9000}));
  EXPECT_EQ(border_at(s, {10000, 10000, 0}, {22050, 10000, 0}), (Border{BorderKind::sill, true, 900}));
}

TEST(Weld, CancelsWhenAsked) {
  Surface s;
  for (std::int32_t i = 0; i < 400; ++i) append(s, rectangle({1010 * i, 0, 0}, {1010 * i + 1000, 1000, 0}));
  Context context;
  context.cancel();
  const auto result = weld(s, kCentimetre, &context);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace ambula
