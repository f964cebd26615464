// Where a walker fits, on soups whose answer is known from how they were made; and what the report makes of a
// mesh that is there, or is not.
#include "verify/walker.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/soups.h"
#include "verify/navmeshes.h"

namespace ambula {
namespace {

using checker::Truth;
using checker::Walker;
using checker::WalkerScratch;

constexpr double kBand = 0.001;
constexpr Rect kFloor{0, 0, 6, 4};

std::vector<Corners> floor_with(Vec3 low, Vec3 high) {
  std::vector<Corners> out = rectangle(kFloor.x0, kFloor.y0, kFloor.x1, kFloor.y1, 0);
  add_box(out, low, high);
  return out;
}

class Asked {
 public:
  explicit Asked(const std::vector<Corners>& triangles, Agent agent = {})
      : scene_(scene_from(triangles)),
        truth_(scene_, agent, std::vector<std::uint8_t>(scene_.triangles.size(), 0), kBand),
        walker_(truth_, agent, 0) {}
  [[nodiscard]] bool fits(double x, double y, double z = 0) { return walker_.fits({x, y, z}, scratch_); }
  [[nodiscard]] bool inside_solid(double x, double y, double z = 0) const {
    return walker_.inside_solid({x, y, z});
  }

 private:
  Scene scene_;
  Truth truth_;
  Walker walker_;
  WalkerScratch scratch_;
};

// ---- the body -----------------------------------------------------------------------------------------

TEST(Walker, KeepsTheRadiusFromAWallAndNoMore) {
  Asked wall(floor_with({3, 0, 0}, {3.1, 4, 2.5}));
  EXPECT_TRUE(wall.fits(2.68, 2));
  EXPECT_FALSE(wall.fits(2.72, 2));
}

TEST(Walker, StandsOverACableBesideItAndAboveItsMiddle) {
  Asked cable(floor_with({2.985, 0, 0}, {3.015, 4, 0.03}));
  for (const double x : {2.6, 2.9, 2.98, 3.02}) EXPECT_TRUE(cable.fits(x, 2)) << x;
  EXPECT_TRUE(cable.fits(3, 2, 0.03)) << "on it";
  EXPECT_FALSE(cable.fits(3, 2, 0)) << "inside it: what lies over the point is asked instead";
}

TEST(Walker, StandsBesideAKerbOnEitherSide) {
  std::vector<Corners> all = rectangle(0, 0, 3, 4, 0);
  add_box(all, {3, 0, -1}, {6, 4, 0.15});
  Asked kerb(all);
  EXPECT_TRUE(kerb.fits(2.99, 2));
  EXPECT_TRUE(kerb.fits(3.01, 2, 0.15));
}

TEST(Walker, DoesNotStandBesideAStepHigherThanItsOwn) {
  std::vector<Corners> all = rectangle(0, 0, 3, 4, 0);
  add_box(all, {3, 0, -1}, {6, 4, 0.45});
  Asked block(all);
  EXPECT_FALSE(block.fits(2.8, 2));
  EXPECT_TRUE(block.fits(2.6, 2));
  EXPECT_FALSE(block.fits(3.2, 2, 0.45)) << "the ground ends";
  EXPECT_TRUE(block.fits(3.4, 2, 0.45));
}

TEST(Walker, SkirtingBoardBeforeAWallTakesNothingMoreThanTheWall) {
  std::vector<Corners> all = floor_with({3, 0, 0}, {3.2, 4, 2.5});
  add_box(all, {2.98, 0, 0}, {3, 4, 0.1});
  Asked wall(all);
  EXPECT_TRUE(wall.fits(2.685, 2));
  EXPECT_FALSE(wall.fits(2.72, 2));
}

TEST(Walker, TableWithACrossbarIsKeptFromForItsTopAlone) {
  std::vector<Corners> all = floor_with({2.5, 1, 0.7}, {3.5, 3, 0.75});
  add_box(all, {2.3, 1.95, 0.2}, {3.7, 2.05, 0.25});  // beyond the top by 0.2 at either end
  Asked table(all);
  EXPECT_FALSE(table.fits(3, 2.5)) << "under the top";
  EXPECT_FALSE(table.fits(2.25, 2.5)) << "within the radius of the top";
  EXPECT_TRUE(table.fits(2.15, 2)) << "beside the crossbar's end";
}

TEST(Walker, DoesNotFitUnderALowCeiling) {
  Asked low(floor_with({0, 0, 1.7}, {6, 4, 1.9})), high(floor_with({0, 0, 1.85}, {6, 4, 2}));
  EXPECT_FALSE(low.fits(3, 2));
  EXPECT_TRUE(high.fits(3, 2));
}

// ---- the ground ---------------------------------------------------------------------------------------

TEST(Walker, KeepsTheRadiusFromALedge) {
  Asked ledge(rectangle(0, 0, 6, 4, 0));
  EXPECT_FALSE(ledge.fits(0.29, 2));
  EXPECT_FALSE(ledge.fits(0.29, 0.29));
  EXPECT_TRUE(ledge.fits(0.35, 2));
  EXPECT_TRUE(ledge.fits(0.35, 0.35));
}

// Two floors with a gap between them.
std::vector<Corners> parted(double gap) {
  std::vector<Corners> out = rectangle(0, 0, 3 - gap / 2, 4, 0);
  append(out, rectangle(3 + gap / 2, 0, 6, 4, 0));
  return out;
}

TEST(Walker, SpansANarrowGapAndNoWideOne) {
  for (const double gap : {0.0005, 0.01, 0.04}) {
    Asked floor(parted(gap));
    for (double x = 2.6; x < 2.98; x += 0.037) EXPECT_TRUE(floor.fits(x, 2.013)) << gap << " at " << x;
  }
  for (const double gap : {0.11, 0.2, 1.0}) {
    Asked floor(parted(gap));
    for (double x = 3 - gap / 2 - 0.28; x < 3 - gap / 2; x += 0.037)
      EXPECT_FALSE(floor.fits(x, 2.013)) << gap << " at " << x;
  }
}

TEST(Walker, SpansNoGapWiderThanItsOwnReach) {
  Agent agent;
  agent.max_gap = 0.02;
  EXPECT_FALSE(Asked(parted(0.04), agent).fits(2.9, 2));
  EXPECT_TRUE(Asked(parted(0.004), agent).fits(2.9, 2));
}

TEST(Walker, StandsOverPinholesOfATornFloor) {
  // Half a millimetre between every quad and the next.
  std::vector<Corners> all;
  for (int x = 0; x < 20; ++x) {
    for (int y = 0; y < 20; ++y)
      append(all, rectangle(x * 0.2 + 0.00025, y * 0.2 + 0.00025, (x + 1) * 0.2 - 0.00025,
                            (y + 1) * 0.2 - 0.00025, 0.0005 * ((x + y) % 2)));
  }
  Asked torn(all);
  for (double x = 0.5; x < 3.5; x += 0.173) EXPECT_TRUE(torn.fits(x, 1.91, 0.0005)) << x;
}

TEST(Walker, GroundBelowSomethingSteepIsNoGround) {
  // A rock face of 50 degrees rises from a floor that goes on below it.
  std::vector<Corners> all = rectangle(0, 0, 6, 4, 0);
  const double rise = 3 * 1.19;
  all.push_back({Vec3{3, 0, 0}, {6, 0, rise}, {6, 4, rise}});
  all.push_back({Vec3{3, 0, 0}, {6, 4, rise}, {3, 4, 0}});
  Asked rock(all);
  EXPECT_FALSE(rock.fits(2.95, 2)) << "the rock stays below a step within the radius, but is no ground";
  EXPECT_TRUE(rock.fits(2.65, 2));
}

TEST(Walker, StandsOverARippleWithSteepSides) {
  // 2 cm high and 4 wide, as part of the floor.
  std::vector<Corners> all = rectangle(0, 0, 2.98, 4, 0);
  append(all, rectangle(3.02, 0, 6, 4, 0));
  const Vec3 a{2.98, 0, 0}, b{2.98, 4, 0}, c{3, 0, 0.03}, d{3, 4, 0.03}, e{3.02, 0, 0}, f{3.02, 4, 0};
  append(all, {{a, c, d}, {a, d, b}, {c, e, f}, {c, f, d}});
  Asked ripple(all);
  for (const double x : {2.7, 2.9, 2.97, 3.03}) EXPECT_TRUE(ripple.fits(x, 2.013)) << x;
}

TEST(Walker, StandsOnAStairOfLowSteps) {
  std::vector<Corners> all = rectangle(-3, 0, 0, 2, 0);
  for (int k = 0; k < 8; ++k) add_box(all, {k * 0.28, 0, 0}, {k * 0.28 + 0.28, 2, (k + 1) * 0.17});
  Asked stair(all);
  EXPECT_TRUE(stair.fits(1.0, 1, 4 * 0.17));
  EXPECT_FALSE(stair.fits(1.0, 0.2, 4 * 0.17)) << "the flank is a ledge";
}

TEST(Walker, WithoutARadiusIsNotAsked) {
  Agent agent;
  agent.radius = 0;
  EXPECT_FALSE(Asked(rectangle(0, 0, 6, 4, 0), agent).fits(3, 2));
}

// ---- inside of solids ---------------------------------------------------------------------------------

TEST(Walker, IsInsideABlockAndBelowTheTerrainOnly) {
  Asked block(floor_with({2, 1, -0.5}, {5, 3, 2.5}));
  EXPECT_TRUE(block.inside_solid(3, 2));
  EXPECT_FALSE(block.inside_solid(1, 2));
  EXPECT_TRUE(Asked(rectangle(0, 0, 6, 4, 0)).inside_solid(3, 2, -5));
  EXPECT_FALSE(Asked(rectangle(0, 0, 6, 4, 0)).inside_solid(3, 2));
}

TEST(Walker, IsNotInsideInAHallOfTwoSkins) {
  std::vector<Corners> all, inner;
  add_box(all, {0, 0, 0}, {6, 4, 4});
  add_box(inner, {0.3, 0.3, 0.3}, {5.7, 3.7, 3.7});
  append(all, turned_over(inner));
  EXPECT_FALSE(Asked(all).inside_solid(3, 2, 0.3));
  EXPECT_FALSE(Asked(turned_over(inner)).inside_solid(3, 2, 0.3));
}

TEST(Walker, IsInsideASolidAlsoBelowSomethingElseThatIsInThere) {
  std::vector<Corners> all;
  add_box(all, {0, 0, 0}, {6, 4, 4});
  add_box(all, {2, 1, 2.5}, {4, 3, 3});  // its underside looks down
  append(all, rectangle(1, 1, 5, 3, 0.5));
  EXPECT_TRUE(Asked(all).inside_solid(3, 2, 0.5));
}

// ---- the report ---------------------------------------------------------------------------------------

VerifyNavMeshReport judged(const std::vector<Corners>& triangles, const std::vector<Outline>& cells,
                           double allowed = 0.5) {
  const Scene scene = scene_from(triangles);
  const auto walkable = extract_walkable(scene, {});
  EXPECT_TRUE(walkable) << walkable.error().message;
  auto report = verify_navmesh(scene, {}, {}, *walkable, nullptr, navmesh_from(scene, cells),
                               {.samples = 20'000, .missing_allowed = 100, .walker_allowed = allowed});
  EXPECT_TRUE(report) << report.error().message;
  return report ? std::move(*report) : VerifyNavMeshReport{};
}

TEST(WalkerReport, MeshUpToTheRadiusIsComplete) {
  const auto r = judged(floor_with({3, 0, 0}, {3.1, 4, 2.5}),
                        {quad({0.3, 0.3, 2.7, 3.7}, 0), quad({3.4, 0.3, 5.7, 3.7}, 0)});
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.walker.missing, 0u);
  EXPECT_GT(r.walker.fits, 10'000u);
}

TEST(WalkerReport, MeshThatKeepsTheRadiusFromACableIsNot) {
  const std::vector<Corners> cable = floor_with({2.985, 0, 0}, {3.015, 4, 0.03});
  const auto apart = judged(cable, {quad({0.3, 0.3, 2.685, 3.7}, 0), quad({3.315, 0.3, 5.7, 3.7}, 0)});
  EXPECT_FALSE(apart.passed());
  // Less 2 cm on either side, which count as there, and 1 cm and a point of the raster along the ends.
  EXPECT_NEAR(apart.walker_missing_area(), 0.59 * 3.36, 0.15);
  EXPECT_NEAR(apart.walker_missing_share(), 100 * 0.59 / 5.36, 0.8);
  ASSERT_FALSE(apart.places.empty());
  bool sill = false;  // the deepest places lie on the cable, whose own border is a ledge
  for (const NavMeshPlace& place : apart.places) {
    if (place.fault != NavMeshFault::walker) continue;
    EXPECT_LT(std::fabs(place.point.x - 3), 0.315);
    sill |= place.reason.find("sill") != std::string::npos &&
            place.reason.find("0.030 m high") != std::string::npos;
  }
  EXPECT_TRUE(sill);
  EXPECT_EQ(judged(cable, {quad({0.3, 0.3, 5.7, 3.7}, 0)}).walker.missing, 0u);
}

TEST(WalkerReport, FailsOnlyBelowItsBar) {
  const std::vector<Corners> cable = floor_with({2.985, 0, 0}, {3.015, 4, 0.03});
  const std::vector<Outline> cells{quad({0.3, 0.3, 2.685, 3.7}, 0), quad({3.315, 0.3, 5.7, 3.7}, 0)};
  EXPECT_TRUE(judged(cable, cells, 100).passed());
  EXPECT_TRUE(judged(cable, cells, 15).passed());
  EXPECT_FALSE(judged(cable, cells, 5).passed());
}

TEST(WalkerReport, PatchThatIsListedByTheCornerOfItsSurfaceIsLeftOut) {
  const std::vector<Corners> shelf = floor_with({2, 1, 0}, {2.9, 1.9, 1});
  const Scene scene = scene_from(shelf);
  const auto walkable = extract_walkable(scene, {});
  ASSERT_TRUE(walkable);
  NavMesh mesh = navmesh_from(scene, around_box(kFloor, {2, 1, 2.9, 1.9}, 0.3, 0));
  const auto judge = [&] {
    return verify_navmesh(scene, {}, {}, *walkable, nullptr, mesh, {.samples = 20'000}).value();
  };
  const VerifyNavMeshReport missing = judge();
  EXPECT_GT(missing.walker.missing, 20u);
  EXPECT_EQ(missing.walker.dropped, 0u);
  mesh.dropped = {{scene.lattice.snap({2, 1, 1}), 0.81, DropReason::small}};
  EXPECT_EQ(judge().walker.dropped, missing.walker.missing);
  mesh.dropped = {{scene.lattice.snap({0.5, 1, 1}), 0.81, DropReason::small}};
  EXPECT_EQ(judge().walker.dropped, 0u) << "another place";
}

TEST(WalkerReport, InsideOfABlockIsAskedOfNobody) {
  // The floor goes on below a block that is large enough for a body.
  const std::vector<Corners> block = floor_with({2, 1, -0.5}, {5, 3, 2.5});
  const auto r = judged(
      block, {quad({0.3, 0.3, 1.7, 3.7}, 0), quad({2.3, 1.3, 4.7, 2.7}, 2.5), quad({1.7, 0.3, 5.7, 0.7}, 0),
              quad({1.7, 3.3, 5.7, 3.7}, 0), quad({5.3, 0.7, 5.7, 3.3}, 0)});
  EXPECT_GT(r.walker.enclosed, 1000u);
  EXPECT_LT(r.walker_missing_share(), 0.5);
}

}  // namespace
}  // namespace ambula
