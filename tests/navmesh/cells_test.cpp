// Cells against brute force: hulls for convexity, sums of triangles for area, all subsets of edges for the
// least number.
#include "navmesh/cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "navmesh/cell_checks.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = Cells::kNone;

// The least number of cells that some set of edges leaves, by trying all sets; the surface lies flat.
std::uint32_t least_cells(const TestSurface& s) {
  const SurfaceView view = s.view();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // triangles on both sides
  for (std::uint32_t h = 0; h < 3 * s.triangles.size(); ++h) {
    const std::uint32_t twin = view.twin(h);
    if (twin != kNone && h < twin && s.label[h / 3] == s.label[twin / 3]) edges.emplace_back(h / 3, twin / 3);
  }
  auto least = static_cast<std::uint32_t>(s.triangles.size());
  for (std::uint32_t set = 0; set < 1u << edges.size(); ++set) {
    std::vector<std::uint32_t> group(s.triangles.size());
    std::iota(group.begin(), group.end(), 0u);
    auto cells = static_cast<std::uint32_t>(s.triangles.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if ((set >> e & 1u) == 0) continue;
      const std::uint32_t a = group[edges[e].first], b = group[edges[e].second];
      if (a == b) continue;
      --cells;
      std::replace(group.begin(), group.end(), b, a);
    }
    if (cells >= least) continue;
    bool convex = true;
    for (std::uint32_t g = 0; g < group.size() && convex; ++g) {
      std::vector<Point2> points;
      std::int64_t area = 0;
      for (std::size_t t = 0; t < group.size(); ++t) {
        if (group[t] != g) continue;
        for (const std::uint32_t v : s.triangles[t]) points.push_back(view.plan_of(v));
        const auto& c = s.triangles[t];
        area += orient2d(view.plan_of(c[0]), view.plan_of(c[1]), view.plan_of(c[2]));
      }
      convex = points.empty() || doubled_area(hull(points)) == area;
    }
    if (convex) least = cells;
  }
  return least;
}

std::vector<LatticePoint> places(const TestSurface& s, const Cells& cells) {
  std::vector<LatticePoint> out;
  for (const std::uint32_t v : cells.vertex) out.push_back(s.vertices[v]);
  return out;
}

TEST(Cells, AreConvexSharedAndKeepTheAreaOnRandomSurfaces) {
  std::size_t triangles = 0, fast = 0, fewest = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(seed);
    const std::int32_t range = seed % 3 == 0 ? 12 : seed % 3 == 1 ? 300 : 1 << 27;
    const TestSurface s =
        random_blots(seed % 3 == 0 ? 120 : 40 + 4 * seed, range, range / 4, seed, seed % 2 == 0 ? 3 : 1);
    for (const std::uint32_t cap : {0u, 4u, 6u}) {
      const Cells a = merge_cells(s.view(), s.label, {CellRule::fast, cap});
      const Cells b = merge_cells(s.view(), s.label, {CellRule::fewest, cap});
      EXPECT_EQ(faults(s, a, cap), "");
      EXPECT_EQ(faults(s, b, cap), "");
      EXPECT_LE(b.size(), a.size());
      if (cap != 0) continue;
      triangles += s.triangles.size();
      fast += a.size();
      fewest += b.size();
    }
    EXPECT_EQ(faults(s, merge_cells(s.view(), s.label, {CellRule::triangles, 0})), "");
  }
  RecordProperty("triangles", static_cast<int>(triangles));
  RecordProperty("fast", static_cast<int>(fast));
  RecordProperty("fewest", static_cast<int>(fewest));
  EXPECT_LT(fast, triangles * 6 / 10);
  EXPECT_LT(fewest, fast * 95 / 100);
}

TEST(Cells, OfBoardsWhereEverythingIsOnOneLine) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_board(3 + static_cast<std::int32_t>(seed % 12), seed, seed % 3 == 0 ? 2 : 1);
    if (s.triangles.empty()) continue;
    for (const std::uint32_t cap : {0u, 5u}) {
      const Cells a = merge_cells(s.view(), s.label, {CellRule::fast, cap});
      const Cells b = merge_cells(s.view(), s.label, {CellRule::fewest, cap});
      EXPECT_EQ(faults(s, a, cap), "");
      EXPECT_EQ(faults(s, b, cap), "");
      EXPECT_LE(b.size(), a.size());
    }
  }
}

TEST(Cells, AConvexStarIsOneCell) {
  // No single edge at the middle can go, all of them can.
  const LatticePoint a{0, 0, 0}, b{4, 0, 0}, c{5, 3, 0}, d{2, 6, 0}, e{-1, 3, 0}, m{2, 2, 0};
  const TestSurface s = joined({{{a, b, m}}, {{b, c, m}}, {{c, d, m}}, {{d, e, m}}, {{e, a, m}}});
  const Cells cells = merge_cells(s.view(), s.label);
  EXPECT_EQ(faults(s, cells), "");
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells.vertex.size(), 5u);
  EXPECT_EQ(merge_cells(s.view(), s.label, {CellRule::fewest, 4}).size(), 3u) << "of four vertices at most";
}

TEST(Cells, AStripOfSquaresIsOneCellWithTheVerticesOfItsBorder) {
  std::vector<Corners> triangles;
  for (std::int32_t x = 0; x < 9; ++x) {
    triangles.push_back({{{x, 0, 0}, {x + 1, 0, 0}, {x + 1, 1, 0}}});
    triangles.push_back({{{x, 0, 0}, {x + 1, 1, 0}, {x, 1, 0}}});
  }
  const TestSurface s = joined(triangles);
  for (const CellRule rule : {CellRule::fast, CellRule::fewest}) {
    const Cells cells = merge_cells(s.view(), s.label, {rule, 0});
    EXPECT_EQ(faults(s, cells), "");
    ASSERT_EQ(cells.size(), 1u);
    EXPECT_EQ(cells.vertex.size(), 20u);
  }
}

TEST(Cells, AStraightSideKeepsTheVertexItsNeighbourHas) {
  // Two small squares beside a large one; labels keep them apart.
  const TestSurface s = joined({{{{0, 0, 0}, {4, 0, 0}, {4, 2, 0}}},
                                {{{0, 0, 0}, {4, 2, 0}, {4, 4, 0}}},
                                {{{0, 0, 0}, {4, 4, 0}, {0, 4, 0}}},
                                {{{4, 0, 0}, {6, 0, 0}, {6, 2, 0}}},
                                {{{4, 0, 0}, {6, 2, 0}, {4, 2, 0}}},
                                {{{4, 2, 0}, {6, 2, 0}, {6, 4, 0}}},
                                {{{4, 2, 0}, {6, 4, 0}, {4, 4, 0}}}},
                               {0, 0, 0, 1, 1, 2, 2});
  const Cells cells = merge_cells(s.view(), s.label);
  EXPECT_EQ(faults(s, cells), "");
  ASSERT_EQ(cells.size(), 3u);
  EXPECT_EQ(cells.corners(0).size(), 5u);
}

// A wall without thickness through a floor: surface on both sides of it and around its end, joined there.
TEST(Cells, DoNotCloseOverASlit) {
  const LatticePoint a{0, 0, 0}, b{4, 0, 0}, c{4, 4, 0}, d{0, 4, 0}, m{2, 2, 0}, e{0, 2, 0}, f{4, 2, 0};
  TestSurface s = joined({{{a, m, e}}, {{a, b, m}}, {{b, f, m}}, {{c, d, m}}, {{d, e, m}}, {{f, c, m}}});
  ASSERT_EQ(merge_cells(s.view(), s.label).size(), 1u) << "without the slit";
  // From e to m nothing is joined.
  std::uint32_t cut = 0;
  for (std::size_t t : {0u, 4u}) {
    for (std::uint32_t& n : s.neighbours[t]) {
      if (n != (t == 0 ? 4u : 0u)) continue;
      n = kNone;
      ++cut;
    }
  }
  ASSERT_EQ(cut, 2u);
  s.vertices.push_back(e);  // one of each side
  for (std::uint32_t& v : s.triangles[4]) {
    if (s.vertices[v] == e) v = static_cast<std::uint32_t>(s.vertices.size() - 1);
  }
  for (const CellRule rule : {CellRule::fast, CellRule::fewest}) {
    const Cells cells = merge_cells(s.view(), s.label, {rule, 0});
    EXPECT_EQ(cells.size(), 2u) << "half a turn at the slit's end each";
  }
}

TEST(Cells, OfRingsAreWithinTheBounds) {
  std::size_t least = 0, fast = 0, fewest = 0;
  for (std::uint32_t n = 3; n <= 24; ++n) {
    for (const std::uint32_t m : {3u, 4u, 7u, n}) {
      const TestSurface s = ring(n, 1000, m, 2600);
      const Bounds bounds = bounds_of(s);
      const Cells a = merge_cells(s.view(), s.label, {CellRule::fast, 0});
      const Cells b = merge_cells(s.view(), s.label, {CellRule::fewest, 0});
      EXPECT_EQ(faults(s, a), "");
      EXPECT_EQ(faults(s, b), "");
      EXPECT_LE(a.size(), bounds.greedy);
      EXPECT_LE(b.size(), a.size());
      EXPECT_GE(b.size(), bounds.least);
      least += bounds.least;
      fast += a.size();
      fewest += b.size();
    }
  }
  RecordProperty("least", static_cast<int>(least));
  RecordProperty("fast", static_cast<int>(fast));
  RecordProperty("fewest", static_cast<int>(fewest));
}

TEST(Cells, OfSpiralsThatLieOverThemselves) {
  for (const std::uint32_t steps : {5u, 12u, 40u}) {
    for (const std::uint32_t rows : {1u, 3u}) {
      const TestSurface s = spiral(3000, 9000, steps, 3.5, 30000, rows);
      const Cells a = merge_cells(s.view(), s.label, {CellRule::fast, 0});
      const Cells b = merge_cells(s.view(), s.label, {CellRule::fewest, 0});
      EXPECT_EQ(faults(s, a), "");
      EXPECT_EQ(faults(s, b), "");
      EXPECT_LT(b.size(), s.triangles.size());
    }
  }
}

TEST(Cells, ComeCloseToTheLeastNumberThereIs) {
  std::size_t least = 0, fast = 0, fewest = 0, cases = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const TestSurface s = random_blots(9 + seed % 4, 60, seed % 2 == 0 ? 25 : 0, seed);
    std::size_t inner = 0;
    for (const auto& n : s.neighbours)
      inner += static_cast<std::size_t>(3 - std::count(n.begin(), n.end(), kNone));
    if (s.triangles.size() < 4 || inner > 28) continue;
    SCOPED_TRACE(seed);
    const std::uint32_t best = least_cells(s);
    const Cells a = merge_cells(s.view(), s.label, {CellRule::fast, 0});
    const Cells b = merge_cells(s.view(), s.label, {CellRule::fewest, 0});
    ASSERT_EQ(faults(s, b), "");
    ASSERT_GE(b.size(), best);
    ++cases;
    least += best;
    fast += a.size();
    fewest += b.size();
  }
  RecordProperty("cases", static_cast<int>(cases));
  RecordProperty("least", static_cast<int>(least));
  RecordProperty("fast", static_cast<int>(fast));
  RecordProperty("fewest", static_cast<int>(fewest));
  EXPECT_GT(cases, 100u);
  EXPECT_LE(fewest * 100, least * 101);
  EXPECT_GT(fast, fewest);
}

TEST(Cells, DoNotDependOnTheOrderOfTriangles) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    const TestSurface s = random_blots(150, seed % 2 == 0 ? 20 : 1000, seed % 2 == 0 ? 6 : 300, seed, 2);
    const TestSurface t = shuffled(s, seed);
    for (const CellRule rule : {CellRule::fast, CellRule::fewest}) {
      const Cells a = merge_cells(s.view(), s.label, {rule, 0}),
                  b = merge_cells(t.view(), t.label, {rule, 0});
      EXPECT_EQ(a.begin, b.begin);
      EXPECT_EQ(places(s, a), places(t, b));
      EXPECT_EQ(a.neighbour, b.neighbour);
      EXPECT_EQ(a.label, b.label);
    }
  }
}

TEST(Cells, OfNothingAreNone) {
  const TestSurface s;
  EXPECT_EQ(merge_cells(s.view(), s.label).size(), 0u);
}

}  // namespace
}  // namespace ambula::testing
