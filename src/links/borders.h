// The border of a walkable surface as cycles of directed edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/values/walkable.h"
#include "links/filler.h"

namespace ambula {

// Cosine between the outwards of edges that turn right back on each other.
inline constexpr double kFold = -0.999;

// A half-plane in plan: points x with dot(normal, x - origin) >= 0.
struct HalfPlane {
  Vec2 origin, normal;
};

struct BorderEdge {
  std::uint32_t half_edge = 0;  // 3 * face + i
  std::array<std::uint32_t, 2> vertex = {};
  EdgeLine line;
  Vec2 outwards;
  // What lies on this edge's side of the exterior bisectors at its two ends.
  std::array<HalfPlane, 2> own = {};
  std::uint32_t next = 0, previous = 0;  // in its cycle
  std::uint32_t cycle = 0;
  std::uint32_t component = 0;
  bool open = false;   // not at a wall: a link may begin here
  bool ledge = false;  // nothing stands there
};

struct Borders {
  std::vector<BorderEdge> edges;           // by half-edge
  std::vector<std::uint32_t> edge_of;      // half-edge → index of edges, or Walkable::kNone
  std::vector<std::uint32_t> cycle_begin;  // cycle c: cycle_edges[cycle_begin[c] .. cycle_begin[c + 1])
  std::vector<std::uint32_t> cycle_edges;  // in their order along the border
  std::vector<std::uint8_t> hole;          // per cycle: 1 where the surface lies around it
};

// A vertex is the middle of one fan of faces, so cycles that touch in a point stay apart.
[[nodiscard]] Borders find_borders(const Walkable& walkable);

[[nodiscard]] inline Vec3 place_of(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}

// Sets `own` of both edges at the vertex between them.
void part_by_bisector(BorderEdge& before, BorderEdge& after);

}  // namespace ambula
