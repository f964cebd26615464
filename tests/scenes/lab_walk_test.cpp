// The reach groups of the walled laboratories, against a walker that knows nothing but the triangles. Agents
// that meet an opening within the walker's resolution are left to the tests that measure openings.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/text.h"
#include "scenes/generate.h"
#include "scenes/polygon.h"
#include "scenes/walk.h"

namespace ambula::scenes {

extern const Generator kDoorways, kSpiralMaze, kOverhang;

namespace {

using Groups = std::vector<std::vector<std::string>>;

std::optional<std::size_t> group_of(const Groups& groups, std::string_view name) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (std::find(groups[g].begin(), groups[g].end(), name) != groups[g].end()) return g;
  }
  return std::nullopt;
}

// Walks from `start` and holds every other place of some group against the truth.
void expect_walked(const Generated& scene, const AgentTruth& truth, std::string_view start,
                   const Box3& domain, double cell) {
  std::vector<PlaceTruth> places;
  for (const PlaceTruth& place : scene.truth.places) {
    const bool within = place.at.x > domain.min.x && place.at.x < domain.max.x && place.at.y > domain.min.y &&
                        place.at.y < domain.max.y;
    if (within && group_of(truth.reach, place.name)) places.push_back(place);
  }
  ASSERT_TRUE(group_of(truth.reach, start));
  const auto walked = walk_groups(RayScene(scene.soup), places, truth.agent, domain, cell, 0);
  for (const PlaceTruth& place : places) {
    EXPECT_EQ(group_of(walked, place.name) == group_of(walked, start),
              group_of(truth.reach, place.name) == group_of(truth.reach, start))
        << place.name << ", height " << truth.agent.height << ", radius " << truth.agent.radius;
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
