// What the hash depends on, and what not.
#include <functional>
#include <set>

#include "tests/walkable/surfaces.h"

namespace ambula {
namespace {

TEST(WalkableHash, EveryFieldCounts) {
  const std::function<void(Walkable&)> changes[] = {
      [](Walkable&) {},
      [](Walkable& w) { w.lattice.origin.y += 1; },
      [](Walkable& w) { w.lattice.quantum = 0.25; },
      [](Walkable& w) { w.vertices[1].z += 1; },
      [](Walkable& w) { w.faces[1][1] = 7; },
      [](Walkable& w) { w.neighbours[1][1] = 7; },
      [](Walkable& w) { w.border[4][0] = BorderKind::wall; },
      [](Walkable& w) { w.border_height[1][0] = 3; },
      [](Walkable& w) { w.inner_wall[1] = 5; },
      [](Walkable& w) { w.component[1] = 1; },
      [](Walkable& w) { w.face_triangle[1] = 4; },
      [](Walkable& w) { w.face_object[1] = ObjectId{1}; },
      [](Walkable& w) { w.face_material[1] = MaterialId{1}; },
      [](Walkable& w) { w.components = 7; },
      [](Walkable& w) { w.removed[0][0].x = 1; },
      [](Walkable& w) { w.removed_why[0] = Removal::small; },
      [](Walkable& w) { w.closed[0][0].x = 1; },
      [](Walkable& w) { w.closed.clear(); },
      [](Walkable& w) { w.areas.ground = 1; },
      [](Walkable& w) { w.areas.blocked = 1; },
      [](Walkable& w) { w.areas.duplicate = 1; },
      [](Walkable& w) { w.areas.enclosed = 1; },
      [](Walkable& w) { w.areas.small = 1; },
      [](Walkable& w) { w.areas.closed = 1; },
      [](Walkable& w) { w.areas.walkable = 1; },
      [](Walkable& w) { w.ground_triangles = 1; },
      [](Walkable& w) { w.removed_enclosed = 2; },
      [](Walkable& w) { w.removed_small = 2; },
  };
  std::set<std::uint64_t> hashes;
  for (std::size_t i = 0; i < std::size(changes); ++i) {
    Walkable w = testing::sample_surface();
    changes[i](w);
    EXPECT_TRUE(hashes.insert(walkable_hash(w)).second) << "change " << i;
  }
}

TEST(WalkableHash, WarningsAndTheInputsOrderDoNot) {
  const Walkable w = testing::sample_surface();
  Walkable other = w;
  other.warnings.emplace_back("another");
  std::reverse(other.input_triangle.begin(), other.input_triangle.end());
  other.lattice.origin.x += -0.0;
  EXPECT_EQ(walkable_hash(w), walkable_hash(other));
}

}  // namespace
}  // namespace ambula
