// Boxes to be found by a point of the plan and a range of heights.
//
//   PlanTree tree(boxes);
//   tree.at(p, z_low, z_high, [&](std::uint32_t i) { ... });   // every box that may hold it; order is fixed
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/vec.h"

namespace ambula::checker {

class PlanTree {
 public:
  PlanTree() = default;
  explicit PlanTree(const std::vector<Box3>& boxes);

  template <class Visit>
  void at(Vec2 p, double z_low, double z_high, Visit&& visit) const {
    within({{p.x, p.y, z_low}, {p.x, p.y, z_high}}, visit);
  }

  // Every box that meets `range`, the faces of both included.
  template <class Visit>
  void within(const Box3& range, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::uint32_t stack[kDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const Node& node = nodes_[stack[--top]];
      if (!meets(node.box, range)) continue;
      if (node.count == 0) {
        stack[top++] = node.first + 1;
        stack[top++] = node.first;
        continue;
      }
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
        if (meets(boxes_[i], range)) visit(items_[i]);
      }
    }
  }

 private:
  // Every second split leaves at most 3/4 on a side: 2 log(2^32) / log(4/3) levels at the very most.
  static constexpr int kDepth = 192;

  struct Node {
    Box3 box;
    std::uint32_t first = 0;  // leaf: first item; else the first of two children
    std::uint32_t count = 0;  // leaf: items; else 0
  };

  static bool meets(const Box3& a, const Box3& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
  }

  void split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, int depth,
             const std::vector<Box3>& boxes);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> items_;
  std::vector<Box3> boxes_;  // in the order of items_
};

}  // namespace ambula::checker
