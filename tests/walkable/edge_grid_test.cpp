// The grid against a look at every edge.
#include "walkable/edge_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace ambula {
namespace {

struct Edge {
  LatticePoint a, b;
};

// Distance from the point to the edge, by plain doubles.
double distance(LatticePoint p, const Edge& e) {
  const double ex = e.b.x - e.a.x, ey = e.b.y - e.a.y, ez = e.b.z - e.a.z;
  const double wx = p.x - e.a.x, wy = p.y - e.a.y, wz = p.z - e.a.z;
  const double length2 = ex * ex + ey * ey + ez * ez;
  const double t = length2 == 0 ? 0 : std::clamp((wx * ex + wy * ey + wz * ez) / length2, 0.0, 1.0);
  return std::hypot(wx - t * ex, wy - t * ey, wz - t * ez);
}

void expect_all_near(std::int32_t reach, std::int32_t span, std::int32_t longest, std::size_t edges) {
  std::mt19937 random(static_cast<std::uint32_t>(span) + static_cast<std::uint32_t>(longest));
  const auto number = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random() % (2 * static_cast<std::uint32_t>(most) + 1)) - most;
  };
  std::vector<Edge> all;
  EdgeGrid grid(reach);
  for (std::uint32_t i = 0; i < edges; ++i) {
    const LatticePoint a{number(span), number(span), number(span / 10)};
    all.push_back({a, {a.x + number(longest), a.y + number(longest), a.z + number(longest / 10)}});
    grid.insert(i, all.back().a, all.back().b);
  }
  std::size_t close = 0;
  for (int i = 0; i < 300; ++i) {
    const Edge& e = all[random() % all.size()];
    const double t = static_cast<double>(random() % 1001) / 1000;
    const auto between = [&](std::int32_t a, std::int32_t b) {
      return static_cast<std::int32_t>(a + t * (b - a)) + number(reach);
    };
    const LatticePoint p{between(e.a.x, e.b.x), between(e.a.y, e.b.y), between(e.a.z, e.b.z)};
    std::vector<bool> found(all.size());
    grid.near(p, reach, [&](std::uint32_t id) {
      EXPECT_FALSE(found[id]) << "twice";
      return found[id] = true, true;
    });
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (distance(p, all[k]) > reach) continue;
      ++close;
      ASSERT_TRUE(found[k]) << "edge " << k << " of length " << longest;
    }
  }
  EXPECT_GT(close, 100u);
}

TEST(EdgeGrid, FindsShortEdges) { expect_all_near(100, 5000, 300, 3000); }
TEST(EdgeGrid, FindsLongEdgesThatCrowd) { expect_all_near(100, 100000, 100000, 3000); }
TEST(EdgeGrid, FindsEdgesAcrossTheLattice) { expect_all_near(2, 130000000, 130000000, 500); }
TEST(EdgeGrid, FindsWithinAWideReach) { expect_all_near(16384, 200000000, 60000000, 500); }
TEST(EdgeGrid, FindsWithoutReach) {
  EdgeGrid grid(0);
  grid.insert(7, {0, 0, 5}, {0, 1000, 5});
  bool found = false;
  grid.near({0, 500, 5}, 0, [&](std::uint32_t id) { return found = id == 7; });
  EXPECT_TRUE(found);
  grid.near({0, 500, 6}, 0, [&](std::uint32_t) { return ADD_FAILURE() << "another height", true; });
}
TEST(EdgeGrid, ForgetsWhatMovedAndWhatIsOfNoUse) {
  EdgeGrid grid(10);
  grid.insert(3, {0, 0, 0}, {1000, 0, 0});
  grid.insert(3, {0, 9000, 0}, {1000, 9000, 0});
  grid.near({500, 0, 0}, 10, [&](std::uint32_t) { return ADD_FAILURE() << "it has moved", true; });
  int found = 0;
  for (int i = 0; i < 2; ++i) grid.near({500, 9000, 0}, 10, [&](std::uint32_t) { return ++found, false; });
  EXPECT_EQ(found, 1);
  grid.insert(3, {0, 9000, 0}, {1000, 9000, 0});
  grid.near({500, 9000, 0}, 10, [&](std::uint32_t) { return ++found, true; });
  EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace ambula
