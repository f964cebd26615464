#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "scenes/generate.h"
#include "scenes/measure.h"
#include "scenes/mesh_checks.h"

namespace ambula::scenes {

extern const Generator kPlatforms;

namespace {

double top_of(const Soup& soup, std::size_t object) {
  double top = -1e9;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    if (soup.triangle_object[t] != object) continue;
    for (const std::uint32_t v : soup.triangles[t]) top = std::max(top, soup.positions[v].z);
  }
  return top;
}

struct Step {
  double rise, gap;
};

// Between every two platforms, measured on their triangles. What is covered by the upper one needs no care:
// where two overlap, their distance is 0 with and without it.
std::map<std::pair<std::size_t, std::size_t>, Step> measure_steps(const Soup& soup) {
  std::map<std::pair<std::size_t, std::size_t>, Step> out;
  for (std::size_t i = 0; i < soup.objects.size(); ++i) {
    for (std::size_t j = i + 1; j < soup.objects.size(); ++j) {
      out[{i, j}] = {std::abs(top_of(soup, i) - top_of(soup, j)), level_distance(soup, i, j)};
    }
  }
  return out;
}

TEST(Platforms, HasTheTrianglesAndCornersOfThePaper) {
  const Generated scene = kPlatforms.make({});
  EXPECT_EQ(scene.soup.triangles.size(), 192u);
  EXPECT_EQ(scene.soup.positions.size(), 128u);
}

TEST(Platforms, StepsAreAsDesigned) {
  const Generated scene = kPlatforms.make({});
  const auto steps = measure_steps(scene.soup);
  const double rise = 0.18;
  const double gaps[] = {0, 0, 0.2, 0.1, 0, 0, 0, 0, 2 * 0.8 * 0.052335956, 2 * 0.8 * 0.121869343, 0};
  for (std::size_t i = 0; i < 11; ++i) {  // along both flights
    const Step step = steps.at({i, i + 1});
    EXPECT_NEAR(step.rise, rise, 1e-9) << i;
    EXPECT_NEAR(step.gap, gaps[i], 2e-6) << i;
  }
  EXPECT_NEAR(steps.at({0, 12}).gap, 0.5, 1e-9);
  EXPECT_NEAR(steps.at({0, 12}).rise, 0.1, 1e-9);
  EXPECT_NEAR(steps.at({0, 13}).gap, 0, 1e-9);
  EXPECT_NEAR(steps.at({0, 13}).rise, 0.55, 1e-9);
  EXPECT_NEAR(steps.at({0, 14}).gap, 0.3, 1e-9);
  EXPECT_NEAR(steps.at({0, 14}).rise, 0.2, 1e-9);
  EXPECT_NEAR(steps.at({0, 15}).gap, 0, 1e-9);
  EXPECT_NEAR(steps.at({0, 15}).rise, 0.4, 1e-9);
}

// The groups by the rule of the links, from measured distances alone.
TEST(Platforms, ReachFollowsFromTheMeasuredSteps) {
  for (const double rise : {0.05, 0.18, 0.3}) {
    const Generated scene = kPlatforms.make({.sizes = {{"rise", rise}}});
    const auto steps = measure_steps(scene.soup);
    for (const AgentTruth& truth : scene.truth.agents) {
      std::vector<std::size_t> group(scene.soup.objects.size());
      std::iota(group.begin(), group.end(), std::size_t{0});
      for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [pair, step] : steps) {
          if (step.rise > truth.agent.max_step + 1e-9 || step.gap > truth.agent.max_gap + 1e-9) continue;
          const std::size_t low = std::min(group[pair.first], group[pair.second]);
          changed |= group[pair.first] != low || group[pair.second] != low;
          group[pair.first] = group[pair.second] = low;
        }
      }
      std::map<std::size_t, std::vector<std::string>> expected;
      for (std::size_t i = 0; i < group.size(); ++i) expected[group[i]].push_back(scene.soup.objects[i].name);
      std::vector<std::vector<std::string>> lists;
      for (auto& [root, names] : expected) lists.push_back(std::move(names));
      EXPECT_EQ(truth.reach, lists) << "rise " << rise << ", max_step " << truth.agent.max_step;
    }
  }
}

TEST(Platforms, OnlyTheTwoNamedTiesAreNearALimit) {
  const Generated scene = kPlatforms.make({});
  int ties = 0;
  for (const auto& [pair, step] : measure_steps(scene.soup)) {
    for (const AgentTruth& truth : scene.truth.agents) {
      const double over_step = step.rise - truth.agent.max_step, over_gap = step.gap - truth.agent.max_gap;
      if (over_step > 0.01 || over_gap > 0.01 || (over_step < -0.01 && over_gap < -0.01)) continue;
      ++ties;
      EXPECT_EQ(pair.first, 0u);
      EXPECT_TRUE(pair.second == 14 || pair.second == 15);
      EXPECT_EQ(truth.agent, default_agent());
    }
  }
  EXPECT_EQ(ties, 2);
}

TEST(Platforms, FlightsAreWalkedStepByStep) {
  const Generated scene = kPlatforms.make({});
  const RayScene rays(scene.soup);
  for (const StairsTruth& stairs : scene.truth.stairs) {
    ASSERT_EQ(stairs.line.size(), static_cast<std::size_t>(stairs.steps) + 1);
    for (std::size_t i = 1; i < stairs.line.size(); ++i) {
      EXPECT_NEAR(stairs.line[i].z - stairs.line[i - 1].z, stairs.rise, 1e-9);
      const auto hits = rays.vertical(stairs.line[i]);
      EXPECT_TRUE(!hits.empty() && std::abs(hits.back().distance) < 1e-9) << "covered, or off its tread";
    }
  }
}

}  // namespace
}  // namespace ambula::scenes
