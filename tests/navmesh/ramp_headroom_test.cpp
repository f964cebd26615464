// What is in the way above ramps, and what only touches the walls beside them.
#include "navmesh/ramp_headroom.h"

#include <gtest/gtest.h>

#include "navmesh/blocks.h"

namespace ambula::testing {
namespace {

constexpr double kHeight = 10000;  // quanta; walls may be 56 beside their borders

// A ramp whose border turns by a little, as that beside a round post does: two edges of a narrow triangle,
// and a wide one behind them that has no border itself.
std::vector<LiftedTriangle> ramp_beside_a_post() {
  const std::array<std::int32_t, 3> low{0, 0, 0}, high{1000, 1000, 1000};
  return {{{{{0, 0}, {2000, 0}, {1000, 3000}}}, low, high, {false, true, true}, 0},
          {{{{0, 0}, {1000, -5}, {2000, 0}}}, low, high, {true, true, false}, 0}};
}

// A strip above the ramp that leans from y = `near` to y = `far`.
Scene leaning(double near, double far) {
  const double q = Lattice::kDefaultQuantum;
  Blocks blocks;
  blocks.floor(-5, -5, 5, 5, 0);
  blocks.quad({300 * q, near * q, 10100 * q}, {1700 * q, near * q, 10100 * q}, {1700 * q, far * q, 10900 * q},
              {300 * q, far * q, 10900 * q});
  return blocks.scene();
}

bool is_blocked(double near, double far) {
  const Scene scene = leaning(near, far);
  std::vector<LiftedTriangle> lifts = ramp_beside_a_post();
  const LatticePoint origin = scene.lattice.snap({0, 0, 0});
  for (LiftedTriangle& lift : lifts) {
    for (std::size_t i = 0; i < 3; ++i) {
      lift.at[i] = {lift.at[i].x + origin.x, lift.at[i].y + origin.y};
      lift.low[i] += origin.z;
      lift.high[i] += origin.z;
    }
  }
  return blocked_lifts(scene, lifts, kHeight, 1, nullptr).at(0) != 0;
}

TEST(RampHeadroom, AWallThatLeansOverSeveralBordersIsBesideTheRamp) {
  EXPECT_FALSE(is_blocked(0, 0));
  EXPECT_FALSE(is_blocked(0, 30));
  EXPECT_FALSE(is_blocked(30, -30));
}

TEST(RampHeadroom, AWallThatLeansFurtherIsInTheWay) {
  EXPECT_TRUE(is_blocked(0, 200));
  EXPECT_TRUE(is_blocked(100, 120));
}

}  // namespace
}  // namespace ambula::testing
