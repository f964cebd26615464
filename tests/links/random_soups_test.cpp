// Random small soups with every limit of size at 0, so that the narrowest of borders takes part: links are
// valid whatever the surface looks like, no place of a border is used twice, and none reaches too far.
// AMBULA_SEEDS in the environment asks for more soups.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "ambula/links.h"
#include "links/reach_checks.h"

namespace ambula::testing {
namespace {

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / 4294967296.0);
  }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

 private:
  std::mt19937 random_;
};

// Triangles that are mostly ground: corners anywhere within a few metres, or at places of a coarse grid, or
// at corners of others, on some levels that are a step apart.
Soup random_soup(std::uint32_t seed) {
  Draw draw(seed);
  Soup soup;
  const std::uint32_t n = 8 + draw.below(40);
  const double size = draw.below(2) == 0 ? 1.0 : 3.0, tilt = draw.between(0, 0.3);
  const bool grid = draw.below(3) == 0, share = draw.below(2) == 0;
  for (std::uint32_t t = 0; t < n; ++t) {
    const double level = 0.15 * draw.below(4);
    const bool wall = draw.below(6) == 0;
    for (std::uint32_t i = 0; i < 3; ++i) {
      Vec3 p{draw.between(0, size), draw.between(0, size),
             level + (wall ? draw.between(-1, 2) : draw.between(-tilt, tilt))};
      if (grid) p = {std::floor(p.x * 10) / 10, std::floor(p.y * 10) / 10, p.z};
      if (share && !soup.positions.empty() && draw.below(3) == 0)
        p = soup.positions[draw.below(static_cast<std::uint32_t>(soup.positions.size()))];
      soup.positions.push_back(p);
    }
    soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  soup.triangle_object.assign(n, 0);
  soup.triangle_material.assign(n, 0);
  soup.objects = {{"thing"}};
  soup.materials = {""};
  return soup;
}

TEST(RandomSoups, HaveValidLinksThatUseNoPlaceTwiceAndReachNoFurtherThanTheAgent) {
  const char* more = std::getenv("AMBULA_SEEDS");
  const std::uint32_t seeds = more ? static_cast<std::uint32_t>(std::stoul(more)) : 400;
  std::size_t found = 0;
  for (std::uint32_t seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const auto scene = make_scene(random_soup(seed), {});
    if (!scene) continue;  // nothing but degenerate triangles
    Agent agent;
    agent.height = seed % 3 == 0 ? 0.5 : 1.8;
    agent.max_gap = seed % 2 == 0 ? 0.1 : 0.24;
    const auto walkable = extract_walkable(*scene, agent,
                                           {.two_sided = seed % 4 == 0 ? TwoSided::yes : TwoSided::no,
                                            .weld = 0,
                                            .keep_enclosed = true,
                                            .min_patch = 0});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const LinksParams params{.min_width = 0, .min_landing = 0};
    const auto links = find_links(*walkable, *scene, agent, params);
    ASSERT_TRUE(links) << links.error().message;
    const auto sound = validate(*links, *walkable);
    EXPECT_TRUE(sound) << sound.error().message;
    expect_in_reach(agent, *walkable, *links);
    found += links->links.size();
  }
  EXPECT_GT(found, 10 * static_cast<std::size_t>(seeds));
}

}  // namespace
}  // namespace ambula::testing
