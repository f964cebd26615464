// What must hold of every laboratory scene, at its default settings and at the ends of each of them.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/text.h"
#include "scenes/generate.h"
#include "scenes/measure.h"
#include "scenes/mesh_checks.h"
#include "scenes/polygon.h"

namespace ambula::scenes {

extern const Generator kHoles, kPlatforms, kDoorways, kSpiralMaze, kOverhang, kCompetition;

namespace {

const Generator* const kLabs[] = {&kHoles, &kPlatforms, &kDoorways, &kSpiralMaze, &kOverhang, &kCompetition};

struct Case {
  Case(const Generator* g, Options o, std::string w)
      : generator(g), options(std::move(o)), what(std::move(w)) {}
  const Generator* generator;
  Options options;
  std::string what;
};

// Defaults, then every setting at either end of its range.
std::vector<Case> cases() {
  std::vector<Case> out;
  for (const Generator* g : kLabs) {
    out.emplace_back(g, Options(), g->name);
    for (const Setting& s : g->settings) {
      for (const double value : {s.low, s.high}) {
        Options options;
        options.sizes[s.name] = value;
        out.emplace_back(g, options, text(g->name, ' ', s.name, '=', value));
      }
    }
  }
  return out;
}

Polygon plan(const std::vector<Vec3>& ring) {
  Polygon out;
  for (const Vec3 p : ring) out.push_back(p.xy());
  return out;
}

bool ground_at(const RayScene& rays, Vec3 p) {
  for (const auto& hit : rays.vertical(p)) {
    if (std::abs(hit.distance) < 2e-6 && hit.facing > 0.7) return true;
  }
  return false;
}

// Name of place -> index of its group.
std::map<std::string, std::size_t> groups(const AgentTruth& truth) {
  std::map<std::string, std::size_t> out;
  for (std::size_t g = 0; g < truth.reach.size(); ++g) {
    for (const std::string& name : truth.reach[g]) out[name] = g;
  }
  return out;
}

TEST(Labs, NoTriangleIsDegenerateAndEverySolidIsClosedAndFacesOut) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.what);
    const Generated scene = c.generator->make(c.options);
    EXPECT_EQ(degenerate_count(scene.soup), 0u);
    if (c.generator == &kHoles) continue;  // a plane, not solids
    EXPECT_EQ(open_objects(scene.soup), std::vector<std::string>{});
    for (std::size_t o = 0; o < scene.soup.objects.size(); ++o) EXPECT_GT(signed_volume(scene.soup, o), 0);
  }
}

TEST(Labs, FreeAndEnclosedAreasAgreeWithTheTriangles) {
  for (const Case& c : cases()) {
    const Generated scene = c.generator->make(c.options);
    const RayScene rays(scene.soup);
    std::set<double> heights;  // nothing else of the agents matters to the areas here
    for (const AgentTruth& truth : scene.truth.agents) {
      SCOPED_TRACE(text(c.what, ", height ", truth.agent.height));
      if (!heights.insert(truth.agent.height).second) continue;
      const GroundAreas areas = measure_ground(rays, truth.agent, c.options.sizes.empty() ? 100000 : 10000);
      EXPECT_NEAR(areas.free, truth.free_area, areas.error);
      if (c.options.sizes.empty()) {
        EXPECT_LT(areas.error, 0.01 * truth.free_area);
      }
      EXPECT_NEAR(areas.enclosed, truth.enclosed_area, areas.error);
    }
  }
}

TEST(Labs, LevelAreasOfTheTrianglesGiveTheTruthExactly) {
  // Where nothing slopes, each object's level area is known; what lies under others is subtracted by the
  // truth.
  for (const Generator* g : {&kHoles, &kDoorways, &kSpiralMaze}) {
    SCOPED_TRACE(g->name);
    const Generated scene = g->make({});
    double lintels = 0;
    for (const DoorTruth& door : scene.truth.doors) lintels += door.width * 0.2;
    // Ground plus wall tops is free or lies in walls; the floor in the walls is all of them but the lintels.
    const AgentTruth& truth = scene.truth.agents[0];
    EXPECT_NEAR(truth.free_area + truth.enclosed_area, level_area(scene.soup), 1e-6 * level_area(scene.soup));
    double floors = 0;
    for (const FloorTruth& floor : scene.truth.floors) floors += floor.area;
    EXPECT_NEAR(truth.free_area, floors + truth.enclosed_area + lintels, 1e-6 * floors);
  }
}

TEST(Labs, RoomsAreWoundRightAndTheirAreasAreTheirOutlines) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.what);
    const Truth truth = c.generator->make(c.options).truth;
    for (const RoomTruth& room : truth.rooms) {
      SCOPED_TRACE(room.name);
      double area = signed_area(plan(room.outline));
      EXPECT_GT(area, 0);
      for (const auto& hole : room.holes) {
        EXPECT_LT(signed_area(plan(hole)), 0);
        area += signed_area(plan(hole));
      }
      EXPECT_NEAR(room.area, area, 1e-6 * area + 1e-9);
    }
  }
}

TEST(Labs, FloorsAreTheirRoomsAndDoorways) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.what);
    const Truth truth = c.generator->make(c.options).truth;
    std::map<std::string, double> areas;
    std::map<std::string, double> elevations;
    for (const FloorTruth& floor : truth.floors) elevations[floor.name] = floor.elevation;
    for (const RoomTruth& room : truth.rooms) {
      areas[room.floor] += room.area;
      for (const Vec3 p : room.outline) EXPECT_NEAR(p.z, elevations.at(room.floor), 1e-9);
    }
    for (const DoorTruth& door : truth.doors) areas["ground"] += door.width * 0.2;
    for (const FloorTruth& floor : truth.floors) {
      SCOPED_TRACE(floor.name);
      EXPECT_NEAR(areas[floor.name], floor.area, 1e-6 * floor.area);
    }
  }
}

TEST(Labs, RoomsLieOnTheFloorAndShareNone) {
  for (const Generator* g : kLabs) {
    SCOPED_TRACE(g->name);
    const Generated scene = g->make({});
    const RayScene rays(scene.soup);
    Box3 box;
    for (const Vec3 p : scene.soup.positions) box.add(p);
    std::size_t found = 0;
    for (double x = box.min.x + 0.0137; x < box.max.x; x += 0.31) {
      for (double y = box.min.y + 0.0173; y < box.max.y; y += 0.29) {
        std::set<double> levels;  // two rooms at one place lie on different floors
        for (const RoomTruth& room : scene.truth.rooms) {
          if (!in_room(room, {x, y})) continue;
          ++found;
          const double z = room.outline[0].z;
          EXPECT_TRUE(levels.insert(z).second) << room.name << " at " << x << ", " << y;
          EXPECT_TRUE(ground_at(rays, {x, y, z})) << room.name << " at " << x << ", " << y;
        }
      }
    }
    EXPECT_GT(found, 100u);
  }
}

TEST(Labs, AgentsFitWhereTheyAreSaidToStand) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.what);
    if (c.generator == &kCompetition && !c.options.sizes.empty()) continue;  // its parts are tried alone
    const Generated scene = c.generator->make(c.options);
    const RayScene rays(scene.soup);
    std::map<std::string, Vec3> at;
    for (const PlaceTruth& place : scene.truth.places) {
      EXPECT_TRUE(at.emplace(place.name, place.at).second) << place.name << " twice";
      EXPECT_TRUE(ground_at(rays, place.at)) << place.name;
    }
    for (const AgentTruth& truth : scene.truth.agents) {
      const Agent& agent = truth.agent;
      EXPECT_TRUE(validate(agent).has_value());
      for (const auto& [name, group] : groups(truth)) {
        ASSERT_TRUE(at.count(name)) << name;
        EXPECT_GE(measure_headroom(rays, at[name]), agent.height - 1e-6) << name;
        if (c.generator == &kPlatforms || c.generator == &kHoles) continue;  // no walls, only ledges
        for (int k = 0; k < 8; ++k) {
          const Vec2 d = heading(45.0 * k + 1);
          for (const double z : {0.5 * agent.height, 0.99 * agent.height}) {
            const Vec3 from = at[name] + Vec3{0, 0, z};
            EXPECT_FALSE(rays.first(from, {d.x, d.y, 0}, agent.radius - 1e-6)) << name << ' ' << agent.radius;
          }
        }
      }
    }
  }
}

TEST(Labs, TheDefaultAgentComesFirstAndOthersDecideDifferently) {
  for (const Generator* g : kLabs) {
    SCOPED_TRACE(g->name);
    const Truth truth = g->make({}).truth;
    ASSERT_GE(truth.agents.size(), 3u);
    EXPECT_EQ(truth.agents[0].agent, default_agent());
    std::set<std::vector<std::vector<std::string>>> answers;
    for (const AgentTruth& agent : truth.agents) {
      answers.insert(agent.reach);
      std::size_t named = 0;
      for (const auto& group : agent.reach) named += group.size();
      EXPECT_EQ(named, groups(agent).size()) << "a place is in two groups";
    }
    EXPECT_GE(answers.size(), g == &kSpiralMaze ? 3u : 2u);
    for (std::size_t i = 1; i < truth.agents.size(); ++i) {
      EXPECT_FALSE(truth.agents[i].agent == truth.agents[i - 1].agent);
    }
  }
}

TEST(Labs, SameSeedSameSceneAndTheSeedMattersWhereItShould) {
  for (const Generator* g : kLabs) {
    SCOPED_TRACE(g->name);
    const Generated a = g->make({.seed = 7}), b = g->make({.seed = 7}), other = g->make({.seed = 8});
    EXPECT_EQ(a.soup.positions, b.soup.positions);
    EXPECT_EQ(a.soup.triangles, b.soup.triangles);
    EXPECT_EQ(truth_json(a.truth), truth_json(b.truth));
    EXPECT_EQ(a.soup.positions == other.soup.positions, g != &kHoles);
  }
}

TEST(Labs, PositionsLieOnTheGrid) {
  for (const Generator* g : kLabs) {
    SCOPED_TRACE(g->name);
    for (const Vec3 p : g->make({}).soup.positions) {
      for (const double v : {p.x, p.y, p.z}) ASSERT_EQ(v, on_grid(v));
    }
  }
}

}  // namespace
}  // namespace ambula::scenes
