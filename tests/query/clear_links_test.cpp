// User links on paths with a radius, against the shortest path over the eroded mesh with the same links.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ambula/hash.h"
#include "ambula/query.h"
#include "navmesh/bases.h"
#include "query/radius_checks.h"

namespace ambula::testing {
namespace {

UserLink link_between(Vec3 a, Vec3 b, double cost, bool both_ways) {
  UserLink link;
  link.from_a = link.from_b = a;
  link.to_a = link.to_b = b;
  link.cost = cost;
  link.both_ways = both_ways;
  return link;
}

// The links a path takes, each where it leads and from where.
std::vector<std::uint32_t> links_of(const Path& path, const std::vector<UserLink>& links, double most_off) {
  std::vector<std::uint32_t> out;
  for (std::size_t k = 0; k < path.points.size(); ++k) {
    if (path.points[k].link == NavMesh::kNone) continue;
    out.push_back(path.points[k].link);
    EXPECT_LT(k + 1, path.points.size());
    if (k + 1 >= path.points.size()) break;
    const UserLink& link = links[path.points[k].link];
    const Vec3 at = path.points[k].at, next = path.points[k + 1].at;
    const double there = std::max(length(at.xy() - link.from_a.xy()), length(next.xy() - link.to_a.xy()));
    const double back = std::max(length(at.xy() - link.to_a.xy()), length(next.xy() - link.from_a.xy()));
    EXPECT_LE(link.both_ways ? std::min(there, back) : there, most_off);
  }
  std::vector<std::uint32_t> stretches;
  for (const PathStretch& s : path.stretches) {
    if (s.link != NavMesh::kNone) stretches.push_back(s.link);
  }
  EXPECT_EQ(stretches, out);
  return out;
}

TEST(ClearLinks, AreTakenWhereTheErodedMeshTakesThem) {
  std::size_t over_links = 0, apart = 0, closed = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const NavMesh mesh = mesh_over(base_of(random_blots(80, 40000, 14000, seed)));
    const double radius = 0.1 + 0.05 * static_cast<double>(seed % 5);
    const auto wide = eroded(mesh, radius);
    ASSERT_TRUE(wide);
    if (wide->size() == 0) continue;
    Query places(*wide);
    const auto place = [&](std::uint64_t k) { return places.random_point(seed * 100 + k)->at; };
    std::vector<UserLink> links;
    for (std::uint64_t k = 0; k < 5; ++k)
      links.push_back(link_between(place(2 * k), place(2 * k + 1),
                                   static_cast<double>(mix_bits(seed + k) % 6), k % 2 == 0));
    Query query(mesh, links);
    Filter filter;
    filter.closed_links = {0, 1, 0, 1, 0};
    Path path, shortest;
    for (std::uint64_t k = 0; k < 20; ++k) {
      PathParams params;
      params.radius = radius;
      params.reach = {0.001, 0.001, 0.1};
      params.filter = k % 3 == 0 ? &filter : nullptr;
      const Vec3 a = place(20 + 2 * k), b = place(21 + 2 * k);
      query.find_path(a, b, params, path);
      query.find_shortest(a, b, params, shortest);
      ASSERT_EQ(path.status, shortest.status) << k;
      if (path.status != PathStatus::complete) {
        ASSERT_EQ(path.status, PathStatus::unreachable);
        ++apart;
        continue;
      }
      EXPECT_GE(path.length, shortest.length * 0.98 - 0.01);
      double sum = 0;
      for (const PathStretch& s : path.stretches) sum += s.length;
      EXPECT_NEAR(sum, path.length, 1e-6 * (1 + sum));
      EXPECT_GE(path.length_3d, path.length - 1e-6);
      const auto taken = links_of(path, links, 0.002);
      (void)links_of(shortest, links, 0.502);
      over_links += taken.empty() ? 0u : 1u;
      closed += params.filter != nullptr && !taken.empty() ? 1u : 0u;
      for (const std::uint32_t link : taken)
        EXPECT_TRUE(params.filter == nullptr || filter.closed_links[link] == 0);
    }
  }
  EXPECT_GT(over_links, 100u);
  EXPECT_GT(closed, 10u);
  EXPECT_GT(apart, 30u);
}

// Two floors of two metres, one over the other.
NavMesh two_floors() {
  std::vector<Corners> triangles;
  for (const std::int32_t z : {0, 30000}) {
    triangles.push_back({{{0, 0, z}, {20000, 0, z}, {20000, 20000, z}}});
    triangles.push_back({{{0, 0, z}, {20000, 20000, z}, {0, 20000, z}}});
  }
  return mesh_over(base_of(joined(triangles)));
}

TEST(ClearLinks, OneWayDropsAreNotClimbed) {
  const NavMesh mesh = two_floors();
  const std::vector<UserLink> links{link_between({1.5, 1, 3}, {1, 1.5, 0}, 2, false)};
  Query query(mesh, links);
  PathParams params;
  params.radius = 0.4;
  Path path;
  query.find_path({0.5, 0.5, 3}, {0.5, 1.5, 0}, params, path);
  ASSERT_EQ(path.status, PathStatus::complete);
  EXPECT_EQ(links_of(path, links, 1e-6).size(), 1u);
  EXPECT_NEAR(path.length, 2 + std::hypot(1, 0.5) + 0.5, 1e-6);
  EXPECT_NEAR(path.cost, path.length, 1e-6);
  EXPECT_NEAR(path.length_3d, path.length, 1e-6);
  EXPECT_EQ(mesh.component[path.points.back().cell], mesh.component[path.cells.back()]);
  EXPECT_NE(mesh.component[path.points.front().cell], mesh.component[path.points.back().cell]);
  query.find_path({0.5, 1.5, 0}, {0.5, 0.5, 3}, params, path);
  EXPECT_EQ(path.status, PathStatus::unreachable);
}

TEST(ClearLinks, EndsAreMovedByHalfAMetreAtMost) {
  const NavMesh mesh = two_floors();
  for (const double off : {0.0, 0.1, 0.2, 0.3}) {
    const std::vector<UserLink> links{link_between({2 + off, 1, 3}, {1, 0, 0}, 0, true)};
    Query query(mesh, links);
    PathParams params;
    Path path;
    for (const double radius : {0.1, 0.25, 0.35, 0.45}) {
      SCOPED_TRACE(::testing::Message() << off << " " << radius);
      params.radius = radius;
      query.find_path({1, 1, 3}, {1, 1, 0}, params, path);
      if (off + radius < 0.5) {
        ASSERT_EQ(path.status, PathStatus::complete);
        EXPECT_EQ(links_of(path, links, 0.501).size(), 1u);
        EXPECT_NEAR(path.length, 2 * (1 - radius), 0.001);
      } else {
        EXPECT_EQ(path.status, PathStatus::unreachable);
      }
    }
  }
}

TEST(ClearLinks, SegmentsAreCrossedWhereThereIsRoom) {
  const NavMesh mesh = two_floors();
  UserLink link = link_between({0, 1, 3}, {0, 1, 0}, 1, true);
  link.from_b.x = link.to_b.x = 2;
  Query query(mesh, {&link, 1});
  PathParams params;
  params.radius = 0.6;
  Path path;
  query.find_path({1.3, 1.2, 3}, {1.3, 0.8, 0}, params, path);
  ASSERT_EQ(path.status, PathStatus::complete);
  EXPECT_LT(path.length, 1 + 0.4 + 0.6);
}

}  // namespace
}  // namespace ambula::testing
