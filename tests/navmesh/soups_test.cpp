// Torn and jittered scenes: noise of a millimetre on every corner changes nothing about who reaches whom. The
// wide version, with many draws and scanned houses, is soups_sweep.cpp.
#include <gtest/gtest.h>

#include "ambula/navmesh.h"
#include "navmesh/built.h"
#include "navmesh/reach.h"
#include "scenes/generate.h"
#include "scenes/mesh_builder.h"

namespace ambula::testing {
namespace {

struct Case {
  const char* scene;
  double jitter = 0, tear = 0;  // metres
  std::uint64_t seed = 1;
  int agent = -1;  // of the truth's; -1: by the seed
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.scene << " jitter " << c.jitter << " tear " << c.tear << " seed " << c.seed;
}

class NoisyScenes : public ::testing::TestWithParam<Case> {};

TEST_P(NoisyScenes, JoinExactlyWhatTheTruthSays) {
  const Case& c = GetParam();
  const auto made = scenes::generate(c.scene, {.seed = c.seed, .jitter = c.jitter, .tear = c.tear});
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(made->soup, {});
  ASSERT_TRUE(scene);
  const std::size_t agent =
      c.agent >= 0 ? static_cast<std::size_t>(c.agent) : c.seed % made->truth.agents.size();
  const scenes::AgentTruth& truth = made->truth.agents.at(agent);
  const NavMesh mesh = built(*scene, truth.agent, {.min_patch = 0});
  for (const ReachFault& fault : reach_faults(mesh, made->truth, truth)) ADD_FAILURE() << text_of(fault);
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, NoisyScenes,
    ::testing::Values(Case{"town-house", 0.0001, 0, 1}, Case{"town-house", 0, 0.0001, 2},
                      Case{"town-house", 0.001, 0, 3}, Case{"town-house", 0, 0.001, 4},
                      Case{"terrace-house", 0, 0.0001, 5}, Case{"terrace-house", 0.001, 0, 6},
                      Case{"terrace-house", 0, 0.001, 8}, Case{"stairs", 0, 0.0001, 6},
                      Case{"stairs", 0.001, 0, 9}, Case{"stairs", 0, 0.001, 3},
                      // a slit of half a millimetre behind the front steps
                      Case{"town-house", 0.001, 0, 20, 1},
                      // a riser that rounding takes across the corner of a tread
                      Case{"stairs", 0, 0.001, 22, 0},
                      // a tread of a spiral that a leaning column keeps from being lifted
                      Case{"stairs", 0, 0.001, 9, 1}, Case{"terrace-house", 0, 0.001, 21, 0},
                      // a needle whose two long sides round to one line
                      Case{"stairs", 0.0001, 0, 9, 2}));

struct Scan {
  int kind = 1;  // of stairs
  double cell = 0.05, radius = 0.3;
  std::uint64_t seed = 1;
};
void PrintTo(const Scan& s, std::ostream* out) {
  *out << "kind " << s.kind << " cell " << s.cell << " radius " << s.radius << " seed " << s.seed;
}

class ScannedStairs : public ::testing::TestWithParam<Scan> {};

// Straight stairs, with nosings, and with open risers: noise breaks their risers into many links.
TEST_P(ScannedStairs, JoinExactlyWhatTheTruthSays) {
  const Scan& c = GetParam();
  const auto made = scenes::generate(
      "stairs", {.seed = c.seed, .sizes = {{"kind", static_cast<double>(c.kind)}}, .scan = c.cell});
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(made->soup, {});
  ASSERT_TRUE(scene);
  scenes::AgentTruth truth = made->truth.agents.at(0);
  truth.agent.radius = c.radius;
  const NavMesh mesh = built(*scene, truth.agent, {.min_patch = 0});
  for (const ReachFault& fault : reach_faults(mesh, made->truth, truth)) ADD_FAILURE() << text_of(fault);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ScannedStairs,
                         ::testing::Values(Scan{3, 0.05, 0.3, 1}, Scan{1, 0.05, 0.35, 1},
                                           Scan{1, 0.03, 0.3, 3}, Scan{2, 0.03, 0.3, 2}));

// A floor of n x n quads without anything on it.
scenes::Generated floor(int n) {
  scenes::MeshBuilder mesh;
  mesh.object("Floor");
  mesh.grid({0, 0, 0}, {10, 0, 0}, {0, 10, 0}, n, n);
  return {mesh.take(), {}};
}

class TornFloor : public ::testing::TestWithParam<double> {};

// Pinholes between the corners must not cost discs of the agent's radius.
TEST_P(TornFloor, KeepsItsNavmesh) {
  for (const int n : {5, 10, 20}) {
    const auto whole = make_scene(floor(n).soup, {});
    ASSERT_TRUE(whole);
    const double area = plan_area(built(*whole, default_agent()));
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      scenes::Generated torn = floor(n);
      scenes::tear(torn, GetParam(), seed);
      const auto scene = make_scene(torn.soup, {});
      ASSERT_TRUE(scene);
      EXPECT_GE(plan_area(built(*scene, default_agent())), 0.995 * area) << n << " quads, seed " << seed;
    }
  }
}

// A floor scanned twice, as a carpet on it is: two layers closer to each other than their noise.
scenes::Generated two_layers(double apart, double noise, int n, std::uint64_t seed) {
  scenes::MeshBuilder mesh;
  mesh.object("Floor");
  mesh.grid({0, 0, 0}, {6, 0, 0}, {0, 6, 0}, n, n);
  mesh.object("Carpet");
  mesh.grid({0.013, 0.013, apart}, {6, 0, 0}, {0, 6, 0}, n, n);
  scenes::Generated out{mesh.take(), {}};
  if (noise > 0) scenes::jitter(out, noise, seed);
  return out;
}

TEST(TwoLayers, AreOneFloorAndNothingOfItIsLost) {
  struct Layers {
    double apart, noise;
  };
  for (const Layers layers : {Layers{0.002, 0.003}, {0.005, 0.01}, {0, 0.005}, {0.001, 0.0005}}) {
    for (const int n : {12, 30}) {
      const auto flat = make_scene(two_layers(layers.apart, 0, n, 1).soup, {});
      const auto noisy = make_scene(two_layers(layers.apart, layers.noise, n, 3).soup, {});
      ASSERT_TRUE(flat && noisy);
      const NavMesh mesh = built(*noisy, default_agent());
      EXPECT_EQ(mesh.components, 1u) << layers.apart << " m apart, noise " << layers.noise << ", " << n;
      EXPECT_GE(plan_area(mesh), 0.995 * plan_area(built(*flat, default_agent())))
          << layers.apart << " m apart, noise " << layers.noise << ", " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(By, TornFloor, ::testing::Values(0.0001, 0.0005, 0.001, 0.003));

}  // namespace
}  // namespace ambula::testing
