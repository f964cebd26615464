#include <gtest/gtest.h>

#include <cmath>
#include <thread>

#include "ambula/scene.h"
#include "scene/soups.h"
#include "scene/unmatched_patterns.h"

namespace ambula {
namespace {

constexpr std::array<Vec3, 3> kGood{Vec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

TEST(MakeScene, CountsEachReasonOnce) {
  const double inf = INFINITY;
  Soup soup = soup_of({kGood,
                       {Vec3{NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                       {Vec3{0, 0, 0}, {inf, 0, 0}, {0, 1, 0}},
                       {Vec3{0, 0, 0}, {1, 1, 1}, {2, 2, 2}},
                       {Vec3{0, 0, 0}, {0, 0, 0}, {2, 2, 2}},
                       {Vec3{0, 0, 0}, {1e300, 0, 0}, {0, 1e300, 0}},
                       {Vec3{0, 0, 0}, {60000, 0, 0}, {0, 1, 0}},
                       kGood});
  const auto scene = make_scene(std::move(soup), {});
  ASSERT_TRUE(scene) << scene.error().message;
  const Cleaning& c = scene->cleaning;
  EXPECT_EQ(c.input, 8u);
  EXPECT_EQ(c.kept, 2u);
  EXPECT_EQ(c.non_finite, 2u);
  EXPECT_EQ(c.degenerate, 2u);
  EXPECT_EQ(c.out_of_reach, 2u);
  EXPECT_EQ(scene->positions.size(), 6u);
  EXPECT_TRUE(validate(*scene));
}

TEST(MakeScene, ACoarserQuantumReachesFurther) {
  const Soup soup = soup_of({kGood, kGood, kGood, {Vec3{0, 0, 0}, {60000, 0, 0}, {0, 1, 0}}});
  EXPECT_EQ(make_scene(soup, {})->cleaning.out_of_reach, 1u);
  EXPECT_EQ(make_scene(soup, {.quantum = 1e-3})->cleaning.out_of_reach, 0u);
}

TEST(MakeScene, IgnoresByObjectMaterialAndClass) {
  Soup soup = soup_of({kGood, kGood, kGood, kGood});
  soup.objects = {{"Wall", "IfcWall"}, {"Door 1", "IfcDoor"}};
  soup.materials = {"", "glass"};
  soup.triangle_object = {0, 1, 0, 1};
  soup.triangle_material = {0, 0, 1, 1};
  EXPECT_EQ(make_scene(soup, {.ignore = {"Door*"}})->cleaning.kept, 2u);
  EXPECT_EQ(make_scene(soup, {.ignore = {"IfcDoor"}})->cleaning.kept, 2u);
  EXPECT_EQ(make_scene(soup, {.ignore = {"glass"}})->cleaning.kept, 2u);
  EXPECT_EQ(make_scene(soup, {.ignore = {"glass", "Door*"}})->cleaning.kept, 1u);
  EXPECT_EQ(make_scene(soup, {.ignore = {"door*"}})->cleaning.kept, 4u);
  EXPECT_EQ(make_scene(soup, {.ignore = {"(?i)door*", "(?i)GLASS"}})->cleaning.kept, 1u);
  const auto none = make_scene(soup, {.ignore = {"*"}});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "test: none of its 4 triangles can be used: 4 left out by --ignore");
}

TEST(MakeScene, PatternsThatMatchNothingAreNamed) {
  Soup soup = soup_of({kGood, kGood});
  soup.objects = {{"Wall", "IfcWall"}, {"Door 1", "IfcDoor"}};
  soup.materials = {"", "glass"};
  soup.triangle_object = {0, 1};
  soup.triangle_material = {0, 1};
  EXPECT_TRUE(unmatched_patterns(soup, {"Door*", "IfcWall", "glass", "*"}).empty());
  EXPECT_TRUE(unmatched_patterns(soup, {"(?i)door*", "(?i)GLASS"}).empty());
  EXPECT_EQ(unmatched_patterns(soup, {"Gate*", "Door*", "door*"}),
            (std::vector<std::string>{
                "--ignore \"Gate*\" matches no object, material or IFC class",
                "--ignore \"door*\" matches no object, material or IFC class; with --ignore-case it "
                "matches \"Door 1\""}));
}

TEST(MakeScene, OffsetsOfThousandsOfKilometresKeepTheirShape) {
  const Vec3 far{5e6, -3e6, 1e5};
  std::vector<std::array<Vec3, 3>> box;
  add_box(box, far, far + Vec3{4, 3, 2});
  const auto scene = make_scene(soup_of(box), {});
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->cleaning.kept, 12u);
  const LatticePoint a = scene->lattice.snap(far), b = scene->lattice.snap(far + Vec3{4, 3, 2});
  EXPECT_EQ(b.x - a.x, 40000);
  EXPECT_EQ(b.y - a.y, 30000);
  EXPECT_EQ(b.z - a.z, 20000);
}

TEST(MakeScene, WhatFitsIntoTheReachIsKeptWhole) {
  // A plain of two triangles, and a plain with a village in its corner: 50 km across, 26.8 km reach.
  const double far = 50000;
  std::vector<std::array<Vec3, 3>> plain{{Vec3{0, 0, 0}, {far, 0, 0}, {far, far, 0}},
                                         {Vec3{0, 0, 0}, {far, far, 0}, {0, far, 0}}};
  EXPECT_EQ(make_scene(soup_of(plain), {})->cleaning.out_of_reach, 0u);
  for (int i = 0; i < 10; ++i) add_box(plain, {i * 10.0, 0, 0}, {i * 10.0 + 8, 6, 3});
  EXPECT_EQ(make_scene(soup_of(plain), {})->cleaning.out_of_reach, 0u);
}

TEST(MakeScene, OutliersDoNotMoveTheLattice) {
  std::vector<std::array<Vec3, 3>> triangles;
  add_box(triangles, {0, 0, 0}, {4, 3, 2});
  triangles.push_back({Vec3{1e8, 0, 0}, {1e8, 1, 0}, {1e8, 0, 1}});
  const auto scene = make_scene(soup_of(triangles), {});
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->cleaning.kept, 12u);
  EXPECT_EQ(scene->cleaning.out_of_reach, 1u);
}

TEST(MakeScene, TheLatticeOriginIsAWholeNumberOfQuanta) {
  const auto scene = make_scene(soup_of({{Vec3{0.00013, 1.23456, 7}, {1, 2, 7.5}, {0.5, 9, 8}}}), {});
  ASSERT_TRUE(scene);
  const double q = scene->lattice.origin.y / scene->lattice.quantum;
  EXPECT_NEAR(q, std::round(q), 1e-6);
}

TEST(MakeScene, NothingLeftSaysWhereItWent) {
  const auto empty = make_scene(soup_of({}), {});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, ErrorCode::empty);
  EXPECT_EQ(empty.error().message, "test: it has no triangles");
  const auto flat = make_scene(soup_of({{Vec3{0, 0, 0}, {1, 1, 1}, {3, 3, 3}}}), {});
  ASSERT_FALSE(flat);
  EXPECT_EQ(flat.error().message, "test: none of its 1 triangles can be used: 1 without area");
}

TEST(MakeScene, RefusesABrokenSoup) {
  Soup soup = soup_of({kGood});
  soup.triangles[0][1] = 99;
  EXPECT_EQ(make_scene(soup, {}).error().code, ErrorCode::broken);
  soup = soup_of({kGood});
  soup.triangle_object.clear();
  EXPECT_EQ(make_scene(soup, {}).error().code, ErrorCode::broken);
  EXPECT_EQ(make_scene(soup_of({kGood}), {.quantum = 0}).error().code, ErrorCode::invalid_argument);
}

TEST(MakeScene, ThreadsDoNotChangeIt) {
  std::vector<std::array<Vec3, 3>> triangles;
  for (int i = 0; i < 60000; ++i) {
    const double x = i % 300, y = i / 300;
    triangles.push_back({Vec3{x, y, 0}, {x + 1, y, i % 7 ? 0.1 : 0.0}, {x, y + (i % 11 ? 1.0 : 0.0), 0}});
  }
  const Soup soup = soup_of(triangles);
  Context one({.threads = 1}), four({.threads = 4});
  const auto a = make_scene(soup, {}, &one), b = make_scene(soup, {}, &four);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->positions, b->positions);
  EXPECT_EQ(a->triangles, b->triangles);
  EXPECT_EQ(a->cleaning, b->cleaning);
}

TEST(Scene, ValidateFindsWhatIsBroken) {
  const auto good = make_scene(soup_of({kGood, kGood}), {});
  ASSERT_TRUE(good && validate(*good));
  const auto breaks = [&](auto&& change) {
    Scene scene = *good;
    change(scene);
    return !validate(scene);
  };
  EXPECT_TRUE(breaks([](Scene& s) { s.triangles[0][0] = 77; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.positions[0].x = NAN; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.positions[0].x = 1e9; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.positions.push_back({}); }));
  EXPECT_TRUE(breaks([](Scene& s) { s.triangles[1] = {3, 3, 4}; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.triangle_object[1] = ObjectId{9}; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.triangle_material.pop_back(); }));
  EXPECT_TRUE(breaks([](Scene& s) { s.cleaning.degenerate = 1; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.frame.axes[0] = {2, 0, 0}; }));
  EXPECT_TRUE(breaks([](Scene& s) { s.lattice.quantum = 0; }));
}

}  // namespace
}  // namespace ambula
