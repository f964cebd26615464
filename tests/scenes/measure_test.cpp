// The measuring tool itself, on shapes small enough to know by heart.
#include "scenes/measure.h"

#include <gtest/gtest.h>

#include "scenes/mesh_builder.h"

namespace ambula::scenes {
namespace {

TEST(Measure, TableOverFloorBlocksItsFootprint) {
  MeshBuilder mesh;
  mesh.quad({0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0});
  mesh.box({1, 1, 0.7}, {2, 3, 0.75});
  const Soup soup = mesh.take();
  const GroundAreas areas = measure_ground(RayScene(soup), default_agent(), 20000);
  EXPECT_NEAR(areas.ground, 18, 1e-9);
  EXPECT_NEAR(areas.free, 16, areas.error);
  EXPECT_LT(areas.error, 0.2);
  EXPECT_EQ(areas.enclosed, 0);
}

TEST(Measure, FloorInsideATallBoxIsEnclosed) {
  MeshBuilder mesh;
  mesh.quad({0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0});
  mesh.box({1, 1, -0.1}, {2, 3, 2.5});
  const Soup soup = mesh.take();
  const GroundAreas areas = measure_ground(RayScene(soup), default_agent(), 20000);
  EXPECT_NEAR(areas.free, 16, areas.error);  // 14 of floor, 2 on the box
  EXPECT_NEAR(areas.enclosed, 2, 0.1);
}

TEST(Measure, CoincidentFloorsCountOnce) {
  MeshBuilder mesh;
  for (int i = 0; i < 2; ++i) mesh.quad({0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0});
  const Soup soup = mesh.take();
  EXPECT_NEAR(measure_ground(RayScene(soup), default_agent(), 5000).free, 16, 0.05);
}

TEST(Measure, OpeningHeadroomAndProfile) {
  MeshBuilder mesh;
  mesh.quad({-5, -5, 0}, {5, -5, 0}, {5, 5, 0}, {-5, 5, 0});
  mesh.box({-2, 0, 0}, {-0.45, 0.2, 2.5});
  mesh.box({0.45, 0, 0}, {2, 0.2, 2.5});
  mesh.box({-0.45, 0, 2.1}, {0.45, 0.2, 2.5});
  mesh.box({-1, -3, 0}, {1, -2.5, 0.2});
  mesh.box({-1, -2.5, 0}, {1, -2, 0.4});
  const Soup soup = mesh.take();
  const RayScene rays(soup);
  EXPECT_NEAR(measure_opening(rays, {0, 0.1, 0}, {1, 0, 0}, 2.1), 0.9, 1e-9);
  EXPECT_NEAR(measure_headroom(rays, {0, 0.1, 0}), 2.1, 1e-9);
  const auto heights = measure_profile(rays, {0, -4, 0}, {0, -2.2, 0}, 400, 0.3);
  ASSERT_EQ(heights.size(), 3u);
  EXPECT_NEAR(heights[2], 0.4, 1e-9);
}

}  // namespace
}  // namespace ambula::scenes
