// A surface in plan that is changed edge by edge: inner vertices taken out, borders given points, Delaunay
// throughout.
//
// A vertex is all that is around one place as far as it is joined: both sides of a step without run are one
// vertex here. Border edges keep to Delaunay's rule by being constraints; everything else follows from the
// places of the vertices alone (delaunay.h decides four on a circle), so no order of changes shows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "geometry/predicates.h"

namespace ambula {

class BorderMesh {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // From corner i of a triangle to the next one, by 3 * triangle + i.
  struct Half {
    std::uint32_t vertex = kNone;  // it begins at
    std::uint32_t twin = kNone;    // the same edge from its other side; kNone at a border
    std::uint32_t line = kNone;    // at a border: the edge of the base it is a part of
  };
  struct Line {
    Point2 from, to;
    BorderKind kind;
  };

  explicit BorderMesh(const NavBase& base);

  // Flips every edge that is not Delaunay.
  void make_delaunay();
  // Takes out every vertex that has the surface all around it, once.
  void remove_inner();
  // Puts a point on a border edge; false, and nothing changes, where a triangle would have no area.
  [[nodiscard]] bool split(std::uint32_t half, LatticePoint at);

  [[nodiscard]] const Half& operator[](std::uint32_t half) const { return halves_[half]; }
  [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(halves_.size()); }
  [[nodiscard]] bool is_removed(std::uint32_t half) const { return halves_[half].vertex == kNone; }
  static std::uint32_t next(std::uint32_t half) { return half % 3 == 2 ? half - 2 : half + 1; }
  static std::uint32_t prev(std::uint32_t half) { return half % 3 == 0 ? half + 2 : half - 1; }
  [[nodiscard]] std::uint32_t from(std::uint32_t half) const { return halves_[half].vertex; }
  [[nodiscard]] std::uint32_t to(std::uint32_t half) const { return halves_[next(half)].vertex; }
  [[nodiscard]] std::uint32_t apex(std::uint32_t half) const { return halves_[prev(half)].vertex; }

  [[nodiscard]] std::span<const LatticePoint> vertices() const { return vertices_; }
  [[nodiscard]] Point2 plan_of(std::uint32_t vertex) const {
    return {vertices_[vertex].x, vertices_[vertex].y};
  }
  [[nodiscard]] const Line& line_of(std::uint32_t half) const { return lines_[halves_[half].line]; }
  // Some edge that begins at a vertex, kNone where the vertex is gone; with the border on its right where
  // there is one.
  [[nodiscard]] std::uint32_t first_at(std::uint32_t vertex) const;

  // Triangles that were made or changed since this was emptied.
  std::vector<std::uint32_t>& touched() { return touched_; }
  // Per triangle of the base: the triangle that holds its middle.
  [[nodiscard]] std::vector<std::uint32_t> homes() const;

 private:
  // Three times a lattice point: middles of triangles are such.
  struct Middle {
    std::int32_t x, y;
  };
  struct RingEdge {
    std::uint32_t vertex, twin, line;
    std::uint32_t before, after;
  };

  void find_vertices(const NavBase& base);
  [[nodiscard]] bool turns_once(std::uint32_t half) const;
  [[nodiscard]] bool is_flat(std::uint32_t half) const;  // no flip needed
  void flip(std::uint32_t half);
  void legalize();
  void remove(std::uint32_t vertex);
  void put(std::uint32_t half, std::uint32_t vertex, std::uint32_t twin, std::uint32_t line);
  void note(std::uint32_t triangle);
  void change_degree(std::uint32_t vertex, int by);

  void gather(std::uint32_t triangle);  // its middles, into loose_
  void spread(std::span<const std::uint32_t> triangles);
  [[nodiscard]] std::int64_t side(std::uint32_t half, Middle p) const;

  std::vector<LatticePoint> vertices_;
  std::vector<Half> halves_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> out_;  // by vertex: a half-edge that begins there
  std::vector<std::uint32_t> degree_;
  std::vector<char> inner_;
  std::vector<std::vector<std::uint32_t>> by_degree_;
  std::size_t least_ = 0;

  std::vector<Middle> middles_;                   // by triangle of the base
  std::vector<std::uint32_t> first_, following_;  // by triangle, by middle: lists

  std::vector<std::uint32_t> suspects_, loose_, touched_, star_;
  std::vector<RingEdge> ring_;
  bool notes_ = false;
};

}  // namespace ambula
