// Queries on meshes built from generated scenes: stairs, floors over each other, houses.
#include <gtest/gtest.h>

#include <cmath>

#include "ambula/query.h"
#include "navmesh/built.h"
#include "query/meshes.h"
#include "query/shortest_truth.h"
#include "scenes/generate.h"

namespace ambula::testing {
namespace {

NavMesh mesh_from(const char* name, double radius, bool keep_treads = false) {
  const auto made = scenes::generate(name, {});
  EXPECT_TRUE(made);
  const auto scene = make_scene(made->soup, {});
  EXPECT_TRUE(scene);
  Agent agent;
  agent.radius = radius;
  NavMeshParams params;
  params.keep_treads = keep_treads;
  return built(*scene, agent, params);
}

TEST(GeneratedScenes, ShortestPathsEqualBruteForce) {
  for (const char* name : {"stairs", "terrace-house", "spiral-maze", "overhang"}) {
    for (const bool treads : {false, true}) {
      const NavMesh mesh = mesh_from(name, 0.3, treads);
      ShortestTruth truth(mesh);
      Query query(mesh);
      Path path, coarse;
      PathParams params;
      params.reach = {0.001, 0.001, 0.001};
      std::size_t found = 0;
      for (std::uint64_t k = 0; k < 60; ++k) {
        const LatticePlace a = random_place(mesh, 2 * k);
        LatticePlace b = random_place(mesh, 2 * k + 1);
        for (std::uint64_t i = 0; i < 100 && k % 4 > 0 && mesh.component[a.cell] != mesh.component[b.cell];
             ++i)
          b = random_place(mesh, 1000 * i + k);
        const Vec3 p = scene_point(mesh, a), q = scene_point(mesh, b);
        const auto from = query.nearest(p, params.reach), to = query.nearest(q, params.reach);
        ASSERT_TRUE(from && to);
        const double best = truth.length({a.at, from->cell}, {b.at, to->cell}) * mesh.lattice.quantum;
        query.find_shortest(p, q, params, path);
        query.find_path(p, q, params, coarse);
        ASSERT_EQ(path.status == PathStatus::complete, std::isfinite(best)) << name << k;
        ASSERT_EQ(coarse.status, path.status);
        if (!std::isfinite(best)) continue;
        ++found;
        EXPECT_NEAR(path.length, best, 1e-9 * (1 + best)) << name << " " << k;
        EXPECT_GE(coarse.length, best * (1 - 1e-9)) << name << " " << k;
        EXPECT_GE(path.length_3d, length(p - q) * (1 - 1e-9));
        double climbed = 0;
        for (std::size_t i = 1; i < path.points.size(); ++i)
          climbed += length(path.points[i].at - path.points[i - 1].at);
        EXPECT_GE(path.length_3d, climbed * (1 - 1e-9) - 1e-6) << name << " " << k;
      }
      EXPECT_GT(found, 40u) << name;
    }
  }
}

TEST(GeneratedScenes, LengthsAreSymmetricAndKeepTheTriangleInequality) {
  for (const char* name : {"terrace-house", "spiral-maze"}) {
    const NavMesh mesh = mesh_from(name, 0.3);
    Query query(mesh);
    Path path;
    const auto way = [&](Vec3 a, Vec3 b) {
      query.find_shortest(a, b, {}, path);
      return path.status == PathStatus::complete ? path.length : std::numeric_limits<double>::infinity();
    };
    std::size_t triples = 0;
    for (std::uint64_t k = 0; k < 900; ++k) {
      const auto a = query.random_point(3 * k), b = query.random_point(3 * k + 1);
      auto c = query.random_point(3 * k + 2);
      ASSERT_TRUE(a && b && c);
      if (k % 3 == 0) {  // at a wall, to the last bit of what a coordinate can say
        const auto wall = query.closest_on_border(c->at, {50, 50, 1});
        ASSERT_TRUE(wall);
        c->at = wall->at;
      }
      const double ab = way(a->at, b->at), bc = way(b->at, c->at), ac = way(a->at, c->at);
      const double ca = way(c->at, a->at);
      if (!std::isfinite(ac)) {
        EXPECT_FALSE(std::isfinite(ca));
        continue;
      }
      EXPECT_NEAR(ac, ca, 1e-9 * (1 + ac)) << name << " " << k;
      if (!std::isfinite(ab)) continue;
      ++triples;
      EXPECT_LE(ac, (ab + bc) * (1 + 1e-9)) << name << " " << k;
    }
    EXPECT_GT(triples, 100u) << name;
  }
}

}  // namespace
}  // namespace ambula::testing
