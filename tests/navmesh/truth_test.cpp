// Navmeshes of generated scenes against their truth: who reaches whom, for every agent the truth speaks of.
#include <gtest/gtest.h>

#include "ambula/navmesh.h"
#include "navmesh/built.h"
#include "navmesh/reach.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

struct Case {
  const char* scene;
  double rotate = 0;
  bool no_radius = false;  // the truth of platforms knows of steps and gaps alone
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.scene << " turned " << c.rotate; }

class NavMeshTruth : public ::testing::TestWithParam<Case> {};

TEST_P(NavMeshTruth, JoinsExactlyWhatTheTruthSays) {
  const auto made = scenes::generate(GetParam().scene, {.seed = 3, .rotate = GetParam().rotate});
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(made->soup, {});
  ASSERT_TRUE(scene);
  ASSERT_FALSE(made->truth.agents.empty());
  for (const scenes::AgentTruth& truth : made->truth.agents) {
    SCOPED_TRACE(::testing::Message() << "height " << truth.agent.height << " radius " << truth.agent.radius
                                      << " step " << truth.agent.max_step << " gap " << truth.agent.max_gap
                                      << " slope " << truth.agent.max_slope);
    // Whatever a place stands on counts, however small.
    Agent agent = truth.agent;
    if (GetParam().no_radius) agent.radius = 0;
    const NavMesh mesh = built(*scene, agent, {.min_patch = 0});
    for (const ReachFault& fault : reach_faults(mesh, made->truth, truth)) ADD_FAILURE() << text_of(fault);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, NavMeshTruth,
                         ::testing::Values(Case{"doorways"}, Case{"doorways", 17}, Case{"doorways", 90},
                                           Case{"doorways", 61.3}, Case{"spiral-maze"},
                                           Case{"spiral-maze", 17}, Case{"spiral-maze", 45}, Case{"overhang"},
                                           Case{"overhang", 17}, Case{"overhang", 74.9},
                                           Case{"overhang", 153.67}, Case{"overhang", 175.57},
                                           Case{"overhang", 306.97}, Case{"stairs"}, Case{"stairs", 17},
                                           Case{"platforms", 0, true}, Case{"platforms", 17, true},
                                           Case{"holes"}, Case{"terrace-house"}, Case{"terrace-house", 33},
                                           Case{"town-house"}, Case{"town-house", 33}, Case{"competition"}));

}  // namespace
}  // namespace ambula::testing
