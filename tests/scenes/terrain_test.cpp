// The terrain's truth against its triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include "scenes/generate.h"
#include "scenes/measure.h"

namespace ambula::scenes {
extern const Generator kTerrain;

namespace {

Generated terrain(std::map<std::string, double, std::less<>> sizes = {}, std::uint64_t seed = 1) {
  Options options;
  options.seed = seed;
  options.sizes = std::move(sizes);
  return kTerrain.make(options);
}

double slope_degrees(const Soup& soup, const Triangle& t) {
  const Vec3 a = soup.positions[t[0]];
  const Vec3 n = cross(soup.positions[t[1]] - a, soup.positions[t[2]] - a);
  return std::atan2(std::hypot(n.x, n.y), n.z) * 180 / 3.14159265358979323846;
}

// Components of triangles no steeper than `slope`, joined across shared edges; -1 for steeper ones.
std::vector<int> components(const Soup& soup, double slope) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> edges;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    if (slope_degrees(soup, soup.triangles[t]) > slope) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      edges[std::minmax(soup.triangles[t][i], soup.triangles[t][(i + 1) % 3])].push_back(t);
    }
  }
  std::vector<int> out(soup.triangles.size(), -1);
  int next = 0;
  for (std::size_t start = 0; start < out.size(); ++start) {
    if (out[start] >= 0 || slope_degrees(soup, soup.triangles[start]) > slope) continue;
    std::queue<std::size_t> open;
    open.push(start);
    out[start] = next;
    while (!open.empty()) {
      const std::size_t t = open.front();
      open.pop();
      for (std::size_t i = 0; i < 3; ++i) {
        for (const std::size_t other :
             edges[std::minmax(soup.triangles[t][i], soup.triangles[t][(i + 1) % 3])]) {
          if (out[other] < 0) {
            out[other] = next;
            open.push(other);
          }
        }
      }
    }
    ++next;
  }
  return out;
}

TEST(Terrain, FreeAreaIsTheSumOfFacetsWithinTheSlope) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Generated scene = terrain({}, seed);
    EXPECT_EQ(scene.soup.triangles.size(), 2u * 160 * 160);
    std::vector<double> areas;
    for (const AgentTruth& truth : scene.truth.agents) {
      double area = 0;
      for (const Triangle& t : scene.soup.triangles) {
        if (slope_degrees(scene.soup, t) > truth.agent.max_slope + 1e-6) continue;
        const Vec3 a = scene.soup.positions[t[0]];
        area += length(cross(scene.soup.positions[t[1]] - a, scene.soup.positions[t[2]] - a)) / 2;
      }
      EXPECT_NEAR(area, truth.free_area, 1e-6 * area);
      EXPECT_EQ(truth.enclosed_area, 0);
      areas.push_back(area);
    }
    EXPECT_GT(areas[0], areas[1] + 1);
    EXPECT_GT(areas[1], areas[2] + 1);
  }
}

TEST(Terrain, NothingLiesAboveTheGround) {
  const Generated scene = terrain({{"cells", 64}});
  const GroundAreas areas = measure_ground(RayScene(scene.soup), default_agent(), 20000);
  EXPECT_NEAR(areas.free, scene.truth.agents[0].free_area, areas.error);
  EXPECT_NEAR(areas.free, areas.ground, 1e-6 * areas.ground);
}

TEST(Terrain, FacetsAreHillsRampsOrCliffs) {
  for (const double cells : {64.0, 200.0}) {
    for (const double relief : {0.0, 4.0, 300.0}) {
      const Generated scene = terrain({{"cells", cells}, {"relief", relief}}, 5);
      // Facets between 30 and 60 degrees are the steep ramp or its flanks, or the flanks of the gentle one.
      std::size_t cliffs = 0, between = 0;
      for (const Triangle& t : scene.soup.triangles) {
        const double slope = slope_degrees(scene.soup, t);
        EXPECT_LT(slope, 90);
        cliffs += slope > 60;
        between += slope > 27 && slope < 60;
      }
      EXPECT_GT(cliffs, static_cast<std::size_t>(cells));
      EXPECT_LT(between, scene.soup.triangles.size() / 100);
    }
  }
}

TEST(Terrain, ReachIsWhatFloodingTheFacetsFinds) {
  for (const std::uint64_t seed : {1u, 7u, 42u}) {
    for (const double cells : {64.0, 150.0}) {
      const Generated scene = terrain({{"cells", cells}}, seed);
      const RayScene rays(scene.soup);
      for (const AgentTruth& truth : scene.truth.agents) {
        const auto parts = components(scene.soup, truth.agent.max_slope);
        std::map<std::string, int> part_of;
        for (const PlaceTruth& place : scene.truth.places) {
          for (const auto& hit : rays.vertical(place.at)) {
            EXPECT_NEAR(hit.distance, 0, 1e-6) << place.name;
            part_of[place.name] = parts[hit.triangle];
          }
        }
        ASSERT_EQ(part_of.size(), scene.truth.places.size());
        for (std::size_t g = 0; g < truth.reach.size(); ++g) {
          const int part = part_of[truth.reach[g][0]];
          EXPECT_GE(part, 0);
          for (const std::string& name : truth.reach[g]) EXPECT_EQ(part_of[name], part) << name;
          for (std::size_t other = 0; other < g; ++other) {
            EXPECT_NE(part_of[truth.reach[other][0]], part) << truth.reach[g][0] << truth.reach[other][0];
          }
        }
      }
    }
  }
}

TEST(Terrain, CliffsAreHigherThanAStepForTheFinestCells) {
  const Generated scene = terrain({{"size", 100}, {"cells", 500}, {"cliffs", 2}});
  std::map<std::string, double> z;
  for (const FloorTruth& floor : scene.truth.floors) z[floor.name] = floor.elevation;
  EXPECT_GE(z["Mesa"] - z["Mesa foot"], 2);
  EXPECT_GE(z["Table"], 2);
  EXPECT_LE(z["Pit"], -2);
  for (const Triangle& t : scene.soup.triangles) {
    double low = 1e9, high = -1e9;
    for (const std::uint32_t v : t) {
      low = std::min(low, scene.soup.positions[v].z);
      high = std::max(high, scene.soup.positions[v].z);
    }
    if (high - low > 0.5) {
      EXPECT_GT(slope_degrees(scene.soup, t), 60);
    }
  }
}

TEST(Terrain, LevelsAreFlatAndAsLargeAsTold) {
  const Generated scene = terrain();
  const RayScene rays(scene.soup);
  for (std::size_t i = 0; i < scene.truth.floors.size(); ++i) {
    const FloorTruth& floor = scene.truth.floors[i];
    double area = 0;
    // The mesas and the pit stand alone at their heights: all flat facets there are theirs.
    if (floor.name != "Table" && floor.name != "Pit") continue;
    for (const Triangle& t : scene.soup.triangles) {
      const Vec3 a = scene.soup.positions[t[0]], b = scene.soup.positions[t[1]],
                 c = scene.soup.positions[t[2]];
      if (a.z == floor.elevation && b.z == a.z && c.z == a.z) area += cross((b - a).xy(), (c - a).xy()) / 2;
    }
    EXPECT_NEAR(area, floor.area, 1e-6) << floor.name;
  }
}

TEST(Terrain, RampsRiseAsTold) {
  const Generated scene = terrain();
  const RayScene rays(scene.soup);
  ASSERT_EQ(scene.truth.stairs.size(), 2u);
  for (const StairsTruth& ramp : scene.truth.stairs) {
    for (const Vec3 p : ramp.line) {
      const auto hits = rays.vertical(p);
      ASSERT_FALSE(hits.empty());
      EXPECT_NEAR(hits[0].distance, 0, 1e-6);
    }
    const double cosine = ramp.run / std::hypot(ramp.run, ramp.rise);
    EXPECT_NEAR(rays.vertical(ramp.line[1] + Vec3{0.01, 0.01, 0})[0].facing, cosine, 1e-5);
  }
}

TEST(Terrain, SameOptionsGiveTheSameSceneAndSeedsDiffer) {
  EXPECT_EQ(terrain().soup.positions, terrain().soup.positions);
  EXPECT_NE(terrain({}, 2).soup.positions, terrain().soup.positions);
}

TEST(Terrain, AMillionTrianglesAreMade) {
  const Generated scene = terrain({{"size", 2000}, {"cells", 750}, {"relief", 30}, {"cliffs", 20}});
  EXPECT_EQ(scene.soup.triangles.size(), 1125000u);
  EXPECT_GT(scene.truth.agents[0].free_area, 2000.0 * 2000 * 0.97);
}

}  // namespace
}  // namespace ambula::scenes
