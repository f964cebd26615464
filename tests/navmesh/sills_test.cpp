// A body stands over what is no higher than a step: nothing is kept from it, but all the more from what is
// higher, or from where the ground ends, a little way behind it.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ambula/verify_navmesh.h"
#include "navmesh/blocks.h"
#include "navmesh/built.h"

namespace ambula::testing {
namespace {

constexpr double kAlone = 9.4 * 3.4;  // m²: what the ledges leave of the floor

const NavMeshParams kStandsOver{.sill_clearance = 0};

Blocks floor_alone() { return Blocks().floor(0, 0, 10, 4, 0); }
// A ridge along y: steep on both sides, so that nobody stands on it.
Blocks& ridge(Blocks& out, double x, double width, double y0, double y1, double height) {
  const double left = x - width / 2, right = x + width / 2;
  return out.quad({x, y0, height}, {x, y1, height}, {left, y1, 0}, {left, y0, 0})
      .quad({x, y1, height}, {x, y0, height}, {right, y0, 0}, {right, y1, 0});
}
bool has(const NavMesh& mesh, double x, double y) { return cell_at(mesh, {x, y, 0}, 0.1).has_value(); }

TEST(Sills, ACableKeepsNothingAway) {
  for (const double height : {0.01, 0.05, 0.1, 0.3}) {
    Blocks blocks = floor_alone();
    const NavMesh mesh = built(ridge(blocks, 5, 0.02, 1, 3, height).scene(), {}, kStandsOver);
    EXPECT_NEAR(mesh.area, kAlone, 2 * 0.02 + 0.01) << height;
    for (const double side : {-0.02, 0.02}) EXPECT_TRUE(has(mesh, 5 + side, 2)) << height;
  }
}

TEST(Sills, WhatIsHigherThanAStepKeepsTheRadius) {
  Blocks blocks = floor_alone();
  const NavMesh mesh = built(ridge(blocks, 5, 0.02, 1, 3, 0.45).scene(), {}, kStandsOver);
  EXPECT_FALSE(has(mesh, 4.72, 2));
  EXPECT_TRUE(has(mesh, 4.68, 2));
}

TEST(Sills, ASkirtingBoardStandsForTheWallBehindIt) {
  for (const double depth : {0.01, 0.05, 0.2}) {
    Blocks blocks = floor_alone().box({-0.2, -1, 0}, {0, 5, 3});
    ridge(blocks, depth / 2, depth, -1, 5, 0.3);
    const NavMesh mesh = built(blocks.scene(), {}, kStandsOver);
    EXPECT_NEAR(mesh.area, 9.4 * 3.4, 0.02) << depth;
    EXPECT_FALSE(has(mesh, 0.29, 2)) << depth;
    EXPECT_TRUE(has(mesh, 0.31, 2)) << depth;
  }
}

TEST(Sills, AWallBehindTheFarSideOfASillKeepsTheRadius) {
  Blocks blocks = floor_alone().box({5.1, 0, 0}, {5.2, 4, 3});
  ridge(blocks, 5, 0.02, 0, 4, 0.2);
  const NavMesh mesh = built(blocks.scene(), {}, kStandsOver);
  EXPECT_FALSE(has(mesh, 4.82, 2));
  EXPECT_TRUE(has(mesh, 4.78, 2));
}

TEST(Sills, AKerbAlongADropKeepsTheLedgeClearance) {
  // The floor ends where the kerb begins: there is nothing below or behind it.
  Blocks blocks = Blocks().floor(0, 0, 9.9, 4, 0);
  blocks.quad({9.9, 0, 0}, {9.9, 4, 0}, {9.9, 4, 0.2}, {9.9, 0, 0.2});
  const Scene thin = blocks.scene();
  EXPECT_NEAR(built(thin, {}, kStandsOver).area, 9.3 * 3.4, 0.05);
  EXPECT_NEAR(built(thin, {}, {.ledge_clearance = 0.1, .sill_clearance = 0}).area, 9.7 * 3.8, 0.05);
  EXPECT_NEAR(built(thin, {}, {.ledge_clearance = 0.0, .sill_clearance = 0}).area, 9.9 * 4, 0.05);
}

TEST(Sills, ATablesCrossbarIsStoodOverAndItsLegsAreNot) {
  // Legs of 5 cm at (4, 2) and (6, 2), the bar between them 3 cm thick, 15 to 18 cm above the floor.
  const Scene scene = floor_alone()
                          .box({3.975, 1.975, 0}, {4.025, 2.025, 0.75})
                          .box({5.975, 1.975, 0}, {6.025, 2.025, 0.75})
                          .box({4.025, 1.985, 0.15}, {5.975, 2.015, 0.18})
                          .scene();
  const NavMesh mesh = built(scene, {}, kStandsOver);
  for (const double y : {1.97, 2.03}) EXPECT_TRUE(has(mesh, 5, y)) << y;
  for (const double x : {4.025, 5.975}) {
    const double inwards = x < 5 ? 1 : -1;
    for (const double y : {1.97, 2.03}) {
      EXPECT_FALSE(has(mesh, x + inwards * 0.29, y));
      EXPECT_TRUE(has(mesh, x + inwards * 0.36, y)) << "a part of the bar is told apart from the next";
    }
  }
}

TEST(Sills, AreKeptFromWhereThatIsAskedFor) {
  Blocks blocks = floor_alone();
  const Scene scene = ridge(blocks, 5, 0.34, -1, 5, 0.38).scene();  // too wide to be stepped over
  const auto area = [&](const NavMeshParams& params) { return built(scene, {}, params).area; };
  EXPECT_NEAR(area(kStandsOver), kAlone - 3.4 * 0.348, 0.03);
  EXPECT_NEAR(area({.sill_clearance = 0.2}), kAlone - 3.4 * 0.74, 0.05);
  EXPECT_NEAR(area({.sill_clearance = 0.2, .lip = 0.39}), kAlone - 3.4 * 0.348, 0.03) << "it is only a lip";
}

TEST(Sills, AMeshOfRadius0KnowsWhatIsBeyondThem) {
  Blocks blocks = floor_alone().box({-0.2, -1, 0}, {0, 5, 3}).box({5, 1, 0}, {5.3, 2, 2});
  ridge(blocks, 0.02, 0.04, -1, 5, 0.3);
  ridge(blocks, 4.9, 0.02, 0, 4, 0.1);
  const Scene scene = blocks.scene();
  Agent agent;
  agent.radius = 0;
  const NavMesh none = built(scene, agent, kStandsOver);
  for (const double radius : {0.1, 0.3, 0.5, 1.0}) {
    agent.radius = radius;
    const auto made = eroded(none, radius);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(navmesh_hash(*made), navmesh_hash(built(scene, agent, kStandsOver))) << radius;
  }
}

// Boxes and ridges of any height on a floor, each as high as it happens to be.
TEST(Sills, NothingIsEverInTheWayOfWhoStandsOverThem) {
  std::mt19937_64 random(5);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  for (int draw = 0; draw < 12; ++draw) {
    Blocks blocks = floor_alone();
    for (int k = 0; k < 12; ++k) {
      const double x = between(0.5, 9.5), y = between(0.2, 3.2), wide = between(0.01, 0.4);
      const double height = k % 2 == 0 ? between(0.02, 0.39) : between(0.02, 1.5);
      if (k % 3 == 0) {
        ridge(blocks, x, between(0.01, 0.05), y, y + between(0.1, 2), height);
      } else {
        blocks.box({x, y, 0}, {x + wide, y + between(0.01, 0.4), height});
      }
    }
    const Scene scene = blocks.scene();
    Agent agent;
    agent.radius = between(0.05, 0.5);
    const auto walkable = extract_walkable(scene, agent);
    ASSERT_TRUE(walkable);
    const auto links = find_links(*walkable, scene, agent);
    ASSERT_TRUE(links);
    const auto mesh = build_navmesh(*walkable, *links, scene, agent,
                                    {.min_patch = 0, .sill_clearance = 0, .border_tolerance = 0});
    ASSERT_TRUE(mesh) << mesh.error().message;
    const auto report = verify_navmesh(scene, agent, {}, *walkable, &*links, *mesh, {.samples = 4000});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(report->area.unsound + report->borders.unsound, 0u) << "draw " << draw;
    EXPECT_EQ(report->surface.missing, 0u) << "draw " << draw;
    EXPECT_LE(report->walker_missing_share(), 0.5) << "draw " << draw;
    for (const auto& place : report->places)
      if (place.fault != NavMeshFault::walker)
        ADD_FAILURE() << "draw " << draw << ": " << name_of(place.fault) << " at " << place.point.x << ", "
                      << place.point.y << ", by " << place.distance;
  }
}

}  // namespace
}  // namespace ambula::testing
