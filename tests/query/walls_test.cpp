// The whole chain on soups with a wall: paths lead through its opening, and nowhere else.
#include <gtest/gtest.h>

#include "ambula/query.h"
#include "navmesh/built.h"
#include "walkable/wall_soups.h"

namespace ambula::testing {
namespace {

constexpr std::uint64_t kDraws = 200;

TEST(WallPaths, NoPathCrossesALeaningWall) {
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const LeaningWall drawn = leaning_wall(seed);
    const NavMesh mesh = built(drawn.model.scene(), {});
    Query query(mesh);
    Path path;
    query.find_path(drawn.left, drawn.right, {}, path);
    EXPECT_EQ(path.status, PathStatus::unreachable) << "seed " << seed;
  }
}

// Where the path crosses the line of the wall, along it from one side of the opening (0) to the other (1).
std::vector<double> crossings(const Path& path, const DoorInWall& door) {
  std::vector<double> out;
  const Vec2 along = door.to - door.from;
  for (std::size_t k = 1; k < path.points.size(); ++k) {
    const Vec2 a = path.points[k - 1].at.xy() - door.from, b = path.points[k].at.xy() - door.from;
    const double u = cross(along, a), v = cross(along, b);
    if ((u > 0) == (v > 0)) continue;
    const Vec2 p = a + (b - a) * (u / (u - v));
    out.push_back(dot(p, along) / dot(along, along));
  }
  return out;
}

TEST(WallPaths, PathLeadsThroughTheOpeningWhereverItIs) {
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const DoorInWall drawn = door_in_wall(seed, true);
    const NavMesh mesh = built(drawn.model.scene(), {});
    Query query(mesh);
    Path path;
    query.find_path(drawn.left, drawn.right, {}, path);
    EXPECT_EQ(path.status, PathStatus::complete) << "seed " << seed;
    for (const double s : crossings(path, drawn)) {
      EXPECT_GT(s, 0.2) << "seed " << seed;
      EXPECT_LT(s, 0.8) << "seed " << seed;
    }
  }
}

TEST(WallPaths, NoPathLeadsThroughAWallWithoutOpening) {
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    const DoorInWall drawn = door_in_wall(seed, false);
    const NavMesh mesh = built(drawn.model.scene(), {});
    Query query(mesh);
    Path path;
    query.find_path(drawn.left, drawn.right, {}, path);
    EXPECT_EQ(path.status, PathStatus::unreachable) << "seed " << seed;
  }
}

}  // namespace
}  // namespace ambula::testing
