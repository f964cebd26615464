// Paths with a radius on surfaces by hand and at random.
#include <gtest/gtest.h>

#include <cmath>

#include "navmesh/bases.h"
#include "navmesh/make_clearance_mesh.h"
#include "query/radius_checks.h"

namespace ambula::testing {
namespace {

TEST(RadiusPath, AmongPillarsIsFoundExactlyWhenThereIsOne) {
  RadiusTally tally;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(pillared_floor(60000, 8 + static_cast<std::uint32_t>(seed), seed));
    for (const double radius : {0.1, 0.25, 0.4, 0.7, 1.0}) expect_paths(base, radius, 14, seed, tally);
  }
  EXPECT_GT(tally.found, 3000u);
  EXPECT_GT(tally.pairs, 2 * tally.found / 3);
}

TEST(RadiusPath, OnRandomFloorsIsFoundExactlyWhenThereIsOne) {
  RadiusTally tally;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(random_blots(80, 40000, 12000, seed));
    for (const double radius : {0.0, 0.1, 0.2, 0.3, 0.5}) expect_paths(base, radius, 14, seed, tally);
  }
  EXPECT_GT(tally.found, 3000u);
}

TEST(RadiusPath, OnASpiralStaysOnItsSheet) {
  RadiusTally tally;
  for (const double drift : {0.0, 13000.0, 21000.0}) {
    for (const std::uint32_t rows : {1u, 4u}) {
      SCOPED_TRACE(::testing::Message() << "drift " << drift << " rows " << rows);
      const NavBase base = base_of(spiral(15000, 45000, 24, 3, 30000, rows, drift));
      for (const double radius : {0.1, 0.4, 1.0}) expect_paths(base, radius, 16, 5, tally);
    }
  }
  EXPECT_GT(tally.found, 1000u);
}

// The surface goes around a corner by more than a whole turn: a strip of it ends under another one, closer in
// plan than the radius, but only by way of the corner. Both ends touch the disc around that.
TEST(RadiusPath, Regression_WhatLiesBeyondACornerIsNotInTheWay) {
  std::vector<Corners> triangles;
  const auto quad = [&](LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    triangles.push_back({{a, b, c}});
    triangles.push_back({{a, c, d}});
  };
  quad({0, 0, 0}, {40000, 0, 0}, {40000, 40000, 0}, {0, 40000, 0});
  quad({0, 0, 0}, {0, 40000, 0}, {-950, 39050, -400}, {-950, 950, -400});
  quad({0, -40000, 0}, {40000, -40000, 0}, {40000, 0, 0}, {0, 0, 0});
  quad({-30000, -40000, 0}, {0, -40000, 0}, {0, 0, 0}, {-30000, 0, 0});
  quad({-30000, 0, 0}, {0, 0, 0}, {-700, 700, 0}, {-30000, 700, 0});
  triangles.push_back({{{0, 0, 0}, {0, 700, 0}, {-700, 700, 0}}});
  quad({-700, 700, 0}, {0, 700, 0}, {0, 40000, 0}, {-700, 40000, 0});
  const NavBase base = base_of(joined(triangles));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  ClearPath path;
  for (const double radius : {0.3, 0.9}) {
    const KeptDistance keep = graph.keep_of(radius);
    const auto place = [&](int degrees) {
      const double angle = degrees * 3.14159265358979 / 180, away = (keep.wall + 1e-3) * graph.quantum();
      return graph.locate({away * std::cos(angle), away * std::sin(angle), 0}, 0.001);
    };
    for (const int from : {-60, -30, 5, 25}) {
      for (const int to : {-60, -30, 5, 25}) {
        SCOPED_TRACE(::testing::Message() << radius << " " << from << " " << to);
        const auto a = place(from), b = place(to);
        ASSERT_TRUE(a && b);
        const ClearRequest request{*a, *b, keep};
        search.find(request, path);
        ASSERT_EQ(path.status, ClearStatus::found);
        EXPECT_EQ(path_faults(base, graph, request, path), "");
        EXPECT_NEAR(path.length, radius * std::abs(to - from) * 3.14159265358979 / 180, 0.001);
      }
    }
  }
}

TEST(RadiusPath, BetweenEndsThatWereMovedIsSound) {
  RadiusTally tally;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(pillared_floor(60000, 8 + static_cast<std::uint32_t>(seed), seed));
    for (const double radius : {0.2, 0.5, 0.9}) expect_paths_between_moved(base, radius, 14, seed, tally);
  }
  EXPECT_GT(tally.found, 2000u);
}

// Found among half a million: ends between two posts, or behind the corner that the way turns around last.
TEST(RadiusPath, Regression_EndsThatTouchWhatTheWayTurnsAround) {
  RadiusTally tally;
  for (const std::uint64_t seed : {112u, 139u, 152u}) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(pillared_floor(60000, 6 + static_cast<std::uint32_t>(seed % 24), seed));
    for (const double radius : {0.4, 0.8})
      expect_paths_between_moved(base, radius, 30, seed * 31 + static_cast<std::uint64_t>(10 * radius),
                                 tally);
  }
  for (const std::uint64_t seed : {133u, 136u}) {
    SCOPED_TRACE(seed);
    const NavBase base = base_of(random_blots(80, 40000, 12000, seed));
    expect_paths_between_moved(base, 0.1, 30, seed * 31 + 1, tally);
  }
  EXPECT_GT(tally.found, 3000u);
}

// Where walls and ledges differ: what is found is there and sound, what is not is not, and little is left
// undecided.
TEST(RadiusPath, WithAnotherDistanceFromLedgesIsNeverWrong) {
  std::size_t found = 0, undecided = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    for (const TestSurface& s : {pillared_floor(60000, 10 + static_cast<std::uint32_t>(seed), seed),
                                 random_blots(80, 40000, 12000, seed)}) {
      const NavBase base = mixed_base_of(s, seed);
      const ClearanceMesh mesh = make_clearance_mesh(base);
      const ClearanceGraph graph(base, mesh, {});
      ClearanceSearch search(graph);
      for (const double ledge : {0.0, 0.1, 0.6}) {
        const KeptDistance keep = graph.keep_of(0.3, ledge);
        const OffsetTruth truth(base, keep);
        std::vector<ClearPlace> places;
        std::vector<std::uint32_t> parts;
        for (const BasePoint& p : random_points(base, 12, seed)) {
          places.push_back(
              graph.place_in(p.triangle, {static_cast<double>(p.at.x), static_cast<double>(p.at.y)}));
          parts.push_back(truth.part_of(p.triangle, p.at));
          if (search.is_clear(places.back(), keep) == (parts.back() != SurfaceView::kNone)) continue;
          places.pop_back();  // closer than the truth can tell
          parts.pop_back();
        }
        ClearPath path;
        for (std::size_t i = 0; i < places.size(); ++i) {
          for (std::size_t j = 0; j < places.size(); ++j) {
            const ClearRequest request{places[i], places[j], keep};
            search.find(request, path);
            const bool should = parts[i] != SurfaceView::kNone && parts[i] == parts[j];
            if (path.status == ClearStatus::undecided) {
              ++undecided;
              continue;
            }
            EXPECT_EQ(path.status == ClearStatus::found, should);
            if (path.status != ClearStatus::found) continue;
            ++found;
            EXPECT_EQ(path_faults(base, graph, request, path), "");
          }
        }
      }
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_LT(undecided, found / 40);
}

class OneSquare : public ::testing::Test {
 protected:
  // Two metres wide.
  const NavBase base = base_of(joined(
      {{{{0, 0, 0}, {20000, 0, 0}, {20000, 20000, 0}}}, {{{0, 0, 0}, {20000, 20000, 0}, {0, 20000, 0}}}}));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph{base, mesh, {}};
  ClearanceSearch search{graph};
  ClearPath path;
  ClearStatus find(Vec3 a, Vec3 b, double radius) {
    const auto from = graph.locate(a, 1), to = graph.locate(b, 1);
    if (!from || !to) return ClearStatus::cancelled;
    search.find({*from, *to, graph.keep_of(radius)}, path);
    return path.status;
  }
};

TEST_F(OneSquare, PointsExactlyAtTheRadiusFromAWallAreFree) {
  EXPECT_EQ(find({0.3, 0.3, 0}, {1.7, 1.7, 0}, 0.3), ClearStatus::found);
  EXPECT_NEAR(path.length, 1.4 * std::sqrt(2.0), 1e-9);
  EXPECT_EQ(find({0.298, 0.3, 0}, {1.7, 1.7, 0}, 0.3), ClearStatus::start_blocked);
  EXPECT_EQ(find({0.3, 0.3, 0}, {1.7, 1.702, 0}, 0.3), ClearStatus::goal_blocked);
  EXPECT_EQ(find({1, 1, 0}, {1, 1, 0}, 1), ClearStatus::found);
  EXPECT_EQ(find({1, 1, 0}, {1, 1, 0}, 1.001), ClearStatus::start_blocked);
}

TEST_F(OneSquare, StartMayBeTheGoal) {
  EXPECT_EQ(find({0.7, 0.4, 0}, {0.7, 0.4, 0}, 0.3), ClearStatus::found);
  EXPECT_EQ(path.length, 0);
  EXPECT_EQ(find({0.5, 0.5, 0}, {0.5, 0.5, 0}, 0), ClearStatus::found);  // on an edge
  EXPECT_EQ(find({0, 0, 0}, {2, 2, 0}, 0), ClearStatus::found);          // on vertices
  EXPECT_NEAR(path.length, std::sqrt(8.0), 1e-9);
}

TEST_F(OneSquare, OffTheSurfaceThereIsNoPlace) {
  EXPECT_FALSE(graph.locate({-0.1, 1, 0}, 1));
  EXPECT_FALSE(graph.locate({1, 1, 1.5}, 1));
  EXPECT_FALSE(graph.locate({std::nan(""), 1, 0}, 1));
  EXPECT_FALSE(graph.locate({1, 1e300, 0}, 1));
  EXPECT_TRUE(graph.locate({1, 1, 1.5}, 1e300));
}

TEST(RadiusPath, OnOneTriangle) {
  const NavBase base = base_of(joined({{{{0, 0, 0}, {30000, 0, 0}, {0, 40000, 0}}}}));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  ClearPath path;
  const auto a = graph.locate({0.9, 0.9, 0}, 1), b = graph.locate({0.5, 2, 0}, 1);
  ASSERT_TRUE(a && b);
  search.find({*a, *b, graph.keep_of(0.4)}, path);
  EXPECT_EQ(path.status, ClearStatus::found);
  EXPECT_EQ(path.bends.size(), 2u);
  EXPECT_TRUE(
      search.is_clear(graph.place_in(0, {10000, 10000}), graph.keep_of(1.0)));  // the inscribed circle
  EXPECT_FALSE(search.is_clear(graph.place_in(0, {10000, 10000}), graph.keep_of(1.001)));
}

TEST(RadiusPath, FromAnyFreePlaceToItselfIsFound) {
  const NavBase base = base_of(pillared_floor(60000, 12, 4));
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  ClearPath path;
  std::size_t alone = 0;
  for (const BasePoint& p : random_points(base, 200, 9)) {
    const ClearPlace at =
        graph.place_in(p.triangle, {static_cast<double>(p.at.x), static_cast<double>(p.at.y)});
    const KeptDistance keep = graph.keep_of(0.8);
    if (!search.is_clear(at, keep)) continue;
    search.find({at, at, keep}, path);
    EXPECT_EQ(path.status, ClearStatus::found);
    EXPECT_EQ(path.length, 0);
    ++alone;
  }
  EXPECT_GT(alone, 10u);
}

}  // namespace
}  // namespace ambula::testing
