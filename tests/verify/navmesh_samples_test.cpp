// Rooms with a navmesh by hand: the right one passes, and each wrong one is told for what it is, where it is.
#include <gtest/gtest.h>

#include <cmath>

#include "scene/soups.h"
#include "verify/navmeshes.h"

namespace ambula {
namespace {

constexpr Rect kRoom{0, 0, 6, 5}, kBox{2, 2, 3, 3};
constexpr double kRadius = 0.3;

// A scene with all that stands before its navmesh.
struct Place {
  Scene scene;
  Walkable walkable;
  Links links;

  explicit Place(const std::vector<Corners>& triangles) : scene(scene_from(triangles)) {
    auto found = extract_walkable(scene, {});
    EXPECT_TRUE(found) << found.error().message;
    walkable = std::move(*found);
    auto joined = find_links(walkable, scene, {});
    EXPECT_TRUE(joined) << joined.error().message;
    links = std::move(*joined);
  }

  [[nodiscard]] VerifyNavMeshReport judged(const NavMesh& mesh,
                                           VerifyNavMeshParams params = {.samples = 20'000},
                                           Context* context = nullptr) const {
    auto report = verify_navmesh(scene, {}, {}, walkable, &links, mesh, params, context);
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : VerifyNavMeshReport{};
  }
  [[nodiscard]] VerifyNavMeshReport judged(const std::vector<Outline>& cells,
                                           const std::vector<CellKind>& kind = {}) const {
    return judged(navmesh_from(scene, cells, kind));
  }
};

std::string told(const VerifyNavMeshReport& r) {
  std::string out;
  const auto add = [&](const char* from, const NavMeshSoundness& s) {
    out += std::string(from) + ": " + std::to_string(s.samples) + " samples, " + std::to_string(s.unsound) +
           " unsound, " + std::to_string(s.cylinder) + " cylinder, " + std::to_string(s.adrift) +
           " adrift, " + std::to_string(s.enclosed) + " enclosed, " + std::to_string(s.floating) +
           " floating; ";
  };
  add("area", r.area);
  add("borders", r.borders);
  const NavMeshStructure& s = r.structure;
  out += std::to_string(r.surface.free) + " free, " + std::to_string(r.surface.missing) + " missing, " +
         std::to_string(r.surface.dropped) + " dropped, " + std::to_string(r.surface.off) + " off; structure";
  for (const std::uint64_t n : {s.not_convex, s.without_area, s.bad_portals, s.unjoined, s.t_junctions,
                                s.overlaps, s.bad_components, s.bad_heights})
    out += " " + std::to_string(n);
  for (const NavMeshPlace& p : r.places) {
    out += std::string("\n  ") + name_of(p.fault) + " " + std::to_string(p.point.x) + "," +
           std::to_string(p.point.y) + "," + std::to_string(p.point.z) + " " + std::to_string(p.distance) +
           " " + p.object;
  }
  return out;
}

void expect_passes(const VerifyNavMeshReport& r) {
  EXPECT_TRUE(r.passed()) << told(r);
  EXPECT_GT(r.area.samples, 0u);
  EXPECT_GT(r.borders.samples, 0u);
  EXPECT_GT(r.surface.free, 0u) << "nothing was asked";
}

std::vector<Corners> room() {
  std::vector<Corners> out = rectangle(kRoom.x0, kRoom.y0, kRoom.x1, kRoom.y1, 0);
  add_walls(out, kRoom, 0, 2.5);
  return out;
}
std::vector<Corners> room_with_box(double low, double high) {
  std::vector<Corners> out = room();
  add_box(out, {kBox.x0, kBox.y0, low}, {kBox.x1, kBox.y1, high});
  return out;
}

// Metres in plan from p to the box, and to the walls.
double to_box(Vec3 p) {
  const double x = std::max({kBox.x0 - p.x, p.x - kBox.x1, 0.0});
  const double y = std::max({kBox.y0 - p.y, p.y - kBox.y1, 0.0});
  return std::sqrt(x * x + y * y);
}
double to_walls(Vec3 p) { return std::min({p.x - kRoom.x0, kRoom.x1 - p.x, p.y - kRoom.y0, kRoom.y1 - p.y}); }

// What can be stood on up there, too.
std::vector<Outline> with_top(std::vector<Outline> cells, double z, double radius) {
  cells.push_back(quad({kBox.x0 + radius, kBox.y0 + radius, kBox.x1 - radius, kBox.y1 - radius}, z));
  return cells;
}

// ---- what stands in the room --------------------------------------------------------------------------

class Obstacle : public ::testing::TestWithParam<std::array<double, 2>> {};

TEST_P(Obstacle, IsKeptFromByTheRadiusAndNoMore) {
  const Place place(room_with_box(GetParam()[0], GetParam()[1]));
  expect_passes(place.judged(with_top(around_box(kRoom, kBox, kRadius, 0), GetParam()[1], kRadius)));
  // Within the rule's own margins: 5 mm closer is sound, 1 cm further is complete.
  EXPECT_EQ(place.judged(with_top(around_box(kRoom, kBox, kRadius - 0.004, 0), GetParam()[1], kRadius))
                .area.faults(),
            0u);
  EXPECT_EQ(place.judged(with_top(around_box(kRoom, kBox, kRadius + 0.004, 0), GetParam()[1], kRadius))
                .surface.missing,
            0u);
}

TEST_P(Obstacle, GrownByTwoCentimetresIsUnsoundAlongItsBorders) {
  const Place place(room_with_box(GetParam()[0], GetParam()[1]));
  const VerifyNavMeshReport r =
      place.judged(with_top(around_box(kRoom, kBox, kRadius - 0.02, 0), GetParam()[1], kRadius));
  EXPECT_GT(r.area.unsound, 0u) << told(r);
  EXPECT_GE(r.borders.unsound, r.borders.samples / 2) << told(r);
  EXPECT_EQ(r.surface.missing, 0u);
  EXPECT_EQ(r.area.adrift + r.area.floating, 0u);
  ASSERT_FALSE(r.places.empty());
  for (const NavMeshPlace& p : r.places) {
    EXPECT_EQ(p.fault, NavMeshFault::unsound);
    EXPECT_EQ(p.object, "thing");
    EXPECT_NEAR(p.distance, std::min(to_box(p.point), to_walls(p.point)), 2e-4);
  }
  EXPECT_NEAR(r.places.front().distance, 0.28, 2e-4) << "the closest first";
}

TEST_P(Obstacle, ShrunkByThreeCentimetresIsMissing) {
  const Place place(room_with_box(GetParam()[0], GetParam()[1]));
  const VerifyNavMeshReport r =
      place.judged(with_top(around_box(kRoom, kBox, kRadius + 0.03, 0), GetParam()[1], kRadius));
  EXPECT_EQ(r.area.unsound + r.borders.unsound, 0u) << told(r);
  EXPECT_GT(r.surface.missing, 0u);
  for (const NavMeshPlace& p : r.places) {
    EXPECT_TRUE(p.fault == NavMeshFault::missing || p.fault == NavMeshFault::walker);
    const double free = std::min(to_box(p.point), to_walls(p.point));
    EXPECT_GE(free, 0.31 - 2e-4);
    EXPECT_LE(free, 0.336 + 2e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Heights, Obstacle,
                         ::testing::Values(std::array{0.0, 1.0},    // a box
                                           std::array{0.0, 0.45},   // a little higher than a step
                                           std::array{0.70, 0.75},  // a table
                                           std::array{1.75, 2.0},   // a sign
                                           std::array{0.41, 0.42},  // a board just above a step
                                           std::array{0.0, 3.0}));  // a column

TEST(VerifyNavMesh, SignAboveTheHeadIsNoMatter) {
  const Place place(room_with_box(1.85, 2));
  expect_passes(place.judged(with_top({quad({0.3, 0.3, 5.7, 4.7}, 0)}, 2, kRadius)));
}

TEST(VerifyNavMesh, LowStepIsWalkedOver) {
  const Place place(room_with_box(0, 0.3));
  std::vector<Outline> cells = up_to_box({0.3, 0.3, 5.7, 4.7}, kBox, 0);
  cells.push_back(quad(kBox, 0.3));
  const VerifyNavMeshReport r = place.judged(cells);
  expect_passes(r);
  EXPECT_EQ(r.area.cylinder, 0u);
  // Without its top, the top is missing; with a body's width kept from it, so is the floor around.
  cells.pop_back();
  EXPECT_GT(place.judged(cells).surface.missing, 0u);
  EXPECT_GT(place.judged(around_box(kRoom, kBox, kRadius, 0)).surface.missing, 1000u);
}

TEST(VerifyNavMesh, HighStepIsNotWalkedOver) {
  const Place place(room_with_box(0, 0.5));
  std::vector<Outline> cells = up_to_box({0.3, 0.3, 5.7, 4.7}, kBox, 0);
  const VerifyNavMeshReport r = place.judged(cells);
  EXPECT_GT(r.area.unsound, 0u);
  for (const NavMeshPlace& p : r.places) EXPECT_LT(to_box(p.point), 0.295 + 2e-4) << told(r);
}

TEST(VerifyNavMesh, TopOfAHighStepIsMissingUnlessItIsListedAsDropped) {
  // The top is 1 m² large, free on 0.38 x 0.38 of it, 0.4 x 0.4 after a body's width.
  const Place place(room_with_box(0, 0.5));
  NavMesh mesh = navmesh_from(place.scene, around_box(kRoom, kBox, kRadius, 0));
  const VerifyNavMeshReport missing = place.judged(mesh);
  EXPECT_FALSE(missing.passed());
  EXPECT_GT(missing.surface.missing, 50u);
  ASSERT_FALSE(missing.places.empty());
  EXPECT_NEAR(missing.places.front().point.z, 0.5, 1e-3);
  mesh.dropped = {{place.scene.lattice.snap({2.3, 2.3, 0.5}), 0.16, DropReason::small}};
  const VerifyNavMeshReport dropped = place.judged(mesh);
  expect_passes(dropped);
  EXPECT_EQ(dropped.surface.dropped, missing.surface.missing);
  // Not when it is listed as much smaller than it is, nor when another place is.
  mesh.dropped[0].area = 0.05;
  EXPECT_EQ(place.judged(mesh).surface.missing, missing.surface.missing);
  mesh.dropped = {{place.scene.lattice.snap({2.3, 2.3, 0}), 0.16, DropReason::small},
                  {place.scene.lattice.snap({5, 2.3, 0.5}), 0.16, DropReason::small}};
  EXPECT_EQ(place.judged(mesh).surface.missing, missing.surface.missing);
}

// ---- holes, heights, solids ---------------------------------------------------------------------------

TEST(VerifyNavMesh, HoleIsMissing) {
  const Place place(room());
  const Rect hole{2, 2, 3.5, 3};
  const VerifyNavMeshReport r = place.judged(up_to_box({0.3, 0.3, 5.7, 4.7}, hole, 0));
  EXPECT_EQ(r.area.faults() + r.borders.faults(), 0u) << told(r);
  EXPECT_NEAR(r.missing_share(), 100 * 1.5 / (5.38 * 4.38), 0.7);
  ASSERT_FALSE(r.places.empty());
  EXPECT_NEAR(r.places.front().distance, 0.5, 0.02) << "the deepest first";
  EXPECT_NEAR(r.places.front().point.y, 2.5, 0.02);
}

TEST(VerifyNavMesh, MeshWithoutCellsMissesEverything) {
  const Place place(room());
  const VerifyNavMeshReport r = place.judged(std::vector<Outline>{});
  EXPECT_EQ(r.area.samples, 0u);
  EXPECT_EQ(r.surface.missing, r.surface.free);
  EXPECT_GT(r.surface.free, 10'000u);
}

TEST(VerifyNavMesh, FloatingCellIsTold) {
  const Place place(room());
  for (const double z : {0.1, -0.1}) {
    const VerifyNavMeshReport r = place.judged({quad({0.3, 0.3, 5.7, 4.7}, z)});
    EXPECT_EQ(r.area.floating, r.area.samples);
    EXPECT_EQ(r.area.unsound, 0u);
    EXPECT_EQ(r.surface.missing, 0u) << "within a step";
    EXPECT_EQ(r.surface.off, r.surface.free) << "but off";
    ASSERT_FALSE(r.places.empty());
    EXPECT_EQ(r.places.front().fault, NavMeshFault::floating);
    EXPECT_NEAR(r.places.front().distance, 0.1, 2e-4);
  }
  expect_passes(place.judged({quad({0.3, 0.3, 5.7, 4.7}, 0.04)}));  // within the tolerance
  const VerifyNavMeshReport far = place.judged({quad({0.3, 0.3, 5.7, 4.7}, 0.6)});
  EXPECT_EQ(far.area.adrift, far.area.samples);
  EXPECT_EQ(far.surface.missing, far.surface.free);
}

TEST(VerifyNavMesh, CellBesideTheFloorIsAdrift) {
  const Place place(rectangle(0, 0, 4, 3, 0));
  const VerifyNavMeshReport r = place.judged({quad({0, 0, 4, 3}, 0), quad({4, 0, 4.2, 3}, 0)});
  EXPECT_NEAR(static_cast<double>(r.area.adrift), 20'000 * 0.2 / 4.2, 100);
  EXPECT_EQ(r.area.unsound + r.surface.missing, 0u);
  for (const NavMeshPlace& p : r.places) EXPECT_GT(p.point.x, 4) << told(r);
}

TEST(VerifyNavMesh, CellInsideASolidIsTold) {
  const Rect crate{2, 1.5, 4, 3.5};
  std::vector<Corners> all = room();
  add_box(all, {crate.x0, crate.y0, 0}, {crate.x1, crate.y1, 2.5});
  const Place place(all);
  ASSERT_GT(place.walkable.removed_enclosed, 0u);
  std::vector<Outline> cells = around_box(kRoom, crate, kRadius, 0);
  cells.push_back(quad({2.3, 1.8, 3.7, 3.2}, 2.5));
  expect_passes(place.judged(cells));
  cells.push_back(quad({2.4, 1.9, 3.6, 3.1}, 0));
  const VerifyNavMeshReport r = place.judged(cells);
  EXPECT_GT(r.area.enclosed, 500u) << told(r);
  EXPECT_EQ(r.area.unsound, 0u) << "nothing is in the way in there";
}

// ---- slopes, ledges, storeys, stairs ------------------------------------------------------------------

TEST(VerifyNavMesh, LedgeMayBeWalkedUpTo) {
  // A platform with a drop of 0.6 m to a lower floor, and one of 2 m on its other side.
  std::vector<Corners> all;
  add_box(all, {0, 0, -2}, {4, 3, 0});
  append(all, rectangle(4, 0, 8, 3, -0.6));
  const Place place(all);
  expect_passes(place.judged({quad({0, 0, 4, 3}, 0), quad({4.3, 0, 8, 3}, -0.6)}));
  expect_passes(place.judged({quad({0.3, 0.3, 3.7, 2.7}, 0), quad({4.3, 0.3, 7.7, 2.7}, -0.6)}));
  // From below, the platform is in the way.
  const VerifyNavMeshReport r = place.judged({quad({0, 0, 4, 3}, 0), quad({4.2, 0, 8, 3}, -0.6)});
  EXPECT_GT(r.area.unsound, 0u);
  for (const NavMeshPlace& p : r.places) EXPECT_LT(p.point.x, 4.3) << told(r);
}

TEST(VerifyNavMesh, RampIsStoodOnAndCeilingsAreMeasuredFromIt) {
  // Up by 2 m over 4, between two floors, with a ceiling 1.9 m above all of it.
  const double up = 2, run = 4;
  std::vector<Corners> all, over;
  append(all, rectangle(-3, 0, 0, 3, 0));
  all.push_back({Vec3{0, 0, 0}, {run, 0, up}, {run, 3, up}});
  all.push_back({Vec3{0, 0, 0}, {run, 3, up}, {0, 3, 0}});
  append(all, rectangle(run, 0, run + 3, 3, up));
  over = turned_over(moved(all, {0, 0, 1.9}));
  append(all, over);
  const Place place(all);
  const std::vector<Outline> cells{quad({-2.7, 0.3, 0, 2.7}, 0),
                                   {{0, 0.3, 0}, {run, 0.3, up}, {run, 2.7, up}, {0, 2.7, 0}},
                                   quad({run, 0.3, run + 2.7, 2.7}, up)};
  const VerifyNavMeshReport r = place.judged(cells);
  expect_passes(r);
  EXPECT_GT(r.area.cylinder, 1000u) << "a plain cylinder would hit the sloping ceiling";
}

TEST(VerifyNavMesh, StoreysAreToldApart) {
  std::vector<Corners> all = rectangle(0, 0, 4, 3, 0);
  append(all, rectangle(0, 0, 4, 3, 2.5));
  const Place place(all);
  const Outline below = quad({0.3, 0.3, 3.7, 2.7}, 0), above = quad({0.3, 0.3, 3.7, 2.7}, 2.5);
  expect_passes(place.judged({below, above}));
  const VerifyNavMeshReport r = place.judged(std::vector<Outline>{below});
  EXPECT_NEAR(r.missing_share(), 50, 1);
  for (const NavMeshPlace& p : r.places) EXPECT_NEAR(p.point.z, 2.5, 1e-3);
}

struct Stairs {
  static constexpr int kSteps = 6;
  static constexpr double kRise = 0.17, kRun = 0.28;
  std::vector<Corners> triangles;

  Stairs() {
    append(triangles, rectangle(-3, 0, 0, 2, 0));
    for (int k = 0; k < kSteps; ++k) {
      const double x = k * kRun, low = k * kRise, high = low + kRise;
      triangles.push_back({Vec3{x, 0, low}, {x, 0, high}, {x, 2, high}});
      triangles.push_back({Vec3{x, 0, low}, {x, 2, high}, {x, 2, low}});
      append(triangles, rectangle(x, 0, k + 1 < kSteps ? x + kRun : x + 3, 2, high));
    }
  }
  static constexpr double top() { return kSteps * kRise; }
  static constexpr double end() { return (kSteps - 1) * kRun; }
};

TEST(VerifyNavMesh, StairsAreWalkedTreadByTreadOrAsARamp) {
  const Stairs stairs;
  const Place place(stairs.triangles);
  std::vector<Outline> treads{quad({-2.7, 0.3, 0, 1.7}, 0)};
  for (int k = 0; k + 1 < Stairs::kSteps; ++k) {
    const double x = k * Stairs::kRun;
    treads.push_back(quad({x, 0.3, x + Stairs::kRun, 1.7}, (k + 1) * Stairs::kRise));
  }
  treads.push_back(quad({Stairs::end(), 0.3, Stairs::end() + 2.7, 1.7}, Stairs::top()));
  expect_passes(place.judged(treads));

  const double foot = -Stairs::kRun, head = Stairs::end();
  const std::vector<Outline> ramp{
      quad({-2.7, 0.3, foot, 1.7}, 0),
      {{foot, 0.3, 0}, {head, 0.3, Stairs::top()}, {head, 1.7, Stairs::top()}, {foot, 1.7, 0}},
      quad({head, 0.3, head + 2.7, 1.7}, Stairs::top())};
  expect_passes(place.judged(ramp, {CellKind::floor, CellKind::ramp, CellKind::floor}));
  // Only over a flight may a cell be further from the surface than the tolerance.
  EXPECT_GT(place.judged(ramp).area.floating, 0u);
}

TEST(VerifyNavMesh, BeamOverStairsIsInTheWayOfThoseWhoComeUp) {
  // 1.7 m above the third tread: no floor is walkable under it, and a body's width is to be kept from it.
  Stairs stairs;
  const double x = 2 * Stairs::kRun, z = 3 * Stairs::kRise + 1.7;
  add_box(stairs.triangles, {x, 0, z}, {x + Stairs::kRun, 2, z + 0.2});
  const Place place(stairs.triangles);
  std::vector<Outline> cells{quad({-2.7, 0.3, 0, 1.7}, 0), quad({0, 0.3, Stairs::kRun, 1.7}, Stairs::kRise)};
  const VerifyNavMeshReport r = place.judged(cells);
  // From the first tread at x in 0 .. 0.28, the beam at 0.56 is within reach beyond 0.265: free below it are
  // 1.7 + 0.34, measured from where one stands, so it is above the head.
  EXPECT_EQ(r.area.unsound, 0u) << told(r);
  cells.push_back(quad({Stairs::kRun, 0.3, 2 * Stairs::kRun, 1.7}, 2 * Stairs::kRise));
  EXPECT_EQ(place.judged(cells).area.unsound, 0u) << "1.87 m above the second tread";
  cells.push_back(quad({x, 0.3, x + Stairs::kRun, 1.7}, 3 * Stairs::kRise));
  EXPECT_GT(place.judged(cells).area.unsound, 0u) << "1.7 m above the third";
}

// ---- the report ---------------------------------------------------------------------------------------

TEST(VerifyNavMesh, DoesNotDependOnThreads) {
  const Place place(room_with_box(0, 1));
  const NavMesh mesh = navmesh_from(place.scene, around_box(kRoom, kBox, kRadius - 0.02, 0));
  Context one({.threads = 1}), three({.threads = 3});
  const VerifyNavMeshReport a = place.judged(mesh, {.samples = 5000}, &one),
                            b = place.judged(mesh, {.samples = 5000}, &three);
  EXPECT_EQ(a.area, b.area);
  EXPECT_EQ(a.borders, b.borders);
  EXPECT_EQ(a.surface, b.surface);
  EXPECT_EQ(told(a), told(b));
  EXPECT_NE(told(a), told(place.judged(mesh, {.samples = 5000, .seed = 2})));
}

TEST(VerifyNavMesh, CanBeCancelledAndRefusesWhatDoesNotFit) {
  const Place place(room());
  const NavMesh mesh = navmesh_from(place.scene, {quad({0.3, 0.3, 5.7, 4.7}, 0)});
  const auto failed = [&](const NavMesh& m, const VerifyNavMeshParams& params, Context* context = nullptr) {
    const auto r = verify_navmesh(place.scene, {}, {}, place.walkable, &place.links, m, params, context);
    EXPECT_FALSE(r);
    return r ? ErrorCode::empty : r.error().code;
  };
  Context context;
  context.cancel();
  EXPECT_EQ(failed(mesh, {}, &context), ErrorCode::cancelled);
  EXPECT_EQ(failed(mesh, {.samples = 0}), ErrorCode::invalid_argument);
  EXPECT_EQ(failed(mesh, {.band = 0}), ErrorCode::invalid_argument);
  EXPECT_EQ(failed(mesh, {.height_tolerance = -1}), ErrorCode::invalid_argument);
  NavMesh broken = mesh;
  broken.vertex[0] = 99;
  EXPECT_EQ(failed(broken, {}), ErrorCode::broken);
  broken = mesh;
  broken.height_begin.pop_back();
  EXPECT_EQ(failed(broken, {}), ErrorCode::broken);
  broken = mesh;
  broken.lattice.origin.x += 1;
  EXPECT_EQ(failed(broken, {}), ErrorCode::broken);
}

}  // namespace
}  // namespace ambula
