// A mesh of radius 0 gives the meshes of all other radii, byte for byte.
#include <gtest/gtest.h>

#include "ambula/io.h"
#include "ambula/navmesh.h"
#include "geometry/rationals.h"
#include "navmesh/built.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

Scene generated(const char* name, double rotate) {
  const auto made = scenes::generate(name, {.seed = 5, .rotate = rotate});
  EXPECT_TRUE(made) << made.error().message;
  auto scene = make_scene(made->soup, {});
  EXPECT_TRUE(scene) << scene.error().message;
  return std::move(*scene);
}

Agent of_radius(double radius) {
  Agent agent;
  agent.radius = radius;
  return agent;
}

class ErodedMesh : public ::testing::TestWithParam<const char*> {};

TEST_P(ErodedMesh, IsTheOneBuiltWithThatRadius) {
  const Scene scene = generated(GetParam(), 17);
  const NavMesh base = built(scene, of_radius(0));
  ASSERT_TRUE(base.base);
  for (const double radius : {0.1, 0.3, 0.45, 1.0}) {
    SCOPED_TRACE(radius);
    const NavMesh direct = built(scene, of_radius(radius));
    EXPECT_FALSE(direct.base);
    const auto from_base = eroded(base, radius);
    ASSERT_TRUE(from_base) << from_base.error().message;
    EXPECT_EQ(navmesh_hash(*from_base), navmesh_hash(direct));
    EXPECT_EQ(from_base->vertices, direct.vertices);
    EXPECT_EQ(from_base->neighbour, direct.neighbour);
    EXPECT_EQ(from_base->kind, direct.kind);
    EXPECT_EQ(from_base->flight, direct.flight);
    EXPECT_EQ(from_base->dropped, direct.dropped);
    EXPECT_EQ(from_base->warnings, direct.warnings);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ErodedMesh,
                         ::testing::Values("doorways", "spiral-maze", "overhang", "stairs", "terrace-house",
                                           "holes", "terrain"));

TEST(ErodedMesh, KeepsTheParametersOfItsBase) {
  const Scene scene = generated("town-house", 0);
  const NavMeshParams params{.min_patch = 2,
                             .ledge_clearance = 0,
                             .wall_thickness = 0.05,
                             .border_tolerance = 0,
                             .height_tolerance = 0,
                             .cells = CellRule::fast,
                             .max_vertices = 6};
  const auto from_base = eroded(built(scene, of_radius(0), params), 0.25);
  ASSERT_TRUE(from_base) << from_base.error().message;
  EXPECT_EQ(navmesh_hash(*from_base), navmesh_hash(built(scene, of_radius(0.25), params)));
}

TEST(ErodedMesh, ComesOutOfASavedFileToo) {
  const Scene scene = generated("terrace-house", 0);
  Document document;
  document.agent = of_radius(0);
  document.navmesh = built(scene, of_radius(0), {.keep_from = {{1, 1, 0}}});
  const auto bytes = encode(document);
  ASSERT_TRUE(bytes) << bytes.error().message;
  const auto back = decode(*bytes, "house.ambula");
  ASSERT_TRUE(back) << back.error().message;
  const auto one = eroded(*document.navmesh, 0.3), other = eroded(*back->navmesh, 0.3);
  ASSERT_TRUE(one);
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(navmesh_hash(*one), navmesh_hash(*other));
  EXPECT_EQ(one->dropped, other->dropped);
}

TEST(ErodedMesh, NeedsABase) {
  const Scene scene = generated("doorways", 0);
  const auto of_wide = eroded(built(scene, of_radius(0.3)), 0.4);
  ASSERT_FALSE(of_wide);
  EXPECT_NE(of_wide.error().message.find("radius 0"), std::string::npos);
  EXPECT_FALSE(eroded(built(scene, of_radius(0)), -1));
}

// As a hostile file may have it; looking at all heights between did not end within 40 s.
TEST(ErodedMesh, RefusesTrianglesThatNobodyClimbs) {
  NavMesh mesh = built(generated("terrace-house", 0), of_radius(0));
  ASSERT_TRUE(eroded(mesh, 0.3));
  for (LatticePoint& p : mesh.base->vertices) p.z = p.x % 2 == 0 ? 20'000'000 : -20'000'000;
  ASSERT_TRUE(validate(mesh));
  const auto tall = eroded(mesh, 0.3);
  ASSERT_FALSE(tall);
  EXPECT_EQ(tall.error().code, ErrorCode::broken);
  EXPECT_LT(tall.error().element, mesh.base->triangles.size());
  EXPECT_NE(tall.error().message.find("rises by"), std::string::npos) << tall.error().message;
}

TEST(ErodedMesh, ComesToAnEndForAnAgentThatDoesNotClimb) {
  NavMesh mesh = built(generated("terrace-house", 0), of_radius(0));
  mesh.base->agent.max_step = mesh.base->agent.max_slope = 0;
  Random random(1);
  for (LatticePoint& p : mesh.base->vertices) p.z = static_cast<std::int32_t>(random.within(30));
  const auto flat = eroded(mesh, 0.3);
  EXPECT_TRUE(flat) << flat.error().message;
}

}  // namespace
}  // namespace ambula::testing
