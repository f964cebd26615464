// Links keep to the agent's limits everywhere, however a scene is turned, and turning it does not make more
// of them.
#include <gtest/gtest.h>

#include <string>

#include "links/reach_checks.h"
#include "links/scenes.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

Linked found_in(const Soup& soup, const Agent& agent) {
  auto scene = make_scene(soup, {});
  EXPECT_TRUE(scene);
  Linked out{std::move(*scene), {}, {}};
  auto walkable = extract_walkable(out.scene, agent);
  EXPECT_TRUE(walkable) << walkable.error().message;
  out.walkable = std::move(*walkable);
  auto links = find_links(out.walkable, out.scene, agent);
  EXPECT_TRUE(links) << links.error().message;
  out.links = std::move(*links);
  const auto sound = validate(out.links, out.walkable);
  EXPECT_TRUE(sound) << sound.error().message;
  return out;
}

TEST(Limits, HoldInEveryGeneratedSceneHoweverItIsTurned) {
  for (const scenes::Generator& generator : scenes::generators()) {
    scenes::Options options{.seed = 3};
    if (generator.name == std::string("blocks")) options.sizes["scale"] = 0.02;
    for (const double degrees : {0.0, 7.3, 61.7}) {
      SCOPED_TRACE(::testing::Message() << generator.name << " turned " << degrees);
      options.rotate = degrees;
      const auto made = scenes::generate(generator.name, options);
      ASSERT_TRUE(made) << made.error().message;
      for (const double step : {0.4, 0.2}) {
        Agent agent;
        agent.max_step = step;
        const Linked it = found_in(made->soup, agent);
        expect_in_reach(agent, it.walkable, it.links);
      }
    }
  }
}

// A ramp beside a floor: across, the ramp is too high from some place on, but askew it is within reach
// further up. What is joined straight across keeps to the step.
TEST(Limits, HoldBesideARamp) {
  for (const double slope : {0.1, 0.3, 0.6, 0.9}) {
    for (const double apart : {0.0005, 0.02}) {
      SCOPED_TRACE(::testing::Message() << slope << " apart " << apart);
      SceneOf scene;
      scene.quad({0, 0, 0}, {4, 0, 0}, {4, 2, 0}, {0, 2, 0});
      scene.quad({0, -2, 0.2}, {4, -2, 0.2 + 4 * slope}, {4, -apart, 0.2 + 4 * slope}, {0, -apart, 0.2});
      const Linked it = linked(scene.make());
      EXPECT_FALSE(it.links.links.empty());
      expect_in_reach({}, it.walkable, it.links);
    }
  }
}

std::size_t joints(const Links& links) {
  std::size_t out = 0;
  for (const Link& link : links.links) out += link.kind == LinkKind::fill ? 0 : 1;
  return out;
}

// Rounding must not divide the borders of a scene that is turned. Some fillers come out otherwise.
TEST(Turning, DoesNotMakeManyMoreLinks) {
  for (const char* name : {"stairs", "terrace-house", "town-house", "platforms"}) {
    std::size_t straight = 0;
    for (const double degrees : {0.0, 7.3, 17.0, 33.3}) {
      SCOPED_TRACE(::testing::Message() << name << " turned " << degrees);
      const auto made = scenes::generate(name, {.seed = 3, .rotate = degrees});
      ASSERT_TRUE(made) << made.error().message;
      const std::size_t n = joints(found_in(made->soup, {}).links);
      if (degrees == 0) straight = n;
      EXPECT_LE(n, straight + straight / 5);
      EXPECT_GE(n, straight - straight / 5);
    }
  }
}

}  // namespace
}  // namespace ambula::testing
