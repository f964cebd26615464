// The rule of what is in the way, held against many single points of random scenes.
#include "verify/free_disc.h"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/soups.h"
#include "verify/dice.h"
#include "verify/surfaces.h"

namespace ambula {
namespace {

using checker::Dice;
using checker::Kind;
using checker::Truth;
using checker::Way;

constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr double kRadius = 0.3;

double distance(const std::vector<Corners>& triangles, Vec3 p, double radius = kRadius) {
  const Scene scene = scene_from(triangles);
  const Truth truth(scene, {}, std::vector<std::uint8_t>(scene.triangles.size(), 0), 0.001);
  checker::DiscScratch scratch;
  return checker::FreeDisc(truth, {}, scene.lattice.quantum).look(p, radius, 0.001, scratch).distance;
}

std::vector<Corners> wall(double x, double z0, double z1) {
  return {{Vec3{x, -5, z0}, {x, 5, z0}, {x, 5, z1}}, {Vec3{x, -5, z0}, {x, 5, z1}, {x, -5, z1}}};
}
std::vector<Corners> with(std::vector<Corners> all, const std::vector<Corners>& more) {
  append(all, more);
  return all;
}

const std::vector<Corners> kFloor = rectangle(-5, -5, 5, 5, 0);

TEST(FreeDisc, WallIsInTheWayAtItsDistance) {
  EXPECT_NEAR(distance(with(kFloor, wall(0.2, 0, 2)), {0, 0, 0}), 0.2, 1e-12);
  EXPECT_EQ(distance(with(kFloor, wall(0.3, 0, 2)), {0, 0, 0}), kNone) << "the disc is open";
  EXPECT_EQ(distance(with(kFloor, wall(0.2, 0, 0.4)), {0, 0, 0}), kNone) << "no higher than a step";
  EXPECT_NEAR(distance(with(kFloor, wall(0.2, 0, 0.41)), {0, 0, 0}), 0.2, 1e-12);
  EXPECT_EQ(distance(with(kFloor, wall(0.2, 1.8, 3)), {0, 0, 0}), kNone) << "above the head";
  EXPECT_NEAR(distance(with(kFloor, wall(0.2, 1.79, 3)), {0, 0, 0}), 0.2, 1e-12);
}

TEST(FreeDisc, PoleThinnerThanAnyGridIsFound) {
  std::vector<Corners> all = kFloor;
  add_box(all, {0.2003, 0.1001, 0}, {0.2005, 0.1003, 2});
  EXPECT_NEAR(distance(all, {0, 0, 0}), std::hypot(0.2003, 0.1001), 1e-9);
  std::vector<Corners> plate = kFloor;  // nothing vertical
  append(plate, rectangle(0.2003, 0.1001, 0.2005, 0.1003, 1));
  EXPECT_NEAR(distance(plate, {0, 0, 0}), std::hypot(0.2003, 0.1001), 1e-9);
}

TEST(FreeDisc, GroundThatRisesTakesWhatStandsOnItAlong) {
  // A step of 0.3 at x = 0.1, and a kerb on it at 0.2: from the floor it is 0.6 high, from the step 0.3.
  std::vector<Corners> floor = rectangle(-5, -5, 0.1, 5, 0);
  append(floor, rectangle(0.1, -5, 5, 5, 0.3));
  append(floor, wall(0.1, 0, 0.3));
  EXPECT_EQ(distance(with(floor, wall(0.2, 0.3, 0.6)), {0, 0, 0}), kNone);
  EXPECT_NEAR(distance(with(floor, wall(0.2, 0.3, 0.75)), {0, 0, 0}), 0.2, 1e-12);
  // Where there is no ground, it is the height of the point that counts.
  const std::vector<Corners> half = rectangle(-5, -5, 0.1, 5, 0);
  EXPECT_NEAR(distance(with(half, wall(0.2, 0.3, 0.6)), {0, 0, 0}), 0.2, 1e-12);
}

TEST(FreeDisc, GroundThatFallsLetsHeadsDown) {
  // 0.5 m down at x = 0.1: a lintel at 1.5 is 2 m above the lower floor, but 1.5 m above the point.
  std::vector<Corners> floor = rectangle(-5, -5, 0.1, 5, 0);
  append(floor, rectangle(0.1, -5, 5, 5, -0.5));
  EXPECT_EQ(distance(with(floor, wall(0.2, 1.5, 2)), {0, 0, 0}), kNone);
  EXPECT_NEAR(distance(with(floor, wall(0.2, 1.2, 2)), {0, 0, 0}), 0.2, 1e-12);
  // Too far down to be stood on: as if there were none.
  std::vector<Corners> deep = rectangle(-5, -5, 0.1, 5, 0);
  append(deep, rectangle(0.1, -5, 5, 5, -0.8));
  EXPECT_NEAR(distance(with(deep, wall(0.2, 1.5, 2)), {0, 0, 0}), 0.2, 1e-12);
}

TEST(FreeDisc, TopOfAnObstacleIsNoGroundOverTheFloorItStandsOn) {
  std::vector<Corners> all = kFloor;
  add_box(all, {0.2, -1, 0}, {1, 1, 0.6});
  EXPECT_NEAR(distance(all, {0, 0, 0}), 0.2, 1e-12);
  // The floor cut out below it: its sides still stand on the floor's end.
  std::vector<Corners> cut = rectangle(-5, -5, 0.2, 5, 0);
  append(cut, rectangle(0.2, -5, 5, 5, 0.6));
  append(cut, wall(0.2, 0, 0.6));
  EXPECT_NEAR(distance(cut, {0, 0, 0}), 0.2, 1e-12);
}

// ---- random soups -------------------------------------------------------------------------------------

struct Rule {
  const std::vector<Corners>& triangles;
  const Truth& truth;
  double reach, quantum;

  // Whether (q, h) is forbidden; `doubt` where a ground ends or another comes as near within the slack.
  bool forbidden(Vec3 p, Vec2 q, double h, bool& doubt) const {
    const auto nearest = [&](double grow) {
      double g = kNone;
      for (std::uint32_t t = 0; t < truth.size(); ++t) {
        if (truth.kind(t) != Kind::ground) continue;
        const Corners& c = truth.corners(t);
        double z = 0;
        bool over = checker::height_at(c, q, z);
        double apart = kNone;
        for (std::size_t i = 0; i < 3; ++i)
          apart = std::min(apart, length(checker::nearest_on(c[i].xy(), c[(i + 1) % 3].xy(), q) - q));
        over = grow > 0 ? over || apart <= grow : over && apart > -grow;
        z = c[0].z + dot(truth.gradient(t), q - c[0].xy());
        if (!over || std::fabs(z - p.z) > reach + grow) continue;
        if (g == kNone || std::fabs(z - p.z) < std::fabs(g - p.z)) g = z;
      }
      return g == kNone ? p.z : g;
    };
    const auto by = [&](double g) {
      return h > std::max(g, p.z) + 0.4 + 0.001 && h < std::min(g, p.z) + 1.8 - 0.001;
    };
    const bool wide = by(nearest(2 * quantum)), narrow = by(nearest(-2 * quantum));
    doubt = wide != narrow || std::fabs(nearest(2 * quantum) - nearest(-2 * quantum)) > 1e-9;
    return wide;
  }
};

TEST(FreeDisc, AgreesWithSinglePointsOfRandomScenes) {
  int found = 0, bent = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed, 0, 0);
    std::vector<Corners> all;
    const auto at = [&](double low, double high) {
      return Vec3{dice.unit() - 0.5, dice.unit() - 0.5, low + (high - low) * dice.unit()};
    };
    for (int k = 0; k < 6; ++k) {  // ground, near and not too steep
      Vec3 a = at(-0.6, 0.6), b = a + at(-0.3, 0.3), c = a + at(-0.3, 0.3);
      if (cross(b.xy() - a.xy(), c.xy() - a.xy()) < 0) std::swap(b, c);
      all.push_back({a, b, c});
    }
    for (int k = 0; k < 4; ++k) {
      const Vec3 a = at(0, 2), d = at(-0.5, 0.5) * 0.4;
      all.push_back({a, a + d, a + at(-0.5, 0.5) * 0.4});
      all.push_back({a, a + d, a + Vec3{0, 0, 0.4}});  // vertical
    }
    const Scene scene = scene_from(all);
    const Truth truth(scene, {}, std::vector<std::uint8_t>(scene.triangles.size(), 0), 0.001);
    const checker::FreeDisc disc(truth, {}, scene.lattice.quantum);
    const Rule rule{all, truth, disc.reach(), scene.lattice.quantum};
    const Vec3 p{0, 0, 0};
    checker::DiscScratch scratch;
    const Way way = disc.look(p, kRadius, 0.001, scratch);
    EXPECT_LE(way.cylinder, way.distance);
    found += way.distance < kRadius ? 1 : 0;
    bent += way.cylinder < way.distance ? 1 : 0;
    double nearest = kNone;
    for (std::uint32_t t = 0; t < truth.size(); ++t) {
      for (std::uint64_t i = 0; i < 3000; ++i) {
        Dice own(seed, t + 1, i);
        const Vec3 q = checker::point_in(truth.corners(t), own);
        bool doubt = false;
        if (length(q.xy()) < std::min(kRadius, nearest) && rule.forbidden(p, q.xy(), q.z, doubt) && !doubt)
          nearest = length(q.xy());
      }
    }
    EXPECT_LE(way.distance, nearest + 1e-9) << "a forbidden point was overlooked";
    if (way.distance < kRadius && nearest - way.distance > 0.03) {
      // Nothing as near among the points tried: look at the very place.
      bool any = false;
      for (int k = 0; k < 4000 && !any; ++k) {
        const Vec2 q = way.at + Vec2{dice.unit() - 0.5, dice.unit() - 0.5} * 2e-3;
        double h = 0;
        bool doubt = false;
        if (checker::height_at(truth.corners(way.triangle), q, h)) any = rule.forbidden(p, q, h, doubt);
        for (int i = 0; i <= 100 && !any && truth.kind(way.triangle) == Kind::vertical; ++i) {
          const Box3 box = checker::box_of(truth.corners(way.triangle));
          any = rule.forbidden(p, way.at, box.min.z + (box.max.z - box.min.z) * i / 100, doubt);
        }
      }
      EXPECT_TRUE(any) << "what was told is not forbidden";
    }
  }
  EXPECT_GT(found, 10);
  EXPECT_GT(bent, 5) << "the ground should have made a difference now and then";
}

}  // namespace
}  // namespace ambula
