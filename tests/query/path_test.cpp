// find_path: never shorter than what is possible, and true about what it crosses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "ambula/hash.h"
#include "ambula/query.h"
#include "query/meshes.h"
#include "query/shortest_truth.h"

namespace ambula::testing {
namespace {

double length_of(const std::vector<Waypoint>& points) {
  double sum = 0;
  for (std::size_t k = 1; k < points.size(); ++k) sum += length((points[k].at - points[k - 1].at).xy());
  return sum;
}

TEST(FindPath, IsFoundWhereThereIsOneAndNeverShorterThanTheTruth) {
  std::size_t found = 0, apart = 0;
  double excess = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 20 + seed % 40);
    ShortestTruth truth(mesh);
    Query query(mesh);
    Path path;
    for (std::uint64_t k = 0; k < 6; ++k) {
      const LatticePlace a = random_place(mesh, seed * 1000 + 2 * k),
                         b = random_place(mesh, seed * 1000 + 2 * k + 1);
      // Where cells meet in a corner only, the query says which one a point there is in.
      const auto there = [&](const LatticePlace& p) {
        return LatticePlace{p.at, query.nearest(scene_point(mesh, p), {0.1, 0.1, 0.1})->cell};
      };
      const double best = truth.length(there(a), there(b)) * mesh.lattice.quantum;
      query.find_path(scene_point(mesh, a), scene_point(mesh, b), {}, path);
      if (best == std::numeric_limits<double>::infinity()) {
        ++apart;
        EXPECT_EQ(path.status, PathStatus::unreachable);
        continue;
      }
      ++found;
      ASSERT_EQ(path.status, PathStatus::complete) << seed << " " << k;
      EXPECT_GE(path.length, best * (1 - 1e-9)) << seed << " " << k;
      EXPECT_NEAR(path.length, length_of(path.points), 1e-9 * (1 + path.length));
      EXPECT_GE(path.length_3d, path.length * (1 - 1e-12));
      EXPECT_LT(length(path.points.front().at - scene_point(mesh, a)), 1e-6);
      EXPECT_LT(length(path.points.back().at - scene_point(mesh, b)), 1e-6);
      excess += best > 0 ? path.length / best - 1 : 0;
    }
  }
  EXPECT_GT(found, 400u);
  EXPECT_GT(apart, 20u);
  EXPECT_LT(excess / static_cast<double>(found), 0.01);
}

TEST(FindPath, CellsFollowEachOtherAndStretchesCoverThem) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const NavMesh mesh = mesh_of(random_blots(80, 1000, 400, seed, 5));
    Query query(mesh);
    Path path;
    for (std::uint64_t k = 0; k < 10; ++k) {
      const Vec3 a = scene_point(mesh, random_place(mesh, seed * 999 + k)),
                 b = scene_point(mesh, random_place(mesh, seed * 999 + k + 500));
      query.find_path(a, b, {}, path);
      if (path.status != PathStatus::complete) continue;
      for (std::size_t i = 1; i < path.cells.size(); ++i) {
        bool joined = false;
        for (std::uint32_t s = mesh.cell_begin[path.cells[i - 1]]; s < mesh.cell_begin[path.cells[i - 1] + 1];
             ++s)
          joined = joined || mesh.neighbour[s] == path.cells[i];
        EXPECT_TRUE(joined);
      }
      std::uint32_t next = 0;
      double sum = 0, cost = 0;
      for (const PathStretch& s : path.stretches) {
        EXPECT_EQ(s.first_cell, next);
        for (std::uint32_t i = 0; i < s.cells; ++i) EXPECT_EQ(mesh.kind[path.cells[next + i]], s.kind);
        next += s.cells;
        sum += s.length;
        cost += s.length * Filter::kOrdinaryCosts[static_cast<std::size_t>(s.kind)];
        EXPECT_EQ(s.along_gap, s.kind == CellKind::gap && s.length > 0.3);
      }
      EXPECT_EQ(next, path.cells.size());
      EXPECT_NEAR(sum, path.length, 1e-9 * (1 + sum));
      EXPECT_NEAR(cost, path.cost, 1e-9 * (1 + cost));
    }
  }
}

TEST(FindPath, GoesAroundSpiralsByTheCellsItWalks) {
  const NavMesh mesh = mesh_of(spiral(100, 600, 12, 3.0, 300, 2, 0));
  ShortestTruth truth(mesh);
  Query query(mesh);
  Path path;
  for (std::uint64_t k = 0; k < 60; ++k) {
    const LatticePlace a = random_place(mesh, k), b = random_place(mesh, k + 1000);
    PathParams params;
    params.reach = {0.01, 0.01, 0.2};
    query.find_path(scene_point(mesh, a), scene_point(mesh, b), params, path);
    ASSERT_EQ(path.status, PathStatus::complete);
    const double best = truth.length(a, b) * mesh.lattice.quantum;
    EXPECT_GE(path.length, best * (1 - 1e-9));
    EXPECT_NEAR(path.length, length_of(path.points), 1e-9 * (1 + path.length));
  }
}

}  // namespace
}  // namespace ambula::testing
