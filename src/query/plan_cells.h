// Convex cells in plan and the portals between them: all that a search for a way has to know.
//
// All of src/query measures in quanta of the lattice, as doubles from its origin. Vertices are whole numbers
// then, and which side of a line through two of them a third one is on comes out exactly as long as a mesh
// reaches no further than 2^25 quanta.
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/values/navmesh.h"
#include "ambula/vec.h"

namespace ambula {

// A side of a cell, from this place to that of the next one.
struct MeshSide {
  std::int32_t x = 0, y = 0;
  std::uint32_t neighbour = NavMesh::kNone, across = NavMesh::kNone;  // as in NavMesh

  [[nodiscard]] Vec2 at() const { return {static_cast<double>(x), static_cast<double>(y)}; }
};

struct PlanCells {
  static constexpr std::uint32_t kNone = NavMesh::kNone;

  std::vector<std::uint32_t> cell_begin{0};  // as in NavMesh
  std::vector<MeshSide> sides;
  // Per side, of the corner it begins at: a number that all corners of its fan share, where a taut path can
  // turn there, else kNone. A fan is what portals join around one place in plan: the two sides of a step have
  // vertices of their own there, but one fan; two fans that meet in a vertex only are two.
  std::vector<std::uint32_t> turn;
  std::uint32_t turns = 0;  // such fans

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cell_begin.size() - 1); }
  [[nodiscard]] std::uint32_t begin(std::uint32_t cell) const { return cell_begin[cell]; }
  [[nodiscard]] std::uint32_t end(std::uint32_t cell) const { return cell_begin[cell + 1]; }
  [[nodiscard]] std::uint32_t next(std::uint32_t side, std::uint32_t cell) const {
    return side + 1 == end(cell) ? begin(cell) : side + 1;
  }
  [[nodiscard]] std::uint32_t before(std::uint32_t side, std::uint32_t cell) const {
    return side == begin(cell) ? end(cell) - 1 : side - 1;
  }
  // The cell that has a portal's side: what its other side leads to.
  [[nodiscard]] std::uint32_t cell_of_portal(std::uint32_t side) const {
    return sides[sides[side].across].neighbour;
  }
};

}  // namespace ambula
