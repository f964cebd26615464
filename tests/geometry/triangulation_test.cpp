// The triangulation against its definition: covers what it should, once; every edge locally Delaunay or
// constrained; every constraint there; the same for any order of the input.
#include "geometry/triangulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "ambula/hash.h"
#include "ambula/lattice.h"

namespace ambula {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::int32_t within(std::int32_t range) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::int32_t>(mix_bits(state_) % (2 * static_cast<std::uint64_t>(range) + 1)) - range;
  }

 private:
  std::uint64_t state_;
};

std::vector<Point2> random_points(std::size_t n, std::int32_t range, std::uint64_t seed) {
  Random random(seed);
  std::set<Point2> points;
  for (std::size_t tries = 0; points.size() < n && tries < 10 * n; ++tries) {
    const std::int32_t x = random.within(range);
    points.insert({x, random.within(range)});
  }
  std::vector<Point2> out(points.begin(), points.end());
  for (std::size_t i = out.size(); i > 1; --i) {
    std::swap(out[i - 1], out[static_cast<std::size_t>(random.within(1 << 20) + (1 << 20)) % i]);
  }
  return out;
}

// Twice the area of the convex hull, by Andrew's chain.
std::int64_t twice_hull(std::vector<Point2> p) {
  std::sort(p.begin(), p.end());
  std::vector<Point2> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t base = hull.size();
    for (const Point2 q : p) {
      while (hull.size() >= base + 2 && orient2d(hull[hull.size() - 2], hull.back(), q) <= 0) hull.pop_back();
      hull.push_back(q);
    }
    hull.pop_back();
    std::reverse(p.begin(), p.end());
  }
  std::int64_t twice = 0;
  for (std::size_t i = 1; i + 1 < hull.size(); ++i) twice += orient2d(hull[0], hull[i], hull[i + 1]);
  return twice;
}

std::int64_t twice_area(const std::vector<Point2>& points, const Triangulation& mesh) {
  std::int64_t twice = 0;
  for (const auto& t : mesh.triangles) twice += orient2d(points[t[0]], points[t[1]], points[t[2]]);
  return twice;
}

void expect_sound(const std::vector<Point2>& points, const Triangulation& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> owner;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t];
    ASSERT_GT(orient2d(points[v[0]], points[v[1]], points[v[2]]), 0);
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_TRUE(owner.emplace(std::pair{v[i], v[(i + 1) % 3]}, t).second)
          << "an edge has two faces on one side";
    }
  }
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t];
    for (std::size_t i = 0; i < 3; ++i) {
      const auto across = owner.find({v[(i + 1) % 3], v[i]});
      ASSERT_EQ(mesh.neighbours[t][i], across == owner.end() ? Triangulation::kNone : across->second);
      if (across == owner.end() || (unsigned{mesh.constrained[t]} >> i & 1u)) continue;
      for (const std::uint32_t w : mesh.triangles[across->second]) {
        ASSERT_LE(incircle(points[v[0]], points[v[1]], points[v[2]], points[w]), 0) << "not Delaunay";
      }
    }
  }
}

TEST(Triangulation, ASquareIsTwoTriangles) {
  const std::vector<Point2> points{{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  const std::vector<Constraint> outline{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}};
  const auto mesh = triangulate(points, outline);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->triangles.size(), 2u);
  EXPECT_EQ(twice_area(points, *mesh), 200);
  EXPECT_EQ(mesh->winding, (std::vector<std::int32_t>{1, 1}));
  expect_sound(points, *mesh);
}

TEST(Triangulation, CoversTheHullOfRandomPoints) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::int32_t range = seed % 3 == 0 ? 3 : seed % 3 == 1 ? 40 : Lattice::kReach;
    const auto points = random_points(3 + seed, range, seed);
    const auto mesh = triangulate(points, {}, Keep::hull);
    ASSERT_TRUE(mesh);
    if (range < Lattice::kReach) {
      EXPECT_EQ(twice_area(points, *mesh), twice_hull(points)) << "seed " << seed;
    }
    expect_sound(points, *mesh);
  }
}

TEST(Triangulation, LinesAndTooFewPointsGiveNothing) {
  EXPECT_TRUE(triangulate({}, {})->triangles.empty());
  const std::vector<Point2> two{{0, 0}, {5, 5}};
  EXPECT_TRUE(triangulate(two, {}, Keep::hull)->triangles.empty());
  std::vector<Point2> line;
  for (std::int32_t i = 0; i < 100; ++i) line.push_back({i * 3, i * 2});
  EXPECT_TRUE(triangulate(line, {}, Keep::hull)->triangles.empty());
  line.push_back({0, 1});
  EXPECT_EQ(triangulate(line, {}, Keep::hull)->triangles.size(), 99u);
}

TEST(Triangulation, GridsFullOfTiesDoNotDependOnOrder) {
  std::vector<Point2> points;
  for (std::int32_t y = 0; y < 20; ++y) {
    for (std::int32_t x = 0; x < 20; ++x) points.push_back({x * 7, y * 7});
  }
  const auto geometry = [](const std::vector<Point2>& p, const Triangulation& mesh) {
    std::vector<std::array<Point2, 3>> out;
    for (const auto& t : mesh.triangles) out.push_back({p[t[0]], p[t[1]], p[t[2]]});
    return out;
  };
  const auto reference = triangulate(points, {}, Keep::hull);
  expect_sound(points, *reference);
  EXPECT_EQ(reference->triangles.size(), 19u * 19u * 2u);
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    std::vector<Point2> shuffled = points;
    for (std::size_t i = shuffled.size(); i > 1; --i) {
      std::swap(shuffled[i - 1], shuffled[static_cast<std::size_t>(random.within(100000) + 100000) % i]);
    }
    EXPECT_EQ(geometry(shuffled, *triangulate(shuffled, {}, Keep::hull)), geometry(points, *reference));
  }
}

// Constraints that do not cross: edges of a Delaunay triangulation of some of the points, made longer by
// leaving points out, so that the rest of the points lie around and on them.
TEST(Triangulation, EveryConstraintIsThere) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::int32_t range = seed % 2 ? 12 : 300;
    const auto points = random_points(20 + seed / 2, range, seed + 1000);
    const std::vector<Point2> few(points.begin(),
                                  points.begin() + static_cast<std::ptrdiff_t>(points.size() / 3));
    const auto coarse = triangulate(few, {}, Keep::hull);
    ASSERT_TRUE(coarse);
    std::vector<Constraint> constraints;
    for (std::size_t t = 0; t < coarse->triangles.size(); ++t) {
      const auto& v = coarse->triangles[t];
      for (std::size_t i = 0; i < 3; ++i) {
        if ((t * 3 + i + seed) % 4 != 0) constraints.push_back({v[i], v[(i + 1) % 3], 0});
      }
    }
    const auto mesh = triangulate(points, constraints, Keep::hull);
    ASSERT_TRUE(mesh) << mesh.error().message;
    expect_sound(points, *mesh);
    EXPECT_EQ(twice_area(points, *mesh), twice_hull(points));
    // Each constraint is a chain of constrained edges through the points on it.
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::size_t t = 0; t < mesh->triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (!(unsigned{mesh->constrained[t]} >> i & 1u)) continue;
        edges.insert({mesh->triangles[t][i], mesh->triangles[t][(i + 1) % 3]});
        edges.insert({mesh->triangles[t][(i + 1) % 3], mesh->triangles[t][i]});
      }
    }
    for (const Constraint& c : constraints) {
      std::vector<std::uint32_t> on;
      for (std::uint32_t p = 0; p < points.size(); ++p) {
        if (on_segment(points[c.from], points[c.to], points[p])) on.push_back(p);
      }
      std::sort(on.begin(), on.end(),
                [&](std::uint32_t a, std::uint32_t b) { return points[a] < points[b]; });
      for (std::size_t i = 1; i < on.size(); ++i) {
        ASSERT_TRUE(edges.count({on[i - 1], on[i]})) << "seed " << seed;
      }
    }
  }
}

TEST(Triangulation, WindingKeepsOutlinesAndLeavesHoles) {
  // A square with a square hole, and an island in the hole; an inner edge across.
  std::vector<Point2> points;
  std::vector<Constraint> outline;
  const auto square = [&](std::int32_t r, bool ccw) {
    const auto base = static_cast<std::uint32_t>(points.size());
    for (const Point2 p : {Point2{-r, -r}, {r, -r}, {r, r}, {-r, r}}) points.push_back(p);
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t a = base + i, b = base + (i + 1) % 4;
      outline.push_back(ccw ? Constraint{a, b, 1} : Constraint{b, a, 1});
    }
  };
  square(30, true);
  square(20, false);
  square(10, true);
  outline.push_back({0, 4, 0});
  const auto mesh = triangulate(points, outline);
  ASSERT_TRUE(mesh);
  expect_sound(points, *mesh);
  EXPECT_EQ(twice_area(points, *mesh), 2 * (60 * 60 - 40 * 40 + 20 * 20));
}

TEST(Triangulation, OverlappingOutlinesAddUp) {
  const std::vector<Point2> points{{0, 0}, {10, 0}, {10, 10}, {0, 10}, {5, 0}};
  // The square twice, once with a point on its lower side.
  const std::vector<Constraint> outline{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}, {0, 4, 1},
                                        {4, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}};
  const auto mesh = triangulate(points, outline);
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->triangles.size(), 3u);
  for (const std::int32_t w : mesh->winding) EXPECT_EQ(w, 2);
}

TEST(Triangulation, RefusesWhatBreaksItsRules) {
  const std::vector<Point2> points{{0, 0}, {10, 0}, {10, 10}, {0, 10}};
  const auto refusal = [&](const std::vector<Constraint>& constraints) {
    const auto mesh = triangulate(points, constraints);
    return mesh ? std::string() : mesh.error().message;
  };
  EXPECT_EQ(refusal({{0, 2, 0}, {1, 3, 0}}), "constraint 1 crosses another one");
  EXPECT_EQ(refusal({{0, 9, 0}}), "constraint 0 from 0 to 9 is not an edge between two points");
  EXPECT_EQ(refusal({{1, 1, 0}}), "constraint 0 from 1 to 1 is not an edge between two points");
  EXPECT_NE(refusal({{0, 1, 1}, {1, 2, 1}}).find("does not close"), std::string::npos);
  const std::vector<Point2> twice{{0, 0}, {1, 1}, {0, 0}};
  EXPECT_FALSE(triangulate(twice, {}));
}

TEST(Triangulation, ALongConstraintThroughThousandsOfPoints) {
  std::vector<Point2> points{{-1000000, 0}, {1000000, 1}};
  Random random(3);
  std::set<Point2> seen(points.begin(), points.end());
  while (points.size() < 5000) {
    const std::int32_t x = random.within(900000);
    const Point2 p{x, random.within(50)};
    if (seen.insert(p).second) points.push_back(p);
  }
  const auto mesh = triangulate(points, std::vector<Constraint>{{0, 1, 0}}, Keep::hull);
  ASSERT_TRUE(mesh);
  expect_sound(points, *mesh);
  EXPECT_EQ(twice_area(points, *mesh), twice_hull(points));
}

}  // namespace
}  // namespace ambula
