// Doorways, spiral maze, overhang and competition: what decides who passes, measured with rays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "scenes/generate.h"
#include "scenes/measure.h"
#include "scenes/polygon.h"

namespace ambula::scenes {

extern const Generator kDoorways, kSpiralMaze, kOverhang, kCompetition;

namespace {

bool joined(const AgentTruth& truth, const std::string& a, const std::string& b) {
  return std::any_of(truth.reach.begin(), truth.reach.end(), [&](const std::vector<std::string>& group) {
    const auto has = [&](const std::string& name) {
      return std::find(group.begin(), group.end(), name) != group.end();
    };
    return has(a) && has(b);
  });
}

Vec3 place(const Truth& truth, std::string_view name) {
  for (const PlaceTruth& p : truth.places) {
    if (p.name == name) return p.at;
  }
  ADD_FAILURE() << "no place " << name;
  return {};
}

TEST(Doorways, OpeningsAreAsWideAndHighAsSaid) {
  for (const double radius : {0.3, 0.25, 0.137}) {
    const Generated scene = kDoorways.make({.sizes = {{"radius", radius}}});
    const RayScene rays(scene.soup);
    ASSERT_EQ(scene.truth.doors.size(), 3u * (9 + 1));
    for (const DoorTruth& door : scene.truth.doors) {
      SCOPED_TRACE(door.name);
      EXPECT_NEAR(length(door.across), 1, 1e-12);
      // Corners lie within 0.5e-6 m of their place along x and along y.
      const double off = (std::abs(door.across.x) + std::abs(door.across.y)) * 1e-6;
      const Vec3 through{-door.across.y, door.across.x, 0};
      for (const double depth : {-0.09, 0.0, 0.09}) {
        const Vec3 at = door.center + through * depth;
        EXPECT_NEAR(measure_opening(rays, at, door.across, door.height), door.width, off + 1e-9);
        EXPECT_NEAR(measure_headroom(rays, at), door.height, 1e-9);
      }
    }
  }
}

TEST(Doorways, EveryAngleHasEveryWidth) {
  const Truth truth = kDoorways.make({}).truth;
  for (const char* angle : {"at 0 degrees", "at 17 degrees", "at 45 degrees"}) {
    for (const int wider : {-5, -1, 0, 1, 5, 10, 25, 50, 100}) {
      const std::string name = text("doorway ", wider < 0 ? "-" : "+", std::abs(wider), " % ", angle);
      const auto door = std::find_if(truth.doors.begin(), truth.doors.end(),
                                     [&](const DoorTruth& d) { return d.name == name; });
      ASSERT_NE(door, truth.doors.end()) << name;
      EXPECT_NEAR(door->width, 0.6 * (1 + wider / 100.0), 1e-12);
    }
  }
  EXPECT_DOUBLE_EQ(truth.doors[10].across.y, turn(17).sin);
  EXPECT_DOUBLE_EQ(truth.doors[20].across.y, turn(45).sin);
}

TEST(Doorways, EachClosetIsReachedThroughItsOwnDoorwayAlone) {
  for (const double radius : {0.3, 0.25}) {
    const Generated scene = kDoorways.make({.sizes = {{"radius", radius}}});
    const RayScene rays(scene.soup);
    for (const AgentTruth& truth : scene.truth.agents) {
      for (const DoorTruth& door : scene.truth.doors) {
        const double width = measure_opening(rays, door.center, door.across, door.height);
        const bool passes = width >= 2 * truth.agent.radius - 2e-6 && door.height >= truth.agent.height;
        EXPECT_EQ(joined(truth, door.rooms[0], door.rooms[1]), passes)
            << door.name << ' ' << truth.agent.radius;
      }
    }
  }
}

// All wall faces along a level ray.
std::vector<double> crossings(const RayScene& rays, Vec3 from, Vec3 direction, double reach) {
  std::vector<double> out;
  double walked = 0;
  while (const auto hit = rays.first(from + direction * walked, direction, reach - walked)) {
    walked += hit->distance;
    out.push_back(walked);
    walked += 1e-6;
  }
  return out;
}

TEST(SpiralMaze, CorridorIsAsWideAsDesignedAllTheWay) {
  struct Sizes {
    double narrow, wide, turns;
  };
  for (const Sizes s : {Sizes{0.62, 1.2, 3}, Sizes{0.5, 0.5, 1}, Sizes{0.7, 2, 5}}) {
    const Generated scene =
        kSpiralMaze.make({.sizes = {{"narrow", s.narrow}, {"wide", s.wide}, {"turns", s.turns}}});
    const RayScene rays(scene.soup);
    const Vec3 center = place(scene.truth, "maze, centre") + Vec3{0, 0, 1.23};
    const int turns = static_cast<int>(s.turns);
    for (int direction = 0; direction < 16; ++direction) {
      const Vec2 d = heading(22.5 * direction);
      const auto faces = crossings(rays, center, {d.x, d.y, 0}, 100);
      ASSERT_EQ(faces.size(), 2u * static_cast<std::size_t>(turns + 1)) << direction;
      EXPECT_GE(faces[0], 1 - 1e-6);
      for (int k = 0; k <= turns; ++k) {
        const auto i = static_cast<std::size_t>(2 * k);
        EXPECT_NEAR(faces[i + 1] - faces[i], 0.2, 2e-6);
        if (k == turns) continue;
        const double share = (16.0 * k + direction) / (16.0 * turns - 1);
        EXPECT_NEAR(faces[i + 2] - faces[i + 1], s.narrow + (s.wide - s.narrow) * share, 2e-6);
      }
    }
  }
}

TEST(SpiralMaze, AnAgentGetsAsFarAsTheCorridorIsWideEnough) {
  const Generated scene = kSpiralMaze.make({});
  const RayScene rays(scene.soup);
  const Vec3 center = place(scene.truth, "maze, centre");
  for (const AgentTruth& truth : scene.truth.agents) {
    EXPECT_EQ(joined(truth, "outside", "maze, centre"), 2 * truth.agent.radius <= 0.62);
    for (int turn = 1; turn <= 3; ++turn) {
      const Vec3 at = place(scene.truth, text("maze, turn ", turn));
      const Vec3 out = (at - center) * (1 / length(at - center));
      const double width = measure_opening(rays, at, out, 2);
      EXPECT_EQ(joined(truth, "outside", text("maze, turn ", turn)), 2 * truth.agent.radius <= width);
    }
  }
}

TEST(SpiralMaze, ItsOnlyMouthIsTheCorridors) {
  // Walking the corridor in the middle from the mouth to the chamber, nothing is ever in the way.
  const Generated scene = kSpiralMaze.make({});
  const RayScene rays(scene.soup);
  const Vec3 center = place(scene.truth, "maze, centre") + Vec3{0, 0, 1.1};
  const auto middle = [&](double side) {  // continuous in the side's number, 16 to the turn
    const Vec2 d = heading(22.5 * side);
    const auto faces = crossings(rays, center, {d.x, d.y, 0}, 100);
    const auto i = static_cast<std::size_t>(2 * std::floor(side / 16));
    const double r = (faces[i + 1] + faces[i + 2]) / 2;
    return center + Vec3{d.x, d.y, 0} * r;
  };
  Vec3 at = middle(47.25);
  for (double side = 47; side >= 0.25; side -= 0.25) {
    const Vec3 next = middle(side);
    const double far = length(next - at);
    EXPECT_LT(far, 1.0) << side;
    EXPECT_FALSE(rays.first(at, (next - at) * (1 / far), far)) << side;
    at = next;
  }
}

struct Ramp {
  double slope = 0.5, passage = 0.7;
  double thickness = 0.2;
  [[nodiscard]] double rise() const { return 1.8 + thickness + slope * passage; }
  [[nodiscard]] double length() const { return rise() / slope; }
};

TEST(Overhang, HeadroomFallsEvenlyUnderTheRamp) {
  for (const Ramp ramp : {Ramp{}, Ramp{0.3, 2}, Ramp{0.9, 0.3}}) {
    const Generated scene = kOverhang.make({.sizes = {{"slope", ramp.slope}, {"passage", ramp.passage}}});
    const RayScene rays(scene.soup);
    const Vec3 under = place(scene.truth, "under the ramp");
    const double foot = under.x + ramp.passage / 2 - ramp.length();  // x of the ramp's foot
    for (double x = ramp.thickness / ramp.slope + 0.05; x < ramp.length(); x += 0.037) {
      for (const double y : {-0.9, 0.013, 0.9}) {
        EXPECT_NEAR(measure_headroom(rays, {foot + x, under.y + y, 0}), ramp.slope * x - ramp.thickness,
                    4e-6);
      }
    }
    const Vec3 above = place(scene.truth, "on the ramp");
    EXPECT_NEAR(above.x, under.x, 1e-9);
    EXPECT_NEAR(above.z, ramp.slope * (ramp.length() - ramp.passage / 2), 2e-6);
    EXPECT_NEAR(scene.truth.stairs[0].rise, ramp.rise(), 1e-6);
    EXPECT_NEAR(scene.truth.stairs[0].run, ramp.length(), 1e-6);
  }
}

// From the wall of the deck towards the foot, as far as the agent's height is free: by bisection on headroom.
double measured_passage(const RayScene& rays, Vec3 under, double half, double height) {
  const double deck = under.x + half;
  double low = deck - 10, high = deck - 1e-9;
  if (measure_headroom(rays, {high, under.y, 0}) < height) return 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    // Beyond the ramp's foot there is open sky again; the ramp is nowhere 4 m long with this much headroom.
    const bool is_free = middle > deck - 3 && measure_headroom(rays, {middle, under.y, 0}) >= height;
    (is_free ? high : low) = middle;
  }
  return deck - high;
}

TEST(Overhang, OneGetsUnderTheRampAsFarAsHeightAndRadiusAllow) {
  for (const double passage : {0.7, 0.5, 1.3}) {
    const Generated scene = kOverhang.make({.sizes = {{"passage", passage}}});
    const RayScene rays(scene.soup);
    const Vec3 under = place(scene.truth, "under the ramp");
    for (const AgentTruth& truth : scene.truth.agents) {
      const double width = measured_passage(rays, under, passage / 2, truth.agent.height);
      EXPECT_NEAR(width, std::max(0.0, passage + (1.8 - truth.agent.height) / 0.5), 1e-5);
      EXPECT_EQ(joined(truth, "south yard", "north yard"), width >= 2 * truth.agent.radius - 1e-5)
          << passage << ' ' << truth.agent.height << ' ' << truth.agent.radius;
      EXPECT_TRUE(joined(truth, "outside", "deck"));
    }
  }
}

TEST(Overhang, FreeGroundEndsWhereHeadroomIsTheAgentsHeight) {
  const Truth truth = kOverhang.make({}).truth;
  for (const AgentTruth& agent : truth.agents) {
    // Against the default agent: 2 m of width times the shift of the line, up to the deck.
    const double shift = std::min((agent.agent.height - 1.8) / 0.5, 0.7);
    EXPECT_NEAR(agent.free_area, truth.agents[0].free_area - 2 * shift, 1e-5);
  }
}

TEST(Competition, IsTheThreePartsTogether) {
  const Generated all = kCompetition.make({});
  std::size_t triangles = 12;  // one ground instead of three
  for (const Generator* g : {&kDoorways, &kSpiralMaze, &kOverhang}) {
    const Generated part = g->make({});
    triangles += part.soup.triangles.size() - 12;
    // Agents of the part are decided as in the part alone.
    for (const AgentTruth& truth : part.truth.agents) {
      const auto same = std::find_if(all.truth.agents.begin(), all.truth.agents.end(),
                                     [&](const AgentTruth& a) { return a.agent == truth.agent; });
      ASSERT_NE(same, all.truth.agents.end());
      for (const PlaceTruth& p : part.truth.places) {
        EXPECT_EQ(joined(*same, "outside", p.name), joined(truth, "outside", p.name)) << p.name;
      }
    }
  }
  EXPECT_EQ(all.soup.triangles.size(), triangles);
  const AgentTruth& walker = all.truth.agents[0];
  EXPECT_TRUE(joined(walker, "hall at 45 degrees", "maze, centre"));
  EXPECT_TRUE(joined(walker, "maze, centre", "north yard"));
}

TEST(Competition, PartsStandApart) {
  const Truth truth = kCompetition.make({}).truth;
  const auto& holes = truth.rooms[0].holes;  // of "outside": three buildings, maze, court
  ASSERT_EQ(holes.size(), 5u);
  for (std::size_t i = 0; i < holes.size(); ++i) {
    Box3 a;
    for (const Vec3 p : holes[i]) a.add(p);
    EXPECT_GE(std::min(a.min.x, a.min.y), 2 - 1e-6);
    for (std::size_t j = 0; j < i; ++j) {
      Box3 b;
      for (const Vec3 p : holes[j]) b.add(p);
      const double dx = std::max(a.min.x - b.max.x, b.min.x - a.max.x);
      const double dy = std::max(a.min.y - b.max.y, b.min.y - a.max.y);
      EXPECT_GE(std::max(dx, dy), 1.9) << i << ' ' << j;
    }
  }
}

}  // namespace
}  // namespace ambula::scenes
