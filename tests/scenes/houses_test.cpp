// The building generators' truth, held against their triangles by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>
#include <set>

#include "scenes/generate.h"
#include "scenes/ledger.h"
#include "scenes/measure.h"
#include "scenes/mesh_checks.h"
#include "scenes/walk.h"

namespace ambula::scenes {

extern const Generator kTerraceHouse, kTownHouse, kBlocks;

namespace {

struct Case {
  const char* name;
  const Generator* generator;
  Options options;
};

Options with(std::uint64_t seed, std::map<std::string, double, std::less<>> sizes) {
  Options out;
  out.seed = seed;
  out.sizes = std::move(sizes);
  return out;
}

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

std::vector<Case> cases() {
  return {
      {"TerraceHouse", &kTerraceHouse, with(1, {})},
      {"TerraceHouseOtherSeed", &kTerraceHouse, with(7, {})},
      {"TerraceHouseTall", &kTerraceHouse, with(3, {{"storey", 3.3}, {"wall", 0.4}, {"door_width", 1.15}})},
      {"TerraceHouseSmall", &kTerraceHouse,
       with(4, {{"storey", 2.6}, {"width", 5.4}, {"depth", 10}, {"partition", 0.2}, {"door_width", 0.8}})},
      {"TownHouse", &kTownHouse, with(1, {})},
      {"TownHouseOtherSeed", &kTownHouse, with(9, {})},
      {"TownHouseTall", &kTownHouse, with(2, {{"storey", 3.4}, {"front_steps", 7}, {"kerb", 0.1}})},
      {"TownHouseSmall", &kTownHouse,
       with(5, {{"storey", 2.6}, {"width", 8}, {"front_steps", 2}, {"wall", 0.2}})},
      {"OneBlock", &kBlocks, with(1, {{"scale", 0.005}})},
      {"TwoBlocks", &kBlocks, with(5, {{"scale", 0.0136}, {"storey", 3.4}})}};
}

class Houses : public testing::TestWithParam<Case> {
 protected:
  Generated scene = GetParam().generator->make(GetParam().options);
  RayScene rays{scene.soup};
};

INSTANTIATE_TEST_SUITE_P(All, Houses, testing::ValuesIn(cases()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(Houses, EverySolidIsClosedAndNoTriangleIsDegenerate) {
  EXPECT_EQ(open_objects(scene.soup), std::vector<std::string>{});
  EXPECT_EQ(degenerate_count(scene.soup), 0u);
}

TEST_P(Houses, AreasAreThoseOfTheTriangles) {
  for (const AgentTruth& a : scene.truth.agents) {
    const GroundAreas measured = measure_ground(rays, a.agent, 100000);
    EXPECT_LT(measured.error, 0.01 * measured.free);
    // The samples are spread evenly over the plan: far better than chance, so hold them to more.
    EXPECT_NEAR(a.free_area, measured.free, 0.002 * measured.free) << "height " << a.agent.height;
    EXPECT_NEAR(a.enclosed_area, measured.enclosed, 0.002 * measured.free) << "height " << a.agent.height;
    EXPECT_GT(a.enclosed_area, 10);  // wall cores
  }
}

TEST_P(Houses, RoomsHaveTheirFloorAndCeiling) {
  std::map<std::string, double> areas;
  for (const FloorTruth& f : scene.truth.floors) areas[f.name] = 0;
  for (const RoomTruth& r : scene.truth.rooms) {
    double twice = 0, elevation = 0;
    for (const FloorTruth& f : scene.truth.floors) {
      if (f.name == r.floor) elevation = f.elevation;
    }
    Box3 box;
    for (std::size_t i = 0; i < r.outline.size(); ++i) {
      box.add(r.outline[i]);
      EXPECT_EQ(r.outline[i].z, elevation);
      twice += cross(r.outline[i].xy(), r.outline[(i + 1) % r.outline.size()].xy());
    }
    EXPECT_NEAR(r.area, twice / 2, 1e-6) << r.name;
    areas[r.floor] += r.area;
    int points = 0;
    for (double x = box.min.x; x < box.max.x; x += 0.293) {
      for (double y = box.min.y; y < box.max.y; y += 0.317) {
        if (!in_room(r, {x, y}, 0.03)) continue;
        ++points;
        bool floor = false, ceiling = false;
        for (const auto& hit : rays.vertical({x, y, elevation})) {
          floor |= std::abs(hit.distance) < 1e-9 && hit.facing > 0.999;
          ceiling |= hit.distance > 2.2 && hit.distance < 3.3 && hit.facing < 0;
        }
        const bool over_stairs = r.name == "hall" && measure_headroom(rays, {x, y, elevation}) < 5;
        EXPECT_TRUE(floor) << r.name << " at " << x << ", " << y;
        EXPECT_TRUE(ceiling || over_stairs) << r.name << " at " << x << ", " << y;
      }
    }
    EXPECT_GT(points, 8) << r.name;
    EXPECT_FALSE(in_room(r, {box.max.x + 0.1, box.max.y + 0.1}));
  }
  for (const FloorTruth& f : scene.truth.floors) {
    if (areas[f.name] == 0) continue;  // outdoors
    EXPECT_GE(f.area, areas[f.name]) << f.name;
    EXPECT_LT(f.area, areas[f.name] * 1.05) << f.name;  // and its doorways
  }
}

TEST_P(Houses, DoorsHaveTheirWidthHeightAndRooms) {
  EXPECT_GE(scene.truth.doors.size(), 9u);
  for (const DoorTruth& d : scene.truth.doors) {
    EXPECT_NEAR(measure_opening(rays, d.center, d.across, d.height), d.width, 2e-6) << d.name;
    EXPECT_NEAR(measure_headroom(rays, d.center), d.height, 2e-6) << d.name;
    std::set<std::string> found;
    for (const double side : {1.0, -1.0}) {
      const Vec2 p = d.center.xy() + Vec2{-d.across.y, d.across.x} * (0.6 * side);
      const RoomTruth* in = nullptr;
      for (const RoomTruth& r : scene.truth.rooms) {
        if (r.outline[0].z == d.center.z && in_room(r, p)) in = &r;
      }
      found.insert(in ? in->name : "outside");
    }
    EXPECT_EQ(found, (std::set<std::string>{d.rooms[0], d.rooms[1]})) << d.name;
  }
}

TEST_P(Houses, StairsHaveTheirStepsRiseAndRun) {
  ASSERT_FALSE(scene.truth.stairs.empty());
  for (const StairsTruth& s : scene.truth.stairs) {
    int rises = 0, runs = 0;
    for (std::size_t i = 0; i + 1 < s.line.size(); ++i) {
      const Vec3 a = s.line[i], b = s.line[i + 1];
      const auto heights = measure_profile(rays, a, b, 200, 0.3);
      ASSERT_FALSE(heights.empty()) << s.name;
      EXPECT_NEAR(heights.front(), a.z, 1e-6) << s.name;
      EXPECT_NEAR(heights.back(), b.z, 1e-6) << s.name;
      rises += static_cast<int>(heights.size()) - 1;
      if (b.z > a.z) {
        EXPECT_NEAR(b.z - a.z, s.rise, 2e-6) << s.name;
      }
      if (i > 0 && i + 2 < s.line.size() && std::abs(length(b.xy() - a.xy()) - s.run) < 1e-5) ++runs;
    }
    EXPECT_EQ(rises, s.steps) << s.name;
    // Between treads of one flight; the landing, where there is one, takes three of the joints.
    EXPECT_EQ(runs, s.steps - (s.kind == "landing" ? 4 : 2)) << s.name;
    const auto elevation = [&](const std::string& name) {
      for (const FloorTruth& f : scene.truth.floors) {
        if (f.name == name) return f.elevation;
      }
      return -100.0;
    };
    EXPECT_NEAR(s.line.front().z, elevation(s.floors[0]), 1e-9);
    EXPECT_NEAR(s.line.back().z, elevation(s.floors[1]), 1e-9);
    EXPECT_NEAR(s.steps * s.rise, elevation(s.floors[1]) - elevation(s.floors[0]), 1e-5);
    // Across the middle of a tread to both sides: the flight's width in which it is at its own height.
    const Vec3 tread = s.line[2], before = s.line[1];
    const Vec2 d = tread.xy() - before.xy(), left = Vec2{-d.y, d.x} * (1 / length(d));
    int on = 0;
    for (int k = -1000; k <= 1000; ++k) {
      const Vec2 p = tread.xy() + left * (k * 0.001 + 0.0003) + d * 0.011;
      for (const auto& hit : rays.vertical({p.x, p.y, tread.z})) {
        if (std::abs(hit.distance) < 1e-9 && hit.facing > 0.99) {
          ++on;
          break;
        }
      }
    }
    EXPECT_NEAR(on * 0.001, s.width, 0.003) << s.name;
  }
}

TEST_P(Houses, PlacesCanBeStoodOn) {
  std::set<std::string> names;
  for (const PlaceTruth& p : scene.truth.places) {
    EXPECT_TRUE(names.insert(p.name).second) << p.name;
    bool ground = false;
    for (const auto& hit : rays.vertical(p.at)) ground |= std::abs(hit.distance) < 1e-9 && hit.facing > 0.999;
    EXPECT_TRUE(ground) << p.name;
    EXPECT_GE(measure_headroom(rays, p.at), 2.05) << p.name;
  }
  for (const RoomTruth& r : scene.truth.rooms) EXPECT_TRUE(names.count(r.name)) << r.name;
  for (const AgentTruth& a : scene.truth.agents) {
    std::size_t members = 0;
    for (const auto& group : a.reach) members += group.size();
    EXPECT_EQ(members, names.size());  // each place is in one group
  }
}

TEST_P(Houses, WhoReachesWhatIsSoWhenOneWalks) {
  if (GetParam().generator == &kBlocks && scene.truth.places.size() > 100)
    return;  // one building says it all
  for (const AgentTruth& a : scene.truth.agents) {
    EXPECT_EQ(sorted(walk_groups(rays, scene.truth.places, a.agent, around(scene.truth.places), 0.05, 0.03)),
              sorted(a.reach))
        << "radius " << a.agent.radius << " height " << a.agent.height;
  }
}

TEST_P(Houses, SameSeedSameSceneOtherSeedAnother) {
  const Generated again = GetParam().generator->make(GetParam().options);
  EXPECT_EQ(again.soup.positions, scene.soup.positions);
  EXPECT_EQ(again.soup.triangles, scene.soup.triangles);
  EXPECT_EQ(again.truth.agents[0].free_area, scene.truth.agents[0].free_area);
  Options other = GetParam().options;
  other.seed += 1;
  EXPECT_NE(GetParam().generator->make(other).soup.positions, scene.soup.positions);
}

TEST(TerraceHouse, HasTheTrianglesOfThePaper) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    EXPECT_NEAR(static_cast<double>(kTerraceHouse.make(with(seed, {})).soup.triangles.size()), 6155, 615);
  }
}

TEST(TownHouse, HasTheTrianglesOfThePaper) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    EXPECT_NEAR(static_cast<double>(kTownHouse.make(with(seed, {})).soup.triangles.size()), 2676, 267);
  }
}

TEST(TownHouse, TheSlabOverTheStairStopsTheTallOnly) {
  const Generated scene = kTownHouse.make({});
  const RayScene rays(scene.soup);
  double lowest = 10;
  for (const StairsTruth& s : scene.truth.stairs) {
    for (std::size_t i = 0; i + 1 < s.line.size() && s.name == "stairs"; ++i) {
      lowest = std::min(lowest, measure_headroom(rays, s.line[i]));
    }
  }
  EXPECT_GT(lowest, 1.8);
  EXPECT_LT(lowest, 2.05);
}

TEST(Blocks, HasTheSizeAndTrianglesOfThePaper) {
  const Generated scene = kBlocks.make({});
  EXPECT_NEAR(static_cast<double>(scene.soup.triangles.size()), 1121127, 0.03 * 1121127);
  Box3 box;
  for (const Vec3 p : scene.soup.positions) box.add(p);
  EXPECT_NEAR(box.size().x, 423, 1e-6);
  EXPECT_NEAR(box.size().y, 549, 1e-6);
  EXPECT_NEAR(box.size().z, 16, 1e-6);
}

TEST(Blocks, TrianglesGrowWithScale) {
  const auto count = [](double scale) {
    return static_cast<double>(kBlocks.make(with(1, {{"scale", scale}})).soup.triangles.size());
  };
  EXPECT_NEAR(count(0.005), 1e4, 2000);
  EXPECT_NEAR(count(0.04), 0.04 * 1121127, 0.1 * 0.04 * 1121127);
  EXPECT_NEAR(count(0.16), 0.16 * 1121127, 0.1 * 0.16 * 1121127);
}

TEST(Ledger, WallOnASlabHasItsCoreEnclosed) {
  Ledger ledger;
  ledger.solid({0, 0, 8, 6}, level(-0.2), level(0));
  ledger.solid({0, 0, 8, 0.3}, level(0), level(2.6));
  const LedgerAreas areas = ledger.areas(default_agent());
  EXPECT_NEAR(areas.free, 48, 1e-9);
  EXPECT_NEAR(areas.enclosed, 2.4, 1e-9);
}

TEST(Ledger, FloorUnderARampIsFreeWhereTheRampIsHighEnough) {
  Ledger ledger;
  ledger.solid({0, 0, 10, 2}, level(-0.2), level(0));
  ledger.solid({0, 0, 10, 2}, rising_x(0, 1, 10, 3.5), rising_x(0, 1.1, 10, 3.6));
  const LedgerAreas areas = ledger.areas(default_agent());
  EXPECT_NEAR(areas.free, 2 * (10 - 3.2) + 20 * std::sqrt(1 + 0.0625), 1e-9);
}

}  // namespace
}  // namespace ambula::scenes
