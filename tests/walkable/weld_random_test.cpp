// Welding by the dozen: broken floors, soups, fans and long edges, checked for what must hold of any result.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "walkable/check_surface.h"
#include "walkable/weld.h"
#include "walkable/weld_mesh.h"
#include "walkable/weld_surfaces.h"

namespace ambula {
namespace {

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::int32_t operator()(std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(engine_() % static_cast<std::uint32_t>(high - low + 1));
  }

 private:
  std::mt19937 engine_;
};

std::int64_t twice_area(const std::array<LatticePoint, 3>& f) {
  return orient2d(plan(f[0]), plan(f[1]), plan(f[2]));
}

double distance(LatticePoint a, LatticePoint b) {
  return std::hypot(double(a.x) - b.x, double(a.y) - b.y, double(a.z) - b.z);
}

// A floor of n × n cells whose triangles are all apart, each corner off by up to `jitter`.
Surface shattered_floor(std::int32_t n, std::int32_t cell, std::int32_t jitter, std::uint32_t seed) {
  Random random(seed);
  std::vector<LatticePoint> vertices;
  std::vector<Triangle> triangles;
  const auto add = [&](std::array<LatticePoint, 3> f) {
    for (LatticePoint& p : f) {
      p = {p.x + random(-jitter, jitter), p.y + random(-jitter, jitter), p.z + random(-jitter, jitter)};
    }
    if (twice_area(f) <= 0) return;
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), f.begin(), f.end());
    triangles.push_back({first, first + 1, first + 2});
  };
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      const LatticePoint a{cell * i, cell * j, 0}, b{a.x + cell, a.y, 0}, c{a.x + cell, a.y + cell, 0},
          d{a.x, a.y + cell, 0};
      add({a, b, c});
      add({a, c, d});
    }
  }
  return surface_of(vertices, triangles);
}

Surface soup(std::size_t count, std::int32_t span, std::int32_t size, std::uint32_t seed) {
  Random random(seed);
  std::vector<LatticePoint> vertices;
  std::vector<Triangle> triangles;
  while (triangles.size() < count) {
    const LatticePoint at{random(0, span), random(0, span), random(0, 60)};
    std::array<LatticePoint, 3> f;
    for (LatticePoint& p : f)
      p = {at.x + random(-size, size), at.y + random(-size, size), at.z + random(-20, 20)};
    if (twice_area(f) < 0) std::swap(f[1], f[2]);
    if (twice_area(f) == 0) continue;
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), f.begin(), f.end());
    triangles.push_back({first, first + 1, first + 2});
  }
  Surface s = surface_of(vertices, triangles);
  for (SurfaceFace& face : s.faces) {
    for (Border& border : face.border) {
      const std::int32_t kind = random(0, 9);
      if (kind == 0) border = {BorderKind::wall, false, 9000};
      if (kind == 1) border = {BorderKind::sill, false, random(1, 200)};
    }
  }
  return s;
}

// Faces that still are whole (one per source) with a corner further than the distance from where it was.
std::size_t strayed(const Surface& before, const Surface& after, std::int32_t reach) {
  std::map<std::uint32_t, std::size_t> pieces;
  for (const SurfaceFace& face : after.faces) ++pieces[face.source];
  std::size_t count = 0;
  for (const SurfaceFace& face : after.faces) {
    if (pieces[face.source] > 1) continue;
    bool near = false;
    for (std::size_t turn = 0; turn < 3; ++turn) {
      bool all = true;
      for (std::size_t i = 0; i < 3; ++i) {
        const LatticePoint old = before.vertices[before.faces[face.source].corner[(i + turn) % 3]];
        all = all && distance(old, after.vertices[face.corner[i]]) <= reach;
      }
      near = near || all;
    }
    if (!near) ++count;
  }
  return count;
}

TEST(WeldRandom, AShatteredFloorBecomesOne) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Surface before = shattered_floor(12, 2000, 25, seed);
    Surface s = before;
    ASSERT_EQ(check_surface(s), "");
    const auto result = weld(s, 100);
    ASSERT_TRUE(result);
    ASSERT_EQ(check_surface(s), "") << "seed " << seed;
    EXPECT_EQ(components(s), 1u) << "seed " << seed;
    EXPECT_EQ(strayed(before, s, 100), 0u);
    EXPECT_DOUBLE_EQ(plan_area(s) - plan_area(before), result->area_change);
    // Nothing but the outline is left: its 48 edges, split a few times.
    EXPECT_LE(border_edges(s), 60u) << "seed " << seed;
    EXPECT_NEAR(plan_area(s), 24000.0 * 24000, 4 * 24000 * 50);
  }
}

// Rows of bricks, every other one moved by half a brick, with gaps or overlaps of 5 mm: nothing but
// T-junctions.
TEST(WeldRandom, BricksBecomeOneFloor) {
  for (const std::int32_t gap : {50, -50, 0}) {
    for (const bool conform_first : {false, true}) {
      Surface s;
      for (std::int32_t row = 0; row < 10; ++row) {
        for (std::int32_t i = 0; i < 10; ++i) {
          const LatticePoint low{2000 * i + 1000 * (row % 2), 1000 * row, 0};
          append(s, rectangle(low, {low.x + 2000 - gap, low.y + 1000 - gap, 0}));
        }
      }
      if (conform_first) {
        ASSERT_TRUE(weld(s, 2));
      }
      ASSERT_EQ(check_surface(s), "");
      ASSERT_TRUE(weld(s, 100));
      ASSERT_EQ(check_surface(s), "");
      EXPECT_EQ(components(s), 1u) << gap << conform_first;
      // 20 bricks at the top and bottom, with a T-junction in each but where rows end; two sides of 10 rows.
      EXPECT_LE(border_edges(s), 20u + 20u + 20u) << gap << conform_first;
      EXPECT_NEAR(plan_area(s), 20000.0 * 10000, 70000.0 * 50);
    }
  }
}

TEST(WeldRandom, UnevenBricksBecomeOneFloor) {
  for (std::uint32_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Surface s;
    for (std::int32_t row = 0; row < 6; ++row) {
      for (std::int32_t i = 0; i < 6; ++i) {
        const LatticePoint a{2000 * i + 700 * (row % 2), 1000 * row, 0};
        const std::int32_t x = a.x + 2000 + random(-25, 25), y = a.y + 1000 + random(-25, 25);
        append(s, polygon({a,
                           {x, a.y + random(-15, 15), 0},
                           {x + random(-15, 15), y, 0},
                           {a.x + random(-15, 15), y, 0}}));
      }
    }
    if (seed % 2) {
      ASSERT_TRUE(weld(s, 2));
    }
    ASSERT_TRUE(weld(s, 100));
    ASSERT_EQ(check_surface(s), "");
    EXPECT_EQ(components(s), 1u) << "seed " << seed;
    EXPECT_LE(border_edges(s), 12u + 12u + 10u + 4u) << "seed " << seed;
  }
}

// Two floors along a ragged line at any angle, each with vertices of its own on it.
TEST(WeldRandom, RaggedCracksClose) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    const double angle = 0.157 * seed;
    const auto turned = [&](std::int32_t x, std::int32_t y, std::int32_t z) {
      return LatticePoint{static_cast<std::int32_t>(x * std::cos(angle) - y * std::sin(angle)),
                          static_cast<std::int32_t>(x * std::sin(angle) + y * std::cos(angle)), z};
    };
    const std::int32_t gap = random(-30, 30);
    std::vector<LatticePoint> below, above;
    for (std::int32_t x = 0; x < 19900; x += random(150, 900))
      below.push_back(turned(x, random(-15, 15), random(-15, 15)));
    for (std::int32_t x = 20000; x > 100; x -= random(150, 900))
      above.push_back(turned(x, gap + random(-15, 15), random(-15, 15)));
    below.insert(below.end(), {turned(20000, 0, 0), turned(10000, -30000, 0)});
    above.insert(above.end(), {turned(0, gap, 0), turned(10000, 30000, 0)});
    std::rotate(below.rbegin(), below.rbegin() + 1, below.rend());
    std::rotate(above.rbegin(), above.rbegin() + 1, above.rend());
    std::reverse(below.begin() + 1, below.end());
    std::reverse(above.begin() + 1, above.end());
    Surface s = polygon(below);
    append(s, polygon(above));
    ASSERT_EQ(check_surface(s), "");
    if (seed % 3 == 0) {
      ASSERT_TRUE(weld(s, 2));
    }
    ASSERT_TRUE(weld(s, 100));
    ASSERT_EQ(check_surface(s), "");
    EXPECT_EQ(components(s), 1u) << "seed " << seed;
    EXPECT_EQ(border_edges(s), 4u) << "seed " << seed;
  }
}

TEST(WeldRandom, SoupsStaySurfaces) {
  for (std::uint32_t seed = 1; seed <= 15; ++seed) {
    for (const std::int32_t size : {60, 300, 2000}) {
      const Surface before = soup(150, 1500, size, seed);
      Surface s = before;
      const auto result = weld(s, 100);
      ASSERT_TRUE(result);
      ASSERT_EQ(check_surface(s), "") << "seed " << seed << " size " << size;
      ASSERT_NEAR(plan_area(s) - plan_area(before), result->area_change, 1);
    }
  }
}

// Contracts step by step, the nearest that is safe of all places and edges, without grid or queue.
TEST(WeldRandom, NoStepMovesAVertexTooFarOrTurnsAFace) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const Surface before = soup(40, 700, seed % 2 ? 300 : 80, seed);
    Surface s = before;
    WeldMesh mesh(s, 100);
    mesh.prepare();
    std::size_t steps = 0;
    for (bool more = true; more && steps < 400;) {
      const auto edges = mesh.weldable_edges();
      std::vector<Contraction> found;
      std::vector<Option> options;
      for (const std::uint32_t p : mesh.places_of(edges)) {
        options.clear();
        for (const HalfEdge e : edges) mesh.options(p, e, 100, options);
        for (const Option& option : options) found.push_back(mesh.contraction(p, option));
      }
      std::sort(found.begin(), found.end());
      more = false;
      for (std::size_t i = 0; i < found.size() && !more; ++i) {
        const auto step = mesh.safe_step(found[i]);
        if (!step) continue;
        mesh.apply(*step);
        more = true;
      }
      ++steps;
      for (std::uint32_t v = 0; v < before.vertices.size(); ++v) {
        ASSERT_LE(distance(before.vertices[v], mesh.stands_at(v)), 100)
            << "seed " << seed << " step " << steps;
      }
      for (const SurfaceFace& f : s.faces) {
        if (f.corner[0] == Surface::kNone) continue;  // gone
        ASSERT_GT(twice_area({s.vertices[f.corner[0]], s.vertices[f.corner[1]], s.vertices[f.corner[2]]}), 0);
      }
    }
    mesh.finish();
    ASSERT_EQ(check_surface(s), "");
    EXPECT_GT(steps, 20u);
  }
}

TEST(WeldRandom, TheOrderOfTheInputDoesNotMatter) {
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    // Off by one quantum at most, many distances are equal, and places come to stand at one point.
    const Surface before = seed % 3 == 0   ? shattered_floor(8, 2783, 1, seed)
                           : seed % 3 == 1 ? shattered_floor(8, 1500, 30, seed)
                                           : soup(200, 2500, 600, seed);
    Surface s = before, t = shuffled(before, seed);
    const auto first = weld(s, 100), second = weld(t, 100);
    ASSERT_TRUE(first);
    ASSERT_TRUE(second);
    ASSERT_EQ(faces_by_place(s), faces_by_place(t)) << "seed " << seed;
    ASSERT_EQ(first->closed, second->closed);
    ASSERT_EQ(components(s), components(t));
    ASSERT_EQ(first->area_change, second->area_change);
  }
}

TEST(WeldRandom, WeldingAgainChangesNothing) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    Surface s = shattered_floor(10, 2000, 25, seed);
    ASSERT_TRUE(weld(s, 100));
    const auto before = faces_by_place(s);
    ASSERT_TRUE(weld(s, 2));
    EXPECT_EQ(faces_by_place(s), before);
  }
}

TEST(WeldRandom, AFanOfThinFacesAroundOneVertexIsJoined) {
  // 2000 faces of 10 m around one vertex, each with vertices of its own a few quanta off.
  Random random(5);
  std::vector<LatticePoint> vertices;
  std::vector<Triangle> triangles;
  constexpr std::int32_t kFaces = 2000;
  for (std::int32_t i = 0; i < kFaces; ++i) {
    const auto rim = [&](std::int32_t k) {
      const double angle = 2 * 3.14159265358979 * k / kFaces;
      return LatticePoint{static_cast<std::int32_t>(100000 * std::cos(angle)) + random(-9, 9),
                          static_cast<std::int32_t>(100000 * std::sin(angle)) + random(-9, 9), random(-9, 9)};
    };
    const auto first = static_cast<std::uint32_t>(vertices.size());
    vertices.insert(vertices.end(), {LatticePoint{0, 0, 0}, rim(i), rim(i + 1)});
    triangles.push_back({first, first + 1, first + 2});
  }
  Surface s = surface_of(vertices, triangles);
  ASSERT_EQ(check_surface(s), "");
  ASSERT_TRUE(weld(s, 100));
  ASSERT_EQ(check_surface(s), "");
  EXPECT_EQ(components(s), 1u);
  EXPECT_LE(border_edges(s), 2050u);  // the rim
}

TEST(WeldRandom, ALongEdgeTakesThreeThousandVertices) {
  Random random(3);
  Surface s = rectangle({0, -2000000, 0}, {3000000, 0, 0});
  for (std::int32_t i = 0; i < 3000; ++i) {
    append(s, surface_of({{1000 * i + random(-20, 20), random(-40, 40), random(-40, 40)},
                          {1000 * i + 1000 + random(-20, 20), random(-40, 40), random(-40, 40)},
                          {1000 * i + 500, 50000, 0}},
                         {{0, 1, 2}}));
  }
  ASSERT_EQ(check_surface(s), "");
  ASSERT_TRUE(weld(s, 100));
  ASSERT_EQ(check_surface(s), "");
  EXPECT_EQ(components(s), 1u);
  EXPECT_EQ(border_edges(s), 3u + 6000u);
}

TEST(WeldRandom, ThousandsOfVerticesAtOnePlaceAreHandled) {
  // 5000 faces on top of each other, and 5000 more beside them within the distance.
  Surface s;
  const Surface left = surface_of({{0, 0, 0}, {1000, 0, 0}, {1000, 1000, 0}}, {{0, 1, 2}});
  const Surface right = surface_of({{1030, 1000, 0}, {1030, 0, 0}, {2000, 500, 0}}, {{0, 1, 2}});
  for (int i = 0; i < 5000; ++i) append(s, i % 2 ? left : right);
  ASSERT_TRUE(weld(s, 100));
  EXPECT_EQ(check_surface(s), "");
}

}  // namespace
}  // namespace ambula
