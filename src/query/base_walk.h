// Straight lines in plan on a triangulated surface: which triangle they lead to. The surface may wind over
// itself; a line stays on its sheet.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/vec.h"
#include "query/arc_funnel.h"

namespace ambula {

// Half-edges are 3 * triangle + i, from corner i to the next one. Quanta.
struct PlanMesh {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::vector<Vec2> at;               // by vertex
  std::vector<std::uint32_t> corner;  // by half-edge: the vertex it begins at
  std::vector<std::uint32_t> twin;    // kNone at a border

  PlanMesh() = default;
  PlanMesh(std::span<const LatticePoint> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
           std::span<const std::array<std::uint32_t, 3>> neighbours);

  static std::uint32_t next(std::uint32_t half) { return half % 3 == 2 ? half - 2 : half + 1; }
  static std::uint32_t prev(std::uint32_t half) { return half % 3 == 0 ? half + 2 : half - 1; }
  [[nodiscard]] Vec2 from(std::uint32_t half) const { return at[corner[half]]; }
  [[nodiscard]] Vec2 to(std::uint32_t half) const { return at[corner[next(half)]]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(corner.size() / 3); }

  // How far a point lies inside a triangle, from the nearest of its sides; negative outside.
  [[nodiscard]] double depth(std::uint32_t triangle, Vec2 p) const;
};

// From a point of a triangle straight to another point: the triangle that holds it, or the last one where the
// surface ends before. `crossed` when given: all triangles that were entered, in order.
[[nodiscard]] std::uint32_t walk_straight(const PlanMesh& mesh, std::uint32_t triangle, Vec2 from, Vec2 to,
                                          std::vector<std::uint32_t>* crossed = nullptr);

[[nodiscard]] double length_of_arc(const ArcBend& from, Vec2 to);
// Points along an arc after its beginning, its end included; chords of about `step` radians at most.
void points_of_arc(const ArcBend& from, Vec2 to, double step, std::vector<Vec2>& out);

}  // namespace ambula
