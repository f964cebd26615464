#include "walkable/parts.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "walkable/radial.h"
#include "walkable/solids.h"

namespace ambula {
namespace {

using solids::SolidScene;

Parts parts_of(const std::vector<LatticeTriangle>& triangles) {
  const Corners corners = share_corners(triangles);
  return find_parts(corners.places, corners.triangles);
}

LatticeTriangle least_first(LatticeTriangle t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  return t;
}

// What find_parts says, without numbers: each part as its sorted triangles and flags.
using Shape = std::set<std::pair<std::vector<LatticeTriangle>, std::pair<bool, bool>>>;
Shape shape_of(const std::vector<LatticeTriangle>& triangles, const Parts& parts) {
  Shape shape;
  for (std::uint32_t p = 0; p < parts.parts.size(); ++p) {
    std::vector<LatticeTriangle> own;
    for (const std::uint32_t t : parts.triangles_of(p)) own.push_back(least_first(triangles[t]));
    std::sort(own.begin(), own.end());
    shape.insert({own, {parts.parts[p].consistent, parts.parts[p].closed}});
  }
  return shape;
}

TEST(ShareCorners, GivesEveryPlaceOneNumber) {
  SolidScene scene;
  scene.sheet({0, 0, 0}, {1000, 1000, 0}, 10);
  const Corners corners = share_corners(scene.triangles);
  EXPECT_EQ(corners.places.size(), 101u * 101u);
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_EQ(corners.places[corners.triangles[t][i]], scene.triangles[t][i]);
    }
  }
}

TEST(Parts, ABoxIsOneClosedConsistentPart) {
  SolidScene scene;
  scene.box({0, 0, 0}, {100, 200, 300});
  const Parts parts = parts_of(scene.triangles);
  ASSERT_EQ(parts.parts.size(), 1u);
  EXPECT_TRUE(parts.parts[0].closed);
  EXPECT_TRUE(parts.parts[0].consistent);
}

TEST(Parts, AHoleMakesAPartOpenAndATurnedTriangleMakesItInconsistent) {
  SolidScene scene;
  scene.box({0, 0, 0}, {100, 200, 300}, solids::kAll & ~solids::kBottom);
  Parts parts = parts_of(scene.triangles);
  ASSERT_EQ(parts.parts.size(), 1u);
  EXPECT_FALSE(parts.parts[0].closed);
  EXPECT_TRUE(parts.parts[0].consistent);
  scene.turn(3);
  parts = parts_of(scene.triangles);
  ASSERT_EQ(parts.parts.size(), 1u);
  EXPECT_FALSE(parts.parts[0].consistent);
}

TEST(Parts, BoxesThatShareAnEdgeComeApart) {
  SolidScene scene;
  scene.box({0, 0, 0}, {100, 100, 300});
  scene.box({100, 100, 0}, {200, 200, 300});
  const Parts parts = parts_of(scene.triangles);
  ASSERT_EQ(parts.parts.size(), 2u);
  for (std::size_t t = 0; t < 24; ++t) EXPECT_EQ(parts.part_of[t], t / 12);
  for (const Part& part : parts.parts) EXPECT_TRUE(part.closed && part.consistent);
}

TEST(Parts, BoxesThatShareAFaceComeApart) {
  SolidScene scene;
  scene.box({0, 0, 0}, {100, 100, 300});
  scene.box({100, 0, 0}, {200, 100, 300});
  const Parts parts = parts_of(scene.triangles);
  ASSERT_EQ(parts.parts.size(), 2u);
  for (std::size_t t = 0; t < 24; ++t) EXPECT_EQ(parts.part_of[t], t / 12);
  for (const Part& part : parts.parts) EXPECT_TRUE(part.closed && part.consistent);
}

TEST(Parts, ABoxOnAFloorCutToItsOutlineComesApart) {
  for (const unsigned faces : {unsigned{solids::kAll}, solids::kAll & ~unsigned{solids::kBottom}}) {
    SolidScene scene;
    scene.box({100, 100, 0}, {200, 200, 300}, faces);
    const std::size_t box = scene.triangles.size();
    scene.sheet({0, 0, 0}, {300, 300, 0}, 100);
    const Parts parts = parts_of(scene.triangles);
    ASSERT_EQ(parts.parts.size(), 2u);
    for (std::size_t t = 0; t < scene.triangles.size(); ++t) EXPECT_EQ(parts.part_of[t], t < box ? 0u : 1u);
    EXPECT_EQ(parts.parts[0].closed, faces == solids::kAll);
    EXPECT_TRUE(parts.parts[0].consistent && parts.parts[1].consistent);
  }
}

TEST(Parts, DuplicatesCountOnceAndVoidTrianglesNever) {
  SolidScene scene;
  scene.box({0, 0, 0}, {100, 200, 300});
  scene.box({0, 0, 0}, {100, 200, 300});
  scene.triangles.push_back({LatticePoint{0, 0, 0}, {0, 0, 0}, {100, 200, 300}});
  const Parts parts = parts_of(scene.triangles);
  ASSERT_EQ(parts.parts.size(), 1u);
  EXPECT_EQ(parts.triangles_of(0).size(), 12u);
  EXPECT_TRUE(parts.parts[0].closed && parts.parts[0].consistent);
  for (std::size_t t = 12; t < 25; ++t) EXPECT_EQ(parts.part_of[t], Parts::kNone);
}

TEST(Parts, DoNotDependOnOrder) {
  SolidScene scene;
  for (std::int32_t x = 0; x < 5; ++x) {
    for (std::int32_t y = 0; y < 5; ++y) {
      for (std::int32_t z = 0; z < 5; ++z) {
        const std::int32_t kind = (3 * x + 5 * y + 7 * z + x * y * z) % 5;
        if (kind < 3) {
          scene.box({100 * x, 100 * y, 100 * z}, {100 * x + 100, 100 * y + 100, 100 * z + 100},
                    kind == 2 ? 55u : 63u, kind == 1 && z == 2);
        }
        if (kind == 3) scene.turn(scene.triangles.size() / 2);
      }
    }
  }
  scene.sheet({0, 0, 200}, {500, 500, 200}, 100);
  scene.sheet({0, 0, 200}, {500, 500, 200}, 50);
  const Shape expected = shape_of(scene.triangles, parts_of(scene.triangles));
  EXPECT_GT(expected.size(), 20u);
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const std::vector<LatticeTriangle> other = solids::shuffled(scene.triangles, seed);
    ASSERT_EQ(shape_of(other, parts_of(other)), expected) << seed;
  }
}

std::map<std::uint32_t, std::uint32_t> matching(LatticePoint low, LatticePoint high,
                                                std::vector<EdgeUse> uses) {
  match_radially(low, high, uses);
  std::map<std::uint32_t, std::uint32_t> mates;
  for (const EdgeUse& use : uses) mates[use.id] = use.mate;
  return mates;
}

TEST(Radial, NestedSolidsAreMatchedAsBrackets) {
  // About the z axis: openings (backward) at 10° and 20°, closings (forward) at 30° and 40°, one stray
  // opening.
  constexpr std::uint32_t kNone = EdgeUse::kNone;
  const std::vector<EdgeUse> uses{{{985, 174, 3}, false, 0, kNone},
                                  {{940, 342, 9}, false, 1, kNone},
                                  {{866, 500, -4}, true, 2, kNone},
                                  {{766, 643, 55}, true, 3, kNone},
                                  {{-800, 10, 7}, false, 4, kNone}};
  const std::map<std::uint32_t, std::uint32_t> expected{{0, 3}, {1, 2}, {2, 1}, {3, 0}, {4, kNone}};
  for (std::size_t first = 0; first < uses.size(); ++first) {
    std::vector<EdgeUse> turned = uses;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
    EXPECT_EQ(matching({0, 0, 0}, {0, 0, 50}, turned), expected);
    for (EdgeUse& use : turned) use.forward = !use.forward;
    EXPECT_EQ(matching({0, 0, 50}, {0, 0, 0}, turned), expected);  // the edge turned round
  }
}

TEST(Radial, IsExactAtTheEndsOfTheLattice) {
  constexpr std::int32_t r = Lattice::kReach;
  constexpr std::uint32_t kNone = EdgeUse::kNone;
  // Two directions that differ by one quantum at the far end of the lattice, seen along its diagonal.
  const LatticePoint low{-r, -r, -r}, high{r, r, r};
  const std::vector<EdgeUse> uses{{{r, -r, -r}, false, 0, kNone},
                                  {{r, -r + 1, -r}, true, 1, kNone},
                                  {{-r, r, -r}, false, 2, kNone},
                                  {{-r, r, -r + 1}, true, 3, kNone}};
  const auto mates = matching(low, high, uses);
  EXPECT_EQ(mates.at(0), 1u);
  EXPECT_EQ(mates.at(2), 3u);
}

}  // namespace
}  // namespace ambula
