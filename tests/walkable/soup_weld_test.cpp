// Welding the soup: what is joined again, and what is left as it is. One metre is 10,000 quanta.
#include "walkable/soup_weld.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "walkable/checked.h"
#include "walkable/open_edges.h"

namespace ambula::testing {
namespace {

constexpr std::int32_t kCentimetre = 100;

using Corners = std::array<LatticePoint, 3>;

// Three positions a triangle, none shared by index.
struct Loose {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<LatticePoint> points;

  void add(const Corners& c) {
    const auto first = static_cast<std::uint32_t>(points.size());
    points.insert(points.end(), c.begin(), c.end());
    triangles.push_back({first, first + 1, first + 2});
  }
  void quad(LatticePoint a, LatticePoint b, LatticePoint c, LatticePoint d) {
    add({a, b, c});
    add({a, c, d});
  }
  [[nodiscard]] std::vector<std::uint32_t> id() const {
    std::map<LatticePoint, std::uint32_t> first;
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < points.size(); ++i)
      out.push_back(first.try_emplace(points[i], i).first->second);
    return out;
  }
  SoupWeld weld(std::int32_t distance = kCentimetre) { return weld_soup(triangles, points, id(), distance); }
  [[nodiscard]] std::size_t open_edges() const { return find_open_edges(triangles, id()).size(); }
  [[nodiscard]] std::size_t places() const {
    return std::set<LatticePoint>(points.begin(), points.end()).size();
  }
};

double distance(LatticePoint a, LatticePoint b) {
  return std::hypot(double(a.x) - b.x, double(a.y) - b.y, double(a.z) - b.z);
}

// Every corner is moved on its own, by up to `noise` along each axis.
Loose torn(const Loose& whole, std::int32_t noise, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto off = [&] { return static_cast<std::int32_t>(random() % (2u * unsigned(noise) + 1)) - noise; };
  Loose out = whole;
  for (LatticePoint& p : out.points) p = {p.x + off(), p.y + off(), p.z + off()};
  return out;
}

Loose floor_of(std::int32_t n, std::int32_t cell) {
  Loose out;
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      const LatticePoint a{cell * i, cell * j, 0}, b{a.x + cell, a.y, 0}, c{a.x + cell, a.y + cell, 0},
          d{a.x, a.y + cell, 0};
      out.quad(a, b, c, d);
    }
  }
  return out;
}

// The six sides of a box.
Loose box_of(LatticePoint low, LatticePoint high) {
  Loose out;
  const auto at = [&](int i) {
    return LatticePoint{i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
  };
  for (const auto& side :
       {std::array{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    out.quad(at(side[0]), at(side[1]), at(side[2]), at(side[3]));
  }
  return out;
}

TEST(SoupWeld, TornTrianglesShareTheirEdgesAgain) {
  const Loose whole = floor_of(8, 5000);
  for (const std::int32_t noise : {1, 5, 10, 30}) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      Loose soup = torn(whole, noise, seed);
      const std::vector<LatticePoint> before = soup.points;
      soup.weld();
      EXPECT_EQ(soup.places(), whole.places()) << "noise " << noise << " seed " << seed;
      EXPECT_EQ(soup.open_edges(), whole.open_edges());
      for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_LE(distance(soup.points[i], before[i]), kCentimetre);
    }
  }
}

TEST(SoupWeld, ATornBoxIsClosedAgain) {
  const Loose whole = box_of({0, 0, 0}, {20000, 6000, 9000});
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Loose soup = torn(whole, 10, seed);
    EXPECT_GT(soup.weld().groups, 0u);
    EXPECT_EQ(soup.places(), 8u);
    EXPECT_EQ(soup.open_edges(), 0u);
  }
}

TEST(SoupWeld, CornersMeetInTheMiddle) {
  Loose soup;
  soup.add({{{0, 0, 0}, {9000, 0, 0}, {9000, 9000, 0}}});
  soup.add({{{9011, -7, 3}, {18000, 0, 0}, {9004, 9006, -5}}});
  EXPECT_EQ(soup.weld().groups, 2u);
  EXPECT_EQ(soup.places(), 4u);
  EXPECT_EQ(soup.points[1], (LatticePoint{9006, -4, 2}));  // halves to even
}

// Noise of a quantum leaves now and then an edge as it was.
TEST(SoupWeld, TwoTrianglesThatStillShareAnEdgeAreJoinedToSingleOnes) {
  const Loose whole = floor_of(8, 5000);
  Loose soup = torn(whole, 10, 4);
  soup.points[3] = soup.points[0];
  soup.points[4] = soup.points[2];
  soup.weld();
  EXPECT_EQ(soup.open_edges(), whole.open_edges());
}

TEST(SoupWeld, GapsBetweenQuadsStay) {
  Loose soup;
  soup.quad({0, 0, 0}, {9000, 0, 0}, {9000, 9000, 0}, {0, 9000, 0});
  soup.quad({9011, 0, 0}, {18000, 0, 0}, {18000, 9000, 0}, {9011, 9000, 0});
  EXPECT_EQ(soup.weld().groups, 0u);
}

TEST(SoupWeld, WhatHasNoPartnerStays) {
  Loose soup = floor_of(4, 5000);
  Loose aside = floor_of(4, 5000);
  for (LatticePoint& p : aside.points) soup.points.push_back({p.x + 20200, p.y, p.z});
  for (const auto& t : aside.triangles) soup.triangles.push_back({t[0] + 96, t[1] + 96, t[2] + 96});
  const std::vector<LatticePoint> before = soup.points;
  const SoupWeld welded = soup.weld();
  EXPECT_EQ(welded.groups, 0u);
  EXPECT_TRUE(welded.closed.empty());
  EXPECT_EQ(soup.points, before);
}

// Pieces whose triangles share edges, 2 mm apart, as modelled.
TEST(SoupWeld, GapsBetweenPiecesStay) {
  Loose soup = floor_of(4, 5000);
  Loose aside = floor_of(4, 5000);
  for (LatticePoint& p : aside.points) soup.points.push_back({p.x + 20020, p.y, p.z});
  for (const auto& t : aside.triangles) soup.triangles.push_back({t[0] + 96, t[1] + 96, t[2] + 96});
  EXPECT_EQ(soup.weld().groups, 0u);
}

TEST(SoupWeld, APlateWithoutARimStaysAPlate) {
  Loose soup;
  soup.quad({0, 0, 0}, {20000, 0, 0}, {20000, 0, 25000}, {0, 0, 25000});
  soup.quad({0, 50, 0}, {0, 50, 25000}, {20000, 50, 25000}, {20000, 50, 0});
  EXPECT_EQ(soup.weld().groups, 0u);
}

TEST(SoupWeld, AStripNarrowerThanTheDistanceStays) {
  Loose whole;
  whole.quad({0, 0, 0}, {20000, 0, 0}, {20000, 9000, 0}, {0, 9000, 0});
  whole.quad({0, 9000, 0}, {20000, 9000, 0}, {20000, 9060, 0}, {0, 9060, 0});
  whole.quad({0, 9060, 0}, {20000, 9060, 0}, {20000, 18000, 0}, {0, 18000, 0});
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    Loose soup = torn(whole, 3, seed);
    soup.weld();
    for (const auto& t : soup.triangles) {
      EXPECT_NE(soup.points[t[0]], soup.points[t[1]]);
      EXPECT_NE(soup.points[t[1]], soup.points[t[2]]);
      EXPECT_NE(soup.points[t[2]], soup.points[t[0]]);
    }
  }
}

// Flakes smaller than the distance in a heap: nothing may turn over, or grow without end.
TEST(SoupWeld, AHeapOfFlakesKeepsItsTriangles) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const auto up_to = [&](std::uint32_t n) { return static_cast<std::int32_t>(random() % n); };
    Loose soup;
    for (int t = 0; t < 400; ++t) {
      const LatticePoint at{up_to(2000), up_to(2000), up_to(500)};
      Corners c;
      for (LatticePoint& p : c) p = {at.x + up_to(300), at.y + up_to(300), at.z + up_to(300)};
      soup.add(c);
    }
    const std::vector<LatticePoint> before = soup.points;
    soup.weld();
    const auto normal = [](const std::vector<LatticePoint>& p, const std::array<std::uint32_t, 3>& t) {
      const auto side = [&](std::size_t i) {
        return Vec3{double(p[t[i]].x) - p[t[0]].x, double(p[t[i]].y) - p[t[0]].y,
                    double(p[t[i]].z) - p[t[0]].z};
      };
      return cross(side(1), side(2));
    };
    for (const auto& t : soup.triangles) EXPECT_GE(dot(normal(before, t), normal(soup.points, t)), 0);
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_LE(distance(soup.points[i], before[i]), kCentimetre);
  }
}

TEST(SoupWeld, TheOrderOfTheInputDoesNotMatter) {
  const Loose soup = torn(floor_of(6, 1500), 25, 3);
  Loose first = soup, other;
  std::vector<std::uint32_t> order(soup.triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(7));
  for (const std::uint32_t t : order) {
    const auto& c = soup.triangles[t];
    other.add({soup.points[c[t % 3]], soup.points[c[(t + 1) % 3]], soup.points[c[(t + 2) % 3]]});
  }
  first.weld();
  other.weld();
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::uint32_t t = order[k];
    for (std::size_t i = 0; i < 3; ++i)
      ASSERT_EQ(other.points[other.triangles[k][i]], first.points[first.triangles[t][(t + i) % 3]]);
  }
}

}  // namespace
}  // namespace ambula::testing
