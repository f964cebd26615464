// Scenes and agents of any scale: what is a flight to people is one to giants and to toys.
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "links/reach_checks.h"
#include "links/scenes.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

Agent scaled(Agent agent, double by) {
  agent.height *= by;
  agent.radius *= by;
  agent.max_step *= by;
  agent.max_gap *= by;
  return agent;
}

Linked linked_at(const std::string& name, double scale, double rotate) {
  auto made = scenes::generate(name, {.seed = 3, .rotate = rotate});
  EXPECT_TRUE(made) << made.error().message;
  for (Vec3& p : made->soup.positions) p = p * scale;
  const auto scene = make_scene(made->soup, {});
  EXPECT_TRUE(scene);
  const Agent agent = scaled({}, scale);
  Linked out{*scene, {}, {}};
  auto walkable = extract_walkable(*scene, agent);
  EXPECT_TRUE(walkable) << walkable.error().message;
  out.walkable = std::move(*walkable);
  auto links = find_links(out.walkable, *scene, agent);
  EXPECT_TRUE(links) << links.error().message;
  out.links = std::move(*links);
  expect_in_reach(agent, out.walkable, out.links);
  return out;
}

class AnyScale : public ::testing::TestWithParam<std::tuple<double, double>> {};

TEST_P(AnyScale, HasTheSameFlights) {
  const auto [scale, rotate] = GetParam();
  for (const char* name : {"stairs", "terrace-house", "town-house"}) {
    SCOPED_TRACE(name);
    const Linked usual = linked_at(name, 1, rotate), other = linked_at(name, scale, rotate);
    EXPECT_EQ(usual.links.flights.size(), name == std::string("stairs") ? 10u : usual.links.flights.size());
    std::multiset<std::uint32_t> steps, expected;
    for (const Flight& f : usual.links.flights) expected.insert(f.steps);
    for (const Flight& f : other.links.flights) {
      steps.insert(f.steps);
      EXPECT_GT(f.rise, 0.1 * scale);
      EXPECT_LT(f.rise, 0.3 * scale);
    }
    EXPECT_EQ(steps, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Scales, AnyScale,
                         ::testing::Combine(::testing::Values(10.0, 0.1, 3.0, 0.3),
                                            ::testing::Values(0.0, 17.0)));

}  // namespace
}  // namespace ambula::testing
