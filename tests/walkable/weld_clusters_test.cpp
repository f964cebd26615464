// Clusters welded each by itself, against all welded as one.
#include "walkable/weld_clusters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "walkable/check_surface.h"
#include "walkable/fans.h"
#include "walkable/weld.h"
#include "walkable/weld_surfaces.h"
#include "walkable/welder.h"

namespace ambula {
namespace {

constexpr std::int32_t kDistance = 100;

// A joined floor of n × n cells in which single cells, four apart, lie loose and off by up to `jitter`. Each
// cell is a fan of eight around its middle, so that there are faces and vertices with no part in any border.
Surface floor_with_loose_cells(std::int32_t n, std::int32_t cell, std::int32_t jitter, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto off = [&] { return static_cast<std::int32_t>(random() % (2u * unsigned(jitter) + 1)) - jitter; };
  std::vector<LatticePoint> vertices;
  std::vector<Triangle> triangles;
  const std::int32_t half = cell / 2, side = 2 * n + 1;
  for (std::int32_t i = 0; i < side; ++i) {
    for (std::int32_t j = 0; j < side; ++j) vertices.push_back({half * i, half * j, 0});
  }
  constexpr std::int32_t kRing[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      const bool loose = i % 4 == 2 && j % 4 == 2;
      const auto vertex = [&](std::int32_t x, std::int32_t y) {
        return static_cast<std::uint32_t>((2 * i + x) * side + 2 * j + y);
      };
      std::array<std::uint32_t, 8> ring;
      for (std::size_t k = 0; k < 8; ++k) {
        ring[k] = vertex(kRing[k][0], kRing[k][1]);
        if (!loose) continue;
        const LatticePoint p = vertices[ring[k]];
        ring[k] = static_cast<std::uint32_t>(vertices.size());
        vertices.push_back({p.x + off(), p.y + off(), p.z + off()});
      }
      for (std::size_t k = 0; k < 8; ++k) triangles.push_back({vertex(1, 1), ring[k], ring[(k + 1) % 8]});
    }
  }
  return surface_of(vertices, triangles);
}

// As one, without clusters.
Surface welded_whole(Surface s) {
  Welder welder(s, kDistance, {}, nullptr);
  const auto changed = welder.run();
  EXPECT_TRUE(changed && !welder.mesh().has_left());
  if (changed && *changed) name_fans(s, welder.mesh().dirty());
  return s;
}

std::size_t clusters_left(const Surface& s) {
  std::size_t count = 0;
  for (const WeldCluster& cluster : find_clusters(s, kDistance)) {
    WeldPiece piece(s, cluster);
    Welder welder(piece.surface, kDistance, cluster.fixed, nullptr);
    EXPECT_TRUE(welder.run());
    if (welder.mesh().has_left()) ++count;
  }
  return count;
}

TEST(WeldClusters, EachByItselfGivesTheSameAsAllAtOnce) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    for (const std::int32_t cell : {300, 900, 4000}) {
      const Surface before = floor_with_loose_cells(24, cell, 10 + static_cast<std::int32_t>(seed), seed);
      Surface s = before;
      ASSERT_TRUE(weld(s, kDistance));
      ASSERT_EQ(check_surface(s), "") << "seed " << seed << " cell " << cell;
      const Surface whole = welded_whole(before);
      ASSERT_EQ(faces_by_place(s), faces_by_place(whole)) << "seed " << seed << " cell " << cell;
      ASSERT_EQ(border_edges(s), border_edges(whole)) << "seed " << seed << " cell " << cell;
      ASSERT_EQ(components(s), components(whole));
    }
  }
}

TEST(WeldClusters, TheNumberOfThreadsDoesNotMatter) {
  const Surface before = floor_with_loose_cells(40, 4000, 30, 7);
  ASSERT_GT(find_clusters(before, kDistance).size(), 8u);
  Surface one = before, four = before;
  Context context({.threads = 4});
  const auto first = weld(one, kDistance), second = weld(four, kDistance, &context);
  ASSERT_TRUE(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(first->closed, second->closed);
  EXPECT_EQ(first->area_change, second->area_change);
  ASSERT_EQ(one.vertices, four.vertices);
  ASSERT_EQ(one.faces.size(), four.faces.size());
  for (std::size_t f = 0; f < one.faces.size(); ++f) {
    ASSERT_EQ(one.faces[f].corner, four.faces[f].corner);
    ASSERT_EQ(one.faces[f].neighbour, four.faces[f].neighbour);
    ASSERT_EQ(one.faces[f].border, four.faces[f].border);
  }
}

// Small faces of which some edges are walls: a border may come near nothing but its own next edge.
TEST(WeldClusters, ScatteredFacesGiveTheSameAsAllAtOnce) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const auto up_to = [&](std::uint32_t n) { return static_cast<std::int32_t>(random() % n); };
    std::vector<LatticePoint> vertices;
    std::vector<Triangle> triangles;
    while (triangles.size() < 300) {
      const LatticePoint at{up_to(40000), up_to(40000), up_to(1000)};
      std::array<LatticePoint, 3> f;
      for (LatticePoint& p : f) p = {at.x + up_to(500), at.y + up_to(500), at.z + up_to(30)};
      if (orient2d(plan(f[0]), plan(f[1]), plan(f[2])) <= 0) continue;
      const auto first = static_cast<std::uint32_t>(vertices.size());
      vertices.insert(vertices.end(), f.begin(), f.end());
      triangles.push_back({first, first + 1, first + 2});
    }
    Surface before = surface_of(vertices, triangles);
    for (SurfaceFace& face : before.faces) {
      face.border[static_cast<std::size_t>(up_to(3))] = {BorderKind::wall, false, 9000};
    }
    Surface s = before;
    ASSERT_TRUE(weld(s, kDistance));
    ASSERT_EQ(check_surface(s), "") << "seed " << seed;
    ASSERT_EQ(faces_by_place(s), faces_by_place(welded_whole(before))) << "seed " << seed;
  }
}

TEST(WeldClusters, LooseCellsFarApartAreClusters) {
  const Surface s = floor_with_loose_cells(24, 4000, 20, 1);
  const auto clusters = find_clusters(s, kDistance);
  EXPECT_GT(clusters.size(), 3u);
  EXPECT_EQ(clusters_left(s), 0u);
  std::vector<int> seen(s.faces.size(), 0);
  for (const WeldCluster& cluster : clusters) {
    ASSERT_TRUE(std::is_sorted(cluster.faces.begin(), cluster.faces.end()));
    ASSERT_EQ(cluster.faces.size(), cluster.fixed.size());
    for (std::size_t k = 0; k < cluster.faces.size(); ++k) {
      if (!cluster.fixed[k]) ++seen[cluster.faces[k]];
    }
  }
  EXPECT_EQ(std::count_if(seen.begin(), seen.end(), [](int n) { return n > 1; }), 0);
}

TEST(WeldClusters, AFloorWithNothingNearItHasNone) {
  Surface s = rectangle({0, 0, 0}, {10000, 5000, 0});
  append(s, rectangle({10600, 0, 0}, {20000, 5000, 0}));
  EXPECT_TRUE(find_clusters(s, kDistance).empty());
  append(s, rectangle({10400, 6000, 0}, {20000, 9000, 600}));
  EXPECT_TRUE(find_clusters(s, kDistance).empty());
  append(s, rectangle({0, 5050, 0}, {10000, 9000, 0}));
  EXPECT_EQ(find_clusters(s, kDistance).size(), 1u);
}

// A short edge that turns back along the next one, between walls.
TEST(WeldClusters, ALoneNotchIsSeen) {
  const LatticePoint v{0, 0, 0}, u{3000, 0, 0}, w{80, -20, 0};
  Surface s = polygon({v, u, {0, 3000, 0}, {-3000, 0, 0}, {0, -3000, 0}, w}, {BorderKind::wall, false, 9000});
  border_at(s, v, u) = {BorderKind::ledge};
  border_at(s, w, v) = {BorderKind::ledge};
  EXPECT_EQ(find_clusters(s, kDistance).size(), 1u);
}

TEST(WeldClusters, ALoneSlitIsSeen) {
  // Two faces that run to and fro between the same vertices, unjoined.
  Surface s = rectangle({0, 0, 0}, {10000, 5000, 0});
  for (std::uint32_t f = 0; f < 2; ++f) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (s.faces[f].neighbour[i] == Surface::kNone) continue;
      s.faces[f].neighbour[i] = Surface::kNone;
      s.faces[f].border[i] = {BorderKind::ledge};
    }
  }
  ASSERT_EQ(components(s), 2u);
  ASSERT_TRUE(weld(s, kDistance));
  EXPECT_EQ(components(s), 1u);
}

TEST(WeldClusters, APieceGoesBackWhereItWas) {
  const Surface before = floor_with_loose_cells(12, 900, 20, 3);
  Surface s = before;
  for (const WeldCluster& cluster : find_clusters(s, kDistance)) WeldPiece(s, cluster).write_back(s, cluster);
  ASSERT_EQ(s.faces.size(), before.faces.size());
  EXPECT_EQ(s.vertices, before.vertices);
  for (std::size_t f = 0; f < s.faces.size(); ++f) {
    EXPECT_EQ(s.faces[f].corner, before.faces[f].corner);
    EXPECT_EQ(s.faces[f].neighbour, before.faces[f].neighbour);
    EXPECT_EQ(s.faces[f].border, before.faces[f].border);
  }
}

// Only a vertex's diagonal with what is fixed would close the gap: the piece must say so and not leave it.
TEST(WeldClusters, AStepThatNeedsAFixedFaceIsTold) {
  // A vertex 10 before an edge with a face behind it goes over to that edge when it is contracted.
  Surface s = surface_of({{0, 0, 0}, {10000, 0, 0}, {5000, 10, 0}, {5000, -4000, 0}}, {{0, 1, 2}, {1, 0, 3}});
  append(s, surface_of({{5000, 0, 0}, {9000, 3000, 0}, {2000, 3000, 0}}, {{0, 1, 2}}));
  const auto left = [&](std::vector<std::uint8_t> fixed) {
    Surface piece = s;
    Welder welder(piece, kDistance, fixed, nullptr);
    EXPECT_TRUE(welder.run());
    return welder.mesh().has_left();
  };
  EXPECT_FALSE(left({0, 0, 0}));
  EXPECT_TRUE(left({0, 1, 0}));
}

// What is welded as one, because a cluster has left its bounds, is a piece without fixed faces.
TEST(WeldClusters, APieceOfEverythingHasNoFixedFaces) {
  const Surface before = floor_with_loose_cells(8, 900, 20, 5);
  WeldCluster all;
  for (std::uint32_t f = 0; f < before.faces.size(); ++f) all.faces.push_back(f);
  WeldPiece piece(before, all);
  ASSERT_EQ(piece.surface.faces.size(), before.faces.size());
  for (std::size_t f = 0; f < before.faces.size(); ++f) {
    EXPECT_EQ(piece.surface.faces[f].neighbour, before.faces[f].neighbour);
    EXPECT_EQ(piece.surface.faces[f].border, before.faces[f].border);
  }
  Surface s = before;
  Welder welder(piece.surface, kDistance, all.fixed, nullptr);
  ASSERT_TRUE(welder.run());
  piece.write_back(s, all);
  std::vector<std::uint8_t> dirty(s.vertices.size(), 0);
  const std::vector<std::uint8_t> own = welder.mesh().dirty();
  for (std::size_t v = 0; v < own.size(); ++v) dirty[piece.vertices[v]] = own[v];
  name_fans(s, dirty);
  EXPECT_EQ(check_surface(s), "");
  EXPECT_EQ(faces_by_place(s), faces_by_place(welded_whole(before)));
}

}  // namespace
}  // namespace ambula
