// Paths with a radius on surfaces by hand and at random.
#include <gtest/gtest.h>

#include <cmath>

#include "navmesh/bases.h"
#include "navmesh/make_clearance_mesh.h"
#include "query/radius_checks.h"

namespace ambula::testing {
namespace {

TEST(RadiusPath, AmongPillarsIsFoundExactlyWhenThereIsOne) {
  RadiusTally tally;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(pillared_floor(60000, 8 + static_cast<std::uint32_t>(seed), seed));
    for (const double radius : {0.1, 0.25, 0.4, 0.7, 1.0}) expect_paths(base, radius, 14, seed, tally);
  }
  EXPECT_GT(tally.found, 3000u);
  EXPECT_GT(tally.pairs, 2 * tally.found / 3);
}

TEST(RadiusPath, OnRandomFloorsIsFoundExactlyWhenThereIsOne) {
  RadiusTally tally;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(random_blots(80, 40000, 12000, seed));
    for (const double radius : {0.0, 0.1, 0.2, 0.3, 0.5}) expect_paths(base, radius, 14, seed, tally);
  }
  EXPECT_GT(tally.found, 3000u);
}

TEST(RadiusPath, OnASpiralStaysOnItsSheet) {
  RadiusTally tally;
  for (const double drift : {0.0, 13000.0, 21000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      SCOPED_TRACE(::testing::Message() << "drift " << drift << " rows " << rows);
      const NavBase base = base_of(spiral(15000, 45000, 24, 3, 30000, rows, drift));
      for (const double radius : {0.1, 0.4, 1.0}) expect_paths(base, radius, 16, 5, tally);
    }
  }
  EXPECT_GT(tally.found, 1000u);
}

}  // namespace
}  // namespace ambula::testing
