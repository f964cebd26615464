// Every generated scene, clean, dirty, turned and far away: brute force finds nothing to say against its
// surface.
#include <gtest/gtest.h>

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
  EXPECT_LE(usual.areas.walkable, strict.areas.walkable + usual.areas.closed + 0.01);
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

}  // namespace
}  // namespace ambula::testing
