// find_shortest against brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ambula/hash.h"
#include "ambula/query.h"
#include "query/meshes.h"
#include "query/shortest_truth.h"

namespace ambula::testing {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Tally {
  std::size_t found = 0, apart = 0, turning = 0;
};

// Compares random pairs on a mesh; `closed` by cell.
void compare(const NavMesh& mesh, std::uint64_t seed, std::uint64_t pairs, Tally& tally,
             const std::vector<std::uint8_t>& closed = {}) {
  if (mesh.size() == 0) return;  // all of it is holes
  ShortestTruth truth(mesh, closed);
  Query query(mesh);
  Path path;
  Filter filter;
  filter.closed_cells = closed;
  PathParams params;
  params.reach = {0.05, 0.05, 0.05};
  if (!closed.empty()) params.filter = &filter;
  for (std::uint64_t k = 0; k < pairs; ++k) {
    const Vec3 a = scene_point(mesh, random_place(mesh, seed * 1000 + 2 * k)),
               b = scene_point(mesh, random_place(mesh, seed * 1000 + 2 * k + 1));
    const auto from = query.nearest(a, params.reach, params.filter),
               to = query.nearest(b, params.reach, params.filter);
    query.find_shortest(a, b, params, path);
    if (!from || !to) {
      EXPECT_EQ(path.status, from ? PathStatus::no_goal : PathStatus::no_start);
      continue;
    }
    const auto place = [&](const Place& p) {
      const LatticePoint at = mesh.lattice.snap(p.at);
      return LatticePlace{{at.x, at.y}, p.cell};
    };
    if (length(from->at - a) > 1e-6 || length(to->at - b) > 1e-6) continue;  // its own cell is closed
    const double best = truth.length(place(*from), place(*to)) * mesh.lattice.quantum;
    if (best == kInfinite) {
      ++tally.apart;
      EXPECT_EQ(path.status, PathStatus::unreachable) << seed << " " << k;
      continue;
    }
    ++tally.found;
    ASSERT_EQ(path.status, PathStatus::complete) << seed << " " << k << " truth " << best;
    ASSERT_NEAR(path.length, best, 1e-9 * best + 1e-12) << seed << " " << k;
    if (path.points.size() > 2) ++tally.turning;
  }
}

TEST(FindShortest, EqualsBruteForceOnThousandsOfMeshesWithHoles) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 3000 && !HasFailure(); ++seed)
    compare(holed_mesh(seed, 15 + seed % 20, seed % 8 < 4 ? 1000 : 12), seed, 6, tally);
  EXPECT_GT(tally.found, 6000u);
  EXPECT_GT(tally.turning, 2000u);
  EXPECT_GT(tally.apart, 200u);
}

TEST(FindShortest, EqualsBruteForceOnSpirals) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 24 && !HasFailure(); ++seed) {
    const double drift = seed % 2 == 0 ? 0 : 120;
    compare(mesh_of(spiral(60, 600, 5 + static_cast<std::uint32_t>(seed % 7), 2.6, 300,
                           1 + static_cast<std::uint32_t>(seed % 3), drift),
                    seed % 5 == 0 ? CellRule::triangles : CellRule::fewest),
            seed, 20, tally);
  }
  EXPECT_EQ(tally.found, 24u * 20u);
  EXPECT_GT(tally.turning, 200u);
}

TEST(FindShortest, EqualsBruteForceWithClosedCells) {
  Tally tally;
  for (std::uint64_t seed = 0; seed < 600 && !HasFailure(); ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 20, seed % 8 < 4 ? 1000 : 12);
    std::vector<std::uint8_t> closed(mesh.size());
    for (std::uint32_t c = 0; c < mesh.size(); ++c) closed[c] = mix_bits(seed * 31 + c) % 5 == 0 ? 1 : 0;
    compare(mesh, seed, 6, tally, closed);
  }
  EXPECT_GT(tally.found, 1000u);
  EXPECT_GT(tally.turning, 300u);
  EXPECT_GT(tally.apart, 200u);
}

}  // namespace
}  // namespace ambula::testing
