// The reach groups of the walled laboratories, against a walker that knows nothing but the triangles. Agents
// that meet an opening within the walker's resolution are left to the tests that measure openings.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/text.h"
#include "scenes/generate.h"
#include "scenes/polygon.h"
#include "scenes/walk.h"

namespace ambula::scenes {

extern const Generator kDoorways, kSpiralMaze, kOverhang;

namespace {

// Walks from `start` and holds every other place of some group against the truth.
void expect_walked(const Generated& scene, const AgentTruth& truth, std::string_view start,
                   const Box3& domain, double cell) {
  const RayScene rays(scene.soup);
  const auto group_of = [&](std::string_view name) {
    for (std::size_t g = 0; g < truth.reach.size(); ++g) {
      if (std::find(truth.reach[g].begin(), truth.reach[g].end(), name) != truth.reach[g].end()) return g;
    }
    return truth.reach.size();
  };
  std::vector<std::string> names;
  std::vector<Vec3> goals;
  Vec3 from;
  for (const PlaceTruth& place : scene.truth.places) {
    if (place.name == start) from = place.at;
    const bool within = place.at.x > domain.min.x && place.at.x < domain.max.x && place.at.y > domain.min.y &&
                        place.at.y < domain.max.y;
    if (!within || group_of(place.name) == truth.reach.size()) continue;
    names.push_back(place.name);
    goals.push_back(place.at);
  }
  ASSERT_LT(group_of(start), truth.reach.size());
  const std::vector<bool> reached = walk(rays, truth.agent, from, goals, domain, cell);
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(reached[i], group_of(names[i]) == group_of(start))
        << names[i] << ", height " << truth.agent.height << ", radius " << truth.agent.radius;
  }
}

Box3 box_of(const std::vector<Vec3>& ring) {
  Box3 box;
  for (const Vec3 p : ring) box.add(p);
  return box;
}

TEST(LabWalk, OverhangHasNoOtherWayThanUnderTheRamp) {
  const Generated scene = kOverhang.make({});
  for (const AgentTruth& truth : scene.truth.agents) {
    expect_walked(scene, truth, "south yard", box_of(scene.truth.rooms[0].holes[0]), 0.05);
  }
}

TEST(LabWalk, SpiralMazeIsWalkedAsFarAsItIsWide) {
  const Generated scene = kSpiralMaze.make({});
  const Box3 maze = box_of(scene.truth.rooms[0].holes[0]), ground = box_of(scene.truth.rooms[0].outline);
  for (const AgentTruth& truth : scene.truth.agents) {
    if (truth.agent.radius == default_agent().radius) continue;  // 1 cm to spare on either side
    const bool enters = truth.agent.radius < 0.6;
    expect_walked(scene, truth, enters ? "maze, turn 1" : "outside", enters ? maze : ground,
                  enters ? 0.03 : 0.1);
  }
}

TEST(LabWalk, TurnedDoorwaysAreTheOnlyWaysIntoTheirClosets) {
  const Generated scene = kDoorways.make({});
  for (const AgentTruth& truth : scene.truth.agents) {
    if (truth.agent.radius != 0.345) continue;
    expect_walked(scene, truth, "hall at 17 degrees", box_of(scene.truth.rooms[0].holes[1]), 0.03);
  }
}

}  // namespace
}  // namespace ambula::scenes
