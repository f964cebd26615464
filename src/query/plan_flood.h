// The triangles of a surface that are joined to one of them, as far as somebody asks for.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "query/base_walk.h"

namespace ambula {

// Keeps its memory between runs.
class PlanFlood {
 public:
  // Calls through(half_edge) for the edges of all triangles that are reached, but for those to what was
  // reached before; true: what lies across is reached.
  template <class Through>
  void run(const PlanMesh& mesh, std::uint32_t triangle, Through&& through) {
    seen_.resize(mesh.size(), 0);
    if (++stamp_ == 0) {
      std::fill(seen_.begin(), seen_.end(), 0u);
      stamp_ = 1;
    }
    seen_[triangle] = stamp_;
    waiting_.assign(1, triangle);
    while (!waiting_.empty()) {
      const std::uint32_t t = waiting_.back();
      waiting_.pop_back();
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        const std::uint32_t twin = mesh.twin[h];
        if (twin != PlanMesh::kNone && seen_[twin / 3] == stamp_) continue;
        if (!through(h) || twin == PlanMesh::kNone) continue;
        seen_[twin / 3] = stamp_;
        waiting_.push_back(twin / 3);
      }
    }
  }
  // Whether the last run reached a triangle.
  [[nodiscard]] bool has(std::uint32_t triangle) const { return seen_[triangle] == stamp_; }

 private:
  std::vector<std::uint32_t> seen_, waiting_;
  std::uint32_t stamp_ = 0;
};

}  // namespace ambula
