// The overlay against brute force: areas by slabs, chains by comparison of both sides, numbers by rays.
#include "geometry/surface_overlay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "geometry/overlay_fixtures.h"

namespace ambula {
namespace {

using namespace testing;

// Area where the sum of windings is positive, by vertical slabs between all crossings.
double area_by_slabs(const std::vector<Polygon>& polygons) {
  std::vector<std::pair<Point2, Point2>> edges;
  for (const Polygon& polygon : polygons) {
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      edges.emplace_back(polygon[i], polygon[(i + 1) % polygon.size()]);
    }
  }
  std::vector<double> xs;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [a, b] = edges[i];
    xs.push_back(a.x);
    for (std::size_t j = 0; j < i; ++j) {
      const auto [c, d] = edges[j];
      if (meet(a, b, c, d) != Meeting::cross) continue;
      const double from = static_cast<double>(orient2d(c, d, a)), to = static_cast<double>(orient2d(c, d, b));
      xs.push_back(a.x + (static_cast<double>(b.x) - a.x) * (from / (from - to)));
    }
  }
  std::sort(xs.begin(), xs.end());
  double area = 0;
  for (std::size_t k = 0; k + 1 < xs.size(); ++k) {
    const double width = xs[k + 1] - xs[k], x = (xs[k] + xs[k + 1]) / 2;
    if (width <= 0) continue;
    std::vector<std::pair<double, int>> crossed;
    for (const auto& [a, b] : edges) {
      if (a.x == b.x || x < std::min(a.x, b.x) || x > std::max(a.x, b.x)) continue;
      const double y =
          a.y + (static_cast<double>(b.y) - a.y) * ((x - a.x) / (static_cast<double>(b.x) - a.x));
      crossed.emplace_back(y, b.x > a.x ? 1 : -1);
    }
    std::sort(crossed.begin(), crossed.end());
    int winding = 0;
    for (std::size_t i = 0; i + 1 < crossed.size(); ++i) {
      winding += crossed[i].second;
      if (winding > 0) area += (crossed[i + 1].first - crossed[i].first) * width;
    }
  }
  return area;
}

void expect_pieces_meet_in_nodes(const Resolved& r) {
  for (std::size_t i = 0; i < r.pieces.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Piece &p = r.pieces[i], &q = r.pieces[j];
      const bool share = p.a == q.a || p.a == q.b || p.b == q.a || p.b == q.b;
      ASSERT_EQ(meet(r.nodes[p.a], r.nodes[p.b], r.nodes[q.a], r.nodes[q.b]),
                share ? Meeting::touch : Meeting::none);
    }
  }
}

// The points that a face's side from a to b is cut at, or none where the face has no sheet.
std::vector<Point2> chain_of_side(const SurfaceOverlay& overlay, std::uint32_t face, Point2 a, Point2 b) {
  std::vector<Point2> out;
  const std::uint32_t s = overlay.sheet_of(face);
  if (s == SurfaceOverlay::kNone) return out;
  for (const Point2 p : overlay.sheet(s).pixels) {
    if (meets_pixel(a, b, p)) out.push_back(p);
  }
  return out;
}

TEST(SurfaceOverlay, UnionOfRandomPolygonsHasTheAreaOfSlabs) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::int32_t range = seed % 3 == 0 ? 12 : seed % 3 == 1 ? 300 : 1 << 20;
    const Face face{Point2{-range, -range}, Point2{range, -range}, Point2{-range, range}};
    const Mesh mesh(std::vector<Face>{face});
    std::vector<Polygon> polygons;
    Sheet sheet = mesh.sheet(0);
    for (std::uint64_t k = 0; k < 2 + seed % 9; ++k) {
      const Polygon p = random_polygon(face, range, random);
      if (p.empty()) continue;
      polygons.push_back(p);
      add(sheet, p, {1, 0});
    }
    OverlayScratch scratch;
    sheet.cancel(scratch);
    sheet.close(scratch);
    const SurfaceOverlay overlay = mesh.overlay({sheet});
    const Resolved r = resolve(overlay, 0);
    expect_pieces_meet_in_nodes(r);
    if (HasFatalFailure()) return;
    const double covered =
        static_cast<double>(doubled_area(r, [](const Winding& w) { return w[0] > 0 && w[2] > 0; })) / 2;
    const double slack = outline_length(polygons);  // a quantum to either side at most
    EXPECT_NEAR(covered, area_by_slabs(polygons), slack);
    if (range > 1000) {
      EXPECT_LT(slack, 0.01 * area_by_slabs(polygons)) << "or this proves nothing";
    }
    EXPECT_EQ(doubled_area(r, [](const Winding& w) { return w[2] > 0; }),
              Int128{orient2d(face[0], face[1], face[2])});
  }
}

TEST(SurfaceOverlay, EqualCutsOfOppositeSensesCancel) {
  const Mesh mesh(std::vector<Face>{{{{0, 0}, {1000, 0}, {0, 1000}}}});
  Sheet sheet = mesh.sheet(0);
  // A strip of a hundred squares, each as two triangles: only its outline is left.
  for (std::int32_t i = 0; i < 100; ++i) {
    const Point2 a{10 + i, 100}, b{11 + i, 100}, c{11 + i, 101}, d{10 + i, 101};
    add(sheet, {a, b, c}, {1, 0});
    add(sheet, {a, c, d}, {1, 0});
  }
  EXPECT_EQ(sheet.cuts.size(), 600u);
  OverlayScratch scratch;
  sheet.cancel(scratch);
  sheet.close(scratch);
  EXPECT_EQ(sheet.cuts.size(), 202u);
  const Resolved r = resolve(mesh.overlay({sheet}), 0);
  EXPECT_EQ(doubled_area(r, [](const Winding& w) { return w[0] > 0; }), Int128{200});
}

TEST(SurfaceOverlay, BothSidesOfAMeshEdgeGetTheSameChain) {
  std::size_t longest = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::int32_t range = seed % 2 == 0 ? 15 : 400;
    // A quadrilateral in two faces, its diagonal in no direction of the lattice.
    const Point2 a{-range, -range / 3}, b{range, -range}, c{range - 1, range / 2}, d{-range + 2, range};
    const Mesh mesh(std::vector<Face>{{a, b, c}, {a, c, d}});
    std::vector<Sheet> sheets;
    OverlayScratch scratch;
    for (std::uint32_t f = 0; f < 2; ++f) {
      Sheet sheet = mesh.sheet(f);
      for (int k = 0; k < 6; ++k) {
        const Polygon p = random_polygon(mesh.faces[f], range, random);
        if (!p.empty()) add(sheet, p, {1, 0});
      }
      sheet.cancel(scratch);
      sheet.close(scratch);
      sheets.push_back(std::move(sheet));
    }
    const SurfaceOverlay overlay = mesh.overlay(std::move(sheets));
    const auto below = chain_of_side(overlay, 0, a, c), above = chain_of_side(overlay, 1, a, c);
    if (below.empty() || above.empty()) {
      EXPECT_LE(below.size() + above.size(), 2u) << "a face without a sheet has nothing on its side";
      continue;
    }
    ASSERT_EQ(below, above);
    longest = std::max(longest, below.size());
    for (const std::uint32_t f : {0u, 1u}) {
      const Resolved r = resolve(overlay, f);
      expect_pieces_meet_in_nodes(r);
      // What is left of every side stands on its chain.
      for (const Piece& p : r.pieces) {
        if ((p.label & (kOnSide0 << (f == 0 ? 2 : 0))) == 0) continue;
        EXPECT_TRUE(std::binary_search(below.begin(), below.end(), r.nodes[p.a]));
        EXPECT_TRUE(std::binary_search(below.begin(), below.end(), r.nodes[p.b]));
      }
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(longest, 5u) << "chains without inner points test nothing";
}

TEST(SurfaceOverlay, PixelsTravelThroughAFanOfSlivers) {
  // Two hundred slivers about one vertex; a cut in the first lies within a quantum of many others.
  std::vector<Face> faces;
  for (std::int32_t i = 0; i < 200; ++i)
    faces.push_back({Point2{0, 0}, Point2{20000, i}, Point2{20000, i + 1}});
  const Mesh mesh(faces);
  Sheet sheet = mesh.sheet(0);
  add(sheet, {{0, 0}, {40, 0}, {20000, 1}}, {1, 0});
  OverlayScratch scratch;
  sheet.cancel(scratch);
  sheet.close(scratch);
  const SurfaceOverlay overlay = mesh.overlay({sheet});
  EXPECT_GT(overlay.size(), 50u);
  std::uint32_t shared = 0;
  for (std::uint32_t f = 0; f + 1 < faces.size(); ++f) {
    const Point2 from = faces[f][0], to = faces[f][2];
    const auto below = chain_of_side(overlay, f, from, to), above = chain_of_side(overlay, f + 1, from, to);
    if (below.empty() || above.empty()) continue;
    ++shared;
    ASSERT_EQ(below, above) << f;
  }
  EXPECT_GT(shared, 50u);
}

TEST(SurfaceOverlay, SeamGetsTheSameChainInBothSheets) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed + 500);
    const std::int32_t range = seed % 2 == 0 ? 12 : 300;
    // Two faces that share no edge, one above the other in plan, and a seam within both.
    const Face lower{Point2{-range, -range}, Point2{range, -range}, Point2{-range, range}};
    const Face upper{Point2{-range, -range}, Point2{range, -range + 1}, Point2{-range + 1, range}};
    const Mesh mesh(std::vector<Face>{lower, upper});
    Point2 p, q;
    do {
      p = random.point(range);
      q = random.point(range);
    } while (p == q || !inside(lower, p) || !inside(lower, q) || !inside(upper, p) || !inside(upper, q));
    std::vector<Sheet> sheets;
    OverlayScratch scratch;
    for (std::uint32_t f = 0; f < 2; ++f) {
      Sheet sheet = mesh.sheet(f);
      sheet.cut(p, q, {0, 0}, kSeparates | kOnSeam);
      sheet.seams.push_back({1 - f, std::min(p, q), std::max(p, q)});
      for (int k = 0; k < 5; ++k) {
        const Polygon polygon = random_polygon(mesh.faces[f], range, random);
        if (!polygon.empty()) add(sheet, polygon, {1, 0});
      }
      sheet.cancel(scratch);
      sheet.close(scratch);
      sheets.push_back(std::move(sheet));
    }
    const SurfaceOverlay overlay = mesh.overlay(std::move(sheets));
    std::array<std::set<Point2>, 2> chain;
    for (std::uint32_t f = 0; f < 2; ++f) {
      const Resolved r = resolve(overlay, f);
      for (const Piece& piece : r.pieces) {
        if ((piece.label & kOnSeam) == 0) continue;
        chain[f].insert(r.nodes[piece.a]);
        chain[f].insert(r.nodes[piece.b]);
      }
    }
    ASSERT_FALSE(chain[0].empty());
    ASSERT_EQ(chain[0], chain[1]);
  }
}

TEST(SurfaceOverlay, OrderOfCutsAndSheetsChangesNothing) {
  Random random(4);
  const Point2 a{-300, -100}, b{300, -300}, c{299, 150}, d{-298, 300};
  const Mesh mesh(std::vector<Face>{{a, b, c}, {a, c, d}});
  std::array<std::vector<Polygon>, 2> polygons;
  for (std::uint32_t f = 0; f < 2; ++f) {
    for (int k = 0; k < 8; ++k) polygons[f].push_back(random_polygon(mesh.faces[f], 300, random));
  }
  const auto run = [&](bool reversed) {
    std::vector<Sheet> sheets;
    OverlayScratch scratch;
    for (std::uint32_t f = 0; f < 2; ++f) {
      Sheet sheet = mesh.sheet(f);
      auto order = polygons[f];
      if (reversed) std::reverse(order.begin(), order.end());
      for (const Polygon& p : order) add(sheet, p, {1, 0});
      sheet.cancel(scratch);
      sheet.close(scratch);
      sheets.push_back(std::move(sheet));
    }
    if (reversed) std::swap(sheets[0], sheets[1]);
    const SurfaceOverlay overlay = mesh.overlay(std::move(sheets));
    std::vector<std::tuple<std::uint32_t, Point2, Point2, Winding, Winding, std::uint32_t>> out;
    for (std::uint32_t f = 0; f < 2; ++f) {
      const Resolved r = resolve(overlay, f);
      for (const Piece& p : r.pieces) {
        out.emplace_back(f, r.nodes[p.a], r.nodes[p.b], p.right, p.weight, p.label);
      }
    }
    return out;
  };
  EXPECT_GT(run(false).size(), 40u);
  EXPECT_EQ(run(false), run(true));
}

}  // namespace
}  // namespace ambula
