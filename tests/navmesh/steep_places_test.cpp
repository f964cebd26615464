// Steps one after the other, each low enough, that are together higher than a body bends.
#include "navmesh/steep_places.h"

#include <gtest/gtest.h>

#include <cmath>

#include "navmesh/ground_below.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr BodyLimits kBody{.radius = 3000, .step = 4000, .height = 18000, .slope = 1};
constexpr std::int32_t kWidth = 10000;

// Treads side by side along x, from 0 on, each two triangles; the first and the last are long. All are joined
// when `joined`.
NavSurface stairs(std::int32_t depth, std::int32_t rise, std::uint32_t treads, bool joined = true) {
  NavSurface out;
  for (std::uint32_t k = 0; k < treads; ++k) {
    const auto n = static_cast<std::int32_t>(k);
    const std::int32_t z = rise * n, x0 = k == 0 ? -20000 : depth * (n - 1),
                       x1 = k + 1 == treads ? depth * n + 20000 : depth * n;
    const std::uint32_t v = 4 * k, t = 2 * k;
    for (const LatticePoint p : {LatticePoint{x0, 0, z}, {x1, 0, z}, {x1, kWidth, z}, {x0, kWidth, z}})
      out.vertices.push_back(p);
    out.triangles.push_back({v, v + 1, v + 2});
    out.triangles.push_back({v, v + 2, v + 3});
    out.neighbours.push_back({kNone, k + 1 < treads && joined ? t + 3 : kNone, t + 1});
    out.neighbours.push_back({t, kNone, k > 0 && joined ? t - 2 : kNone});
    out.source.push_back(t);
    out.source.push_back(t + 1);
  }
  return out;
}

double area(const NavSurface& s) {
  double doubled = 0;
  for (const auto& c : s.triangles)
    doubled +=
        static_cast<double>(orient2d(s.view().plan_of(c[0]), s.view().plan_of(c[1]), s.view().plan_of(c[2])));
  return doubled / 2;
}

TEST(SteepPlaces, WhatIsTooLowWithinTheRadiusIsTaken) {
  // The third step is 0.9 m high and 0.2 m from the foot: 0.1 m of the floor before it is too close. Likewise
  // on the first tread for the fourth step.
  const NavSurface s = stairs(1000, 3000, 5);
  const auto parts = steep_places(s.view(), s, {}, kBody);
  ASSERT_FALSE(parts.empty());
  const auto left = clear_parts(s.view(), parts);
  ASSERT_TRUE(left) << left.error().message;
  EXPECT_NEAR(area(s) - area(*left), 2 * 1000 * kWidth, 1e-3 * area(s));
  for (const LatticePoint p : left->vertices) {
    EXPECT_TRUE(p.z != 0 || p.x <= -1000 + 2) << p.x;
    EXPECT_TRUE(p.z != 3000 || p.x <= 2) << p.x << ": all of the first tread is too close to the fourth step";
  }
}

TEST(SteepPlaces, StairsThatBendAsABodyDoesAreLeft) {
  for (const auto& [depth, rise] : {std::pair{1000, 2300}, {1600, 3000}, {1500, 3500}, {3000, 4000}}) {
    const NavSurface s = stairs(depth, rise, 6);
    EXPECT_TRUE(steep_places(s.view(), s, {}, kBody).empty()) << depth << " deep, " << rise << " high";
  }
}

// A floor below all of the stairs.
std::vector<std::array<LatticePoint, 3>> floor_below(std::int32_t z) {
  return {{LatticePoint{-90000, -90000, z}, {90000, -90000, z}, {0, 90000, z}}};
}

TEST(SteepPlaces, WhatIsAStepHigherOverTheSameFloorIsInTheWay) {
  // The second tread begins 0.1 m behind the first riser, so 0.2 m before that are too close to it.
  const NavSurface s = stairs(1000, 2200, 3);
  EXPECT_TRUE(steep_places(s.view(), s, {}, kBody).empty())
      << "no floor below: the body bends with the stairs";
  const auto parts = steep_places(s.view(), s, floor_below(0), kBody);
  ASSERT_FALSE(parts.empty());
  const auto left = clear_parts(s.view(), parts);
  ASSERT_TRUE(left) << left.error().message;
  EXPECT_NEAR(area(s) - area(*left), 2000 * kWidth, 1e-3 * area(s));
  for (const LatticePoint p : left->vertices) EXPECT_TRUE(p.z != 0 || p.x <= -2000 + 2) << p.x;
}

TEST(SteepPlaces, FloorsFurtherOffThanTheStairsOrCloserBelowThemDoNotMatter) {
  const NavSurface s = stairs(1000, 2200, 3);
  for (const std::int32_t z : {-4500, -8000, -30000})  // the tread is the nearer one
    EXPECT_TRUE(steep_places(s.view(), s, floor_below(z), kBody).empty()) << z;
  for (const std::int32_t z : {500, 2000, 4000, 6000})  // it takes a step up to the tread from there
    EXPECT_TRUE(steep_places(s.view(), s, floor_below(z), kBody).empty()) << z;
  EXPECT_FALSE(steep_places(s.view(), s, floor_below(300), kBody).empty());
  EXPECT_FALSE(steep_places(s.view(), s, floor_below(-4000), kBody).empty());
}

TEST(SteepPlaces, RampsAreClimbedByAgentsThatTakeLowSteps) {
  NavSurface s = stairs(1000, 0, 3);
  for (LatticePoint& p : s.vertices) p.z = std::max(p.x, 0) / 2;
  const BodyLimits low_steps{.radius = 3000, .step = 200, .height = 18000, .slope = 0.5};
  EXPECT_TRUE(steep_places(s.view(), s, floor_below(0), low_steps).empty());
}

TEST(SteepPlaces, GroundBelowIsFoundWhereThereAreSteps) {
  const NavSurface s = stairs(1000, 2200, 3), flat = stairs(1000, 0, 1);
  const auto below = [](std::int32_t z, bool faces_up) {
    Scene out;
    const auto floor = floor_below(z);
    for (const LatticePoint p : floor.front()) out.positions.push_back(out.lattice.position(p));
    out.triangles.push_back(faces_up ? Triangle{0, 1, 2} : Triangle{0, 2, 1});
    return out;
  };
  EXPECT_EQ(ground_below(s.view(), below(0, true), kBody).size(), 1u);
  EXPECT_EQ(ground_below(s.view(), below(0, true), kBody), ground_below(s.view(), below(0, false), kBody));
  EXPECT_TRUE(ground_below(s.view(), below(1000, true), kBody).empty()) << "no step below the highest tread";
  EXPECT_TRUE(ground_below(s.view(), below(-19000, true), kBody).empty()) << "the body passes below";
  EXPECT_TRUE(ground_below(flat.view(), below(-5000, true), kBody).empty()) << "there are no steps";
}

TEST(SteepPlaces, WhatIsNotJoinedHasBordersOfItsOwn) {
  const NavSurface s = stairs(1000, 3000, 5, false);
  EXPECT_TRUE(steep_places(s.view(), s, {}, kBody).empty());
}

TEST(SteepPlaces, OnlyWhatIsLeftIsLookedAt) {
  const NavSurface s = stairs(1000, 3000, 5);
  NavSurface upper = s;  // without the floor and the first tread
  upper.triangles.erase(upper.triangles.begin(), upper.triangles.begin() + 4);
  upper.neighbours.erase(upper.neighbours.begin(), upper.neighbours.begin() + 4);
  upper.source.erase(upper.source.begin(), upper.source.begin() + 4);
  EXPECT_TRUE(steep_places(s.view(), upper, {}, kBody).empty());
}

}  // namespace
}  // namespace ambula::testing
