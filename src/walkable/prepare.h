// The scene as the cut wants it: triangles on the lattice in canonical order, each known as ground, obstacle
// or wall, with the edges they share by place, and a tree over them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/lattice.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"
#include "geometry/predicates.h"

namespace ambula {

enum class Role : std::uint8_t {
  nothing,   // without area on the lattice
  ground,    // up within the slope limit, positive area in plan
  obstacle,  // any other triangle with area in plan
  wall,      // vertical on the lattice: a segment in plan
};

struct Prepared {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // By canonical id: along a Morton curve, ties by corners and names.
  // Ground and obstacles run counter-clockwise in plan whatever way they face, walls as given.
  std::vector<std::array<LatticePoint, 3>> solids;
  std::vector<std::array<std::uint32_t, 3>> corners;  // the same as indices of places: equal where they meet
  std::vector<Role> role;
  std::vector<std::uint8_t> turned;                // 1: given clockwise in plan, so its outside is below
  std::vector<std::array<std::uint32_t, 3>> edge;  // of corner i to i + 1, ground only: index of edges below
  std::vector<std::uint8_t> inner;                 // bit i: edge i → i + 1 borders as much coverage on either
                                                   // side, from triangles of one role: it never shows in plan
  std::vector<std::uint8_t> ends_at_ground;        // bit i: edge i → i + 1 of an obstacle is that of one
                                                   // ground triangle, too, and of nothing else
  std::vector<std::uint32_t> input;                // canonical id → scene triangle
  std::vector<std::uint32_t> ground;               // canonical ids, ascending

  std::vector<LatticePoint> places;  // as the scene's positions, not all in use

  // Edges that ground triangles share by place: edge e has edge_ground[edge_begin[e] .. edge_begin[e + 1]).
  std::vector<std::uint32_t> edge_begin;
  std::vector<std::uint32_t> edge_ground;  // canonical ids, ascending

  // Equal triangles of one role: the first stands for all, the others are nothing.
  std::uint32_t ground_copies = 0;
  Int128 copied_area = 0;  // twice, in plan, square quanta

  std::int32_t height = 0;  // quanta, the agent's
  double cosine = 1;        // of its slope limit

  // What welding the soup did: the edges it moved, where they were, and the area that ground gained.
  std::vector<std::array<LatticePoint, 2>> closed;
  Int128 closed_area = 0;  // twice, in plan, square quanta
};

// Walks in canonical order through everything; cancelled: an incomplete value. weld: quanta, as far apart as
// corners may stand that were one (soup_weld.h). `both_sides`, per triangle of the scene: 1 where it is
// ground whichever way it faces; empty where none is.
[[nodiscard]] Prepared prepare(const Scene& scene, const Agent& agent,
                               std::span<const std::uint8_t> both_sides, std::int32_t weld, Context* context);

}  // namespace ambula
