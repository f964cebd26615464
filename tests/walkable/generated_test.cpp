// Every generated scene, clean, dirty, turned and far away: brute force finds nothing to say against its
// surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <tuple>

#include "scenes/generate.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

struct Variant {
  const char* name;
  double dirty;
  double rotate;
  Vec3 offset;
};
constexpr Variant kVariants[] = {{"Clean", 0, 0, {}},
                                 {"Dirty", 0.3, 0, {}},
                                 {"Turned", 0, 17, {}},
                                 {"FarAway", 0, 0, {100'000, -100'000, 500}}};

class GeneratedScenes : public ::testing::TestWithParam<std::tuple<std::size_t, std::size_t>> {};

TEST_P(GeneratedScenes, AgreeWithBruteForce) {
  const auto [generator, which] = GetParam();
  const Variant& variant = kVariants[which];
  scenes::Options options{
      .seed = 3, .dirty = variant.dirty, .rotate = variant.rotate, .offset = variant.offset};
  const std::string name = scenes::generators()[generator].name;
  if (name == "blocks") options.sizes = {{"scale", 0.06}};  // of a million triangles
  auto made = scenes::generate(name, options);
  ASSERT_TRUE(made) << made.error().message;
  const auto scene = make_scene(std::move(made->soup), {});
  ASSERT_TRUE(scene) << scene.error().message;
  const Walkable strict = checked(*scene, kStrict, {}, 20'000);
  EXPECT_GT(strict.faces.size(), 0u);
  const Walkable usual = checked(*scene, {}, {}, 2'000);
  // What was torn overlaps itself; welded it does not, and blocks less.
  const auto covered = [](const Walkable& w) { return w.areas.blocked + w.areas.duplicate; };
  const double uncovered = std::max(0.0, covered(strict) - covered(usual));
  EXPECT_LE(usual.areas.walkable, strict.areas.walkable + usual.areas.closed + uncovered + 0.01);
}

std::string name_of_case(const ::testing::TestParamInfo<std::tuple<std::size_t, std::size_t>>& which) {
  std::string name = kVariants[std::get<1>(which.param)].name;
  for (const char* c = scenes::generators()[std::get<0>(which.param)].name; *c; ++c) {
    if (std::isalnum(static_cast<unsigned char>(*c))) name += *c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, GeneratedScenes,
                         ::testing::Combine(::testing::Range<std::size_t>(0, scenes::generators().size()),
                                            ::testing::Range<std::size_t>(0, std::size(kVariants))),
                         name_of_case);

// Creased ground full of dirt has regions that fall apart when they are merged, next to faces that are
// regions of their own.
TEST(GeneratedTerrain, IsValidThoughRegionsFallApart) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE(seed);
    const auto made = scenes::generate("terrain", {.seed = seed, .dirty = 0.3});
    ASSERT_TRUE(made) << made.error().message;
    const auto scene = make_scene(made->soup, {});
    ASSERT_TRUE(scene) << scene.error().message;
    const auto walkable = extract_walkable(*scene, {});
    ASSERT_TRUE(walkable) << walkable.error().message;
    const auto valid = validate(*walkable);
    EXPECT_TRUE(valid) << valid.error().message;
  }
}

}  // namespace
}  // namespace ambula::testing
