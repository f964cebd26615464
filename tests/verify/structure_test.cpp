// Faults of the arrays that no sample can see.
#include <gtest/gtest.h>

#include <functional>

#include "verify/surfaces.h"

namespace ambula {
namespace {

constexpr WalkableParams kBare{.two_sided = TwoSided::no, .weld = 0, .keep_enclosed = true, .min_patch = 0};

const std::vector<Corners> kFloor = rectangle(0, 0, 4, 3, 0);

VerifyStructure checked(const Scene& scene, const Walkable& walkable, const WalkableParams& options = kBare) {
  const auto report = verify_walkable(scene, default_agent(), options, walkable, {.samples = 1000});
  EXPECT_TRUE(report) << report.error().message;
  return report ? report->structure : VerifyStructure{};
}

VerifyStructure checked(const std::vector<Corners>& faces,
                        const std::function<void(Walkable&)>& change = {}) {
  const Scene scene = scene_from(kFloor);
  Walkable walkable = surface_from(scene, faces, 12);
  if (change) change(walkable);
  return checked(scene, walkable);
}

TEST(VerifyStructure, WholeFloorIsSound) {
  const VerifyStructure s = checked(kFloor);
  EXPECT_TRUE(s.sound());
  EXPECT_TRUE(s.places.empty());
}

TEST(VerifyStructure, FaceTurnedOverIsTold) {
  const VerifyStructure s = checked(turned_over(kFloor));
  EXPECT_EQ(s.flipped, 2u);
  EXPECT_FALSE(s.sound());
  EXPECT_FALSE(s.places.empty());
}

TEST(VerifyStructure, NeighbourThatDoesNotReturnIsTold) {
  const auto one_sided = [](Walkable& w) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (w.neighbours[1][i] == Walkable::kNone) continue;
      w.neighbours[1][i] = Walkable::kNone;
      w.border[1][i] = BorderKind::ledge;
    }
  };
  EXPECT_EQ(checked(kFloor, one_sided).bad_neighbours, 1u);
  const auto wrong_side = [](Walkable& w) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (w.neighbours[0][i] != Walkable::kNone) continue;
      w.neighbours[0][i] = 1;
      w.border[0][i] = BorderKind::none;
      break;
    }
  };
  EXPECT_EQ(checked(kFloor, wrong_side).bad_neighbours, 1u);
  const auto nobody = [](Walkable& w) {
    for (std::uint32_t& n : w.neighbours[0]) {
      if (n != Walkable::kNone) n = 77;
    }
  };
  EXPECT_EQ(checked(kFloor, nobody).bad_neighbours, 2u);
  const auto itself = [](Walkable& w) {
    for (std::uint32_t& n : w.neighbours[0]) {
      if (n != Walkable::kNone) n = 0;
    }
  };
  EXPECT_EQ(checked(kFloor, itself).bad_neighbours, 2u);
}

TEST(VerifyStructure, BorderKindAgainstNeighbourIsTold) {
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.border[0].fill(BorderKind::ledge); }).bad_borders, 1u);
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.border[0].fill(BorderKind::none); }).bad_borders, 2u);
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.border_height[0].fill(5); }).bad_borders, 3u);
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.inner_wall[0] = 7; }).bad_borders, 3u);
}

TEST(VerifyStructure, EdgeOfThreeFacesIsTold) {
  std::vector<Corners> faces = kFloor;
  faces.push_back({Vec3{0, 0, 0}, {4, 3, 0}, {1, 3, 0}});
  EXPECT_EQ(checked(faces).overfull_edges, 1u);
}

// Splits vertices so that every face has its own: nothing is joined any more.
Walkable torn(const Scene& scene, const std::vector<Corners>& faces) {
  Walkable w = surface_from(scene, faces, 12);
  std::vector<LatticePoint> vertices;
  for (auto& face : w.faces) {
    for (std::uint32_t& v : face) {
      vertices.push_back(w.vertices[v]);
      v = static_cast<std::uint32_t>(vertices.size() - 1);
    }
  }
  w.vertices = vertices;
  w.neighbours.assign(faces.size(), {Walkable::kNone, Walkable::kNone, Walkable::kNone});
  w.border.assign(faces.size(), {BorderKind::ledge, BorderKind::ledge, BorderKind::ledge});
  for (std::uint32_t f = 0; f < faces.size(); ++f) w.component[f] = f;
  w.components = static_cast<std::uint32_t>(faces.size());
  return w;
}

TEST(VerifyStructure, LedgeBesideAFaceIsTold) {
  const Scene scene = scene_from(kFloor);
  Walkable w = torn(scene, kFloor);
  EXPECT_EQ(checked(scene, w).unjoined, 1u);
  // A wall there is a reason.
  w.border.assign(2, {BorderKind::wall, BorderKind::wall, BorderKind::wall});
  EXPECT_TRUE(checked(scene, w).sound());
}

// The floor in two halves, the right one cut once more: its corner lies inside the left one's edge.
std::vector<Corners> t_junction(double aside, double up) {
  std::vector<Corners> faces = rectangle(0, 0, 2, 3, 0);
  append(faces, {{Vec3{2, 0, 0}, {4, 0, 0}, {2 + aside, 1.5, up}},
                 {Vec3{2 + aside, 1.5, up}, {4, 0, 0}, {4, 3, 0}},
                 {Vec3{2 + aside, 1.5, up}, {4, 3, 0}, {2, 3, 0}}});
  return faces;
}

TEST(VerifyStructure, CornerInsideALedgeIsATJunction) {
  for (const double aside : {0.0, 0.0001, -0.0001}) {
    for (const double up : {0.0, 0.0002, -0.0002}) {
      const VerifyStructure s = checked(t_junction(aside, up));
      EXPECT_EQ(s.t_junctions, 1u) << aside << " " << up;
      EXPECT_FALSE(s.sound());
      ASSERT_FALSE(s.places.empty());
      EXPECT_NEAR(s.places.back().y, 1.5, 1e-6);
    }
  }
  EXPECT_EQ(checked(t_junction(0.01, 0)).t_junctions, 0u);
  EXPECT_EQ(checked(t_junction(0, 0.01)).t_junctions, 0u);
}

TEST(VerifyStructure, WallBetweenIsNoTJunction) {
  const VerifyStructure s = checked(t_junction(0, 0), [](Walkable& w) {
    for (auto& sides : w.border) {
      for (BorderKind& kind : sides) {
        if (kind == BorderKind::ledge) kind = BorderKind::wall;
      }
    }
  });
  EXPECT_EQ(s.t_junctions, 0u);
}

TEST(VerifyStructure, CornerThatTouchesALedgeIsNoFault) {
  std::vector<Corners> faces = rectangle(0, 0, 2, 3, 0);
  faces.push_back({Vec3{2, 1.5, 0}, {3, 1, 0}, {3, 2, 0}});
  const VerifyStructure s = checked(faces);
  EXPECT_EQ(s.t_junctions, 0u);
  EXPECT_EQ(s.touching, 1u);
}

TEST(VerifyStructure, StripOneQuantumWideIsNoTJunction) {
  // Four triangles in a row, 0.1 mm wide, corners of one side between those of the other.
  const double q = 1e-4;
  const std::vector<Corners> strip{{Vec3{0, 0, 0}, {4, 0, 0}, {2, q, 0}},
                                   {Vec3{0, 0, 0}, {2, q, 0}, {0, q, 0}},
                                   {Vec3{4, 0, 0}, {4, q, 0}, {2, q, 0}}};
  EXPECT_EQ(checked(strip).t_junctions, 0u);
}

TEST(VerifyStructure, TwoFansAtOneVertexAreTold) {
  std::vector<Corners> faces = rectangle(0, 0, 1, 1, 0);
  append(faces, rectangle(1, 1, 2, 2, 0));
  EXPECT_EQ(checked(faces).pinched, 1u);
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.vertices.push_back({}); }).pinched, 1u);
}

TEST(VerifyStructure, WrongComponentIsTold) {
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.component[1] = 1; }).bad_components, 1u);
  EXPECT_EQ(checked(kFloor, [](Walkable& w) { w.components = 2; }).bad_components, 1u);
}

TEST(VerifyStructure, ComponentBelowTheLeastAreaIsTold) {
  const Scene scene = scene_from(kFloor);
  WalkableParams options = kBare;
  options.min_patch = 0.05;
  EXPECT_EQ(checked(scene, surface_from(scene, rectangle(0, 0, 0.2, 0.2, 0), 12), options).small_left, 1u);
  EXPECT_EQ(checked(scene, surface_from(scene, rectangle(0, 0, 0.3, 0.3, 0), 12), options).small_left, 0u);
}

TEST(VerifyStructure, AreasThatDoNotBalanceAreTold) {
  EXPECT_FALSE(checked(kFloor, [](Walkable& w) { w.areas.blocked += 0.02; }).balanced());
  EXPECT_FALSE(checked(kFloor, [](Walkable& w) {
                 w.areas.walkable -= 0.02;
                 w.areas.blocked += 0.02;
               }).balanced());
  EXPECT_FALSE(checked(kFloor, [](Walkable& w) {
                 w.areas.ground += 0.02;
                 w.areas.blocked += 0.02;
               }).balanced());
  EXPECT_FALSE(checked(kFloor, [](Walkable& w) {
                 w.areas.enclosed += 0.02;
                 w.areas.closed += 0.02;
               }).balanced());
  EXPECT_TRUE(checked(kFloor, [](Walkable& w) { w.areas.blocked += 1e-5; }).balanced());
}

}  // namespace
}  // namespace ambula
