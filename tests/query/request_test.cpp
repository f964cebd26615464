// What paths are asked with and how they end: statuses, slices, budgets, batches, threads, memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "ambula/query.h"
#include "geometry/allocations.h"
#include "query/meshes.h"

namespace ambula::testing {
namespace {

void expect_same(const Path& a, const Path& b) {
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.cells, b.cells);
  EXPECT_EQ(a.length, b.length);
  EXPECT_EQ(a.cost, b.cost);
  EXPECT_EQ(a.expansions, b.expansions);
  ASSERT_EQ(a.points.size(), b.points.size());
  for (std::size_t k = 0; k < a.points.size(); ++k) EXPECT_EQ(a.points[k].at, b.points[k].at);
}

TEST(PathRequest, SaysWhatIsWrong) {
  const NavMesh mesh = holed_mesh(2, 60);
  Query query(mesh);
  const Vec3 p = scene_point(mesh, random_place(mesh, 1));
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const bool shortest : {false, true}) {
    Path path;
    const auto ask = [&](Vec3 a, Vec3 b, const PathParams& params) {
      if (shortest)
        query.find_shortest(a, b, params, path);
      else
        query.find_path(a, b, params, path);
      return path.status;
    };
    EXPECT_EQ(ask(p, p, {}), PathStatus::complete);
    EXPECT_EQ(path.length, 0);
    EXPECT_EQ(path.points.size(), 2u);
    for (const double bad : {nan, inf, -inf}) {
      EXPECT_EQ(ask({bad, 0, 0}, p, {}), PathStatus::invalid);
      EXPECT_EQ(ask(p, {0, 0, bad}, {}), PathStatus::invalid);
      EXPECT_TRUE(path.points.empty());
    }
    EXPECT_EQ(ask({1e200, 0, 0}, p, {}), PathStatus::no_start);
    EXPECT_EQ(ask(p, p + Vec3{0, 0, 50}, {}), PathStatus::no_goal);
    PathParams params;
    params.radius = nan;
    EXPECT_EQ(ask(p, p, params), PathStatus::invalid);
    params = {};
    params.reach = {nan, 1, 1};
    EXPECT_EQ(ask(p, p, params), PathStatus::invalid);
    params = {};
    Filter filter;
    params.filter = &filter;
    for (const double cost : {0.0, -1.0, nan}) {
      filter.kind_cost[0] = cost;
      EXPECT_EQ(ask(p, p, params), PathStatus::invalid) << cost;
    }
    filter.kind_cost[0] = inf;
    EXPECT_EQ(ask(p, p, params), PathStatus::no_start);
    const NavMesh empty;
    Query none(empty);
    none.find_path(p, p, {}, path);
    EXPECT_EQ(path.status, PathStatus::no_start);
    none.find_shortest(p, p, {}, path);
    EXPECT_EQ(path.status, PathStatus::no_start);
  }
}

TEST(PathRequest, PartialGoesToTheReachablePointNearestToTheGoal) {
  // Two squares a metre apart.
  const NavMesh mesh = mesh_of(joined({{LatticePoint{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}},
                                       {LatticePoint{0, 0, 0}, {1000, 1000, 0}, {0, 1000, 0}},
                                       {LatticePoint{1100, 0, 0}, {2000, 0, 0}, {2000, 1000, 0}}}),
                               CellRule::triangles);
  Query query(mesh);
  const Vec3 a = mesh.lattice.position({100, 500, 0}), b = mesh.lattice.position({1900, 600, 0});
  for (const bool shortest : {false, true}) {
    Path path;
    PathParams params;
    const auto ask = [&] {
      if (shortest)
        query.find_shortest(a, b, params, path);
      else
        query.find_path(a, b, params, path);
    };
    ask();
    EXPECT_EQ(path.status, PathStatus::unreachable);
    EXPECT_TRUE(path.points.empty());
    params.partial = true;
    ask();
    ASSERT_EQ(path.status, PathStatus::partial);
    EXPECT_LT(length(path.points.back().at - mesh.lattice.position({1000, 600, 0})), 1e-9);
    EXPECT_NEAR(path.length, std::hypot(9, 1), 1e-9);
  }
}

// Among many pillars; where there is nothing to choose, nothing is expanded.
NavMesh among_pillars() { return mesh_of(random_board(20, 5), CellRule::fast); }

// A pair of places for which the search has to choose more often than so.
std::pair<Vec3, Vec3> far_apart(const NavMesh& mesh, Query& query, std::uint64_t choices) {
  Path path;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Vec3 a = scene_point(mesh, random_place(mesh, k)),
               b = scene_point(mesh, random_place(mesh, k + 5000));
    query.find_path(a, b, {}, path);
    if (path.status == PathStatus::complete && path.expansions > choices) return {a, b};
  }
  ADD_FAILURE() << "no such places";
  return {};
}

TEST(PathRequest, BudgetsAndCancellationEndASearch) {
  const NavMesh mesh = among_pillars();
  Query query(mesh);
  const auto [a, b] = far_apart(mesh, query, 8);
  Path path;
  PathParams params;
  params.budget = 2;
  query.find_path(a, b, params, path);
  EXPECT_EQ(path.status, PathStatus::out_of_budget);
  EXPECT_EQ(path.expansions, 2u);
  query.find_shortest(a, b, params, path);
  EXPECT_EQ(path.status, PathStatus::out_of_budget);
  params.partial = true;
  query.find_path(a, b, params, path);
  EXPECT_EQ(path.status, PathStatus::partial);
  EXPECT_GE(path.points.size(), 2u);
  Context context;
  context.cancel();
  params = {};
  params.context = &context;
  query.find_path(a, b, params, path);
  EXPECT_EQ(path.status, PathStatus::cancelled);
  query.find_shortest(a, b, params, path);
  EXPECT_EQ(path.status, PathStatus::cancelled);
}

TEST(PathRequest, SlicesGiveTheSamePath) {
  const NavMesh mesh = among_pillars();
  Query query(mesh);
  Path whole, sliced;
  std::size_t most = 0;
  for (std::uint64_t k = 0; k < 50; ++k) {
    const Vec3 a = scene_point(mesh, random_place(mesh, k)),
               b = scene_point(mesh, random_place(mesh, k + 100));
    query.find_path(a, b, {}, whole);
    query.begin_path(a, b, {});
    std::size_t slices = 0;
    while (!query.advance_path(1 + k % 3)) ++slices;
    query.finish_path(sliced);
    expect_same(whole, sliced);
    EXPECT_LE(slices, whole.expansions);
    most = std::max(most, slices);
  }
  EXPECT_GT(most, 5u);
  // Finished before it was done: not found within what was spent.
  const auto [from, to] = far_apart(mesh, query, 8);
  query.begin_path(from, to, {});
  EXPECT_FALSE(query.advance_path(1));
  query.finish_path(sliced);
  EXPECT_EQ(sliced.status, PathStatus::out_of_budget);
  query.finish_path(sliced);
  EXPECT_EQ(sliced.status, PathStatus::invalid);
}

std::vector<PathRequest> requests_on(const NavMesh& mesh, std::uint64_t n) {
  std::vector<PathRequest> out;
  for (std::uint64_t k = 0; k < n; ++k)
    out.push_back(
        {scene_point(mesh, random_place(mesh, 2 * k)), scene_point(mesh, random_place(mesh, 2 * k + 1))});
  return out;
}

TEST(PathRequest, ManyAtOnceDoNotDependOnThreads) {
  const NavMesh mesh = holed_mesh(1, 300);
  Query query(mesh);
  const auto requests = requests_on(mesh, 500);
  Context context({.threads = 4});
  for (const PathRule rule : {PathRule::corridor, PathRule::shortest}) {
    const auto alone = find_paths(query, requests, rule),
               together = find_paths(query, requests, rule, {}, &context);
    ASSERT_EQ(alone.size(), requests.size());
    for (std::size_t k = 0; k < alone.size(); ++k) expect_same(alone[k], together[k]);
  }
}

TEST(PathRequest, CopiesOnManyThreadsShareTheMesh) {
  const NavMesh mesh = holed_mesh(2, 200);
  Query query(mesh);
  const auto requests = requests_on(mesh, 60);
  const auto expected = find_paths(query, requests, PathRule::shortest);
  std::vector<std::vector<Path>> found(8, std::vector<Path>(requests.size()));
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < found.size(); ++t) {
    threads.emplace_back([&, t] {
      Query own(query);
      Filter filter;
      filter.closed_cells.assign(mesh.size(), 0);
      PathParams params;
      Path coarse;
      for (std::size_t k = 0; k < requests.size(); ++k) {
        own.find_shortest(requests[k].start, requests[k].goal, params, found[t][k]);
        params.filter = t % 2 == 0 ? nullptr : &filter;
        own.find_path(requests[k].start, requests[k].goal, params, coarse);
        params.filter = nullptr;
        (void)own.random_point(k);
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (const auto& paths : found) {
    for (std::size_t k = 0; k < requests.size(); ++k) expect_same(paths[k], expected[k]);
  }
}

TEST(PathRequest, NothingIsAllocatedAfterWarmUp) {
  const NavMesh mesh = holed_mesh(2, 300);
  std::vector<UserLink> links(1);
  links[0].from_a = links[0].from_b = scene_point(mesh, random_place(mesh, 3));
  links[0].to_a = links[0].to_b = scene_point(mesh, random_place(mesh, 4));
  Filter filter;
  filter.closed_cells.assign(mesh.size(), 0);
  filter.closed_cells[mesh.size() / 2] = 1;
  for (const bool linked : {false, true}) {
    Query query(mesh, linked ? std::span<const UserLink>(links) : std::span<const UserLink>());
    const auto requests = requests_on(mesh, 200);
    Path path;
    std::vector<std::uint32_t> cells;
    std::vector<ReachedCell> reached;
    const auto ask_all = [&] {
      for (const PathRequest& r : requests) {
        PathParams params;
        query.find_path(r.start, r.goal, params, path);
        query.find_shortest(r.start, r.goal, params, path);
        params.filter = &filter;
        params.partial = true;
        query.find_path(r.start, r.goal, params, path);
        query.find_shortest(r.start, r.goal, params, path);
        const auto place = query.nearest(r.start, {1, 1, 1});
        (void)query.locate(r.start);
        (void)query.closest_on_border(r.start, {1, 1, 1});
        if (!place) continue;
        (void)query.raycast(*place, r.goal);
        (void)query.move_along_surface(*place, r.goal);
        (void)query.distance_to_wall(*place, 10);
        for (const Filter* asked :
             {static_cast<const Filter*>(nullptr), static_cast<const Filter*>(&filter)}) {
          (void)query.nearest(r.start + Vec3{0.3, 0.2, 0.4}, {1, 1, 1}, asked);
          (void)query.nearest(r.start + Vec3{0.3, 0.2, 0.4}, {0.1, 3, 0.5}, asked);
          (void)query.raycast(*place, r.goal, asked);
          (void)query.move_along_surface(*place, r.goal, asked, &cells);
          query.cells_around(*place, 3, asked, cells);
          query.reachable_area(*place, 6, asked, reached);
          (void)query.random_point(1, *place, 2, asked);
          (void)query.random_point(1, asked);
        }
      }
    };
    ask_all();
    const std::size_t before = allocations();
    ask_all();
    EXPECT_EQ(allocations(), before);
  }
  EXPECT_GT(allocations(), 0u);
}

}  // namespace
}  // namespace ambula::testing
