// Every promise of the walkable surface, broken one at a time.
#include <functional>
#include <limits>

#include "tests/walkable/surfaces.h"

namespace ambula {
namespace {

using testing::sample_surface;
using testing::surface_of;

std::string verdict(const Walkable& w) {
  const auto ok = validate(w);
  if (ok) return "valid";
  EXPECT_EQ(ok.error().code, ErrorCode::broken);
  return ok.error().message;
}

// What is said of the sample after one change.
std::string verdict_after(const std::function<void(Walkable&)>& change) {
  Walkable w = sample_surface();
  change(w);
  return verdict(w);
}

void expect_broken(const char* because, const std::function<void(Walkable&)>& change) {
  const std::string said = verdict_after(change);
  EXPECT_NE(said.find(because), std::string::npos) << "expected: " << because << "\nsaid: " << said;
}

// The first face without, and one with, a neighbour across its edge `i`.
std::size_t face_with(const Walkable& w, std::size_t i, bool neighbour) {
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    if ((w.neighbours[f][i] != Walkable::kNone) == neighbour) return f;
  }
  ADD_FAILURE();
  return 0;
}

TEST(ValidateWalkable, GoodSurfacesPass) {
  EXPECT_EQ(verdict(sample_surface()), "valid");
  EXPECT_EQ(verdict(surface_of(std::vector<testing::LatticeTriangle>{})), "valid");
  EXPECT_EQ(verdict(Walkable{}), "valid");
  constexpr std::int32_t r = Lattice::kReach;
  EXPECT_EQ(
      verdict(surface_of({{{{-r, -r, -r}, {r, -r, r}, {r, r, 0}}}, {{{-r, -r, -r}, {r, r, 0}, {-r, r, 0}}}})),
      "valid");
}

TEST(ValidateWalkable, BothSidesOfASlitMayShareItsVertices) {
  // A thin wall of one edge in the middle of a floor: both of its ends are still the middle of one fan.
  const LatticePoint a{0, 0, 0}, b{8, 0, 0}, c{8, 4, 0}, d{0, 4, 0}, m{2, 2, 0}, n{6, 2, 0};
  Walkable w = surface_of({{a, b, m}, {b, n, m}, {b, c, n}, {c, m, n}, {c, d, m}, {d, a, m}});
  ASSERT_EQ(verdict(w), "valid");
  int sides = 0;
  for (std::size_t f = 0; f < w.faces.size(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const LatticePoint from = w.vertices[w.faces[f][i]], to = w.vertices[w.faces[f][(i + 1) % 3]];
      if (from.y != 2 || to.y != 2) continue;
      w.neighbours[f][i] = Walkable::kNone;
      w.border[f][i] = BorderKind::wall;
      ++sides;
    }
  }
  EXPECT_EQ(sides, 2);
  EXPECT_EQ(verdict(w), "valid");
}

TEST(ValidateWalkable, ArraysHaveTheirSizes) {
  expect_broken("neighbours are given for 4", [](Walkable& w) { w.neighbours.pop_back(); });
  expect_broken("borders are given for 4", [](Walkable& w) { w.border.pop_back(); });
  expect_broken("border heights are given for 6", [](Walkable& w) { w.border_height.emplace_back(); });
  expect_broken("inner walls are given for 0", [](Walkable& w) { w.inner_wall.clear(); });
  expect_broken("components are given for 4", [](Walkable& w) { w.component.pop_back(); });
  expect_broken("triangles are given for 4", [](Walkable& w) { w.face_triangle.pop_back(); });
  expect_broken("objects are given for 4", [](Walkable& w) { w.face_object.pop_back(); });
  expect_broken("materials are given for 4", [](Walkable& w) { w.face_material.pop_back(); });
  expect_broken("reasons are given for 1", [](Walkable& w) { w.removed_why.pop_back(); });
}

TEST(ValidateWalkable, IndicesAreInRange) {
  expect_broken("face 2 refers to vertex 8", [](Walkable& w) { w.faces[2][1] = 8; });
  expect_broken("face 2 refers to vertex 4294967295", [](Walkable& w) { w.faces[2][1] = Walkable::kNone; });
  expect_broken("has the neighbour 5", [](Walkable& w) { w.neighbours[face_with(w, 1, true)][1] = 5; });
  expect_broken("has the neighbour 4294967294",
                [](Walkable& w) { w.neighbours[face_with(w, 1, true)][1] = 0xFFFFFFFEU; });
  expect_broken("has the neighbour", [](Walkable& w) {
    const std::size_t f = face_with(w, 1, true);
    w.neighbours[f][1] = static_cast<std::uint32_t>(f);
  });
  expect_broken("face 0 refers to triangle 5", [](Walkable& w) { w.face_triangle[0] = 5; });
  expect_broken("face 3 has no object", [](Walkable& w) { w.face_object[3] = ObjectId{}; });
  expect_broken("face 3 has no object", [](Walkable& w) { w.face_material[3] = MaterialId{}; });
  expect_broken("6 ground triangles of 5", [](Walkable& w) { w.ground_triangles = 6; });
  expect_broken("no ground", [](Walkable& w) { w.ground_triangles = 0; });
}

TEST(ValidateWalkable, PlacesAreOnTheLattice) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  expect_broken("vertex 3 lies outside", [](Walkable& w) { w.vertices[3].z = Lattice::kReach + 1; });
  expect_broken("vertex 3 lies outside", [](Walkable& w) { w.vertices[3].x = INT32_MIN; });
  expect_broken("removed face 1 lies outside", [](Walkable& w) { w.removed[1][2].y = INT32_MAX; });
  expect_broken("closed stretch 0 lies outside", [](Walkable& w) { w.closed[0][1].y = INT32_MIN; });
  for (const double bad : {0.0, -1.0, 1e300, nan}) {
    expect_broken("quantum", [bad](Walkable& w) { w.lattice.quantum = bad; });
  }
  expect_broken("origin", [](Walkable& w) { w.lattice.origin.z = nan; });
}

TEST(ValidateWalkable, FacesLookUpAndAreInOrder) {
  expect_broken("face 0 has no area", [](Walkable& w) { std::swap(w.faces[0][1], w.faces[0][2]); });
  expect_broken("face 0 has no area", [](Walkable& w) { w.faces[0][1] = w.faces[0][2]; });
  expect_broken("face 0 does not begin with its least corner", [](Walkable& w) {
    std::rotate(w.faces[0].begin(), w.faces[0].begin() + 1, w.faces[0].end());
  });
  expect_broken("face 1 stands before face 0", [](Walkable& w) { std::swap(w.faces[0], w.faces[1]); });
}

TEST(ValidateWalkable, BordersAreWhereNeighboursAreNot) {
  expect_broken("has the border kind 4", [](Walkable& w) { w.border[1][2] = static_cast<BorderKind>(4); });
  expect_broken("has a neighbour and a border",
                [](Walkable& w) { w.border[face_with(w, 2, true)][2] = BorderKind::ledge; });
  expect_broken("has neither neighbour nor border",
                [](Walkable& w) { w.border[face_with(w, 0, false)][0] = BorderKind::none; });
  expect_broken("has the border height 7", [](Walkable& w) {
    w.border_height[4][0] = 7;  // a ledge
  });
  expect_broken("has the border height -1", [](Walkable& w) {
    w.border[4][0] = BorderKind::wall;
    w.border_height[4][0] = -1;
  });
  expect_broken("inner wall without a border", [](Walkable& w) { w.inner_wall[face_with(w, 1, true)] |= 2; });
  expect_broken("fourth edge", [](Walkable& w) { w.inner_wall[4] = 8; });
}

TEST(ValidateWalkable, NeighboursAreMutualAndShareTheEdge) {
  expect_broken("share no edge", [](Walkable& w) {
    w.neighbours[face_with(w, 1, true)][1] = 4;  // the triangle that stands apart
  });
  expect_broken("which has not it", [](Walkable& w) {
    const std::size_t f = face_with(w, 1, true);
    w.neighbours[f][1] = Walkable::kNone;
    w.border[f][1] = BorderKind::ledge;
  });
}

TEST(ValidateWalkable, ComponentsAreWhatNeighboursMake) {
  expect_broken("face 4 is in component 0", [](Walkable& w) { w.component[4] = 0; });
  expect_broken("is in component 1", [](Walkable& w) { w.component[2] = 1; });
  expect_broken("face 0 is in component 1", [](Walkable& w) { w.component = {1, 1, 1, 1, 0}; });
  expect_broken("3 components are counted, and there are 2", [](Walkable& w) { w.components = 3; });
}

TEST(ValidateWalkable, AVertexIsTheMiddleOfOneFan) {
  expect_broken("vertex 8 is used by no face", [](Walkable& w) { w.vertices.push_back({0, 0, 0}); });
  // Two triangles that touch in a vertex only must not share it.
  const auto touching =
      surface_of({{{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}}}, {{{4, 4, 0}, {8, 4, 0}, {8, 8, 0}}}});
  EXPECT_NE(verdict(touching).find("do not follow each other"), std::string::npos) << verdict(touching);
}

TEST(ValidateWalkable, RemovedPartsAddUp) {
  expect_broken("no known reason", [](Walkable& w) { w.removed_why[0] = static_cast<Removal>(2); });
  expect_broken("counts of removed parts", [](Walkable& w) { w.removed_enclosed = 0; });
  expect_broken("counts of removed parts", [](Walkable& w) { w.removed_small = 2; });
  expect_broken("counts of removed parts", [](Walkable& w) {
    w.removed.clear();
    w.removed_why.clear();
  });
}

TEST(ValidateWalkable, AreasAreNumbersAndThatOfTheFacesIsRight) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   inf = std::numeric_limits<double>::infinity();
  for (const double bad : {nan, inf, -1.0}) {
    for (const auto area : {&WalkableAreas::ground, &WalkableAreas::blocked, &WalkableAreas::duplicate,
                            &WalkableAreas::enclosed, &WalkableAreas::small, &WalkableAreas::walkable}) {
      expect_broken("area", [&](Walkable& w) { w.areas.*area = bad; });
    }
  }
  expect_broken("closed area", [](Walkable& w) { w.areas.closed = inf; });
  EXPECT_EQ(verdict_after([](Walkable& w) { w.areas.closed = -0.5; }), "valid");
  expect_broken("the faces have 6 m²", [](Walkable& w) { w.areas.walkable = 6.1; });
}

TEST(WalkableParams, RangesAreChecked) {
  EXPECT_TRUE(validate(WalkableParams{}));
  EXPECT_TRUE(validate(WalkableParams{.weld = 0, .min_patch = 0}));
  EXPECT_TRUE(validate(WalkableParams{.weld = 0.2, .min_patch = 1000}));
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-0.001, 0.201, nan}) {
    const auto refused = validate(WalkableParams{.weld = bad});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("weld"), std::string::npos);
  }
  for (const double bad : {-1.0, nan, std::numeric_limits<double>::infinity()}) {
    const auto refused = validate(WalkableParams{.min_patch = bad});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("min_patch"), std::string::npos);
  }
}

TEST(WalkableNames, AreThoseOfTheHeader) {
  EXPECT_STREQ(name_of(BorderKind::none), "none");
  EXPECT_STREQ(name_of(BorderKind::ledge), "ledge");
  EXPECT_STREQ(name_of(BorderKind::sill), "sill");
  EXPECT_STREQ(name_of(BorderKind::wall), "wall");
  EXPECT_STREQ(name_of(static_cast<BorderKind>(9)), "unknown");
  EXPECT_STREQ(name_of(Removal::enclosed), "enclosed");
  EXPECT_STREQ(name_of(Removal::small), "small");
}

}  // namespace
}  // namespace ambula
