// Paths over user links, against all ways over them.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "ambula/hash.h"
#include "ambula/query.h"
#include "query/meshes.h"
#include "query/shortest_truth.h"

namespace ambula::testing {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct LinkEnds {
  LatticePlace from, to;
};

// Stops are the start, the goal, and both ends of every link; shortest ways between them all (Floyd,
// Warshall).
double shortest(ShortestTruth& truth, const std::vector<LinkEnds>& ends, const std::vector<UserLink>& links,
                double quantum, const LatticePlace& start, const LatticePlace& goal) {
  std::vector<LatticePlace> stops{start, goal};
  for (const LinkEnds& e : ends) {
    stops.push_back(e.from);
    stops.push_back(e.to);
  }
  const std::size_t n = stops.size();
  std::vector<std::vector<double>> way(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) way[i][j] = truth.length(stops[i], stops[j]) * quantum;
  }
  for (std::size_t k = 0; k < links.size(); ++k) {
    const std::size_t i = 2 + 2 * k, j = i + 1;
    way[i][j] = std::min(way[i][j], links[k].cost);
    if (links[k].both_ways) way[j][i] = std::min(way[j][i], links[k].cost);
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) way[i][j] = std::min(way[i][j], way[i][k] + way[k][j]);
    }
  }
  return way[0][1];
}

TEST(UserLinks, ShortestPathsEqualBruteForce) {
  std::size_t over_links = 0, apart = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const NavMesh mesh = holed_mesh(seed, 15 + seed % 20);
    if (mesh.size() == 0) continue;
    ShortestTruth truth(mesh);
    Query places(mesh);
    const auto there = [&](const LatticePlace& p) {
      return LatticePlace{p.at, places.nearest(scene_point(mesh, p), {0.5, 0.5, 1})->cell};
    };
    std::vector<UserLink> links;
    std::vector<LinkEnds> ends;
    for (std::uint64_t k = 0; k < 4; ++k) {
      const LatticePlace a = there(random_place(mesh, seed * 77 + 2 * k)),
                         b = there(random_place(mesh, seed * 77 + 2 * k + 1));
      UserLink link;
      link.from_a = link.from_b = scene_point(mesh, a);
      link.to_a = link.to_b = scene_point(mesh, b);
      link.cost = static_cast<double>(mix_bits(seed + k) % 9);
      link.both_ways = k % 2 == 0;
      links.push_back(link);
      ends.push_back({a, b});
    }
    Query query(mesh, links);
    Path path, coarse;
    for (std::uint64_t k = 0; k < 6; ++k) {
      const LatticePlace a = there(random_place(mesh, seed * 1000 + 2 * k)),
                         b = there(random_place(mesh, seed * 1000 + 2 * k + 1));
      const double best = shortest(truth, ends, links, mesh.lattice.quantum, a, b);
      query.find_shortest(scene_point(mesh, a), scene_point(mesh, b), {}, path);
      query.find_path(scene_point(mesh, a), scene_point(mesh, b), {}, coarse);
      if (best == kInfinite) {
        ++apart;
        EXPECT_EQ(path.status, PathStatus::unreachable);
        EXPECT_EQ(coarse.status, PathStatus::unreachable);
        continue;
      }
      ASSERT_EQ(path.status, PathStatus::complete) << seed << " " << k;
      EXPECT_NEAR(path.length, best, 1e-9 * (1 + best)) << seed << " " << k;
      ASSERT_EQ(coarse.status, PathStatus::complete) << seed << " " << k;
      EXPECT_GE(coarse.length, best * (1 - 1e-9) - 1e-9);
      double sum = 0;
      for (const PathStretch& s : path.stretches) sum += s.length;
      EXPECT_NEAR(sum, path.length, 1e-9 * (1 + sum));
      over_links += std::any_of(path.points.begin(), path.points.end(),
                                [](const Waypoint& w) { return w.link != NavMesh::kNone; })
                        ? 1u
                        : 0u;
    }
  }
  EXPECT_GT(over_links, 200u);
  EXPECT_GT(apart, 20u);
}

TEST(UserLinks, OneWayDropsAreNotClimbedAndClosedLinksNotTaken) {
  // Two floors, one over the other, and a drop between them.
  const NavMesh mesh = mesh_of(joined({{LatticePoint{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}},
                                       {LatticePoint{0, 0, 300}, {1000, 0, 300}, {1000, 1000, 300}}}));
  UserLink drop;
  drop.from_a = mesh.lattice.position({900, 100, 300});
  drop.from_b = mesh.lattice.position({900, 500, 300});
  drop.to_a = mesh.lattice.position({950, 100, 0});
  drop.to_b = mesh.lattice.position({950, 500, 0});
  drop.cost = 2;
  drop.both_ways = false;
  Query query(mesh, {&drop, 1});
  const Vec3 up = mesh.lattice.position({500, 100, 300}), down = mesh.lattice.position({980, 300, 0});
  Path path;
  query.find_shortest(up, down, {}, path);
  ASSERT_EQ(path.status, PathStatus::complete);
  ASSERT_EQ(path.stretches.size(), 3u);
  EXPECT_EQ(path.stretches[1].link, 0u);
  EXPECT_EQ(path.stretches[1].length, 2);
  // Over one of the places at most half a metre apart: not more than half of that off the best.
  EXPECT_LT(path.length, 2 + 4 + 0.3 + 0.9);
  query.find_path(up, down, {}, path);
  EXPECT_EQ(path.status, PathStatus::complete);
  query.find_shortest(down, up, {}, path);
  EXPECT_EQ(path.status, PathStatus::unreachable);
  query.find_path(down, up, {}, path);
  EXPECT_EQ(path.status, PathStatus::unreachable);
  Filter filter;
  filter.closed_links = {1};
  PathParams params;
  params.filter = &filter;
  query.find_shortest(up, down, params, path);
  EXPECT_EQ(path.status, PathStatus::unreachable);
  query.find_path(up, down, params, path);
  EXPECT_EQ(path.status, PathStatus::unreachable);
}

TEST(UserLinks, NonsenseIsLeftOut) {
  const NavMesh mesh = holed_mesh(1);
  std::vector<UserLink> links(3);
  links[0].from_a.x = std::numeric_limits<double>::quiet_NaN();
  links[1].cost = -1;
  links[2].from_a = links[2].from_b = links[2].to_a = links[2].to_b = {1e9, 0, 0};
  Query query(mesh, links);
  Path path;
  const Vec3 p = scene_point(mesh, random_place(mesh, 5));
  query.find_shortest(p, p, {}, path);
  EXPECT_EQ(path.status, PathStatus::complete);
}

}  // namespace
}  // namespace ambula::testing
