#include "ambula/lattice.h"

#include <gtest/gtest.h>

namespace ambula {
namespace {

TEST(Lattice, SnapsToTheNearestPointAndBack) {
  const Lattice lattice{.origin = {1000, -2000, 30}};
  const LatticePoint q = lattice.snap({1000.12342, -2000.00004, 29.99996});
  EXPECT_EQ(q, (LatticePoint{1234, 0, 0}));
  EXPECT_NEAR(lattice.position(q).x, 1000.1234, 1e-9);
}

TEST(Lattice, TiesGoToEvenOnBothSidesOfZero) {
  const Lattice lattice{.origin = {}, .quantum = 1};
  EXPECT_EQ(lattice.snap({0.5, -0.5, 1.5}), (LatticePoint{0, 0, 2}));
  EXPECT_EQ(lattice.snap({-1.5, 2.5, -2.5}), (LatticePoint{-2, 2, -2}));
}

TEST(Lattice, ReachesTwentySixKilometres) {
  const Lattice lattice;
  EXPECT_TRUE(lattice.reaches({26843, -26843, 0}));
  EXPECT_FALSE(lattice.reaches({26844, 0, 0}));
  EXPECT_EQ(lattice.snap({lattice.reach(), -lattice.reach(), 0}),
            (LatticePoint{Lattice::kReach, -Lattice::kReach, 0}));
}

}  // namespace
}  // namespace ambula
