// The tree finds what a linear scan finds, in order, on even and on very uneven boxes.
#include "geometry/box_tree.h"

#include <gtest/gtest.h>

#include "ambula/hash.h"

namespace ambula {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix_bits(seed)) {}
  std::int32_t within(std::int32_t range) {
    state_ += 0x9E3779B97F4A7C15ULL;
    return static_cast<std::int32_t>(mix_bits(state_) % (2 * static_cast<std::uint64_t>(range) + 1)) - range;
  }
  LatticePoint point(std::int32_t range) {
    const std::int32_t x = within(range), y = within(range);
    return {x, y, within(range)};
  }

 private:
  std::uint64_t state_;
};

LatticeBox box_of(LatticePoint a, LatticePoint b) {
  LatticeBox box;
  box.add(a);
  box.add(b);
  return box;
}

bool meet(const LatticeBox& a, const LatticeBox& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

std::vector<std::size_t> scanned(const std::vector<LatticeBox>& boxes, const LatticeBox& query) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (meet(boxes[i], query)) out.push_back(i);
  }
  return out;
}

std::vector<std::size_t> found(const BoxTree& tree, const LatticeBox& query) {
  std::vector<std::size_t> out;
  tree.visit(
      query, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
      [&](std::size_t i) { out.push_back(i); });
  return out;
}

// How many hits there were.
std::size_t expect_as_scanned(const std::vector<LatticeBox>& boxes, std::int32_t range, std::uint64_t seed) {
  const BoxTree tree(boxes);
  Random random(seed);
  std::vector<std::uint32_t> groups;
  std::size_t hits = 0;
  for (int q = 0; q < 200; ++q) {
    const LatticePoint a = random.point(range);
    const LatticeBox query =
        q % 2 == 0 ? box_of(a, a) : box_of(a, random.point(q % 4 == 1 ? range : range / 16 + 1));
    const auto expected = scanned(boxes, query);
    hits += expected.size();
    EXPECT_EQ(found(tree, query), expected);
    // The same through a box around it.
    LatticeBox around = query;
    around.add({query.low.x - range / 8, query.low.y - range / 8, query.low.z});
    tree.gather(around, groups);
    std::vector<std::size_t> gathered;
    tree.visit(groups, query, [&](std::size_t i) { gathered.push_back(i); });
    EXPECT_EQ(gathered, expected);
  }
  return hits;
}

TEST(BoxTree, AnyNumberOfBoxesIsFoundAsByScanning) {
  std::size_t hits = 0;
  for (const std::size_t n : {1u, 2u, 3u, 4u, 5u, 15u, 16u, 17u, 63u, 64u, 65u, 257u, 1000u, 4097u}) {
    Random random(n);
    std::vector<LatticeBox> boxes;
    for (std::size_t i = 0; i < n; ++i) {
      const LatticePoint a = random.point(1000), d = random.point(300);
      boxes.push_back(box_of(a, {a.x + d.x, a.y + d.y, a.z + d.z}));
    }
    hits += expect_as_scanned(boxes, 1000, n + 1);
  }
  EXPECT_GT(hits, 1000u) << "queries that meet nothing test nothing";
}

TEST(BoxTree, PointsNeedlesAndSheetsUpToTheReachAreFound) {
  constexpr std::int32_t kReach = Lattice::kReach;
  Random random(3);
  std::vector<LatticeBox> boxes;
  for (int i = 0; i < 3000; ++i) {
    const LatticePoint a = random.point(kReach);
    LatticePoint b = a;
    if (i % 5 == 1) b.x = -a.x;                       // a needle through everything
    if (i % 5 == 2) b = {-a.x, -a.y, a.z};            // a sheet
    if (i % 5 == 3) b = {-kReach, -kReach, -kReach};  // to the very corner
    if (i % 5 == 4) b = {a.x / 2 + 1, a.y / 2, a.z / 2};
    boxes.push_back(box_of(a, b));
  }
  boxes.push_back(box_of({-kReach, -kReach, -kReach}, {kReach, kReach, kReach}));
  EXPECT_GT(expect_as_scanned(boxes, kReach, 4), 1000u);
}

TEST(BoxTree, OneGiantAmongDwarfsIsFound) {
  Random random(5);
  std::vector<LatticeBox> boxes(777, box_of({0, 0, 0}, {1, 1, 1}));
  boxes[500] = box_of({-Lattice::kReach, -Lattice::kReach, 0}, {Lattice::kReach, Lattice::kReach, 0});
  EXPECT_EQ(found(BoxTree(boxes), box_of({12345, 6789, 0}, {12345, 6789, 0})), std::vector<std::size_t>{500});
  EXPECT_EQ(found(BoxTree(boxes), box_of({1, 1, 1}, {1, 1, 1})).size(), 776u);
}

TEST(BoxTree, NodesHoldTheirItemsAndCanBePassedBy) {
  Random random(6);
  std::vector<LatticeBox> boxes;
  for (int i = 0; i < 1000; ++i) boxes.push_back(box_of({i, 0, 0}, {i + 3, 5, random.within(9)}));
  const BoxTree tree(boxes);
  const LatticeBox all = box_of({-9, -9, -9}, {2000, 9, 9});
  std::vector<char> seen(boxes.size(), 0);
  std::size_t passed = 0;
  tree.visit(
      all,
      [&](const LatticeBox& node, std::size_t first, std::size_t last) {
        EXPECT_LT(first, last);
        EXPECT_LE(last, boxes.size());
        for (std::size_t i = first; i < last; ++i) {
          EXPECT_GE(boxes[i].low.x, node.low.x);
          EXPECT_LE(boxes[i].high.x, node.high.x);
          EXPECT_GE(boxes[i].low.z, node.low.z);
          EXPECT_LE(boxes[i].high.z, node.high.z);
        }
        if (last - first > 16 || first % 32 != 0) return Descend::into;
        for (std::size_t i = first; i < last; ++i) seen[i] = 2;
        ++passed;
        return Descend::past;
      },
      [&](std::size_t i) {
        EXPECT_EQ(seen[i], 0) << "in a node that was passed by, or twice";
        seen[i] = 1;
      });
  EXPECT_GT(passed, 10u);
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 0), 0) << "every item is in a node or visited";
}

TEST(BoxTree, EmptyTreeFindsNothing) {
  EXPECT_TRUE(found(BoxTree(std::vector<LatticeBox>{}), box_of({-9, -9, -9}, {9, 9, 9})).empty());
}

}  // namespace
}  // namespace ambula
