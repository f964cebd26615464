// Shells whose orientation cannot be trusted are taken on both sides, and no others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "ambula/context.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

WalkableParams sides(TwoSided two_sided) {
  WalkableParams params;
  params.two_sided = two_sided;
  return params;
}

void turn(Model& model, std::size_t first, std::size_t count) {
  for (std::size_t t = first; t < first + count; ++t) std::swap(model.triangles[t][1], model.triangles[t][2]);
}

// Nothing of the answer but the parameters says that winding was looked into.
void expect_clean(const Model& model) {
  const Walkable w = checked(model.scene());
  EXPECT_TRUE(w.both_sides.empty());
  for (const std::string& warning : w.warnings)
    EXPECT_EQ(warning.find("both sides"), std::string::npos) << warning;
  EXPECT_EQ(walkable_hash(w), walkable_hash(checked(model.scene(), sides(TwoSided::no))));
}

double area_near(const Walkable& w, double low, double high) {
  double sum = 0;
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    const auto [a, b, c] = w.corners(FaceId{static_cast<std::uint32_t>(f)});
    const double z = (a.z + b.z + c.z) / 3;
    if (z >= low && z <= high) sum += 0.5 * cross(b.xy() - a.xy(), c.xy() - a.xy());
  }
  return sum;
}

TEST(TwoSidedAuto, APlankInsideOutIsWalkedOn) {
  Model model;
  model.floor(-10, -10, 10, 10, -3);
  model.as("plank").box({0, 0, 0}, {3, 1, 0.1});
  turn(model, 2, 12);
  const Walkable w = checked(model.scene());
  EXPECT_NE(component_at(w, 1.5, 0.5, 0.1), component_at(w, -5, -5, -3));
  EXPECT_EQ(w.both_sides.size(), 12u);
  ASSERT_EQ(w.warnings.size(), 1u);
  EXPECT_EQ(w.warnings[0],
            "a shell of 'plank' is inside out, at 0,0,0; 12 triangles are taken on both sides");
  const Walkable by_winding = checked(model.scene(), sides(TwoSided::no));
  EXPECT_EQ(by_winding.components, 1u);
  EXPECT_TRUE(by_winding.both_sides.empty());
}

TEST(TwoSidedAuto, APlankInsideOutWithoutItsEndsIsWalkedOn) {
  Model model;
  model.floor(-10, -10, 10, 10, -3).box({0, 0, 0}, {3, 1, 0.1});
  model.triangles.resize(model.triangles.size() - 4);
  model.object.resize(model.triangles.size());
  turn(model, 2, 8);
  EXPECT_NEAR(area_near(checked(model.scene()), 0.05, 0.15), 3, 1e-6);
}

TEST(TwoSidedAuto, AgentsOfAnySizeFindThePlank) {
  for (const double scale : {0.1, 10.0}) {
    Model model;
    model.floor(-10, -10, 10, 10, -3).box({0, 0, 0}, {3, 1, 0.1});
    turn(model, 2, 12);
    for (Corners3& t : model.triangles) {
      for (Vec3& p : t) p = p * scale;
    }
    Agent agent;
    agent.height *= scale;
    agent.radius *= scale;
    agent.max_step *= scale;
    agent.max_gap *= scale;
    EXPECT_EQ(checked(model.scene(), {}, agent).both_sides.size(), 12u) << scale;
  }
}

TEST(TwoSidedAuto, RoomsThatFaceInAreNotInsideOut) {
  Model room;
  room.box({0, 0, 0}, {6, 5, 3});
  turn(room, 0, 12);
  EXPECT_NEAR(checked(room.scene()).areas.walkable, 30, 1e-6) << "its floor, and not the top of its ceiling";
  expect_clean(room);
  // Walls and ceiling are one shell, the floor another; a niche in the wall is no floor of the room.
  Model hall;
  hall.box({0, 0, 0}, {6, 5, 3});
  turn(hall, 0, 12);
  hall.triangles.erase(hall.triangles.begin() + 2, hall.triangles.begin() + 4);
  hall.object.resize(hall.triangles.size());
  hall.floor(-3, -3, 9, 8, 0.01).floor(0, 2, -0.3, 3, 1);
  expect_clean(hall);
}

TEST(TwoSidedAuto, CleanModelsAreWhatTheyAreByWindingAlone) {
  Model model;
  model.floor(-10, -10, 10, 10, 0).box({1, 1, 0}, {2, 2, 0.3}).box({4, 1, 2.5}, {8, 5, 2.8});
  model.ceiling(-9, -9, -6, -6, 2.4).wall(0, -5, 5, -5, 0, 2);
  expect_clean(model);
  // A sheet drawn with two sides encloses nothing.
  Model sheet;
  sheet.floor(-10, -10, 10, 10, 0).floor(1.1, 1.3, 5.7, 4.9, 0.7).ceiling(1.1, 1.3, 5.7, 4.9, 0.7);
  expect_clean(sheet);
  // Without any triangle that faces down there is nothing to doubt.
  expect_clean(Model{}.floor(0, 0, 4, 4, 0).wall(1, 1, 3, 1, 0, 2));
}

TEST(TwoSidedAuto, OneTriangleTurnedInAFloorLeavesNoHole) {
  Model model;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) model.floor(x, y, x + 1, y + 1, 0);
  }
  turn(model, 11, 1);
  const Walkable w = checked(model.scene());
  EXPECT_NEAR(w.areas.walkable, 16, 1e-6);
  EXPECT_EQ(w.components, 1u);
  EXPECT_EQ(w.both_sides.size(), 1u);
  ASSERT_EQ(w.warnings.size(), 1u);
  EXPECT_EQ(w.warnings[0],
            "a shell of 'thing' is wound both ways, at 0,0,0; 1 triangle is taken on both sides");
}

// Any of its triangles are turned, so what encloses something tells which; nobody could stand in it.
TEST(TwoSidedAuto, ALowBoxWoundBothWaysIsStoodOn) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Model model;
    model.floor(-10, -10, 10, 10, 0).box({0, 0, 0}, {2, 2, 1.2});
    for (std::size_t t = 2; t < 14; ++t) {
      if (random() % 2) turn(model, t, 1);
    }
    EXPECT_NEAR(area_near(checked(model.scene()), 1.1, 1.3), 4, 1e-6);
  }
}

// Its top and one triangle more face in. Winding numbers are those of the box as it is meant.
TEST(TwoSidedAuto, ATallBoxWithItsTopTurnedIsStillSolid) {
  for (std::size_t other = 4; other < 14; ++other) {
    SCOPED_TRACE(other);
    Model model;
    model.floor(-10, -10, 10, 10, 0).box({0, 0, 0}, {2, 2, 2.4});
    turn(model, 2, 2);
    turn(model, other, 1);
    const Walkable w = checked(model.scene());
    EXPECT_NEAR(area_near(w, 2.3, 2.5), 4, 1e-6);
    EXPECT_NEAR(w.areas.walkable, 400, 1e-3) << "nothing inside it is a place";
  }
}

TEST(TwoSidedAuto, AFloorUpsideDownIsGroundWhereThereIsNoOther) {
  const Walkable w = checked(Model{}.ceiling(0, 0, 4, 4, 0).scene());
  EXPECT_NEAR(w.areas.walkable, 16, 1e-9);
  ASSERT_EQ(w.warnings.size(), 1u);
  EXPECT_EQ(
      w.warnings[0],
      "a shell of 'thing' faces down with no other ground there, at 0,0,0; 2 triangles are taken on both "
      "sides");
  const Walkable under = checked(Model{}.floor(0, 0, 4, 4, 0).ceiling(0, 0, 4, 4, 3).scene());
  EXPECT_NEAR(under.areas.walkable, 16, 1e-9) << "a ceiling stays one";
}

TEST(TwoSidedAuto, ManyShellsAreNamedInFewSentences) {
  Model model;
  model.floor(-10, -10, 10, 10, -3);
  for (int i = 0; i < 9; ++i) {
    model.as("plank " + std::to_string(i % 7)).box({0.0, 1.0 * i, 0}, {3, 1.0 * i + 0.8, 0.1});
  }
  turn(model, 2, model.triangles.size() - 2);
  const Walkable w = checked(model.scene());
  ASSERT_EQ(w.warnings.size(), 6u);
  EXPECT_EQ(w.warnings[0],
            "2 shells of 'plank 0' are inside out, the first at 0,0,0; 24 triangles are taken on both sides");
  EXPECT_EQ(w.warnings[5],
            "2 more objects have shells that are taken on both sides; --two-sided no goes by winding alone");
}

// Planks, boxes and floors with triangles turned at random, some of them drawn twice.
Model mess(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() % 10001) / 1e4;
  };
  Model model;
  model.floor(-10, -10, 10, 10, 0);
  for (int i = 0; i < 12; ++i) {
    model.as("thing " + std::to_string(i % 3));
    const std::size_t first = model.triangles.size();
    const Vec3 low{between(-9, 7), between(-9, 7), between(0, 3)};
    model.box(low, low + Vec3{between(0.3, 3), between(0.3, 3), between(0.05, 2.5)});
    const std::size_t kind = random() % 3;
    for (std::size_t t = first; t < first + 12; ++t) {
      if (kind == 0 || (kind == 1 && random() % 4 == 0)) turn(model, t, 1);
    }
    if (random() % 2)
      model.triangle(model.triangles[first][0], model.triangles[first][1], model.triangles[first][2]);
  }
  return model;
}

TEST(TwoSidedAuto, OrderAndThreadsChangeNothing) {
  std::size_t doubted = 0;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Soup soup = mess(seed).soup();
    const auto extract = [](const Soup& from, int threads) {
      Context context({.threads = threads});
      auto scene = make_scene(from, {});
      EXPECT_TRUE(scene);
      auto walkable = extract_walkable(*scene, Agent{}, {}, &context);
      EXPECT_TRUE(walkable);
      return *walkable;
    };
    const Walkable first = extract(soup, 1);
    doubted += first.both_sides.size();
    for (const std::uint64_t shuffle : {1u, 2u, 3u}) {
      const Walkable other = extract(shuffled(soup, 100 * seed + shuffle), static_cast<int>(shuffle));
      EXPECT_EQ(walkable_hash(first), walkable_hash(other));
      EXPECT_EQ(first.both_sides, other.both_sides);
      EXPECT_EQ(first.warnings, other.warnings);
    }
  }
  EXPECT_GT(doubted, 1000u);
}

// By brute force on the raw triangles, with the same sides.
TEST(TwoSidedAuto, MessesAreExact) {
  for (std::uint32_t seed = 100; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    (void)checked(mess(seed).scene());
  }
}

}  // namespace
}  // namespace ambula::testing
