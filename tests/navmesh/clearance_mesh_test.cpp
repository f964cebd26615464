// The clearance triangulation against brute force: Delaunay between borders alone, every narrow passage an
// edge or right across from a corner, every clearance by shooting rays.
#include "ambula/clearance_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "geometry/delaunay.h"
#include "navmesh/bases.h"
#include "navmesh/local_clearance.h"
#include "navmesh/make_clearance_mesh.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = ClearanceMesh::kNone;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

SurfaceView view_of(const ClearanceMesh& m) { return {m.vertices, m.triangles, m.neighbours}; }
Vec2 place(Point2 p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }

double area_of(const SurfaceView& s) {
  double doubled = 0;
  for (const auto& c : s.triangles)
    doubled += static_cast<double>(orient2d(s.plan_of(c[0]), s.plan_of(c[1]), s.plan_of(c[2])));
  return doubled / 2;
}
double border_length(const SurfaceView& s) {
  double sum = 0;
  for (std::uint32_t h = 0; h < 3 * s.triangles.size(); ++h) {
    if (s.twin(h) == kNone) sum += length(place(s.plan_of(s.to(h))) - place(s.plan_of(s.from(h))));
  }
  return sum;
}

// Valid, of the same area, with nothing but borders for vertices, Delaunay, and every middle of the base at
// home.
void expect_sound(const NavBase& base, const ClearanceMesh& m) {
  const auto valid = validate(m);
  ASSERT_TRUE(valid) << valid.error().message;
  const SurfaceView view = view_of(m), before{base.vertices, base.triangles, base.neighbours};
  EXPECT_NEAR(area_of(view), area_of(before), border_length(before) + 1);
  std::set<std::uint32_t> on_border;
  for (std::uint32_t h = 0; h < 3 * m.triangles.size(); ++h) {
    const std::uint32_t k = view.twin(h);
    if (k == kNone) {
      on_border.insert(view.from(h));
      continue;
    }
    const auto apex = [&](std::uint32_t e) { return view.plan_of(m.triangles[e / 3][(e % 3 + 2) % 3]); };
    EXPECT_FALSE(in_circle(view.plan_of(view.from(h)), view.plan_of(view.to(h)), apex(h), apex(k)));
    EXPECT_EQ(view.from(h), view.to(k));
  }
  EXPECT_EQ(on_border.size(), m.vertices.size());
  ASSERT_EQ(m.home.size(), base.triangles.size());
  for (std::size_t t = 0; t < m.home.size(); ++t) {
    Vec2 middle;
    for (const std::uint32_t v : base.triangles[t]) middle = middle + place(before.plan_of(v)) * (1.0 / 3);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Vec2 a = place(view.plan_of(m.triangles[m.home[t]][i])),
                 d = place(view.plan_of(m.triangles[m.home[t]][(i + 1) % 3])) - a;
      EXPECT_GE(cross(d, middle - a), -1.01 * length(d));
    }
  }
}

struct Segment {
  Point2 from, to;
  bool wall;
};
std::vector<Segment> borders_of(const ClearanceMesh& m) {
  const SurfaceView view = view_of(m);
  std::vector<Segment> out;
  for (std::uint32_t h = 0; h < 3 * m.triangles.size(); ++h) {
    const BorderKind kind = m.border[h / 3][h % 3];
    if (kind != BorderKind::none)
      out.push_back({view.plan_of(view.from(h)), view.plan_of(view.to(h)), kind != BorderKind::ledge});
  }
  return out;
}
double distance_to(Vec2 p, const Segment& s) {
  const Vec2 a = place(s.from), d = place(s.to) - a;
  return length(p - (a + d * std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0)));
}

// In a mesh that does not overlap itself: pairs of a vertex and the foot on a border with nothing in the disc
// over them.
void expect_no_hidden_saddle(const ClearanceMesh& m, std::size_t& saddles) {
  const SurfaceView view = view_of(m);
  const std::vector<Segment> borders = borders_of(m);
  std::set<std::pair<Point2, Point2>> edges;
  std::set<std::tuple<Point2, Point2, Point2>> across;  // corner, border from and to
  for (std::uint32_t h = 0; h < 3 * m.triangles.size(); ++h) {
    edges.emplace(view.plan_of(view.from(h)), view.plan_of(view.to(h)));
    across.emplace(view.plan_of(m.triangles[h / 3][(h % 3 + 2) % 3]), view.plan_of(view.from(h)),
                   view.plan_of(view.to(h)));
  }
  for (const LatticePoint v : m.vertices) {
    const Point2 at{v.x, v.y};
    for (const Segment& s : borders) {
      const Vec2 b = place(at), p = place(s.from), d = place(s.to) - p;
      const double part = dot(b - p, d) / dot(d, d), whole = length(d);
      if (part * whole < 3 || (1 - part) * whole < 3 || cross(d, b - p) <= 0) continue;
      const Vec2 f = p + d * part, middle = (b + f) * 0.5;
      const double radius = length(f - b) / 2 - 1e-4;
      // Not on the far side of b's own border either: just off b and just off s there is floor.
      const auto inside = [&](Vec2 q) {
        for (const auto& c : m.triangles) {
          bool in = true;
          for (std::size_t i = 0; i < 3; ++i) {
            const Vec2 g = place(view.plan_of(c[i])), e = place(view.plan_of(c[(i + 1) % 3])) - g;
            in = in && cross(e, q - g) >= 0;
          }
          if (in) return true;
        }
        return false;
      };
      const bool empty = std::all_of(borders.begin(), borders.end(),
                                     [&](const Segment& o) { return distance_to(middle, o) >= radius; });
      if (!empty || !inside(middle)) continue;
      ++saddles;
      EXPECT_TRUE(across.contains({at, s.from, s.to})) << at.x << " " << at.y << " to " << s.from.x << " "
                                                       << s.from.y << " .. " << s.to.x << " " << s.to.y;
    }
  }
}

bool meet_of(Point2 from, Point2 to, const Segment& s) {
  return meet(from, to, s.from, s.to) == Meeting::cross;
}

// The nearest wall and ledge by rays between the two edges of a corner; nothing further than the further end.
void expect_values(const ClearanceMesh& m, std::uint32_t corner) {
  constexpr int kRays = 400;
  const SurfaceView view = view_of(m);
  const std::vector<std::uint8_t> ends = borders_at(m);
  const std::uint32_t u = view.to(corner), w = m.triangles[corner / 3][(corner % 3 + 2) % 3];
  const Vec2 b = place(view.plan_of(view.from(corner))), a = place(view.plan_of(u)) - b,
             c = place(view.plan_of(w)) - b;
  const double limit = std::max(length(a), length(c));
  std::array<double, 2> nearest{kInfinity, kInfinity};
  const auto meet = [&](bool wall, double d) {
    double& n = nearest[wall ? 0 : 1];
    if (d <= limit) n = std::min(n, d);
  };
  const auto meet_all = [&](std::uint8_t kinds, double d) {
    if ((kinds & kAtWall) != 0) meet(true, d);
    if ((kinds & kAtLedge) != 0) meet(false, d);
  };
  meet_all(ends[u], length(a));
  meet_all(ends[w], length(c));
  const std::vector<Segment> borders = borders_of(m);
  std::vector<Vec2> rays;
  for (int k = 1; k < kRays; ++k)
    rays.push_back(a * (1.0 - static_cast<double>(k) / kRays) + c * (static_cast<double>(k) / kRays));
  // And just beside every vertex, where what is seen changes.
  for (std::uint32_t v = 0; v < m.vertices.size(); ++v) {
    const Vec2 way = place(view.plan_of(v)) - b;
    for (const double turn : {-1e-7, 1e-7}) rays.push_back(way + Vec2{-way.y, way.x} * turn);
  }
  for (const Vec2 way : rays) {
    if (cross(a, way) <= 0 || cross(way, c) <= 0) continue;
    double first = kInfinity;
    bool wall = false;
    for (const Segment& s : borders) {
      const Vec2 p = place(s.from) - b, d = place(s.to) - place(s.from);
      const double det = cross(way, d);
      if (det <= 0) continue;  // seen from behind
      const double along = cross(p, d) / det, part = cross(p, way) / det;
      if (part < 0 || part > 1 || along <= 1e-9 || along >= first) continue;
      first = along;
      wall = s.wall;
    }
    if (first < kInfinity) meet(wall, first * length(way));
  }
  for (std::uint32_t v = 0; v < m.vertices.size(); ++v) {
    const Point2 from = view.plan_of(view.from(corner)), to = view.plan_of(v);
    const Vec2 way = place(to) - b;
    const bool hidden = std::any_of(borders.begin(), borders.end(), [&](const Segment& s) {
      return meet_of(from, to, s) ||
             (s.from != from && s.to != from && on_segment(from, to, s.from) && s.from != to);
    });
    if (cross(a, way) <= 0 || cross(way, c) <= 0 || hidden) continue;
    // Two vertices at one place, of which only one is seen: brute force cannot tell which.
    if (std::count(m.vertices.begin(), m.vertices.end(), m.vertices[v]) > 1) return;
    meet_all(ends[v], length(way));
  }
  const std::array<double, 2> is{m.wall[corner / 3][corner % 3], m.ledge[corner / 3][corner % 3]};
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_LE(is[k], nearest[k] + 1e-6) << "corner " << corner << " kind " << k;
    // Between two rays something may be nearer by a little.
    if (nearest[k] == kInfinity) continue;
    EXPECT_GE(is[k], nearest[k] - 0.005 * limit) << "corner " << corner << " kind " << k;
  }
}

TEST(ClearanceMesh, OfRandomFloorsIsDelaunayBetweenBordersAlone) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(random_blots(120, 40000, seed % 4 == 0 ? 0 : 9000, seed));
    const ClearanceMesh m = make_clearance_mesh(base);
    expect_sound(base, m);
    EXPECT_EQ(m.unrefined, 0u);
  }
}

TEST(ClearanceMesh, OfBoardsAndPillarsAndRingsIsSound) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    TestSurface board = random_board(12, seed);
    for (LatticePoint& v : board.vertices) v = {v.x * 5000, v.y * 5000, v.z};
    for (const TestSurface& s : {board, pillared_floor(60000, 25, seed), ring(12, 10000, 16, 26000)}) {
      const NavBase base = base_of(s);
      const ClearanceMesh m = make_clearance_mesh(base);
      expect_sound(base, m);
      EXPECT_EQ(m.unrefined, 0u);
    }
  }
}

TEST(ClearanceMesh, WindsOverItself) {
  for (const double drift : {0.0, 13000.0, 21000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      SCOPED_TRACE(::testing::Message() << "drift " << drift << " rows " << rows);
      const NavBase base = base_of(spiral(15000, 45000, 24, 3, 30000, rows, drift));
      const ClearanceMesh m = make_clearance_mesh(base);
      expect_sound(base, m);
      EXPECT_EQ(m.unrefined, 0u);
      for (std::size_t t = 0; t < m.home.size(); ++t) {
        double z = 0;
        for (const std::uint32_t v : base.triangles[t]) z += base.vertices[v].z / 3.0;
        // Within a third of a turn on the sheet.
        for (const std::uint32_t v : m.triangles[m.home[t]]) EXPECT_NEAR(m.vertices[v].z, z, 10000);
      }
    }
  }
}

TEST(ClearanceMesh, HasNoNarrowPassageThatIsNeitherAnEdgeNorAcrossFromACorner) {
  std::size_t saddles = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    SCOPED_TRACE(seed);
    expect_no_hidden_saddle(make_clearance_mesh(base_of(pillared_floor(60000, 20, seed))), saddles);
    expect_no_hidden_saddle(make_clearance_mesh(base_of(random_blots(60, 40000, 16000, seed))), saddles);
  }
  EXPECT_GT(saddles, 200u);
}

TEST(ClearanceMesh, ClearancesAreWhatRaysFind) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(seed);
    for (const TestSurface& s : {pillared_floor(60000, 8, seed), random_blots(40, 40000, 16000, seed)}) {
      const ClearanceMesh m = make_clearance_mesh(mixed_base_of(s, seed));
      for (std::uint32_t h = 0; h < 3 * m.triangles.size(); ++h) expect_values(m, h);
    }
  }
}

TEST(ClearanceMesh, DoesNotDependOnTheOrderOfTriangles) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const TestSurface s = random_blots(120, 40000, 9000, seed);
    const auto triangles = [](const ClearanceMesh& m) {
      std::multiset<Corners> out;
      for (const auto& t : m.triangles) {
        Corners c{m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]]};
        std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
        out.insert(c);
      }
      return out;
    };
    EXPECT_EQ(triangles(make_clearance_mesh(base_of(s))),
              triangles(make_clearance_mesh(base_of(shuffled(s, seed)))));
  }
}

TEST(ClearanceMesh, OfNothingAndOfOneTriangle) {
  EXPECT_TRUE(make_clearance_mesh(NavBase{}).triangles.empty());
  const NavBase base = base_of(joined({{{{0, 0, 0}, {10000, 0, 0}, {0, 10000, 5}}}}));
  const ClearanceMesh m = make_clearance_mesh(base);
  expect_sound(base, m);
  EXPECT_EQ(m.triangles.size(), 1u);
}

TEST(ClearanceMesh, ValidateFindsWhatIsBroken) {
  const ClearanceMesh good = make_clearance_mesh(base_of(pillared_floor(60000, 5, 3)));
  ASSERT_TRUE(validate(good));
  const auto breaks = [&](auto change) {
    ClearanceMesh m = good;
    change(m);
    return !validate(m);
  };
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.triangles[2][1] = 1u << 30; }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.neighbours[2][1] = kNone - 1; }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { std::swap(m.triangles[2][0], m.triangles[2][1]); }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.wall[1][1] = std::nan(""); }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.ledge[1][1] = -1; }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.home[0] = kNone; }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.wall.pop_back(); }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.vertices[0].x = 1 << 29; }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) {
    m.border[0] = {};
    m.neighbours[0] = {kNone, kNone, kNone};
  }));
  EXPECT_TRUE(breaks([](ClearanceMesh& m) { m.border[3][0] = static_cast<BorderKind>(9); }));
}

}  // namespace
}  // namespace ambula::testing
