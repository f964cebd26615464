// Paths with a radius on meshes of radius 0 of generated scenes: every pair of the truth's places has the
// answer that a mesh built with that radius has, and random pairs that of the exact offset.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "navmesh/built.h"
#include "navmesh/make_clearance_mesh.h"
#include "query/clearance_trace.h"
#include "query/radius_checks.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

struct RadiusCase {
  const char* scene;
  double rotate = 0;
};
void PrintTo(const RadiusCase& c, std::ostream* out) { *out << c.scene << " turned " << c.rotate; }

class RadiusScenes : public ::testing::TestWithParam<RadiusCase> {};

NavMesh flat_mesh(const Scene& scene, Agent agent) {
  agent.radius = 0;
  return built(scene, agent, {.min_patch = 0, .cells = CellRule::triangles});
}

TEST_P(RadiusScenes, PathsAreFoundExactlyBetweenWhatTheTruthJoins) {
  const auto made = scenes::generate(GetParam().scene, {.seed = 3, .rotate = GetParam().rotate});
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(made->soup, {});
  ASSERT_TRUE(scene);
  std::size_t pairs = 0, found = 0;
  NavMesh mesh;
  std::optional<Agent> built_for;
  for (const scenes::AgentTruth& truth : made->truth.agents) {
    SCOPED_TRACE(::testing::Message() << "height " << truth.agent.height << " radius " << truth.agent.radius);
    Agent agent = truth.agent;
    agent.radius = 0;
    if (!built_for || *built_for != agent) mesh = flat_mesh(*scene, agent);
    built_for = agent;
    ASSERT_TRUE(mesh.base);
    const ClearanceMesh clearance = make_clearance_mesh(*mesh.base);
    ASSERT_TRUE(validate(clearance));
    EXPECT_EQ(clearance.unrefined, 0u);
    const ClearanceGraph graph(*mesh.base, clearance, mesh.lattice);
    ClearanceSearch search(graph);
    const KeptDistance keep = graph.keep_of(truth.agent.radius);
    std::vector<std::pair<ClearPlace, std::size_t>> places;
    for (std::size_t g = 0; g < truth.reach.size(); ++g) {
      for (const std::string& name : truth.reach[g]) {
        const auto place = std::find_if(made->truth.places.begin(), made->truth.places.end(),
                                        [&](const auto& p) { return p.name == name; });
        ASSERT_NE(place, made->truth.places.end());
        const auto at = graph.locate(place->at, truth.agent.max_step);
        ASSERT_TRUE(at) << name;
        places.emplace_back(*at, g);
      }
    }
    ClearPath path;
    PathTrace trace;
    for (const auto& [from, group] : places) {
      for (const auto& [to, other] : places) {
        const ClearRequest request{from, to, keep};
        search.find(request, path);
        ++pairs;
        EXPECT_EQ(path.status == ClearStatus::found, group == other) << static_cast<int>(path.status);
        if (path.status != ClearStatus::found) continue;
        ++found;
        if (found % 11 == 1) {  // it takes longer than all the rest
          EXPECT_EQ(path_faults(*mesh.base, graph, request, path), "");
        }
        trace_path(graph, from, path.bends, trace);
        EXPECT_GE(trace.points.size(), path.bends.size());
        EXPECT_GE(trace.length_3d, path.length - 1e-9);
        EXPECT_GE(graph.base().depth(trace.points.back().base, to.at), -1);
        EXPECT_NEAR(trace.points.back().at.z, graph.height(to.base, to.at), 1e-3);
      }
    }
  }
  EXPECT_GT(pairs, 0u);
  EXPECT_GT(found, 0u);
  RecordProperty("pairs", static_cast<int>(pairs));
}

TEST_P(RadiusScenes, PathsAreFoundExactlyWhenTheOffsetJoinsTheirEnds) {
  const auto made = scenes::generate(GetParam().scene, {.seed = 3, .rotate = GetParam().rotate});
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(made->soup, {});
  ASSERT_TRUE(scene);
  const NavMesh mesh = flat_mesh(*scene, {});
  ASSERT_TRUE(mesh.base);
  RadiusTally tally;
  for (const double radius : {0.1, 0.2, 0.3, 0.45, 0.6, 1.0}) {
    SCOPED_TRACE(radius);
    expect_paths(*mesh.base, radius, 16, 7, tally);
  }
  EXPECT_GT(tally.found, 0u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, RadiusScenes,
                         ::testing::Values(RadiusCase{"doorways"}, RadiusCase{"doorways", 17},
                                           RadiusCase{"doorways", 61.3}, RadiusCase{"spiral-maze"},
                                           RadiusCase{"spiral-maze", 17}, RadiusCase{"spiral-maze", 45},
                                           RadiusCase{"overhang"}, RadiusCase{"overhang", 17},
                                           RadiusCase{"overhang", 74.9}));

}  // namespace
}  // namespace ambula::testing
