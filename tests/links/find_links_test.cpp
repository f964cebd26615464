// Links in small scenes whose answers are seen by eye.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "links/scenes.h"

namespace ambula::testing {
namespace {

// Two floors beside each other: `gap` apart in plan, the second one `rise` higher.
SceneOf two_floors(double gap, double rise) {
  SceneOf scene;
  scene.box({0, 0, -0.2}, {2, 2, 0});
  scene.box({2 + gap, 0, rise - 0.2}, {4 + gap, 2, rise});
  return scene;
}

TEST(Links, AStepIsJoinedOverItsWholeWidth) {
  const Linked it = linked(two_floors(0, 0.2).make());
  ASSERT_EQ(it.links.links.size(), 1u);
  const Link& link = it.links.links[0];
  EXPECT_EQ(link.kind, LinkKind::step);
  EXPECT_NEAR(link.rise, 0.2, 2e-4);
  EXPECT_NEAR(link.run, 0, 2e-4);
  EXPECT_NEAR(link.width, 2, 1e-3);
  EXPECT_EQ(it.walkable.components, 2u);
  EXPECT_EQ(it.links.components, 1u);
  // The lower side first.
  const std::uint32_t face = it.links.intervals[0].half_edge / 3;
  EXPECT_LT(it.walkable.corners(FaceId{face})[0].z, 0.1);
}

TEST(Links, WhatIsExactlyAtALimitPasses) {
  EXPECT_EQ(linked(two_floors(0.3, 0.4).make()).links.components, 1u);
  EXPECT_EQ(linked(two_floors(0.302, 0.1).make()).links.components, 2u);
  EXPECT_EQ(linked(two_floors(0.1, 0.402).make()).links.components, 2u);
}

TEST(Links, AGapHasItsRunAndAFillerOfTwoTriangles) {
  const Linked it = linked(two_floors(0.25, 0.1).make());
  ASSERT_EQ(it.links.links.size(), 1u);
  const Link& link = it.links.links[0];
  EXPECT_EQ(link.kind, LinkKind::gap);
  EXPECT_NEAR(link.run, 0.25, 1e-3);
  EXPECT_NEAR(link.rise, 0.1, 1e-3);
  EXPECT_EQ(link.triangles, 2u);
  EXPECT_NEAR(it.links.filled_area, 0.5, 1e-2);
}

TEST(Links, ThePapersMetricIsTheDistanceInSpace) {
  const LinksParams paper{.metric = GapMetric::paper};
  EXPECT_EQ(linked(two_floors(0.2, 0.2).make(), {}, paper).links.components, 1u);
  EXPECT_EQ(linked(two_floors(0.25, 0.25).make(), {}, paper).links.components, 2u);
  EXPECT_EQ(linked(two_floors(0.25, 0.25).make()).links.components, 1u);
}

TEST(Links, ThePapersFillersJoinTheSame) {
  const LinksParams paper{.filler = FillerRule::paper};
  EXPECT_EQ(linked(two_floors(0.2, 0.2).make(), {}, paper).links.components, 1u);
  EXPECT_EQ(linked(two_floors(0, 0.2).make(), {}, paper).links.components, 1u);
}

TEST(Links, AWallBetweenKeepsApart) {
  SceneOf scene = two_floors(0.2, 0);
  scene.box({2.05, -1, -1}, {2.15, 3, 3});
  EXPECT_EQ(linked(scene.make()).links.links.size(), 0u);
}

TEST(Links, APartitionOnTheLineOfAStepKeepsApart) {
  SceneOf scene = two_floors(0, 0.2);
  scene.quad({2, -1, -1}, {2, 3, -1}, {2, 3, 3}, {2, -1, 3});
  EXPECT_EQ(linked(scene.make()).links.links.size(), 0u);
}

TEST(Links, APartlyObstructedFillerKeepsItsFreePart) {
  SceneOf scene = two_floors(0.2, 0);
  scene.box({2.05, -1, -1}, {2.15, 0.8, 3});
  const Linked it = linked(scene.make());
  ASSERT_EQ(it.links.links.size(), 1u);
  EXPECT_NEAR(it.links.links[0].width, 1.2, 5e-3);
}

TEST(Links, APostInTheMiddleLeavesBothSides) {
  SceneOf scene = two_floors(0.2, 0);
  scene.box({2.05, 0.9, -1}, {2.15, 1.1, 3});
  const Linked it = linked(scene.make());
  ASSERT_EQ(it.links.links.size(), 2u);
  for (const Link& link : it.links.links) EXPECT_NEAR(link.width, 0.9, 5e-3);
}

TEST(Links, AThresholdIsSteppedOver) {
  SceneOf scene = two_floors(0.06, 0);
  scene.box({2, 0, -0.2}, {2.06, 2, 0.05});
  const Linked it = linked(scene.make(), {}, {.min_landing = 0.1});
  EXPECT_EQ(it.links.components, it.walkable.components - 1);
  ASSERT_GE(it.links.links.size(), 1u);
  EXPECT_EQ(it.links.links[0].kind, LinkKind::step);
  EXPECT_NEAR(it.links.links[0].rise, 0.05, 1e-3);
}

TEST(Links, ASillWithoutThicknessIsAStepOfItsHeight) {
  SceneOf scene;
  scene.box({0, 0, -0.2}, {4, 2, 0});
  scene.quad({2, -1, -0.1}, {2, 3, -0.1}, {2, 3, 0.15}, {2, -1, 0.15});
  const Linked it = linked(scene.make());
  EXPECT_EQ(it.walkable.components, 2u);
  EXPECT_EQ(it.links.components, 1u);
  ASSERT_GE(it.links.links.size(), 1u);
  EXPECT_EQ(it.links.links[0].kind, LinkKind::step);
  EXPECT_NEAR(it.links.links[0].rise, 0.15, 1e-3);
}

TEST(Links, TooLittleHeightAboveTheFillerKeepsApart) {
  SceneOf scene = two_floors(0.2, 0);
  scene.box({2.05, -1, 1.7}, {2.15, 3, 2});
  EXPECT_EQ(linked(scene.make()).links.links.size(), 0u);
  Agent low;
  low.height = 1.6;
  const Linked it = linked(scene.make(), low);
  ASSERT_EQ(it.links.links.size(), 1u);
  EXPECT_NEAR(it.links.links[0].free_height, 1.7, 2e-3);
}

TEST(Links, ARiserUnderABeamIsNotStoodOn) {
  SceneOf scene = two_floors(0.0016, 0.36);
  scene.quad({2.0008, 0, 0}, {2.0008, 2, 0}, {2.0008, 2, 0.359}, {2.0008, 0, 0.359});
  scene.box({1.95, -1, 0.36 + 1.85}, {2.05, 3, 2.5});
  const Linked it = linked(scene.make());
  ASSERT_EQ(it.links.links.size(), 1u);
  EXPECT_NEAR(it.links.links[0].width, 2, 1e-3);
}

TEST(Links, WalkwaysOverEachOtherStayApart) {
  SceneOf scene;
  scene.box({0, 0, -0.2}, {4, 1, 0});
  scene.box({1, -1, 2.2}, {2, 2, 2.4});
  EXPECT_EQ(linked(scene.make()).links.links.size(), 0u);
}

TEST(Links, AStripTooNarrowToStandOnIsNoLanding) {
  SceneOf scene;
  scene.box({0, 0, -0.2}, {2, 2, 0});
  scene.box({2.1, 0, -0.2}, {2.16, 2, 0});  // 6 cm
  scene.box({2.45, 0, -0.2}, {4, 2, 0});
  const Linked it = linked(scene.make());
  EXPECT_EQ(it.links.links.size(), 0u);
  EXPECT_EQ(linked(scene.make(), {}, {.min_landing = 0}).links.components, 1u);
}

// Each plank alone is too narrow to step onto, but a foot stands on two of them.
TEST(Links, NarrowPlanksWithCracksBetweenThemAreABridge) {
  SceneOf scene;
  scene.box({-2, 0, -0.2}, {0, 1, 0});
  for (int i = 0; i < 12; ++i)
    scene.box({0.03 + 0.125 * i, 0, -0.05}, {0.125 + 0.125 * i, 1, 0.01 * (i % 2)});
  scene.box({1.53, 0, -0.2}, {3, 1, 0});
  EXPECT_EQ(linked(scene.make()).links.components, 1u);
}

// Through the cracks of a ramp of planks the floor shows, a step below them.
TEST(Links, FloorInTheSlitsBetweenPlanksIsNoPlaceToStep) {
  SceneOf scene;
  scene.box({-2, -2, -0.2}, {4, 3, 0});
  for (int i = 0; i < 4; ++i) {
    const double x = 0.25 * i, z = 0.15 + 0.05 * i;
    scene.box({x, 0, z - 0.03}, {x + 0.19, 1, z});
  }
  const Linked it = linked(scene.make());
  for (const Link& link : it.links.links) {
    if (link.kind == LinkKind::gap && link.width > 0.95) return;
  }
  ADD_FAILURE() << "no plank is joined to the next along its whole side";
}

TEST(Links, AJointTooNarrowIsLeftOut) {
  SceneOf scene;
  scene.box({0, 0, -0.2}, {2, 2, 0});
  scene.box({2.1, 1.94, -0.2}, {4, 4, 0});  // faces the first along 6 cm
  scene.box({2.05, 1.5, -1}, {2.06, 1.94, 3});
  scene.box({1.5, 2.05, -1}, {2.09, 2.06, 3});
  const Linked it = linked(scene.make(), {}, {.min_width = 0.3});
  EXPECT_EQ(it.links.components, 2u);
}

// A platform whose front is cut into strips 8 cm wide, a step above the floor before it.
std::uint32_t components_with_slots(int strips, double slot) {
  SceneOf scene;
  const double width = strips * (0.08 + slot) - slot;
  scene.box({-2, 0, -0.2}, {0, width, 0});
  scene.box({0.5, 0, 0.1}, {3, width, 0.17});
  for (int i = 0; i < strips; ++i)
    scene.box({0, i * (0.08 + slot), 0.1}, {0.5, i * (0.08 + slot) + 0.08, 0.17});
  return linked(scene.make()).links.components;
}

TEST(Links, LinksOfOneStepCountTogetherOverSmallGaps) {
  EXPECT_EQ(components_with_slots(12, 0.02), 1u);
  EXPECT_EQ(components_with_slots(12, 0.06), 2u);
  EXPECT_EQ(components_with_slots(2, 0.02), 2u);  // no way for a body
}

TEST(Links, AFlightIsCountedStepByStep) {
  SceneOf scene;
  scene.box({-2, 0, -0.2}, {0, 2, 0});
  for (int i = 0; i < 5; ++i) scene.box({0.3 * i, 0, -0.2}, {0.3 * (i + 1), 2, 0.17 * (i + 1)});
  scene.box({1.5, 0, -0.2}, {4, 2, 1.02});
  const Linked it = linked(scene.make());
  ASSERT_EQ(it.links.flights.size(), 1u);
  const Flight& flight = it.links.flights[0];
  EXPECT_EQ(flight.steps, 6u);
  EXPECT_NEAR(flight.rise, 0.17, 1e-3);
  EXPECT_NEAR(flight.run, 0.3, 1e-3);
  EXPECT_NEAR(flight.width, 2, 1e-3);
  EXPECT_NE(flight.landings[0], flight.landings[1]);
}

TEST(Links, AHoleIsFilledAsFarAsTheAgentSteps) {
  SceneOf scene;  // a floor around a hole of 0.4 by 1 m
  scene.box({0, 0, -0.2}, {1, 3, 0});
  scene.box({1.4, 0, -0.2}, {3, 3, 0});
  scene.box({1, 0, -0.2}, {1.4, 1, 0});
  scene.box({1, 2, -0.2}, {1.4, 3, 0});
  Agent agent;
  double before = 0;
  for (const double gap : {0.1, 0.2, 0.3, 0.41}) {
    agent.max_gap = gap;
    const Linked it = linked(scene.make(), agent);
    EXPECT_EQ(it.links.components, 1u);
    EXPECT_GT(it.links.filled_area, before);
    before = it.links.filled_area;
  }
  EXPECT_NEAR(before, 0.4, 1e-3);
}

TEST(Links, AHoleBetweenThreePlatformsIsFilled) {
  // Three floors around a triangle; each pair is joined along its side, and the middle is left over.
  SceneOf scene;
  scene.quad({-3, -3, 0}, {-0.1, -3, 0}, {-0.1, -0.1, 0}, {-3, -0.1, 0});
  scene.quad({0.1, -3, 0}, {3, -3, 0}, {3, -0.1, 0}, {0.1, -0.1, 0});
  scene.quad({-3, 0.1, 0}, {3, 0.1, 0}, {3, 3, 0}, {-3, 3, 0});
  const Linked it = linked(scene.make());
  EXPECT_EQ(it.links.components, 1u);
  EXPECT_TRUE(std::any_of(it.links.links.begin(), it.links.links.end(),
                          [](const Link& l) { return l.kind == LinkKind::fill; }));
  EXPECT_NEAR(it.links.filled_area, 6 * 0.2 + 2.9 * 0.2, 0.02);
}

// A pane stands in the middle of a floor: its two sides have both ends in common, and stay apart.
TEST(LinkedSurface, IsNotJoinedThroughAWallOneEdgeLong) {
  SceneOf scene;
  scene.quad({-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0});
  scene.quad({-1, 0, 0}, {1, 0, 0}, {1, 0, 2}, {-1, 0, 2});
  const Linked it = linked(scene.make());
  const auto borders = [](const auto& neighbours) {
    std::size_t n = 0;
    for (const auto& t : neighbours)
      n += static_cast<std::size_t>(std::count(t.begin(), t.end(), Walkable::kNone));
    return n;
  };
  const LinkedSurface joined = linked_surface(it.walkable, it.links);
  EXPECT_EQ(borders(it.walkable.neighbours), 6u) << "four sides of the floor, two of the pane";
  EXPECT_EQ(borders(joined.neighbours), 6u);
}

// The linked surface of a valid value: what must hold of it.
void expect_sound(const Linked& it) {
  const LinkedSurface s = linked_surface(it.walkable, it.links);
  ASSERT_GE(s.vertices.size(), it.walkable.vertices.size());
  for (std::size_t v = 0; v < it.walkable.vertices.size(); ++v)
    ASSERT_EQ(s.vertices[v], it.walkable.vertices[v]);
  std::vector<double> area(it.walkable.faces.size());
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    EXPECT_NE(s.face[t] == LinkedSurface::kNone, s.link[t] == LinkedSurface::kNone);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t n = s.neighbours[t][i];
      EXPECT_EQ(n == LinkedSurface::kNone, s.border[t][i] != BorderKind::none);
      if (n == LinkedSurface::kNone) continue;
      EXPECT_EQ(s.component[n], s.component[t]);
      EXPECT_TRUE(std::find(s.neighbours[n].begin(), s.neighbours[n].end(), static_cast<std::uint32_t>(t)) !=
                  s.neighbours[n].end());
    }
    if (s.face[t] == LinkedSurface::kNone) continue;
    const auto at = [&](std::size_t i) { return s.lattice.position(s.vertices[s.triangles[t][i]]).xy(); };
    area[s.face[t]] += cross(at(1) - at(0), at(2) - at(0)) / 2;
  }
  for (std::size_t f = 0; f < area.size(); ++f) {
    const auto c = it.walkable.corners(FaceId{f});
    const double whole = cross((c[1] - c[0]).xy(), (c[2] - c[0]).xy()) / 2;
    EXPECT_NEAR(area[f], whole, 1e-3) << "face " << f;
  }
  // Each link is joined to the faces its intervals name.
  for (const BorderInterval& b : it.links.intervals) {
    bool joined = false;
    for (std::size_t t = 0; t < s.triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        if (s.triangles[t][i] != b.first || s.triangles[t][(i + 1) % 3] != b.last ||
            s.face[t] != b.half_edge / 3)
          continue;
        const std::uint32_t n = s.neighbours[t][i];
        joined = joined || (n != LinkedSurface::kNone && s.link[n] != LinkedSurface::kNone);
      }
    }
    EXPECT_TRUE(joined);
  }
}

TEST(Links, TheLinkedSurfaceJoinsFacesAndFillers) {
  expect_sound(linked(two_floors(0.25, 0.1).make()));
  expect_sound(linked(two_floors(0, 0.2).make()));
  SceneOf scene = two_floors(0.2, 0);
  scene.box({2.05, 0.9, -1}, {2.15, 1.1, 3});
  expect_sound(linked(scene.make()));
}

SceneOf some_scene() {
  SceneOf scene;
  scene.box({-2, 0, -0.2}, {0, 2, 0});
  for (int i = 0; i < 4; ++i) scene.box({0.3 * i, 0.1, -0.2}, {0.3 * (i + 1), 1.9, 0.17 * (i + 1)});
  scene.box({1.25, 0, -0.2}, {3, 2, 0.8});
  scene.box({3.2, 0.3, 0}, {4.5, 1.7, 0.7});
  scene.box({3.05, 0.8, -1}, {3.15, 0.9, 3});
  return scene;
}

TEST(Links, TriangleOrderAndThreadsChangeNothing) {
  Scene scene = some_scene().make();
  const std::uint64_t expected = links_hash(linked(scene).links);
  std::mt19937 random(5);
  for (int i = 0; i < 5; ++i) {
    std::shuffle(scene.triangles.begin(), scene.triangles.end(), random);
    EXPECT_EQ(links_hash(linked(scene).links), expected);
    Context context({.threads = 3});
    EXPECT_EQ(links_hash(linked(scene, {}, {}, &context).links), expected);
  }
}

TEST(Links, AQuarterTurnTurnsThem) {
  const Scene scene = some_scene().make();
  Scene turned = scene;
  // About the lattice's origin, so that lattice points stay lattice points.
  const Vec3 o = scene.lattice.origin;
  for (Vec3& p : turned.positions) p = {o.x - (p.y - o.y), o.y + (p.x - o.x), p.z};
  const Linked a = linked(scene), b = linked(turned);
  ASSERT_EQ(a.links.links.size(), b.links.links.size());
  const auto measures = [](const Linked& it, bool turn) {
    std::vector<std::array<double, 7>> out;
    for (const Link& l : it.links.links) {
      const BorderInterval& i = it.links.intervals[l.first_interval];
      const auto at = [&](std::uint32_t v) {
        return v < it.links.walkable_vertices ? it.walkable.vertices[v]
                                              : it.links.vertices[v - it.links.walkable_vertices].at;
      };
      const LatticePoint p = at(i.first);
      const double x = turn ? -p.y : p.x, y = turn ? p.x : p.y;
      out.push_back({x, y, static_cast<double>(p.z), l.rise, l.run, l.width, l.free_height});
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto x = measures(a, true), y = measures(b, false);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(x[i][k], y[i][k], 2) << i;
    for (std::size_t k = 3; k < 7; ++k) EXPECT_NEAR(x[i][k], y[i][k], 3e-4) << i;
  }
  ASSERT_EQ(a.links.flights.size(), b.links.flights.size());
}

// Between borders that are not parallel a filler is no plane: under the edge of a slab it bends most where
// the borders are closest. linked() holds it against brute force.
TEST(Links, AreFreeUnderASlabBetweenBordersAskew) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  int found = 0;
  for (int k = 0; k < 200; ++k) {
    SCOPED_TRACE(k);
    const double rise = 0.3 + 0.1 * unit(random), near = 0.05 * unit(random), far = 0.1 + 0.2 * unit(random);
    const double near_edge = near * unit(random), far_edge = far * unit(random);
    SceneOf scene;
    scene.quad({-1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {-1, 1, 0});
    scene.quad({near, 0, rise}, {2, 0, rise}, {2, 1, rise}, {far, 1, rise});
    // The slab ends over the gap, and faces down.
    const double low = 1.8 + rise * unit(random);
    scene.quad({-1, 0, low}, {-1, 1, low}, {far_edge, 1, low}, {near_edge, 0, low});
    const Linked it = linked(scene.make());
    found += it.links.links.empty() ? 0 : 1;
  }
  EXPECT_GT(found, 100);
}

TEST(Links, CancellingStopsThem) {
  const Scene scene = some_scene().make();
  const auto walkable = extract_walkable(scene, {}, {});
  ASSERT_TRUE(walkable);
  Context context({.threads = 1});
  context.cancel();
  const auto links = find_links(*walkable, scene, {}, {}, &context);
  ASSERT_FALSE(links);
  EXPECT_EQ(links.error().code, ErrorCode::cancelled);
}

TEST(Links, BadParametersAreRefused) {
  const Scene scene = some_scene().make();
  const auto walkable = extract_walkable(scene, {}, {});
  ASSERT_TRUE(walkable);
  EXPECT_FALSE(find_links(*walkable, scene, {}, {.min_width = -1}));
  EXPECT_FALSE(find_links(*walkable, scene, {}, {.min_landing = std::nan("")}));
  Scene other = scene;
  other.lattice.origin.x += 1;
  EXPECT_FALSE(find_links(*walkable, other, {}));
}

}  // namespace
}  // namespace ambula::testing
