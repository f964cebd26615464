// Scenes by hand whose walkable surface is known, and what must not change it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "ambula/context.h"
#include "walkable/checked.h"

namespace ambula::testing {
namespace {

double total_border(const Walkable& w) {
  return border_length(w, BorderKind::ledge) + border_length(w, BorderKind::sill) +
         border_length(w, BorderKind::wall);
}

TEST(Walkable, FloorIsKeptWhole) {
  const Walkable w = checked(Model{}.floor(0, 0, 4, 3, 0).scene());
  EXPECT_NEAR(w.areas.walkable, 12, 1e-9);
  EXPECT_EQ(w.faces.size(), 2u);
  EXPECT_EQ(w.components, 1u);
  EXPECT_NEAR(border_length(w, BorderKind::ledge), 14, 1e-9);
  EXPECT_NEAR(total_border(w), 14, 1e-9);
}

TEST(Walkable, OneTriangleIsASurface) {
  const Walkable w = checked(Model{}.triangle({0, 0, 0}, {4, 0, 0}, {0, 4, 1}).scene(), kStrict);
  EXPECT_EQ(w.faces.size(), 1u);
  EXPECT_NEAR(w.areas.walkable, 8, 1e-9);
}

TEST(Walkable, FloorUnderLowBeamIsCut) {
  const Walkable w = checked(Model{}.floor(0, 0, 4, 4, 0).box({1, 1, 1}, {2, 3, 1.5}).scene(), kStrict);
  EXPECT_NEAR(w.areas.blocked, 2, 1e-3);
  EXPECT_NEAR(w.areas.walkable, 16 - 2 + 2, 1e-3) << "the beam's top is a place, too";
  EXPECT_EQ(component_at(w, 1.5, 2, 0), component_at(w, 1.5, 2, 1.5)) << "nothing below the beam";
  EXPECT_NE(component_at(w, 0.5, 0.5, 0), Walkable::kNone);
}

TEST(Walkable, BeamAtExactlyTheAgentsHeightDoesNotCut) {
  Agent agent;
  agent.height = 1.75;  // on the lattice, as the beam is
  const Walkable at = checked(Model{}.floor(0, 0, 4, 4, 0).ceiling(1, 1, 2, 3, 1.75).scene(), kStrict, agent);
  EXPECT_NEAR(at.areas.walkable, 16, 1e-9);
  EXPECT_EQ(at.areas.blocked, 0);
  const Walkable below =
      checked(Model{}.floor(0, 0, 4, 4, 0).ceiling(1, 1, 2, 3, 1.7499).scene(), kStrict, agent);
  EXPECT_NEAR(below.areas.walkable, 14, 1e-3);
}

TEST(Walkable, WhatLiesAMillimetreAboveDoesNotCutAndWhatLiesHigherDoes) {
  const auto area = [](double z) {
    return checked(Model{}.floor(0, 0, 4, 4, 0).ceiling(1, 1, 2, 3, z).scene(), kStrict).areas.walkable;
  };
  EXPECT_NEAR(area(0.001), 16, 1e-9);
  EXPECT_NEAR(area(0.0015), 14, 1e-3);
}

TEST(Walkable, TreadIsFreeUpToTheNosingAboveIt) {
  // Each tread reaches 3 cm under the next one.
  Model stairs;
  for (int i = 0; i < 5; ++i) stairs.floor(0.28 * i, 0, 0.28 * i + 0.31, 1, 0.17 * i);
  const Walkable w = checked(stairs.scene(), kStrict);
  EXPECT_NEAR(w.areas.walkable, 4 * 0.28 + 0.31, 1e-3);
  EXPECT_NEAR(w.areas.blocked, 4 * 0.03, 1e-3);
  EXPECT_EQ(w.components, 5u);
  EXPECT_NEAR(border_length(w, BorderKind::sill), 4, 1e-3) << "the next tread at the back of each";
  EXPECT_NEAR(tallest(w, BorderKind::sill), 0.17, 1e-9);
  EXPECT_NEAR(lowest(w, BorderKind::sill), 0.17, 1e-9);
  EXPECT_EQ(border_length(w, BorderKind::wall), 0);
}

TEST(Walkable, WallThatLeansByAQuantumOrTwoPartsTheFloorAllTheSame) {
  // So thin in plan that rounding may leave nothing of it, or a line on one side only.
  for (const double turn : {0.0, 0.3, 1.5707963267948966}) {
    const Vec2 along{std::cos(turn), std::sin(turn)}, across{-along.y, along.x};
    for (int lean = 0; lean < 81; ++lean) {
      SCOPED_TRACE(::testing::Message() << "turned by " << turn << ", leaning " << lean);
      const auto corner = [&](double s, double z, int which) {
        const Vec2 p = along * s + across * (0.0001 * (which % 3 - 1)) + along * (0.0001 * (which / 3 % 3));
        return Vec3{p.x, p.y, z};
      };
      const auto at = [&](double s, double t) { return along * s + across * t; };
      Model model;
      const Vec2 a = at(-3, -2), b = at(3, -2), c = at(3, 2), d = at(-3, 2);
      model.quad({a.x, a.y, 0}, {b.x, b.y, 0}, {c.x, c.y, 0}, {d.x, d.y, 0});
      model.quad(corner(-4, -0.1, lean), corner(4, -0.1, lean / 3), corner(4, 2.5, lean / 9),
                 corner(-4, 2.5, lean / 27));
      const Walkable w = checked(model.scene(), {}, {}, 200);
      EXPECT_NE(component_at(w, at(0, 1).x, at(0, 1).y, 0), component_at(w, at(0, -1).x, at(0, -1).y, 0));
      EXPECT_GE(border_length(w, BorderKind::wall), 12 - 0.01) << "slivers between its sides may add some";
    }
  }
}

TEST(Walkable, WallAlongASliverOfWhichRoundingLeavesNothingPartsTheFloor) {
  // Two slivers lie between two large triangles; the wall crosses both where they are less than a quantum
  // wide.
  const auto at = [](int x, int y, double z) { return Vec3{1e-4 * x, 1e-4 * y, z}; };
  Model model;
  model.triangle(at(432612, 74816, 0), at(404121, 168007, 0), at(423505, 104574, 0));
  model.triangle(at(404121, 168007, 0), at(351728, 50087, 0), at(423505, 104574, 0));
  model.triangle(at(404121, 168007, 0), at(432612, 74816, 0), at(418646, 120506, 0));
  model.triangle(at(485005, 192736, 0), at(404121, 168007, 0), at(418646, 120506, 0));
  model.quad(at(408214, 154619, 0), at(391710, 208603, 0), at(391710, 208603, 2.75),
             at(408214, 154619, 2.75));
  const Walkable w = checked(model.scene());
  EXPECT_NEAR(border_length(w, BorderKind::wall),
              2 * length((at(404121, 168007, 0) - at(408214, 154619, 0)).xy()), 0.01);
}

TEST(Walkable, WallThatRoundingTakesBeyondTheSideItRunsAlongPartsTheFloor) {
  // Half a quantum off the edge between two triangles, which it crosses; and in two parts one above the
  // other, so that rounding bends it.
  const auto at = [](int x, int y, double z) { return Vec3{1e-4 * x, 1e-4 * y, z}; };
  Model model;
  model.quad(at(322993, 419280, 0), at(403017, 443746, 0), at(390854, 483528, 0), at(310831, 459062, 0));
  model.quad(at(310831, 459062, 0), at(390854, 483528, 0), at(389977, 486397, 0), at(309953, 461931, 0));
  for (const auto& [low, high] : {std::pair{0.0, 0.9}, {0.9, 2.3}})
    model.quad(at(339593, 467856, low), at(360371, 474208, low), at(360371, 474208, high),
               at(339593, 467856, high));
  const Walkable w = checked(model.scene());
  EXPECT_GE(border_length(w, BorderKind::wall),
            2 * length((at(339593, 467856, 0) - at(360371, 474208, 0)).xy()) - 0.01)
      << "slivers beside it may add some";
}

TEST(Regression, StubOfAWallBeyondTheEndOfASideIsNotAllOfThatSide) {
  // A tread of a torn winding stair, in two sectors, and the post at its narrow end. Rounding takes a few
  // quanta of the post beyond the side that the sectors share.
  const auto at = [](int x, int y, int z) { return Vec3{1e-4 * x, 1e-4 * y, 1e-4 * z}; };
  const Vec3 a = at(10833, 4010, 10498), b = at(10983, 3830, 10500), c = at(20955, 10501, 10499),
             d = at(19317, 12492, 10503), e = at(10834, 4006, 8993), f = at(10981, 3831, 8121),
             g = at(10652, 4152, 9879), h = at(10833, 4009, 12249), i = at(10653, 4153, 12248);
  Model model;
  model.triangle(a, b, c).triangle(a, c, d).triangle(b, at(22175, 8219, 10498), c);
  model.triangle(e, f, b).triangle(a, e, b).triangle(g, e, a).triangle(g, h, i).triangle(g, a, h);
  model.triangle(a, d, at(19313, 12495, 12248)).triangle(h, a, at(19313, 12495, 12248));
  const Walkable w = checked(model.scene());
  EXPECT_EQ(component_at(w, 1.9, 0.9, 1.05), component_at(w, 1.85, 1.0, 1.05));
  EXPECT_LT(border_length(w, BorderKind::wall), 0.5);
}

TEST(Walkable, WallThroughAFloorLeavesABorderOnBothSides) {
  const Walkable w = checked(Model{}.floor(0, 0, 4, 4, 0).wall(0, 2, 4, 2, -1, 2.5).scene(), kStrict);
  EXPECT_EQ(w.components, 2u);
  EXPECT_NEAR(w.areas.walkable, 16, 1e-9) << "a wall has no area";
  EXPECT_NEAR(border_length(w, BorderKind::wall), 8, 1e-3);
  EXPECT_NEAR(tallest(w, BorderKind::wall), 1.8, 1e-3) << "no higher than the agent";
}

TEST(Walkable, BorderAtTheBackOfAWallIsInner) {
  const Walkable w = checked(Model{}.floor(0, 0, 4, 4, 0).wall(0, 2, 4, 2, 0, 2.5).scene(), kStrict);
  double inner = 0, outer = 0;
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (w.border[f][i] != BorderKind::wall) continue;
      const Vec3 a = w.lattice.position(w.vertices[w.faces[f][i]]),
                 b = w.lattice.position(w.vertices[w.faces[f][(i + 1) % 3]]);
      const auto third = w.corners(FaceId{f})[(i + 2) % 3];
      const bool is_inner = (w.inner_wall[f] >> i & 1) != 0;
      (is_inner ? inner : outer) += std::abs(b.x - a.x);
      EXPECT_EQ(is_inner, third.y < 2) << "the wall faces to y > 2";
    }
  }
  EXPECT_NEAR(inner, 4, 1e-3);
  EXPECT_NEAR(outer, 4, 1e-3);
}

TEST(Walkable, WallNoHigherThanTheWeldDoesNotSeparate) {
  const auto components = [](double top) {
    return checked(Model{}.floor(0, 0, 4, 4, 0).wall(0, 2, 4, 2, -1, top).scene()).components;
  };
  EXPECT_EQ(components(0.01), 1u);
  EXPECT_EQ(components(0.012), 2u);
}

TEST(Walkable, TerrainAndRampJoinAlongOneSeam) {
  const Scene scene = Model{}.floor(0, 0, 4, 4, 0).ramp(1, 1, 5, 3, -0.3, 0.7).scene();
  const Walkable w = checked(scene, kStrict);
  EXPECT_EQ(w.components, 1u);
  // Along x = 2.2 the ramp comes up through the floor.
  std::set<std::uint32_t> floor_vertices, ramp_vertices;
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    const bool is_floor = w.input_triangle[w.face_triangle[f]] < 2;
    for (const std::uint32_t v : w.faces[f]) {
      const Vec3 p = w.lattice.position(w.vertices[v]);
      if (std::abs(p.x - 2.2) > 2e-4) continue;
      EXPECT_NEAR(p.z, 0, 2e-4);
      (is_floor ? floor_vertices : ramp_vertices).insert(v);
    }
  }
  EXPECT_GE(floor_vertices.size(), 2u);
  EXPECT_EQ(floor_vertices, ramp_vertices);
  EXPECT_NEAR(w.areas.blocked, 1.2 * 2 + 1.8 * 2, 1e-3)
      << "the ramp below the floor, the floor below the ramp";
}

TEST(Walkable, CoplanarDuplicateKeepsOnePlace) {
  const Walkable w = checked(Model{}.floor(0, 0, 4, 4, 0).floor(1, 1, 6, 3, 0).scene(), kStrict);
  EXPECT_NEAR(w.areas.walkable, 16 + 4, 1e-3);
  EXPECT_NEAR(w.areas.duplicate, 6, 1e-3);
  EXPECT_NEAR(w.areas.blocked, 0, 1e-3);
  EXPECT_EQ(w.components, 1u);
}

TEST(Walkable, DoubleSidedFloorDoesNotEraseItself) {
  const Scene scene = Model{}.floor(0, 0, 4, 4, 0).ceiling(0, 0, 4, 4, 0).scene();
  for (const bool two_sided : {false, true}) {
    WalkableParams params;
    params.two_sided = two_sided ? TwoSided::yes : TwoSided::no;
    const Walkable w = checked(scene, params);
    EXPECT_NEAR(w.areas.walkable, 16, 1e-9);
    EXPECT_NEAR(w.areas.duplicate, two_sided ? 16 : 0, 1e-9);
  }
}

// A wedge of 55 degrees between a floor and a gentle slope: half a metre high at one end, nothing at the
// other. Where it is no higher than a step, a body steps onto the slope behind it.
TEST(Walkable, ASteepSideIsAsHighAsItIsWhereGroundBeginsBehindIt) {
  Model model;
  model.floor(0, -2, 2, 0, 0);
  model.triangle({0, 0, 0}, {2, 0, 0}, {0, 0.35, 0.5});
  model.triangle({2, 0, 0}, {2, 0.35, 0}, {0, 0.35, 0.5});
  const Walkable w = checked(model.scene(), kStrict);
  EXPECT_NEAR(border_length(w, BorderKind::wall), 0.4, 0.01);
  EXPECT_NEAR(border_length(w, BorderKind::sill), 1.6, 0.02);
}

TEST(Walkable, TwoSidedTakesWhatFacesDown) {
  const Scene scene = Model{}.ceiling(0, 0, 4, 4, 0).scene();
  WalkableParams by_winding;
  by_winding.two_sided = TwoSided::no;
  const Walkable one = checked(scene, by_winding);
  EXPECT_TRUE(one.faces.empty());
  ASSERT_EQ(one.warnings.size(), 1u);
  EXPECT_NE(one.warnings[0].find("two-sided"), std::string::npos);
  WalkableParams params;
  params.two_sided = TwoSided::yes;
  EXPECT_NEAR(checked(scene, params).areas.walkable, 16, 1e-9);
}

TEST(Walkable, FloorInsideAColumnIsDroppedUnlessKept) {
  Model model;
  model.floor(0, 0, 6, 6, 0);
  // The four sides of a column, and its top; open below.
  model.wall(2, 3, 3, 3, 0, 3).wall(3, 2, 2, 2, 0, 3).wall(2, 2, 2, 3, 0, 3).wall(3, 3, 3, 2, 0, 3);
  model.floor(2, 2, 3, 3, 3);
  const Walkable dropped = checked(model.scene());
  EXPECT_NEAR(dropped.areas.enclosed, 1, 1e-3);
  EXPECT_EQ(dropped.removed_enclosed, 1u);
  EXPECT_NEAR(dropped.areas.walkable, 36, 1e-3) << "less the core, and the top added";
  WalkableParams params;
  params.keep_enclosed = true;
  const Walkable kept = checked(model.scene(), params);
  EXPECT_NEAR(kept.areas.walkable, 37, 1e-3);
  EXPECT_EQ(kept.removed_enclosed, 0u);
}

TEST(Walkable, CrackOfFiveMillimetresIsClosedAndOneOfFifteenIsNot) {
  const auto cracked = [](double gap) {
    return checked(Model{}.floor(0, 0, 2, 2, 0).floor(2 + gap, 0, 4, 2, 0).scene());
  };
  const Walkable closed = cracked(0.005), open = cracked(0.015);
  EXPECT_EQ(closed.components, 1u);
  EXPECT_NEAR(closed.areas.walkable, 8, 1e-3);
  EXPECT_NEAR(closed.areas.closed, 0.01, 1e-3);
  EXPECT_FALSE(closed.closed.empty());
  EXPECT_EQ(open.components, 2u);
  EXPECT_EQ(open.areas.closed, 0);
  EXPECT_TRUE(open.closed.empty());
}

TEST(Walkable, SlopeOfExactlyTheLimitIsGround) {
  const auto faces = [](double rise, double limit) {
    Agent agent;
    agent.max_slope = limit;
    return checked(Model{}.ramp(0, 0, 2, 2, 0, rise).scene(), kStrict, agent).faces.size();
  };
  EXPECT_EQ(faces(2, 45), 2u);
  EXPECT_EQ(faces(2.001, 45), 0u);
  EXPECT_EQ(faces(0, 0), 2u);
  EXPECT_EQ(faces(0.001, 0), 0u);
  EXPECT_EQ(faces(2 * std::sqrt(3.0), 60), 2u);
  EXPECT_EQ(faces(100, 89), 2u);  // 88.85 degrees
}

TEST(Walkable, BoxTableAndEndOfTheFloorAreSillWallAndLedge) {
  Model model;
  model.floor(0, 0, 8, 4, 0).box({1, 1, 0}, {2, 2, 0.3});
  model.floor(4, 1, 6, 3, 0.7).ceiling(4, 1, 6, 3, 0.65);  // a table without legs
  const Walkable w = checked(model.scene(), kStrict);
  EXPECT_NEAR(border_length(w, BorderKind::sill), 4, 1e-2);
  EXPECT_NEAR(lowest(w, BorderKind::sill), 0.3, 2e-4);
  EXPECT_NEAR(tallest(w, BorderKind::sill), 0.3, 2e-4);
  EXPECT_NEAR(border_length(w, BorderKind::wall), 8, 1e-2);
  EXPECT_NEAR(lowest(w, BorderKind::wall), 0.7, 2e-4);
  EXPECT_NEAR(border_length(w, BorderKind::ledge), 24 + 4 + 8, 1e-2) << "the floor's end and the tops'";
}

TEST(Regression, TipOfAWallThatEndsInAFloorIsNotStraightenedAway) {
  // A wall a fraction of a quantum beside the edge of two floor triangles: both its sides get the same
  // border.
  constexpr double kQ = Lattice::kDefaultQuantum;
  const auto at = [](int x, int y, int z) { return Vec3{x * kQ, y * kQ, z * kQ}; };
  Model model;
  model.triangle(at(12529, -40978, 0), at(81650, 24962, 0), at(0, 0, 0));
  model.triangle(at(0, 0, 0), at(81650, 24962, 0), at(80773, 27831, 0));
  model.triangle(at(64625, 19757, 0), at(98674, 30167, 0), at(98674, 30167, 9000));
  const Walkable w = checked(model.scene(), kStrict);
  EXPECT_NEAR(border_length(w, BorderKind::sill) + border_length(w, BorderKind::wall), 2 * 1.78, 0.02);
}

TEST(Regression, WallRoundedAcrossTheEdgeBesideItStillSeparates) {
  // 0.3 quanta beside the edge of two floor triangles; its far end is rounded to the edge's other side.
  constexpr double kQ = Lattice::kDefaultQuantum;
  const auto at = [](int x, int y, int z) { return Vec3{x * kQ, y * kQ, z * kQ}; };
  Model model;
  model.triangle(at(12294, -40212, 0), at(81955, 25057, 0), at(0, 0, 0));
  model.triangle(at(0, 0, 0), at(81955, 25057, 0), at(81078, 27925, 0));
  model.triangle(at(97769, -28720, 0), at(81381, 24881, 0), at(81381, 24881, 27500));
  model.triangle(at(64415, 19694, 0), at(97201, 29718, 0), at(97201, 29718, 9000));
  const Scene scene = model.scene();
  const Walkable w = checked(scene, kStrict);
  EXPECT_NEAR(border_length(w, BorderKind::sill) + border_length(w, BorderKind::wall), 2 * 1.834 + 2 * 0.029,
              0.02);
}

TEST(Regression, RampThatRunsUpUnderACeilingEndsAtAWall) {
  for (const double slope : {0.25, 0.01}) {
    // 1.8 m below the ceiling at x = 2.
    const Walkable w = checked(
        Model{}.ramp(0, 0, 4, 2, 0, 4 * slope).ceiling(-1, -1, 5, 3, 1.8 + 2 * slope).scene(), kStrict);
    EXPECT_NEAR(w.areas.walkable, 4, 1e-2);
    EXPECT_NEAR(border_length(w, BorderKind::wall), 2, 1e-2) << slope;
    EXPECT_NEAR(border_length(w, BorderKind::ledge), 6, 2e-2) << slope;
  }
}

TEST(Walkable, FloorThatEndsUnderABeamAtExactlyTheAgentsHeightEndsInALedge) {
  const Walkable w = checked(Model{}.floor(0, 0, 2, 2, 0).ceiling(1, -1, 4, 3, 1.8).scene(), kStrict);
  EXPECT_NEAR(border_length(w, BorderKind::ledge), 8, 1e-6);
}

TEST(Walkable, SmallPatchesAreDroppedAndCounted) {
  Model model;
  model.floor(0, 0, 2, 2, 0).floor(3, 0, 3.2, 0.2, 0).floor(5, 0, 5.1, 0.1, 0).floor(7, 0, 7.3, 0.3, 0);
  const Walkable w = checked(model.scene());
  EXPECT_EQ(w.removed_small, 2u);
  EXPECT_NEAR(w.areas.small, 0.04 + 0.01, 1e-6);
  EXPECT_NEAR(w.areas.walkable, 4.09, 1e-6);
  EXPECT_EQ(w.components, 2u);
  EXPECT_EQ(w.removed.size(), w.removed_why.size());
  for (const Removal why : w.removed_why) EXPECT_EQ(why, Removal::small);
}

TEST(Walkable, FloorOfAThousandTrianglesCostsWhatItsOutlineCosts) {
  Model model;
  for (int x = 0; x < 25; ++x) {
    for (int y = 0; y < 20; ++y) model.floor(0.25 * x, 0.25 * y, 0.25 * (x + 1), 0.25 * (y + 1), 1);
  }
  const Walkable w = checked(model.scene());
  EXPECT_EQ(w.ground_triangles, 1000u);
  EXPECT_EQ(w.faces.size(), 2u);
  EXPECT_EQ(w.vertices.size(), 4u);
}

TEST(Walkable, FacesKnowObjectAndMaterial) {
  Model model;
  model.as("left").floor(0, 0, 2, 2, 0).as("right").floor(2, 0, 4, 2, 0);
  Soup soup = model.soup();
  soup.materials = {"oak", "stone"};
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) soup.triangle_material[t] = t >= 2;
  const Scene scene = *make_scene(soup, {});
  const Walkable w = checked(scene);
  EXPECT_EQ(w.components, 1u);
  EXPECT_EQ(w.faces.size(), 4u) << "floors of two objects are one surface in two regions";
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    const auto [a, b, c] = w.corners(FaceId{f});
    const bool right = (a.x + b.x + c.x) / 3 > 2;
    EXPECT_EQ(scene.objects[w.face_object[f].index()].name, right ? "right" : "left");
    EXPECT_EQ(scene.materials[w.face_material[f].index()], right ? "stone" : "oak");
  }
}

TEST(Walkable, SceneWithoutGroundIsEmptyAndSaysWhy) {
  Model walls;
  for (int i = 0; i < 50; ++i) walls.wall(i, 0, i + 1, 3, 0, 2);
  const Walkable vertical = checked(walls.scene());
  EXPECT_TRUE(vertical.faces.empty());
  EXPECT_EQ(vertical.components, 0u);
  ASSERT_EQ(vertical.warnings.size(), 1u);
  EXPECT_NE(vertical.warnings[0].find("100 are vertical"), std::string::npos) << vertical.warnings[0];

  const Walkable low = checked(Model{}.floor(0, 0, 4, 4, 0).ceiling(-1, -1, 5, 5, 1).scene());
  EXPECT_TRUE(low.faces.empty());
  ASSERT_EQ(low.warnings.size(), 1u);
  EXPECT_NE(low.warnings[0].find("free above"), std::string::npos) << low.warnings[0];
  EXPECT_NEAR(low.areas.blocked, 16, 1e-9);
}

TEST(Walkable, ParametersOutOfRangeAreRefused) {
  const Scene scene = Model{}.floor(0, 0, 1, 1, 0).scene();
  for (const WalkableParams& params :
       {WalkableParams{.weld = -0.01}, WalkableParams{.weld = 0.3}, WalkableParams{.weld = std::nan("")},
        WalkableParams{.min_patch = -1}, WalkableParams{.min_patch = std::nan("")}}) {
    const auto w = extract_walkable(scene, {}, params);
    ASSERT_FALSE(w);
    EXPECT_EQ(w.error().code, ErrorCode::invalid_argument);
  }
  Agent tall;
  tall.height = 2000;
  EXPECT_FALSE(extract_walkable(scene, tall));
}

// --- what must change nothing --------------------------------------------------------------------------

// A house in small: floors over one another, a ramp through them, a column, furniture; on a dyadic grid.
Model house() {
  Model m;
  m.floor(0, 0, 8, 6, 0).floor(0, 0, 8, 2, 2.5).floor(0, 4, 8, 6, 2.5).floor(5, 2, 8, 4, 2.5);
  m.ramp(0.5, 2, 5, 4, 0, 2.5);
  m.box({6, 1, 0}, {6.5, 1.5, 2.5}).box({1, 0.5, 0}, {2, 1.5, 0.75}).box({3, 0.5, 0}, {3.5, 1, 0.25});
  m.wall(4, 0, 4, 1.5, 0, 2.5).wall(0, 6, 8, 6, 0, 5).wall(8, 0, 0, 0, 0, 5);
  m.triangle({6.25, 4.5, 0.125}, {7.5, 5, 1}, {6.5, 5.5, 0.5});
  return m;
}

TEST(WalkableProperty, OrderOfTrianglesAndCornersChangesNothing) {
  const Soup soup = house().soup();
  const Walkable w = checked(*make_scene(soup, {}));
  ASSERT_GT(w.faces.size(), 20u);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(walkable_hash(checked(*make_scene(shuffled(soup, seed), {}), {}, {}, 1)), walkable_hash(w));
  }
}

TEST(WalkableProperty, NumberOfThreadsChangesNothing) {
  Model model;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      for (const Corners3& t : house().triangles) {
        const Vec3 by{8.5 * i, 6.5 * j, 0.125 * i};
        model.triangle(t[0] + by, t[1] + by, t[2] + by);
      }
    }
  }
  const Scene scene = model.scene();
  const auto alone = extract_walkable(scene, {});
  ASSERT_TRUE(alone);
  EXPECT_GT(alone->faces.size(), 1000u);
  for (const int threads : {1, 2, 3, 8}) {
    Context context({.threads = threads});
    const auto w = extract_walkable(scene, {}, {}, &context);
    ASSERT_TRUE(w);
    EXPECT_EQ(walkable_hash(*w), walkable_hash(*alone)) << threads << " threads";
  }
}

TEST(WalkableProperty, ShiftByStepsOfTheGridChangesNothing) {
  const Walkable w = checked(house().scene());
  for (const Vec3 by : {Vec3{1024, -512, 0.5}, Vec3{-3.25, 0.125, 64}, Vec3{65536, 131072, -1}}) {
    Model moved = house();
    for (Corners3& t : moved.triangles) t = {t[0] + by, t[1] + by, t[2] + by};
    const Walkable m = checked(moved.scene(), {}, {}, 1);
    EXPECT_EQ(m.vertices, w.vertices);
    EXPECT_EQ(m.faces, w.faces);
    EXPECT_EQ(m.border, w.border);
    EXPECT_EQ(m.border_height, w.border_height);
    EXPECT_EQ(m.areas, w.areas);
  }
}

TEST(WalkableProperty, QuarterTurnsKeepAreasComponentsAndBorders) {
  const Walkable w = checked(house().scene());
  Model turned = house();
  for (int quarter = 1; quarter < 4; ++quarter) {
    for (Corners3& t : turned.triangles) {
      for (Vec3& p : t) p = {-p.y, p.x, p.z};
    }
    const Walkable m = checked(turned.scene());
    EXPECT_NEAR(m.areas.walkable, w.areas.walkable, 1e-3);
    EXPECT_NEAR(m.areas.blocked, w.areas.blocked, 1e-3);
    EXPECT_NEAR(m.areas.enclosed, w.areas.enclosed, 1e-3);
    EXPECT_EQ(m.components, w.components);
    for (const BorderKind kind : {BorderKind::ledge, BorderKind::sill, BorderKind::wall}) {
      EXPECT_NEAR(border_length(m, kind), border_length(w, kind), 1e-2) << name_of(kind);
    }
  }
}

TEST(WalkableProperty, DoubledSoupIsTheSameSurface) {
  const Walkable w = checked(house().scene());
  Model doubled = house();
  for (const Corners3& t : house().triangles) doubled.triangle(t[1], t[2], t[0]);
  const Walkable d = checked(doubled.scene());
  EXPECT_EQ(d.vertices, w.vertices);
  EXPECT_EQ(d.faces, w.faces);
  EXPECT_EQ(d.border, w.border);
  EXPECT_EQ(d.border_height, w.border_height);
  EXPECT_EQ(d.components, w.components);
  EXPECT_NEAR(d.areas.ground, 2 * w.areas.ground, 1e-6);
  EXPECT_GT(d.areas.duplicate, w.areas.walkable) << "the copies, but for those that are blocked as a whole";
  EXPECT_NEAR(d.areas.walkable, w.areas.walkable, 1e-9);
  EXPECT_NEAR(d.areas.enclosed, w.areas.enclosed, 1e-9);
}

}  // namespace
}  // namespace ambula::testing
