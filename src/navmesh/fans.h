// What is around the vertices of a surface, and which of its edges are kept as sides of cells.
//
// Cells are convex exactly when every vertex is content: from each kept edge to the next one,
// counter-clockwise and through the surface, it is half a turn at most. A vertex with no kept edge is inside
// a cell; that needs surface all around, once. (A face whose corners all turn left is a disc by Gauss and
// Bonnet, and its outline a convex polygon; it may have vertices on straight sides.) All of it is decided by
// orientations in plan, exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "navmesh/surface_view.h"

namespace ambula {

class Fans {
 public:
  static constexpr std::uint32_t kNone = SurfaceView::kNone;

  // Keeps every edge. `label` is per triangle: edges between different ones are not free, nor are
  // steps and borders.
  Fans(const SurfaceView& surface, std::span<const std::uint32_t> label);

  // An edge is named by the lesser of its half-edges.
  [[nodiscard]] std::uint32_t edge_of(std::uint32_t half_edge) const { return edge_[half_edge]; }
  [[nodiscard]] std::uint32_t twin(std::uint32_t half_edge) const { return twin_[half_edge]; }
  [[nodiscard]] std::span<const std::uint32_t> free_edges() const { return free_; }
  [[nodiscard]] bool is_free(std::uint32_t edge) const { return is_free_[edge] != 0; }
  [[nodiscard]] bool kept(std::uint32_t edge) const { return kept_[edge] != 0; }
  void keep(std::uint32_t edge, bool kept) { kept_[edge] = kept ? 1 : 0; }

  // A fan is the triangles around one vertex as far as they are joined.
  [[nodiscard]] std::size_t size() const { return closed_.size(); }
  [[nodiscard]] std::uint32_t fan_at(std::uint32_t half_edge) const {
    return fan_[half_edge];
  }  // of its origin
  [[nodiscard]] std::uint32_t fan_at_end(std::uint32_t half_edge) const {
    return fan_[half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1];
  }
  [[nodiscard]] bool closed(std::uint32_t fan) const { return closed_[fan] != 0; }
  // Edges out of the vertex, counter-clockwise; from border to border where it is not closed.
  [[nodiscard]] std::span<const std::uint32_t> spokes(std::uint32_t fan) const {
    return {spokes_.data() + begin_[fan], begin_[fan + 1] - begin_[fan]};
  }
  // Whether no cell has more than half a turn here.
  [[nodiscard]] bool content(std::uint32_t fan) const;

 private:
  void walk(const SurfaceView& surface, std::uint32_t half_edge);

  std::vector<std::uint32_t> twin_, edge_, fan_;  // by half-edge
  std::vector<char> kept_, is_free_;              // by edge
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> begin_{0}, spokes_;
  std::vector<Point2> away_;         // by spoke: from the vertex to the other end
  std::vector<char> closed_, once_;  // by fan
};

}  // namespace ambula
