// Every promise of Links, broken once.
#include <gtest/gtest.h>

#include "links/scenes.h"

namespace ambula::testing {
namespace {

class BrokenLinks : public ::testing::Test {
 protected:
  BrokenLinks() {
    SceneOf scene;
    scene.box({-2, 0, -0.2}, {0, 2, 0});
    for (int i = 0; i < 3; ++i) scene.box({0.3 * i, 0.1, -0.2}, {0.3 * (i + 1), 1.9, 0.17 * (i + 1)});
    good_ = linked(scene.make());
    EXPECT_GE(good_.links.links.size(), 3u);
    EXPECT_GE(good_.links.vertices.size(), 1u);
    EXPECT_GE(good_.links.flights.size(), 1u);
  }
  template <class Break>
  void expect_refused(Break change) {
    Links links = good_.links;
    change(links);
    const auto result = validate(links, good_.walkable);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::broken);
    EXPECT_NE(links_hash(links), links_hash(good_.links));
  }
  Linked good_;
};

TEST_F(BrokenLinks, AreFound) {
  expect_refused([](Links& l) { l.walkable_vertices += 1; });
  expect_refused([](Links& l) { l.lattice.quantum *= 2; });
  expect_refused([](Links& l) { l.vertices[0].half_edge = 4'000'000'000u; });
  expect_refused([](Links& l) { l.vertices[0].part = 1.5; });
  expect_refused([](Links& l) { l.vertices[0].at.x = 1 << 30; });
  expect_refused([](Links& l) { l.links[0].kind = static_cast<LinkKind>(7); });
  expect_refused([](Links& l) { l.links[1].first_interval = 0; });
  expect_refused([](Links& l) { l.links[0].intervals = 4'000'000'000u; });
  expect_refused([](Links& l) { l.links[0].triangles = 0; });
  expect_refused([](Links& l) { l.links[0].rise = -1; });
  expect_refused([](Links& l) { l.links[0].flight = 77; });
  expect_refused([](Links& l) { l.intervals[0].half_edge = 4'000'000'000u; });
  expect_refused([](Links& l) { l.intervals[0].from = l.intervals[0].to; });
  expect_refused([](Links& l) { l.intervals[0].first = 4'000'000'000u; });
  expect_refused([](Links& l) { std::swap(l.intervals[0].first, l.intervals[0].last); });
  expect_refused([](Links& l) { l.triangles[0][1] = 4'000'000'000u; });
  expect_refused([](Links& l) { l.triangles[1] = l.triangles[0]; });
  expect_refused([](Links& l) { l.intervals[2] = l.intervals[0]; });
  expect_refused([](Links& l) { l.flights[0].steps = 1; });
  expect_refused([](Links& l) { l.flights[0].landings[0] = 1000; });
  expect_refused([](Links& l) { l.component[0] += 1; });
  expect_refused([](Links& l) { l.components += 1; });
  expect_refused([](Links& l) { l.triangles.emplace_back(); });
}

}  // namespace
}  // namespace ambula::testing
