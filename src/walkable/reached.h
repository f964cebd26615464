// Components taken for ghosts that a walker can nevertheless step onto from ground that is none.
//
//   std::vector<char> ghost = find_enclosed(...)->component;
//   keep_reached({.surface = surface, .solids = prepared.solids, .tree = tree, ...}, ghost);
//
// Two components are in contact where borders that are no walls face each other within the agent's gap in
// plan and its step in height, and nothing stands between them above a step. This is wider than what links
// join (links.h): a component without contact here will have no link. Contact is passed on from component to
// component.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"
#include "geometry/box_tree.h"
#include "walkable/surface.h"

namespace ambula {

struct ReachedInput {
  const Surface& surface;
  std::span<const std::uint32_t> component;                // per face
  std::span<const std::array<LatticePoint, 3>> triangles;  // the scene's
  const BoxTree& tree;                                     // over the boxes of `triangles`
  double step = 0, gap = 0, height = 0;                    // quanta, the agent's
  double width = 0;                                        // quanta: no way through a narrower slit
  double least = 0;  // quanta² in plan: a smaller component is no ground to come from
};

// Clears ghost[c] (per component) of every component that can be reached. Gives how many were cleared.
std::uint32_t keep_reached(const ReachedInput& input, std::vector<char>& ghost);

}  // namespace ambula
