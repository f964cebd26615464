// Scenes and surfaces by hand: the right surface passes, and each wrong one is told for what it is.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "verify/surfaces.h"

namespace ambula {
namespace {

constexpr WalkableParams kBare{.two_sided = TwoSided::no, .weld = 0, .keep_enclosed = true, .min_patch = 0};
constexpr VerifyParams kSamples{.samples = 20'000};

VerifyReport verified(const Scene& scene, const Walkable& walkable, const WalkableParams& options = kBare,
                      const VerifyParams& params = kSamples) {
  auto report = verify_walkable(scene, default_agent(), options, walkable, params);
  EXPECT_TRUE(report) << report.error().message;
  return report ? std::move(*report) : VerifyReport{};
}

VerifyReport verified(const std::vector<Corners>& scene_triangles, const std::vector<Corners>& faces,
                      double ground_area, const WalkableParams& options = kBare) {
  const Scene scene = scene_from(scene_triangles);
  return verified(scene, surface_from(scene, faces, ground_area), options);
}

const std::vector<Corners> kFloor = rectangle(0, 0, 4, 3, 0);

std::string told(const VerifyReport& r) {
  std::string out;
  const auto add = [&](const char* from, const VerifyCounts& c) {
    out += std::string(from) + ": " + std::to_string(c.agreed) + " agreed, " + std::to_string(c.missing) +
           " missing, " + std::to_string(c.extra) + " extra, " + std::to_string(c.doubled) + " doubled, " +
           std::to_string(c.crossed) + " crossed, " + std::to_string(c.undecidable) + " undecidable; ";
  };
  add("ground", r.ground);
  add("surface", r.surface);
  add("walls", r.walls);
  return out + "residual " + std::to_string(r.structure.area_residual) + " difference " +
         std::to_string(r.structure.area_difference) + " of " + std::to_string(r.structure.area_tolerance);
}

TEST(Verify, FlatFloorPasses) {
  const VerifyReport report = verified(kFloor, kFloor, 12);
  EXPECT_TRUE(report.passed()) << told(report);
  EXPECT_EQ(report.ground.samples, 20'000u);
  EXPECT_EQ(report.surface.samples, 20'000u);
  EXPECT_EQ(report.walls.samples, 0u);
  EXPECT_NEAR(report.structure.ground_area, 12, 1e-9);
  EXPECT_NEAR(report.structure.walkable_area, 12, 1e-9);
  EXPECT_NEAR(report.structure.border_length, 14, 1e-9);
}

TEST(Verify, MissingFaceIsTold) {
  const VerifyReport report = verified(kFloor, {kFloor[0]}, 12);
  EXPECT_FALSE(report.passed());
  EXPECT_NEAR(static_cast<double>(report.ground.missing), 10'000, 100);
  EXPECT_EQ(report.surface.unexplained(), 0u) << told(report);
  EXPECT_NEAR(report.missing_area, 6, 0.1);
  ASSERT_FALSE(report.places.empty());
  const VerifyPlace& worst = report.places.front();
  EXPECT_EQ(worst.kind, Disagreement::missing);
  EXPECT_GE(worst.reach, 0.5);
  EXPECT_LT(worst.above_height, 0);
  EXPECT_GT(worst.point.y / 3, worst.point.x / 4);  // in the triangle left out
}

TEST(Verify, SurfaceWithoutFacesMissesEverything) {
  const VerifyReport report = verified(kFloor, {}, 12);
  EXPECT_EQ(report.ground.missing + report.ground.undecidable, 20'000u);
  EXPECT_GT(report.ground.missing, 19'900u);
  EXPECT_EQ(report.surface.samples, 0u);
}

TEST(Verify, FaceInTheAirIsExtra) {
  std::vector<Corners> faces = kFloor;
  append(faces, rectangle(5, 0, 6, 1, 0));
  const VerifyReport report = verified(kFloor, faces, 13);
  EXPECT_FALSE(report.passed());
  EXPECT_NEAR(static_cast<double>(report.surface.extra), 20'000 / 13.0, 50);
  EXPECT_NEAR(report.extra_area, 1, 0.05);
  ASSERT_FALSE(report.places.empty());
  EXPECT_EQ(report.places.front().kind, Disagreement::extra);
  EXPECT_GT(report.places.front().point.x, 5);
}

TEST(Verify, FaceAtTheWrongHeightIsTold) {
  for (const double height : {0.0015, -0.0015, 0.02, 1.0}) {
    const VerifyReport report = verified(kFloor, moved(kFloor, {0, 0, height}), 12);
    EXPECT_GT(report.ground.missing, 19'900u) << height;
    // Within twice the band of free ground, extra faces get the benefit of the doubt: a crease may be near.
    if (std::fabs(height) > 0.003) {
      EXPECT_GT(report.surface.extra, 19'900u) << height;
    }
  }
  const VerifyReport rounded = verified(kFloor, moved(kFloor, {0, 0, 0.0002}), 12);
  EXPECT_TRUE(rounded.passed()) << told(rounded);
}

TEST(Verify, BorderBesideItsPlaceIsTold) {
  // Two millimetres are beyond the band, half a millimetre is not.
  EXPECT_GT(verified(kFloor, rectangle(0, 0, 3.997, 3, 0), 12).ground.missing, 0u);
  EXPECT_GT(verified(kFloor, rectangle(0, 0, 4.003, 3, 0), 12).surface.extra, 0u);
  const VerifyReport close = verified(kFloor, rectangle(0, 0, 3.9995, 3, 0), 12);
  EXPECT_EQ(close.unexplained(), 0u) << told(close);
  EXPECT_GT(close.ground.undecidable, 0u);
}

// A floor of 4 x 3 m and above its right half a beam's underside.
std::vector<Corners> under_beam(double height) {
  std::vector<Corners> scene = kFloor;
  append(scene, turned_over(rectangle(2, -1, 5, 4, height)));
  return scene;
}

TEST(Verify, FloorUnderLowBeamIsCut) {
  const VerifyReport right = verified(under_beam(1.5), rectangle(0, 0, 2, 3, 0), 12);
  EXPECT_TRUE(right.passed()) << told(right);
  const VerifyReport uncut = verified(under_beam(1.5), kFloor, 12);
  EXPECT_NEAR(static_cast<double>(uncut.surface.extra), 10'000, 100);
  EXPECT_NEAR(static_cast<double>(uncut.ground.extra), 10'000, 100);
  EXPECT_EQ(uncut.ground.missing, 0u);
  ASSERT_FALSE(uncut.places.empty());
  EXPECT_EQ(uncut.places.front().above, "thing");
  EXPECT_NEAR(uncut.places.front().above_height, 1.5, 1e-9);
  const VerifyReport cut_twice = verified(under_beam(1.5), rectangle(0, 0, 1.9, 3, 0), 12);
  EXPECT_GT(cut_twice.ground.missing, 0u);
}

TEST(Verify, FloorUnderHighBeamIsWhole) {
  const VerifyReport right = verified(under_beam(1.9), kFloor, 12);
  EXPECT_TRUE(right.passed()) << told(right);
  EXPECT_GT(verified(under_beam(1.9), rectangle(0, 0, 2, 3, 0), 12).ground.missing, 9'000u);
}

TEST(Verify, BeamAtTheAgentsHeightIsNotJudged) {
  for (const double height : {1.7995, 1.8, 1.8005}) {
    for (const auto& faces : {kFloor, rectangle(0, 0, 2, 3, 0)}) {
      const VerifyReport report = verified(under_beam(height), faces, 12);
      EXPECT_EQ(report.unexplained(), 0u) << height << told(report);
    }
  }
}

TEST(Verify, UndersideOfTheFloorItselfDoesNotBlock) {
  std::vector<Corners> scene = kFloor;
  append(scene, turned_over(kFloor));
  EXPECT_TRUE(verified(scene, kFloor, 12).passed());
  EXPECT_GT(verified(scene, {kFloor[0]}, 12).ground.missing, 9'000u);
}

TEST(Verify, UpperOfTwoFloorsIsWalked) {
  std::vector<Corners> scene = kFloor;
  append(scene, rectangle(1, 1, 2, 2, 0.15));  // a plinth without sides
  std::vector<Corners> faces = rectangle(0, 0, 4, 1, 0);
  append(faces, rectangle(0, 1, 1, 2, 0));
  append(faces, rectangle(2, 1, 4, 2, 0));
  append(faces, rectangle(0, 2, 4, 3, 0));
  append(faces, rectangle(1, 1, 2, 2, 0.15));
  const VerifyReport right = verified(scene, faces, 13);
  EXPECT_EQ(right.unexplained(), 0u) << told(right);
  const VerifyReport lower = verified(scene, kFloor, 13);
  EXPECT_GT(lower.ground.missing, 0u);
  EXPECT_GT(lower.ground.extra, 0u);
  EXPECT_GT(lower.surface.extra, 0u);
}

TEST(Verify, DuplicateFloorIsOnePlace) {
  // Noise of 0, of rounding, of five decimals, of a lattice step.
  for (const double noise : {0.0, 1e-9, 1e-5, 1e-4}) {
    std::vector<Corners> scene = kFloor;
    append(scene, moved(rectangle(0, 0, 4, 3, 0), {0, 0, noise}));
    const VerifyReport once = verified(scene, kFloor, 24);
    EXPECT_TRUE(once.passed()) << noise << told(once);
    EXPECT_GT(verified(scene, {kFloor[0]}, 24).ground.missing, 9'000u) << noise;
    std::vector<Corners> twice = kFloor;
    append(twice, {{Vec3{0, 3, 0}, {0, 0, 0}, {4, 0, 0}}, {Vec3{0, 3, 0}, {4, 0, 0}, {4, 3, 0}}});
    EXPECT_GT(verified(scene, twice, 24).surface.doubled, 19'000u) << noise;
  }
}

TEST(Verify, SlopeOfExactlyTheLimitIsGround) {
  const Corners ramp{Vec3{0, 0, 0}, {4, 0, 4}, {4, 3, 4}};
  const VerifyReport right = verified({ramp}, {ramp}, plan_area({ramp}));
  EXPECT_TRUE(right.passed()) << told(right);
  EXPECT_GT(verified({ramp}, {}, plan_area({ramp})).ground.missing, 19'000u);
}

TEST(Verify, SlopeWithinTheTieOfTheLimitIsGround) {
  const Corners ramp{Vec3{0, 0, 0}, {4, 0, 4 + 4e-7}, {4, 3, 4 + 4e-7}};
  const VerifyReport right = verified({ramp}, {ramp}, plan_area({ramp}));
  EXPECT_TRUE(right.passed()) << told(right);
  EXPECT_GT(verified({ramp}, {}, plan_area({ramp})).ground.missing, 19'000u);
}

TEST(Verify, SlopeWithinAMillionthOfTheTiesEndIsNotJudged) {
  const double rise = 4 * std::tan(45.001 / 180 * std::numbers::pi);
  const Corners ramp{Vec3{0, 0, 0}, {4, 0, rise}, {4, 3, rise}};
  EXPECT_EQ(verified({ramp}, {ramp}, 6).unexplained(), 0u);
  EXPECT_EQ(verified({ramp}, {}, 6).unexplained(), 0u);
}

TEST(Verify, SteeperThanTheLimitIsNoGround) {
  const Corners ramp{Vec3{0, 0, 0}, {4, 0, 4.01}, {4, 3, 4.01}};
  EXPECT_EQ(verified({ramp}, {}, 0).unexplained(), 0u);
  EXPECT_GT(verified({ramp}, {ramp}, 6).surface.extra, 19'000u);
}

TEST(Verify, FloorFacingDownIsGroundOnlyWhenTwoSided) {
  const std::vector<Corners> scene = turned_over(kFloor);
  WalkableParams two_sided = kBare;
  two_sided.two_sided = TwoSided::yes;
  EXPECT_TRUE(verified(scene, kFloor, 12, two_sided).passed());
  EXPECT_GT(verified(scene, {}, 12, two_sided).ground.missing, 19'000u);
  EXPECT_EQ(verified(scene, {}, 0).unexplained(), 0u);
  EXPECT_GT(verified(scene, kFloor, 12).surface.extra, 19'000u);
}

TEST(Verify, FarFromTheOriginNothingChanges) {
  const Vec3 far{400'000.03, -5'300'000.07, 120.011};
  const std::vector<Corners> scene = moved(under_beam(1.5), far);
  const VerifyReport right = verified(scene, moved(rectangle(0, 0, 2, 3, 0), far), 12);
  EXPECT_TRUE(right.passed()) << told(right);
  EXPECT_GT(verified(scene, moved(kFloor, far), 12).surface.extra, 9'000u);
  EXPECT_GT(verified(scene, moved(rectangle(0, 0, 1.99, 3, 0), far), 12).ground.missing, 0u);
}

TEST(Verify, SliverWhereGroundAndItsCeilingEndTogetherIsNotJudged) {
  // The ceiling's edge stands over the floor's: rounded apart, a strip of floor comes to light.
  std::vector<Corners> scene = kFloor;
  append(scene, turned_over(rectangle(0, 0, 4, 3, 1)));
  const VerifyReport strip = verified(scene, rectangle(3.9998, 0, 4.0001, 3, 0), 12);
  EXPECT_EQ(strip.unexplained(), 0u) << told(strip);
  EXPECT_GT(verified(scene, rectangle(3.99, 0, 4, 3, 0), 12).surface.extra, 0u);
  EXPECT_GT(verified(scene, rectangle(4, 0, 4.01, 3, 0), 12).surface.extra, 0u);
  // The same strip amid ceiling or amid nothing has no such excuse.
  EXPECT_GT(verified(scene, rectangle(2, 0, 2.0003, 3, 0), 12).surface.extra, 0u);
  EXPECT_GT(verified(scene, rectangle(4.002, 0, 4.0023, 3, 0), 12).surface.extra, 0u);
}

TEST(Verify, StripThinnerThanTheBandIsNotJudged) {
  // A slit of 0.05 mm between two ceilings leaves a strip of floor free.
  std::vector<Corners> scene = kFloor;
  append(scene, turned_over(rectangle(-1, -1, 2, 4, 1)));
  append(scene, turned_over(rectangle(2.00005, -1, 5, 4, 1)));
  const VerifyReport report =
      verified(scene_from(scene), surface_from(scene_from(scene), {}, 12), kBare, {.samples = 1'000'000});
  EXPECT_EQ(report.unexplained(), 0u) << told(report);
  EXPECT_GT(report.ground.undecidable, 0u);
}

// A floor of 4 x 3 m with a wall of no thickness across it at x = 2.
std::vector<Corners> walled() {
  std::vector<Corners> scene = kFloor;
  append(scene, {{Vec3{2, 0, 0}, {2, 3, 0}, {2, 3, 2.5}}, {Vec3{2, 0, 0}, {2, 3, 2.5}, {2, 0, 2.5}}});
  return scene;
}

TEST(Verify, WallWithoutThicknessEndsTheSurface) {
  const Scene scene = scene_from(walled());
  // Two rooms with vertices of their own along the wall.
  Walkable right = surface_from(scene, rectangle(0, 0, 2, 3, 0), 12);
  const Walkable other = surface_from(scene, rectangle(2, 0, 4, 3, 0), 12);
  const auto vertices = static_cast<std::uint32_t>(right.vertices.size());
  const auto faces = static_cast<std::uint32_t>(right.faces.size());
  right.vertices.insert(right.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (std::size_t f = 0; f < other.faces.size(); ++f) {
    auto face = other.faces[f];
    auto neighbour = other.neighbours[f];
    for (std::size_t i = 0; i < 3; ++i) {
      face[i] += vertices;
      if (neighbour[i] != Walkable::kNone) neighbour[i] += faces;
    }
    right.faces.push_back(face);
    right.neighbours.push_back(neighbour);
    right.border.push_back(other.border[f]);
    right.border_height.push_back({0, 0, 0});
    right.inner_wall.push_back(0);
    right.component.push_back(1);
  }
  right.components = 2;
  right.areas.walkable = 12;
  right.areas.blocked = 0;
  for (std::size_t f = 0; f < right.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 a = right.corners(FaceId{f})[i], b = right.corners(FaceId{f})[(i + 1) % 3];
      if (std::fabs(a.x - 2) < 1e-6 && std::fabs(b.x - 2) < 1e-6) right.border[f][i] = BorderKind::wall;
    }
  }
  const VerifyReport report = verified(scene, right);
  EXPECT_TRUE(report.passed()) << told(report) << report.structure.unjoined;
  EXPECT_EQ(report.walls.samples, 20'000u);
  EXPECT_EQ(report.walls.agreed, 20'000u);
}

TEST(Verify, SurfaceThroughALeaningWallIsTold) {
  // However little it leans: by less than a quantum over its height, or by so much that it takes a strip.
  for (const double lean : {1e-6, 1e-5, 1e-4, 2e-3, 0.02}) {
    std::vector<Corners> scene = walled();
    for (std::size_t t = 2; t < scene.size(); ++t) {
      for (Vec3& corner : scene[t]) corner.x += lean * corner.z;
    }
    const VerifyReport report = verified(scene, kFloor, 12);
    EXPECT_GT(report.walls.crossed, 10'000u) << lean << told(report);
    ASSERT_FALSE(report.places.empty());
    EXPECT_FALSE(report.passed()) << lean;
  }
}

TEST(Verify, SurfaceThroughAWallIsTold) {
  const VerifyReport report = verified(walled(), kFloor, 12);
  // The upper triangle's foot rises above the agent's head: 1.8 of its 2.5 m are in the way.
  EXPECT_NEAR(static_cast<double>(report.walls.crossed), 20'000 * (1 + 1.8 / 2.5) / 2, 50) << told(report);
  EXPECT_EQ(report.ground.unexplained() + report.surface.unexplained(), 0u);
  ASSERT_FALSE(report.places.empty());
  EXPECT_EQ(report.places.front().kind, Disagreement::crossed);
  EXPECT_NEAR(report.places.front().point.x, 2, 1e-9);
  // A wall that hangs above the agent's head, and one below the floor, separate nothing.
  for (const double up : {1.9, -2.6}) {
    std::vector<Corners> scene = kFloor;
    const std::vector<Corners> all = walled();
    append(scene, moved({all[2], all[3]}, {0, 0, up}));
    EXPECT_TRUE(verified(scene, kFloor, 12).passed()) << up;
  }
}

TEST(Verify, LeftOutPartsExplainWhatIsMissing) {
  std::vector<Corners> scene_triangles = kFloor;
  const std::vector<Corners> patch = rectangle(6, 0, 6.2, 0.2, 0);
  append(scene_triangles, patch);
  const Scene scene = scene_from(scene_triangles);
  Walkable walkable = surface_from(scene, kFloor, 12.04);
  EXPECT_GT(verified(scene, walkable).ground.missing, 0u);
  for (const Corners& t : patch) {
    walkable.removed.push_back(
        {scene.lattice.snap(t[0]), scene.lattice.snap(t[1]), scene.lattice.snap(t[2])});
    walkable.removed_why.push_back(Removal::small);
  }
  walkable.areas.blocked = 0;
  walkable.areas.small = 0.04;
  WalkableParams options = kBare;
  options.min_patch = 0.05;
  const VerifyReport right = verified(scene, walkable, options);
  EXPECT_TRUE(right.passed()) << told(right);
  EXPECT_GT(right.ground.small, 0u);
  // Not asked for, so no excuse.
  EXPECT_GT(verified(scene, walkable).ground.missing, 0u);
  // At another height, neither.
  Walkable elsewhere = walkable;
  for (auto& t : elsewhere.removed) {
    for (LatticePoint& p : t) p.z += 1000;
  }
  EXPECT_GT(verified(scene, elsewhere, options).ground.missing, 0u);
  // Enclosed is another reason.
  walkable.removed_why.assign(2, Removal::enclosed);
  EXPECT_GT(verified(scene, walkable, options).ground.missing, 0u);
  options.keep_enclosed = false;
  const VerifyReport enclosed = verified(scene, walkable, options);
  EXPECT_EQ(enclosed.ground.missing, 0u);
  EXPECT_GT(enclosed.ground.enclosed, 0u);
}

TEST(Verify, ClosedCrackExplainsWhatIsExtra) {
  // Two floors 8 mm apart; the surface bridges the crack.
  std::vector<Corners> scene_triangles = rectangle(0, 0, 2, 3, 0);
  append(scene_triangles, rectangle(2.008, 0, 4, 3, 0));
  const Scene scene = scene_from(scene_triangles);
  Walkable walkable = surface_from(scene, kFloor, 12 - 0.024);
  EXPECT_GT(verified(scene, walkable).surface.extra, 0u);
  WalkableParams options = kBare;
  options.weld = 0.01;
  EXPECT_GT(verified(scene, walkable, options).surface.extra, 0u);
  walkable.closed.push_back({scene.lattice.snap({2, 0, 0}), scene.lattice.snap({2, 3, 0})});
  walkable.areas.blocked = 0;
  walkable.areas.closed = 0.024;
  const VerifyReport right = verified(scene, walkable, options);
  EXPECT_TRUE(right.passed()) << told(right);
  EXPECT_GT(right.surface.closed, 0u);
  EXPECT_GT(verified(scene, walkable).surface.extra, 0u);
}

TEST(Verify, SameSeedSameReportWhateverTheThreads) {
  const Scene scene = scene_from(under_beam(1.5));
  const Walkable walkable = surface_from(scene, rectangle(0, 0, 2.1, 3, 0), 12);
  Context one({.threads = 1}), four({.threads = 4});
  const auto a = verify_walkable(scene, default_agent(), kBare, walkable, {.samples = 100'000}, &one);
  const auto b = verify_walkable(scene, default_agent(), kBare, walkable, {.samples = 100'000}, &four);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(a->ground, b->ground);
  EXPECT_EQ(a->surface, b->surface);
  ASSERT_EQ(a->places.size(), b->places.size());
  ASSERT_FALSE(a->places.empty());
  for (std::size_t i = 0; i < a->places.size(); ++i) EXPECT_EQ(a->places[i].point, b->places[i].point);
  const auto c = verify_walkable(scene, default_agent(), kBare, walkable, {.samples = 100'000, .seed = 2});
  ASSERT_TRUE(c);
  EXPECT_NE(a->surface, c->surface);
}

TEST(Verify, RefusesWhatItCannotRead) {
  const Scene scene = scene_from(kFloor);
  const Walkable good = surface_from(scene, kFloor, 12);
  const auto refused = [&](const Walkable& walkable, const VerifyParams& params = kSamples) {
    return !verify_walkable(scene, default_agent(), kBare, walkable, params);
  };
  EXPECT_FALSE(refused(good));
  EXPECT_TRUE(refused(good, {.samples = 0}));
  EXPECT_TRUE(refused(good, {.samples = 10, .seed = 1, .band = 0}));
  Walkable bad = good;
  bad.lattice.origin.x += 1;
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.border.pop_back();
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.faces[0][1] = 99;
  EXPECT_TRUE(refused(bad));
  bad = good;
  bad.removed_why.push_back(Removal::small);
  EXPECT_TRUE(refused(bad));
  Context cancelled;
  cancelled.cancel();
  const auto stopped = verify_walkable(scene, default_agent(), kBare, good, kSamples, &cancelled);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
}

}  // namespace
}  // namespace ambula
