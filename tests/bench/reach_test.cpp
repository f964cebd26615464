// Reachability of two meshes side by side: two rooms, with a doorway in one mesh's scene and none in the
// other's.
#include <gtest/gtest.h>

#include "ambula/navmesh.h"
#include "bench/reach_pairs.h"
#include "scene/soups.h"

namespace ambula::bench {
namespace {

constexpr double kWall = 4, kDoorLow = 1.5, kDoorHigh = 2.5;

// Two rooms of 4 x 4 m side by side; the wall between them has a doorway, or none.
Scene rooms(bool open) {
  std::vector<std::array<Vec3, 3>> all;
  add_box(all, {0, 0, -0.2}, {8, 4, 0});
  if (open) {
    add_box(all, {kWall, 0, 0}, {kWall + 0.1, kDoorLow, 2.5});
    add_box(all, {kWall, kDoorHigh, 0}, {kWall + 0.1, 4, 2.5});
  } else {
    add_box(all, {kWall, 0, 0}, {kWall + 0.1, 4, 2.5});
  }
  auto scene = make_scene(soup_of(all), {});
  EXPECT_TRUE(scene);
  return std::move(*scene);
}

NavMesh own_of(const Scene& scene) {
  const auto walkable = extract_walkable(scene, {});
  EXPECT_TRUE(walkable);
  const auto links = find_links(*walkable, scene, {});
  EXPECT_TRUE(links);
  auto mesh = build_navmesh(*walkable, *links, scene, {});
  EXPECT_TRUE(mesh);
  return std::move(*mesh);
}

std::optional<Reach> reach_of(const Scene& own, const Scene& theirs) {
  const PeerResult baked = bake_recast(theirs, {.cell = 0.05, .runs = 1});
  EXPECT_TRUE(baked.ok) << baked.reason;
  return compare_reach(own_of(own), baked.mesh, {}, 0.05, {.pairs = 100});
}

TEST(Reach, SameRoomsAreJoinedAlike) {
  const auto open = reach_of(rooms(true), rooms(true)), closed = reach_of(rooms(false), rooms(false));
  ASSERT_TRUE(open && closed);
  EXPECT_EQ(open->both, 100u);
  EXPECT_TRUE(open->differing.empty());
  EXPECT_EQ(closed->both + closed->neither, 100u);
  EXPECT_GT(closed->neither, 20u);
}

TEST(Reach, DoorwayThatOnlyThePeerHasIsFound) {
  const auto reach = reach_of(rooms(false), rooms(true));
  ASSERT_TRUE(reach);
  EXPECT_GT(reach->only_peer, 20u);
  EXPECT_EQ(reach->only_own, 0u);
  ASSERT_EQ(reach->differing.size(), reach->only_peer);
  for (const ReachPair& pair : reach->differing) {
    EXPECT_NE(pair.from_component, pair.to_component);
    ASSERT_EQ(pair.crossings.size(), 1u);
    const ReachCrossing& c = pair.crossings[0];
    const double low = std::min(c.left.x, c.entered.x), high = std::max(c.left.x, c.entered.x);
    EXPECT_GT(low, kWall - 0.5);
    EXPECT_LT(low, kWall);
    EXPECT_GT(high, kWall + 0.1);
    EXPECT_LT(high, kWall + 0.6);
    EXPECT_GT(c.left.y, kDoorLow);
    EXPECT_LT(c.entered.y, kDoorHigh);
  }
}

TEST(Reach, DoorwayThatOnlyWeHaveIsCounted) {
  const auto reach = reach_of(rooms(true), rooms(false));
  ASSERT_TRUE(reach);
  EXPECT_GT(reach->only_own, 20u);
  EXPECT_EQ(reach->only_peer, 0u);
}

}  // namespace
}  // namespace ambula::bench
