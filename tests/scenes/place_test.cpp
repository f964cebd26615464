// Turned and moved scenes: soup and truth together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/angle.h"
#include "scenes/generate.h"
#include "scenes/measure.h"

namespace ambula::scenes {
extern const Generator kStairs;

namespace {

// Stairs, and a room and a door that nothing else checks, to see that they are moved, too.
Generated scene() {
  Generated out = kStairs.make({});
  out.truth.rooms.push_back(
      {"Room", "", {{0, 0, 0}, {4, 0, 0}, {4, 3, 0}}, {{{1, 1, 0}, {1, 2, 0}, {2, 1, 0}}}, 5.5});
  DoorTruth door;
  door.center = {4, 1, 0};
  door.across = {0, 1, 0};
  out.truth.doors.push_back(door);
  return out;
}

// Every position of the truth, in a fixed order.
std::vector<Vec3> positions(const Truth& truth) {
  std::vector<Vec3> out;
  for (const RoomTruth& room : truth.rooms) {
    out.insert(out.end(), room.outline.begin(), room.outline.end());
    for (const auto& hole : room.holes) out.insert(out.end(), hole.begin(), hole.end());
  }
  for (const DoorTruth& door : truth.doors) out.push_back(door.center);
  for (const StairsTruth& stairs : truth.stairs)
    out.insert(out.end(), stairs.line.begin(), stairs.line.end());
  for (const PlaceTruth& place : truth.places) out.push_back(place.at);
  return out;
}

double area(const Soup& soup) {
  double sum = 0;
  for (const Triangle& t : soup.triangles) {
    const Vec3 a = soup.positions[t[0]];
    sum += length(cross(soup.positions[t[1]] - a, soup.positions[t[2]] - a)) / 2;
  }
  return sum;
}

void expect_on_ground(const Generated& s, double within) {
  const RayScene rays(s.soup);
  for (const PlaceTruth& place : s.truth.places) {
    const auto hits = rays.vertical(place.at);
    EXPECT_TRUE(std::any_of(hits.begin(), hits.end(), [within](const auto& hit) {
      return std::abs(hit.distance) < within && hit.facing > 0.7;
    })) << place.name;
  }
}

TEST(Turn, AgreesWithTheStandardLibraryAndIsExactAtQuarters) {
  for (double d = -1000; d < 1000; d += 0.37) {
    const Turn t = turn(d);
    EXPECT_NEAR(t.cos, std::cos(d * kPi / 180), 1e-13) << d;
    EXPECT_NEAR(t.sin, std::sin(d * kPi / 180), 1e-13) << d;
    EXPECT_NEAR(t.cos * t.cos + t.sin * t.sin, 1, 4e-16) << d;
  }
  EXPECT_EQ(turn(90).cos, 0);
  EXPECT_EQ(turn(90).sin, 1);
  EXPECT_EQ(turn(-180).cos, -1);
  EXPECT_EQ(turn(720 + 270).sin, -1);
}

TEST(Place, TurningEightTimesByAnEighthComesHome) {
  const Generated home = scene();
  Generated turned = home;
  for (int i = 0; i < 8; ++i) {
    rotate(turned, 45);
    if (i == 0) {
      EXPECT_GT(length(turned.soup.positions[0] - home.soup.positions[0]), 0.1);
    }
  }
  for (std::size_t i = 0; i < home.soup.positions.size(); ++i) {
    EXPECT_LT(length(turned.soup.positions[i] - home.soup.positions[i]), 1e-9);
  }
  const auto a = positions(home.truth), b = positions(turned.truth);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(a[i] - b[i]), 1e-9);
  EXPECT_LT(length(turned.truth.doors[0].across - home.truth.doors[0].across), 1e-12);
}

TEST(Place, QuarterTurnsAreExact) {
  Generated turned = scene();
  rotate(turned, 90);
  const Generated home = scene();
  for (std::size_t i = 0; i < home.soup.positions.size(); ++i) {
    const Vec3 p = home.soup.positions[i];
    EXPECT_EQ(turned.soup.positions[i], (Vec3{0 - p.y, p.x, p.z}));
  }
  EXPECT_EQ(turned.truth.doors[0].center, (Vec3{-1, 4, 0}));
  EXPECT_EQ(turned.truth.doors[0].across, (Vec3{-1, 0, 0}));
  EXPECT_EQ(turned.truth.rooms[0].outline[1], (Vec3{0, 4, 0}));
  EXPECT_EQ(turned.truth.rooms[0].holes[0][1], (Vec3{-2, 1, 0}));
}

TEST(Place, OddTurnsKeepAreasAndGround) {
  const Generated home = scene();
  for (const double degrees : {17.0, -123.456, 359.9}) {
    Generated turned = home;
    rotate(turned, degrees);
    EXPECT_NEAR(area(turned.soup), area(home.soup), 1e-9);
    expect_on_ground(turned, 1e-9);
    const GroundAreas areas = measure_ground(RayScene(turned.soup), default_agent(), 60000);
    EXPECT_NEAR(areas.free, turned.truth.agents[0].free_area, areas.error);
  }
}

TEST(Place, OffsetsOfThousandsOfKilometresKeepTheScene) {
  const Generated home = scene();
  Generated far = home;
  const Vec3 by{4'321'000.25, -5'678'000.5, 1234.125};
  offset(far, by);
  for (std::size_t i = 0; i < home.soup.positions.size(); ++i) {
    EXPECT_LT(length(far.soup.positions[i] - by - home.soup.positions[i]), 2e-9);
  }
  const auto a = positions(home.truth), b = positions(far.truth);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_LT(length(b[i] - by - a[i]), 2e-9);
  EXPECT_EQ(far.truth.doors[0].across, home.truth.doors[0].across);
  EXPECT_EQ(far.truth.floors[1].elevation, home.truth.floors[1].elevation + by.z);
  EXPECT_NEAR(area(far.soup), area(home.soup), 1e-4);
  expect_on_ground(far, 1e-6);
}

}  // namespace
}  // namespace ambula::scenes
