// Where headroom ends over a slope: a body that stands lower on the slope stands under what ends it, and all
// the more is kept from what reaches lower.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ambula/verify_navmesh.h"
#include "navmesh/blocks.h"
#include "navmesh/built.h"

namespace ambula::testing {
namespace {

constexpr double kRise = 0.8;  // of the ramps, per metre

// A ramp along x, 8 m long and 4 m wide. Whoever is 1.8 m tall has room up to x = 4 below a level ceiling.
Blocks ramp_alone() { return Blocks().quad({0, 0, 0}, {8, 0, 8 * kRise}, {8, 4, 8 * kRise}, {0, 4, 0}); }
// From one height at x0 to another at x1, facing down.
Blocks& ceiling(Blocks& out, double x0, double z0, double x1, double z1) {
  return out.quad({x0, -1, z0}, {x0, 5, z0}, {x1, 5, z1}, {x1, -1, z1});
}
Blocks& level_ceiling(Blocks& out) { return ceiling(out, 0, 4 * kRise + 1.8, 9, 4 * kRise + 1.8); }

bool has(const NavMesh& mesh, double x, double rise = kRise) {
  return cell_at(mesh, {x, 2, x * rise}, 0.1).has_value();
}

TEST(Headroom, UnderALevelCeilingASlopeIsWalkedToItsEnd) {
  Blocks blocks = ramp_alone();
  const NavMesh mesh = built(level_ceiling(blocks).scene(), {}, {});
  EXPECT_TRUE(has(mesh, 3.98));
  EXPECT_FALSE(has(mesh, 4.01));
}

TEST(Headroom, ABeamThatHangsLowerKeepsTheRadius) {
  Blocks blocks = ramp_alone();
  level_ceiling(blocks).box({4.1, -1, 4.1 * kRise + 1}, {4.2, 5, 4 * kRise + 1.8});
  const NavMesh mesh = built(blocks.scene(), {}, {});
  EXPECT_TRUE(has(mesh, 3.78));
  EXPECT_FALSE(has(mesh, 3.81));
}

TEST(Headroom, AWallOnTheBorderKeepsTheRadius) {
  Blocks blocks = ramp_alone();
  level_ceiling(blocks).box({4, 1, 3}, {4.1, 3, 6});
  const NavMesh mesh = built(blocks.scene(), {}, {});
  EXPECT_TRUE(has(mesh, 3.68));
  EXPECT_FALSE(has(mesh, 3.71));
}

TEST(Headroom, WhereTheSlopeEndsBelowAFloorGoesOn) {
  // The ramp begins 10 cm below the end of its headroom; who stands on the floor before it stands lower.
  Blocks blocks;
  blocks.floor(0, 0, 4, 4, 0).quad({4, 0, 0}, {6, 0, 2 * kRise}, {6, 4, 2 * kRise}, {4, 4, 0});
  ceiling(blocks, 0, 0.1 * kRise + 1.8, 7, 0.1 * kRise + 1.8);
  const NavMesh mesh = built(blocks.scene(), {}, {});
  EXPECT_TRUE(cell_at(mesh, {3.95, 2, 0}, 0.05));
  EXPECT_FALSE(cell_at(mesh, {4.11, 2, 0.11 * kRise}, 0.05));
}

TEST(Headroom, AFloorBelowACeilingThatFallsKeepsTheRadius) {
  Blocks blocks = Blocks().floor(0, 0, 10, 4, 0);
  const NavMesh mesh = built(ceiling(blocks, 0, 3, 10, 1).scene(), {}, {});  // 1.8 m at x = 6
  EXPECT_TRUE(has(mesh, 5.68, 0));
  EXPECT_FALSE(has(mesh, 5.71, 0));
}

TEST(Headroom, AMeshOfRadius0KnowsWhereItEnds) {
  Blocks blocks = ramp_alone();
  level_ceiling(blocks).box({4.1, 1, 4.1 * kRise + 1}, {4.2, 3, 4 * kRise + 1.8});
  const Scene scene = blocks.scene();
  Agent agent;
  agent.radius = 0;
  const NavMesh none = built(scene, agent, {});
  for (const double radius : {0.1, 0.3, 0.5}) {
    agent.radius = radius;
    const auto made = eroded(none, radius);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(navmesh_hash(*made), navmesh_hash(built(scene, agent, {}))) << radius;
  }
}

// Ramps, ceilings that rise or fall, and boxes that stand or hang anywhere.
TEST(Headroom, NothingIsEverInTheWayOfWhoStandsUnderIt) {
  std::mt19937_64 random(7);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  for (int draw = 0; draw < 40; ++draw) {
    const double foot = between(1, 3), top = between(5, 7), rise = between(0.3, 0.95) * (top - foot);
    Blocks blocks;
    blocks.floor(0, 0, foot, 4, 0).floor(top, 0, 10, 4, rise);
    blocks.quad({foot, 0, 0}, {top, 0, rise}, {top, 4, rise}, {foot, 4, 0});
    for (double x = 0; x < 10;) {
      const double next = x + between(0.3, 3), low = rise * std::clamp((x - foot) / (top - foot), 0.0, 1.0);
      ceiling(blocks, x, low + between(1.2, 3), next, low + between(1.2, 3));
      x = next;
    }
    for (int k = 0; k < 6; ++k) {
      const double x = between(0.5, 9.5), y = between(0.2, 3.5), z = between(-0.5, rise + 2);
      blocks.box({x, y, z}, {x + between(0.01, 0.4), y + between(0.01, 0.4), z + between(0.05, 2)});
    }
    const Scene scene = blocks.scene();
    Agent agent;
    agent.radius = between(0.05, 0.5);
    const auto walkable = extract_walkable(scene, agent);
    ASSERT_TRUE(walkable);
    const auto links = find_links(*walkable, scene, agent);
    ASSERT_TRUE(links);
    const auto mesh = build_navmesh(*walkable, *links, scene, agent, {.min_patch = 0, .border_tolerance = 0});
    ASSERT_TRUE(mesh) << mesh.error().message;
    const auto report = verify_navmesh(scene, agent, {}, *walkable, &*links, *mesh, {.samples = 4000});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->area.unsound + report->borders.unsound, 0u) << "draw " << draw;
    EXPECT_EQ(report->surface.missing, 0u) << "draw " << draw;
  }
}

}  // namespace
}  // namespace ambula::testing
