// Ramps over the flights of generated stairs.
#include "navmesh/ramps.h"

#include <gtest/gtest.h>
#include <iostream>

#include "navmesh/ramp_checks.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

Stages generated(const char* name, double rotate, std::vector<std::pair<std::string, double>> settings = {}) {
  scenes::Options options;
  options.seed = 3;
  options.rotate = rotate;
  for (const auto& [key, value] : settings) options.sizes[key] = value;
  const auto made = scenes::generate(name, options);
  EXPECT_TRUE(made) << made.error().message;
  auto scene = make_scene(made->soup, {});
  EXPECT_TRUE(scene);
  return stages_of(std::move(*scene));
}

class GeneratedRamps : public ::testing::TestWithParam<const char*> {};

TEST_P(GeneratedRamps, KeepTheirPromises) {
  for (const double rotate : {0.0, 17.0}) {
    SCOPED_TRACE(rotate);
    const Stages s = generated(GetParam(), rotate);
    const auto ramps = add_ramps(s.input(), s.agent, 60);
    ASSERT_TRUE(ramps) << ramps.error().message;
    EXPECT_EQ(ramp_faults(s, *ramps), "");
    const auto flights = count_flights(s, *ramps);
    RecordProperty(rotate > 0 ? "flights_turned" : "flights", summary(flights));
    std::cout << GetParam() << " " << rotate << ": " << summary(flights) << "\n";
    for (const auto& step : ramps->steps)
      if (step.state != RampState::lifted || step.lifted != step.links)
        std::cout << "  flight " << step.flight << " step " << step.step << " " << name_of(step.state) << (step.foot ? " foot " : " tread ") << step.lifted << "/" << step.links << "\n";
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, GeneratedRamps,
                         ::testing::Values("stairs", "terrace-house", "town-house", "doorways"));

}  // namespace
}  // namespace ambula::testing
