// The stairs' truth against their triangles.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "scenes/generate.h"
#include "scenes/measure.h"

namespace ambula::scenes {
extern const Generator kStairs;

namespace {

Generated stairs(double kind, std::map<std::string, double, std::less<>> sizes = {}) {
  Options options;
  options.sizes = std::move(sizes);
  options.sizes["kind"] = kind;
  return kStairs.make(options);
}

// Heights of the ground along the walking line, one entry a tread, measured.
std::vector<double> walk(const RayScene& rays, const StairsTruth& truth, double reach) {
  std::vector<double> out;
  for (std::size_t i = 1; i < truth.line.size(); ++i) {
    Vec3 from = truth.line[i - 1];
    if (!out.empty()) from.z = out.back();
    for (const double z : measure_profile(rays, from, truth.line[i], 60, reach)) {
      if (out.empty() || std::abs(z - out.back()) > 1e-3) out.push_back(z);
    }
  }
  return out;
}

// Both ways from the middle of the tread to where its ground ends or something stands, in plan.
double measure_width(const RayScene& rays, Vec3 middle, Vec3 across) {
  double width = 0;
  for (const double side : {-1.0, 1.0}) {
    double low = 0, high = 4;  // metres
    for (int i = 0; i < 40; ++i) {
      const double half = (low + high) / 2;
      const auto hits = rays.vertical(middle + across * (side * half));
      const bool on = std::any_of(hits.begin(), hits.end(), [](const auto& hit) {
        return hit.facing > 0 && std::abs(hit.distance) < 1e-3;
      });
      (on ? low : high) = half;
    }
    const auto wall = rays.first(middle + Vec3{0, 0, 0.05}, across * side, low);
    width += wall ? wall->distance : low;
  }
  return width;
}

// Edges that are not shared by exactly two triangles in opposite directions, per object.
std::size_t open_edges(const Soup& soup) {
  std::map<std::array<double, 6>, int> uses;
  std::size_t open = 0;
  const auto flush = [&] {
    for (const auto& [edge, count] : uses) open += count != 0;
    uses.clear();
  };
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    if (t > 0 && soup.triangle_object[t] != soup.triangle_object[t - 1]) flush();
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 a = soup.positions[soup.triangles[t][i]], b = soup.positions[soup.triangles[t][(i + 1) % 3]];
      const bool forward = std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
      const Vec3 p = forward ? a : b, q = forward ? b : a;
      uses[{p.x, p.y, p.z, q.x, q.y, q.z}] += forward ? 1 : -1;
    }
  }
  flush();
  return open;
}

struct Case {
  int kind;
  const char* name;
  int steps;

  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }  // as the case's name in ctest
};

class EveryStair : public testing::TestWithParam<Case> {};

TEST_P(EveryStair, RisesCountedOnTheTrianglesAreTheTruths) {
  const Generated scene = stairs(GetParam().kind);
  ASSERT_EQ(scene.truth.stairs.size(), 1u);
  const StairsTruth& truth = scene.truth.stairs[0];
  EXPECT_EQ(truth.kind, GetParam().name);
  EXPECT_EQ(truth.steps, GetParam().steps);
  const RayScene rays(scene.soup);
  const auto heights = walk(rays, truth, 0.6);
  ASSERT_EQ(static_cast<int>(heights.size()), truth.steps + 1);
  EXPECT_NEAR(heights.front(), scene.truth.floors[0].elevation, 1e-9);
  EXPECT_NEAR(heights.back(), scene.truth.floors[1].elevation, 1e-9);
  EXPECT_NEAR((heights.back() - heights.front()) / truth.steps, truth.rise, 1e-6);
  const bool varies = truth.kind == "uneven" || truth.kind == "escalator";
  double lowest = 9, highest = 0;
  for (std::size_t i = 1; i < heights.size(); ++i) {
    lowest = std::min(lowest, heights[i] - heights[i - 1]);
    highest = std::max(highest, heights[i] - heights[i - 1]);
    if (!varies) {
      EXPECT_NEAR(heights[i] - heights[i - 1], truth.rise, 1e-6) << i;
    }
  }
  if (varies) {
    EXPECT_GT(highest - lowest, 0.01);
  }
}

TEST_P(EveryStair, RisersLieARunApart) {
  const Generated scene = stairs(GetParam().kind);
  const StairsTruth& truth = scene.truth.stairs[0];
  const RayScene rays(scene.soup);
  // Where the ground steps up on the way between two treads, by bisection.
  std::vector<Vec3> risers;
  for (std::size_t i = 1; i < truth.line.size(); ++i) {
    const Vec3 a = truth.line[i - 1], b = truth.line[i];
    if (a.z == b.z) {
      risers.clear();  // across a landing: the next flight by itself
      continue;
    }
    double low = 0, high = 1;
    for (int k = 0; k < 40; ++k) {
      Vec3 p = a + (b - a) * ((low + high) / 2);
      p.z = b.z;
      const auto hits = rays.vertical(p);
      const bool up = std::any_of(hits.begin(), hits.end(), [](const auto& hit) {
        return hit.facing > 0 && std::abs(hit.distance) < 1e-3;
      });
      (up ? high : low) = (low + high) / 2;
    }
    risers.push_back(a + (b - a) * high);
  }
  ASSERT_GE(risers.size(), 4u);
  std::vector<double> runs;
  for (std::size_t i = 1; i < risers.size(); ++i) runs.push_back(length((risers[i] - risers[i - 1]).xy()));
  std::sort(runs.begin(), runs.end());
  // The median: wedges have runs of their own. On a curve the line between treads bends at each riser.
  EXPECT_NEAR(runs[runs.size() / 2], truth.run,
              truth.kind == "spiral" || truth.kind == "curved" ? 0.03 : 1e-5);
}

TEST_P(EveryStair, TreadsAreAsWideAsTold) {
  const Generated scene = stairs(GetParam().kind);
  const StairsTruth& truth = scene.truth.stairs[0];
  const RayScene rays(scene.soup);
  const Vec3 a = truth.line[2], way = truth.line[3] - truth.line[1];
  const Vec3 across = Vec3{-way.y, way.x, 0} * (1 / length(way.xy()));
  const bool round = truth.kind == "spiral" || truth.kind == "curved";
  EXPECT_NEAR(measure_width(rays, a, across), truth.width, round ? 0.05 : 1e-6);
}

TEST_P(EveryStair, FreeAreaIsTheTruthsForEveryAgent) {
  const Generated scene = stairs(GetParam().kind);
  const RayScene rays(scene.soup);
  for (const AgentTruth& truth : scene.truth.agents) {
    const GroundAreas areas = measure_ground(rays, truth.agent, 60000);
    EXPECT_NEAR(areas.free, truth.free_area, areas.error) << truth.agent.height;
    EXPECT_LT(areas.error, truth.free_area * 0.01);
    EXPECT_NEAR(areas.enclosed, truth.enclosed_area, std::max(areas.error, truth.enclosed_area * 0.05));
  }
}

TEST_P(EveryStair, WalkingLineAndPlacesHaveHeadroom) {
  const Generated scene = stairs(GetParam().kind);
  const RayScene rays(scene.soup);
  std::vector<Vec3> points = scene.truth.stairs[0].line;
  for (const PlaceTruth& place : scene.truth.places) points.push_back(place.at);
  for (const Vec3 p : points) {
    const auto hits = rays.vertical(p);
    EXPECT_TRUE(
        std::any_of(hits.begin(), hits.end(),
                    [](const auto& hit) { return std::abs(hit.distance) < 1e-6 && hit.facing > 0.9; }))
        << p.x << " " << p.y << " " << p.z;
    EXPECT_GE(measure_headroom(rays, p), 2.05);
  }
}

TEST_P(EveryStair, BodiesAreClosed) { EXPECT_EQ(open_edges(stairs(GetParam().kind).soup), 0u); }

INSTANTIATE_TEST_SUITE_P(Stairs, EveryStair,
                         testing::Values(Case{1, "straight", 16}, Case{2, "nosing", 16},
                                         Case{3, "open-riser", 16}, Case{4, "spiral", 19},
                                         Case{5, "curved", 16}, Case{6, "winder", 16}, Case{7, "landing", 16},
                                         Case{8, "uneven", 16}, Case{9, "steep", 5},
                                         Case{11, "escalator", 16}),
                         [](const auto& param) {
                           std::string name = param.param.name;
                           std::erase(name, '-');
                           return name;
                         });

// Names of the group that holds a place.
std::vector<std::string> group_of(const AgentTruth& truth, const std::string& place) {
  for (const auto& group : truth.reach) {
    if (std::find(group.begin(), group.end(), place) != group.end()) return group;
  }
  return {};
}

TEST(Stairs, SpiralLiesOverItselfWithHeadroom) {
  for (const double rise : {0.12, 0.15, 0.175, 0.3}) {
    for (const double width : {0.8, 3.0}) {
      const Generated scene = stairs(4, {{"rise", rise}, {"width", width}, {"run", 0.4}});
      const RayScene rays(scene.soup);
      int covered = 0;
      const auto& line = scene.truth.stairs[0].line;
      for (std::size_t i = 1; i + 1 < line.size(); ++i) {
        const double headroom = measure_headroom(rays, line[i]);
        covered += headroom < 100;
        EXPECT_GE(headroom, 2.05);
      }
      EXPECT_GE(covered, static_cast<int>(line.size()) / 8);
    }
  }
}

TEST(Stairs, NosingHidesTheTreadBelow) {
  const Generated scene = stairs(2, {{"nosing", 0.04}});
  const RayScene rays(scene.soup);
  const Vec3 tread = scene.truth.stairs[0].line[5];
  // 0.28 / 2 ahead of the middle stands the next riser's front; behind it the tread goes on for 4 cm.
  EXPECT_GT(measure_headroom(rays, tread + Vec3{0.099, 0, 0}), 2.05);
  EXPECT_NEAR(measure_headroom(rays, tread + Vec3{0.101, 0, 0}), 0.175 - 0.04, 1e-6);
}

TEST(Stairs, RampsHaveTheirSlope) {
  const Generated scene = stairs(10, {{"ramp", 12}, {"steep_ramp", 60}});
  ASSERT_EQ(scene.truth.stairs.size(), 2u);
  const RayScene rays(scene.soup);
  const double degrees[] = {12, 60};
  for (std::size_t i = 0; i < 2; ++i) {
    const StairsTruth& truth = scene.truth.stairs[i];
    EXPECT_EQ(truth.steps, 0);
    EXPECT_NEAR(std::atan2(truth.rise, truth.run) * 180 / 3.14159265358979, degrees[i], 1e-4);
    bool met = false;
    for (const auto& hit : rays.vertical(truth.line[1])) {
      if (std::abs(hit.distance) > 1e-6 || hit.facing < 0) continue;
      met = true;
      EXPECT_NEAR(std::acos(hit.facing) * 180 / 3.14159265358979, degrees[i], 1e-4);
    }
    EXPECT_TRUE(met);
  }
  for (const AgentTruth& truth : scene.truth.agents) {
    const GroundAreas areas = measure_ground(rays, truth.agent, 60000);
    EXPECT_NEAR(areas.free, truth.free_area, areas.error);
    EXPECT_EQ(group_of(truth, "Ramp lower").size(), truth.agent.max_slope > 12 ? 2u : 1u);
    EXPECT_EQ(group_of(truth, "Ramp too steep lower").size(), 1u);
  }
}

TEST(Stairs, OnlyWhatCanBeClimbedIsJoined) {
  const Generated scene = stairs(0);
  EXPECT_EQ(scene.truth.stairs.size(), 12u);
  const AgentTruth& walker = scene.truth.agents[0];
  for (const StairsTruth& s : scene.truth.stairs) {
    const auto group = group_of(walker, s.floors[0]);
    const bool joined = std::find(group.begin(), group.end(), s.floors[1]) != group.end();
    EXPECT_EQ(joined, s.name != "Too steep" && s.name != "Ramp too steep") << s.name;
  }
  for (const AgentTruth& truth : scene.truth.agents) {
    std::size_t places = 0;
    for (const auto& group : truth.reach) places += group.size();
    EXPECT_EQ(places, scene.truth.places.size());
  }
  // On wheels only the ramp is left.
  for (const auto& group : scene.truth.agents[2].reach) {
    EXPECT_EQ(group.size(), group[0] == "Ramp lower" ? 2u : 1u) << group[0];
  }
}

TEST(Stairs, AllSizesKeepTheirTruth) {
  for (const double steps : {8.0, 25.0}) {
    for (const double rise : {0.12, 0.3}) {
      for (const double width : {0.8, 2.9}) {
        const Generated scene =
            stairs(0, {{"steps", steps}, {"rise", rise}, {"width", width}, {"run", 0.21}});
        EXPECT_EQ(open_edges(scene.soup), 0u);
        const RayScene rays(scene.soup);
        for (const AgentTruth& truth : scene.truth.agents) {
          const GroundAreas areas = measure_ground(rays, truth.agent, 30000);
          EXPECT_NEAR(areas.free, truth.free_area, areas.error) << steps << " " << rise << " " << width;
        }
      }
    }
  }
}

TEST(Stairs, BaysAreMetresApart) {
  const Generated scene = stairs(0);
  std::map<std::string, Box3> boxes;
  for (std::size_t t = 0; t < scene.soup.triangles.size(); ++t) {
    const std::string& name = scene.soup.objects[scene.soup.triangle_object[t]].name;
    for (const StairsTruth& s : scene.truth.stairs) {
      if (name == s.floors[0] || name == s.floors[1]) {
        for (const std::uint32_t v : scene.soup.triangles[t]) boxes[s.name].add(scene.soup.positions[v]);
      }
    }
  }
  ASSERT_EQ(boxes.size(), 12u);
  for (const auto& [a, box_a] : boxes) {
    for (const auto& [b, box_b] : boxes) {
      if (a >= b) continue;
      const double dx = std::max(box_a.min.x - box_b.max.x, box_b.min.x - box_a.max.x);
      const double dy = std::max(box_a.min.y - box_b.max.y, box_b.min.y - box_a.max.y);
      EXPECT_GE(std::max(dx, dy), 2) << a << ", " << b;
    }
  }
}

TEST(Stairs, SameOptionsGiveTheSameSceneAndSeedsDiffer) {
  Options options;
  const Generated a = kStairs.make(options), b = kStairs.make(options);
  EXPECT_EQ(a.soup.positions, b.soup.positions);
  EXPECT_EQ(truth_json(a.truth), truth_json(b.truth));
  options.seed = 2;
  EXPECT_NE(kStairs.make(options).soup.positions, a.soup.positions);
}

}  // namespace
}  // namespace ambula::scenes
