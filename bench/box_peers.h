// What the tree of boxes is held against: a uniform grid, and Boost's R-tree where the build has it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "geometry/box_tree.h"

namespace ambula::bench {

[[nodiscard]] inline bool boxes_meet(const LatticeBox& a, const LatticeBox& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// Square cells in plan, about as many as there are boxes, each with the boxes over it in one array.
class UniformGrid {
 public:
  explicit UniformGrid(std::span<const LatticeBox> boxes);

  // How many boxes meet the query; each is counted once, in the first cell it shares with the query.
  [[nodiscard]] std::size_t count(const LatticeBox& query) const;

 private:
  struct Cells {
    std::int32_t low_x, low_y, high_x, high_y;
  };
  [[nodiscard]] Cells cells_of(const LatticeBox& b) const;

  std::span<const LatticeBox> boxes_;
  LatticeBox extent_;
  std::int64_t cell_ = 1;  // quanta
  std::int32_t columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> begin_, items_;
};

// Boost.Geometry's R-tree, packed from all boxes at once, quadratic splits, 16 to a node.
class RTreePeer {
 public:
  explicit RTreePeer(std::span<const LatticeBox> boxes);  // converts them; build() is what is timed
  ~RTreePeer();

  void build();
  [[nodiscard]] std::size_t count(const LatticeBox& query) const;

  [[nodiscard]] static bool available();  // whether this build has Boost

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ambula::bench
