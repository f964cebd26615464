// A tree of boxes split where, in plan, a random point meets the fewest boxes: scenes mix floors of twenty
// metres with chair legs of two centimetres, which defeats a regular grid. Sixteen bins per axis; every
// second level halves the items where the best split is lopsided, so that the depth stays bounded.
#include "verify/plan_tree.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace ambula::checker {
namespace {

constexpr std::uint32_t kLeaf = 4;
constexpr int kBins = 16;

double coordinate(Vec3 v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

void add(Box3& box, const Box3& other) {
  if (other.empty()) return;
  box.add(other.min);
  box.add(other.max);
}

// How many of the queries meet a box: by its size in plan, with a share for height.
double weight(const Box3& box) {
  const Vec3 s = box.size();
  return (s.x + 0.01) * (s.y + 0.01) * (s.z + 2);
}

struct Cut {
  int axis = -1;
  double at = 0;  // items with centres below go left
};

Cut best_cut(const std::vector<Box3>& boxes, const std::uint32_t* items, std::uint32_t count) {
  Box3 centres;
  for (std::uint32_t i = 0; i < count; ++i) centres.add(boxes[items[i]].center());
  Cut best;
  double best_cost = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < 3; ++axis) {
    const double low = coordinate(centres.min, axis);
    const double width = coordinate(centres.max, axis) - low;
    if (!(width > 0)) continue;
    std::array<Box3, kBins> bin;
    std::array<std::uint32_t, kBins> held{};
    for (std::uint32_t i = 0; i < count; ++i) {
      const double part = (coordinate(boxes[items[i]].center(), axis) - low) / width;
      const auto b = static_cast<std::size_t>(std::clamp(static_cast<int>(part * kBins), 0, kBins - 1));
      add(bin[b], boxes[items[i]]);
      ++held[b];
    }
    std::array<double, kBins> right{};
    Box3 box;
    std::uint32_t n = 0;
    for (std::size_t b = kBins; b-- > 1;) {
      add(box, bin[b]);
      n += held[b];
      right[b] = n == 0 ? 0 : n * weight(box);
    }
    box = {};
    n = 0;
    for (std::size_t b = 1; b < kBins; ++b) {
      add(box, bin[b - 1]);
      n += held[b - 1];
      if (n == 0 || n == count) continue;
      const double cost = n * weight(box) + right[b];
      if (cost < best_cost) {
        best_cost = cost;
        best = {axis, low + width * static_cast<double>(b) / kBins};
      }
    }
  }
  return best;
}

}  // namespace

PlanTree::PlanTree(const std::vector<Box3>& boxes) {
  if (boxes.empty()) return;
  items_.resize(boxes.size());
  std::iota(items_.begin(), items_.end(), 0u);
  nodes_.reserve(boxes.size());
  nodes_.emplace_back();
  split(0, 0, static_cast<std::uint32_t>(boxes.size()), 0, boxes);
  boxes_.reserve(items_.size());
  for (const std::uint32_t i : items_) boxes_.push_back(boxes[i]);
}

void PlanTree::split(std::uint32_t node, std::uint32_t begin, std::uint32_t end, int depth,
                     const std::vector<Box3>& boxes) {
  Box3 box;
  for (std::uint32_t i = begin; i < end; ++i) add(box, boxes[items_[i]]);
  nodes_[node].box = box;
  const std::uint32_t count = end - begin;
  if (count <= kLeaf) {
    nodes_[node].first = begin;
    nodes_[node].count = count;
    return;
  }
  const auto first = items_.begin() + static_cast<std::ptrdiff_t>(begin),
             last = items_.begin() + static_cast<std::ptrdiff_t>(end);
  const Cut cut = best_cut(boxes, &items_[begin], count);
  auto middle = first;
  if (cut.axis >= 0) {
    middle = std::stable_partition(
        first, last, [&](std::uint32_t i) { return coordinate(boxes[i].center(), cut.axis) < cut.at; });
  }
  const auto left = static_cast<std::uint32_t>(middle - first);
  if (left == 0 || left == count || (depth % 2 == 1 && std::min(left, count - left) < count / 4)) {
    const Vec3 size = box.size();
    const int axis = size.x >= size.y ? 0 : 1;
    middle = first + count / 2;
    std::nth_element(first, middle, last, [&](std::uint32_t a, std::uint32_t b) {
      const double ca = coordinate(boxes[a].center(), axis), cb = coordinate(boxes[b].center(), axis);
      return ca != cb ? ca < cb : a < b;
    });
  }
  const auto cut_at = static_cast<std::uint32_t>(middle - items_.begin());
  const auto children = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = children;
  nodes_.emplace_back();
  nodes_.emplace_back();
  split(children, begin, cut_at, depth + 1, boxes);
  split(children + 1, cut_at, end, depth + 1, boxes);
}

}  // namespace ambula::checker
