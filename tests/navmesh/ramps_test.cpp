// Ramps over the flights of generated stairs.
#include "navmesh/ramps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "ambula/navmesh.h"
#include "navmesh/ramp_checks.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

Stages generated(const char* name, double rotate, std::vector<std::pair<std::string, double>> settings = {}) {
  scenes::Options options;
  options.seed = 3;
  options.rotate = rotate;
  for (const auto& [key, value] : settings) options.sizes[key] = value;
  const auto made = scenes::generate(name, options);
  EXPECT_TRUE(made) << made.error().message;
  auto scene = make_scene(made->soup, {});
  EXPECT_TRUE(scene);
  return stages_of(std::move(*scene));
}

class GeneratedRamps : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedRamps, KeepTheirPromises) {
  for (const double rotate : {0.0, 17.0}) {
    SCOPED_TRACE(rotate);
    const Stages s = generated(GetParam(), rotate);
    const auto ramps = add_ramps(s.input(), s.agent, 60);
    ASSERT_TRUE(ramps) << ramps.error().message;
    EXPECT_EQ(ramp_faults(s, *ramps), "");
    const auto flights = count_flights(s, *ramps);
    RecordProperty(rotate > 0 ? "flights_turned" : "flights", summary(flights));
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GeneratedRamps,
                         ::testing::Values("stairs", "terrace-house", "town-house", "doorways"));

// The kinds of stairs by number; of the steep one no agent gets up, and slopes have no steps.
TEST(Ramps, LeadOverEveryKindOfStairs) {
  for (const int kind : {1, 2, 3, 4, 5, 6, 7, 8, 11}) {
    SCOPED_TRACE(kind);
    const Stages s = generated("stairs", 30, {{"kind", kind}});
    const auto ramps = add_ramps(s.input(), s.agent, 60);
    ASSERT_TRUE(ramps);
    const auto flights = count_flights(s, *ramps);
    EXPECT_EQ(flights.size(), kind == 7 ? 2u : 1u);
    for (const FlightCount& f : flights) EXPECT_TRUE(f.whole()) << summary(flights);
    EXPECT_EQ(ramp_faults(s, *ramps), "");
  }
}

TEST(Ramps, SteeperThanAllowedStayTreads) {
  const Stages s = generated("stairs", 0, {{"kind", 1}});  // 0.175 on 0.28: 32 degrees
  for (const double slope : {0.0, 31.0, 33.0}) {
    const auto ramps = add_ramps(s.input(), s.agent, slope);
    ASSERT_TRUE(ramps);
    const auto flights = count_flights(s, *ramps);
    ASSERT_EQ(flights.size(), 1u);
    EXPECT_EQ(flights[0].lifted, slope < 32 ? 0 : flights[0].steps) << summary(flights);
    EXPECT_EQ(flights[0].too_steep, slope < 32 ? flights[0].steps : 0) << summary(flights);
    EXPECT_EQ(ramp_faults(s, *ramps), "");
  }
}

// Over straight stairs of 16 steps, a slab hangs so low over the sixth tread that the agent fits on the
// tread, not on the ramp.
TEST(Ramps, TreadsUnderALowSlabStay) {
  auto made = scenes::generate("stairs", {.sizes = {{"kind", 1}}});
  ASSERT_TRUE(made);
  const double tread = 6 * 0.175, from = 5 * 0.28 + 0.05, to = from + 0.2, under = tread + 1.85;
  Soup& soup = made->soup;
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  for (const Vec3 p : {Vec3{from, -1, under}, Vec3{to, -1, under}, Vec3{to, 3, under}, Vec3{from, 3, under}})
    soup.positions.push_back(p);
  for (const Triangle& t : {Triangle{first, first + 2, first + 1}, Triangle{first, first + 3, first + 2}}) {
    soup.triangles.push_back(t);
    soup.triangle_object.push_back(0);
    soup.triangle_material.push_back(0);
  }
  auto scene = make_scene(soup, {});
  ASSERT_TRUE(scene);
  const Stages s = stages_of(std::move(*scene));
  const auto ramps = add_ramps(s.input(), s.agent, 60);
  ASSERT_TRUE(ramps);
  const auto flights = count_flights(s, *ramps);
  ASSERT_EQ(flights.size(), 1u);
  EXPECT_EQ(flights[0].no_headroom, 1) << summary(flights);
  EXPECT_EQ(flights[0].lifted, flights[0].steps - 1) << summary(flights);
  EXPECT_EQ(ramp_faults(s, *ramps), "");
}

// A narrow screen stands on a riser: no link leads through it, so the ramp would have a slit there.
TEST(Ramps, AFlightKeepsItsTreadsWhereLinksLeaveGapsInARiser) {
  for (const bool screen : {false, true}) {
    auto made = scenes::generate("stairs", {.sizes = {{"kind", 1}}});
    ASSERT_TRUE(made);
    if (screen) {
      const double riser = 5 * 0.28;
      Soup& soup = made->soup;
      const auto first = static_cast<std::uint32_t>(soup.positions.size());
      for (const Vec3 p :
           {Vec3{riser, 0.5, 0}, Vec3{riser, 0.7, 0}, Vec3{riser, 0.7, 3}, Vec3{riser, 0.5, 3}})
        soup.positions.push_back(p);
      for (const Triangle& t :
           {Triangle{first, first + 1, first + 2}, Triangle{first, first + 2, first + 3}}) {
        soup.triangles.push_back(t);
        soup.triangle_object.push_back(0);
        soup.triangle_material.push_back(0);
      }
    }
    auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const Stages s = stages_of(std::move(*scene));
    const auto ramps = add_ramps(s.input(), s.agent, 60);
    ASSERT_TRUE(ramps);
    const auto flights = count_flights(s, *ramps);
    ASSERT_EQ(flights.size(), 1u);
    EXPECT_EQ(flights[0].interrupted, screen ? flights[0].steps : 0) << summary(flights);
    EXPECT_EQ(flights[0].lifted, screen ? 0 : flights[0].steps) << summary(flights);
    EXPECT_EQ(ramp_faults(s, *ramps), "");
  }
}

// Whether the navmesh of a place is one with that of another.
std::uint32_t component_at(const NavMesh& mesh, const Lattice& lattice, Vec3 p) {
  std::uint32_t best = NavMesh::kNone;
  double least = 1e300;
  for (std::uint32_t c = 0; c < mesh.size(); ++c) {
    bool inside = true;
    double z = 0;
    const auto corners = mesh.corners(c);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Vec3 a = lattice.position(mesh.vertices[corners[k]]),
                 b = lattice.position(mesh.vertices[corners[(k + 1) % corners.size()]]);
      inside = inside && cross((b - a).xy(), (p - a).xy()) >= 0;
      z += a.z / static_cast<double>(corners.size());
    }
    if (!inside || std::abs(z - p.z) >= least) continue;
    least = std::abs(z - p.z);
    best = mesh.component[c];
  }
  return least < 0.5 ? best : NavMesh::kNone;
}

TEST(Ramps, NavMeshesReachWhatTheTruthSays) {
  for (const char* name : {"stairs", "terrace-house", "town-house"}) {
    for (const double rotate : {0.0, 17.0}) {
      for (const double radius : {0.2, 0.3}) {
        SCOPED_TRACE(::testing::Message() << name << " turned by " << rotate << ", radius " << radius);
        const auto made = scenes::generate(name, {.seed = 3, .rotate = rotate});
        ASSERT_TRUE(made);
        auto scene = make_scene(made->soup, {});
        ASSERT_TRUE(scene);
        Agent agent;
        agent.radius = radius;
        const Stages s = stages_of(std::move(*scene), agent);
        const auto mesh = build_navmesh(s.walkable, s.links, s.scene, agent);
        ASSERT_TRUE(mesh) << mesh.error().message;
        const auto valid = validate(*mesh);
        EXPECT_TRUE(valid) << valid.error().message;
        EXPECT_GT(std::count(mesh->kind.begin(), mesh->kind.end(), CellKind::ramp), 0);
        std::map<std::string, Vec3> at;
        for (const auto& place : made->truth.places) at[place.name] = place.at;
        std::map<std::uint32_t, std::size_t> group_of;
        for (std::size_t g = 0; g < made->truth.agents[0].reach.size(); ++g) {
          std::uint32_t component = NavMesh::kNone;
          for (const std::string& place : made->truth.agents[0].reach[g]) {
            const std::uint32_t c = component_at(*mesh, s.scene.lattice, at.at(place));
            EXPECT_NE(c, NavMesh::kNone) << place;
            if (component == NavMesh::kNone) component = c;
            EXPECT_EQ(c, component) << place;
          }
          EXPECT_EQ(group_of.try_emplace(component, g).first->second, g);
        }
      }
    }
  }
}

TEST(Ramps, DoNotDependOnTheOrderOfTriangles) {
  auto made = scenes::generate("stairs", {.seed = 3, .rotate = 17});
  ASSERT_TRUE(made);
  std::array<std::uint64_t, 2> hash{};
  for (std::uint64_t& h : hash) {
    auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene);
    const Stages s = stages_of(std::move(*scene));
    const auto mesh = build_navmesh(s.walkable, s.links, s.scene, s.agent);
    ASSERT_TRUE(mesh);
    h = navmesh_hash(*mesh);
    std::reverse(made->soup.triangles.begin(), made->soup.triangles.end());
    std::reverse(made->soup.triangle_object.begin(), made->soup.triangle_object.end());
    std::reverse(made->soup.triangle_material.begin(), made->soup.triangle_material.end());
  }
  EXPECT_EQ(hash[0], hash[1]);
}

TEST(Ramps, KeptTreadsMakeNoRampCells) {
  const Stages s = generated("stairs", 0, {{"kind", 1}});
  NavMeshParams params;
  params.keep_treads = true;
  const auto mesh = build_navmesh(s.walkable, s.links, s.scene, s.agent, params);
  ASSERT_TRUE(mesh);
  EXPECT_TRUE(validate(*mesh));
  EXPECT_EQ(std::count(mesh->kind.begin(), mesh->kind.end(), CellKind::ramp), 0);
}

}  // namespace
}  // namespace ambula::testing
