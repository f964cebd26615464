// Every question from many threads at once, each over its own copy of one Query: the answers are those of one
// thread. Under the thread sanitizer (scripts/dev tsan) it is also what shows that nothing shared is written.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "ambula/query.h"
#include "query/meshes.h"

namespace ambula::testing {
namespace {

// What a thread was told, as numbers one after the other.
class Answers {
 public:
  void add(double v) { numbers_.push_back(v); }
  void add(Vec3 p) { add(p.x), add(p.y), add(p.z); }
  void add(const Place& p) { add(p.at), add(p.cell); }
  void add(const std::optional<Place>& p) { p ? add(*p) : add(-1.0); }
  void add(const std::optional<BorderPoint>& b) {
    if (!b) return add(-1.0);
    add(b->at), add(b->normal), add(b->distance), add(b->side);
  }
  void add(const RayHit& hit) { add(hit.end), add(hit.side), add(hit.normal), add(hit.hit ? 1.0 : 0.0); }
  void add(const Path& path) {
    add(static_cast<double>(path.status)), add(path.length), add(path.cost);
    for (const Waypoint& p : path.points) add(p.at), add(p.cell);
    for (const std::uint32_t c : path.cells) add(c);
  }
  void add(std::span<const std::uint32_t> cells) {
    for (const std::uint32_t c : cells) add(c);
  }
  void add(std::span<const ReachedCell> cells) {
    for (const ReachedCell& c : cells) add(c.cell), add(c.distance), add(c.area);
  }
  bool operator==(const Answers&) const = default;

 private:
  std::vector<double> numbers_;
};

Answers ask_everything(Query& query, std::size_t rounds) {
  Answers out;
  Path path;
  std::vector<std::uint32_t> cells;
  std::vector<ReachedCell> reached;
  Filter filter;
  filter.closed_cells.assign(query.mesh().size(), 0);
  filter.closed_cells[query.mesh().size() / 3] = 1;
  for (std::uint64_t k = 0; k < rounds; ++k) {
    const Filter* asked = k % 2 == 0 ? nullptr : &filter;
    const auto a = query.random_point(2 * k, asked), b = query.random_point(2 * k + 1, asked);
    if (!a || !b) continue;
    PathParams params;
    params.filter = asked;
    params.partial = k % 3 == 0;
    out.add(a), out.add(b);
    out.add(query.locate(a->at)), out.add(query.nearest(b->at + Vec3{0.1, 0.2, 0.3}, {1, 1, 1}, asked));
    out.add(query.height_at(a->cell, a->at.x, a->at.y).value_or(-1));
    out.add(query.closest_on_border(a->at, {2, 2, 2})), out.add(query.distance_to_wall(*b, 5, asked));
    query.find_path(a->at, b->at, params, path), out.add(path);
    query.find_shortest(a->at, b->at, params, path), out.add(path);
    query.find_path_between(*a, *b, params, path), out.add(path);
    query.find_shortest_between(*a, *b, params, path), out.add(path);
    query.begin_path(a->at, b->at, params);
    while (!query.advance_path(3)) {
    }
    query.finish_path(path), out.add(path);
    out.add(query.raycast(*a, b->at, asked));
    out.add(query.move_along_surface(*a, b->at, asked, &cells)),
        out.add(std::span<const std::uint32_t>(cells));
    out.add(query.random_point(k, *a, 2, asked));
    query.cells_around(*a, 3, asked, cells), out.add(std::span<const std::uint32_t>(cells));
    query.reachable_area(*a, 4, asked, reached), out.add(std::span<const ReachedCell>(reached));
  }
  return out;
}

void expect_the_same_on_many_threads(const Query& query, std::size_t rounds) {
  Query alone(query);
  const Answers expected = ask_everything(alone, rounds);
  std::vector<Answers> answers(6);
  std::vector<std::thread> threads;
  for (Answers& own : answers) {
    threads.emplace_back([&] {
      Query copy(query);  // on its thread, while others ask already
      own = ask_everything(copy, rounds);
    });
  }
  for (std::thread& t : threads) t.join();
  for (const Answers& own : answers) EXPECT_EQ(own, expected);
}

TEST(QueryThreads, EveryQuestionFromManyAtOnce) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const NavMesh mesh = holed_mesh(seed, 120);
    expect_the_same_on_many_threads(Query(mesh), 12);
  }
  const NavMesh mesh = mesh_of(spiral(100, 600, 12, 3.0, 300, 2, 0));
  std::vector<UserLink> links(1);
  links[0].from_a = links[0].from_b = scene_point(mesh, random_place(mesh, 3));
  links[0].to_a = links[0].to_b = scene_point(mesh, random_place(mesh, 4));
  expect_the_same_on_many_threads(Query(mesh, links), 12);
}

TEST(QueryThreads, ManyPathsOverAllThreadsOfAContext) {
  const NavMesh mesh = holed_mesh(1, 200);
  const Query query(mesh);
  std::vector<PathRequest> requests;
  for (std::uint64_t k = 0; k < 400; ++k)
    requests.push_back(
        {scene_point(mesh, random_place(mesh, 2 * k)), scene_point(mesh, random_place(mesh, 2 * k + 1))});
  Context context({.threads = 4});
  for (const PathRule rule : {PathRule::corridor, PathRule::shortest}) {
    const auto alone = find_paths(query, requests, rule),
               together = find_paths(query, requests, rule, {}, &context);
    for (std::size_t k = 0; k < requests.size(); ++k) {
      Answers a, b;
      a.add(alone[k]), b.add(together[k]);
      EXPECT_EQ(a, b) << k;
    }
  }
}

}  // namespace
}  // namespace ambula::testing
