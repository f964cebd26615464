// Fans of faces around a corner, and vertices from fans.
//
//   for (HalfEdge c = corner; c != Surface::kNone; c = left_of(surface, c)) ...
//   name_fans(surface, dirty);
#pragma once

#include <cstdint>
#include <vector>

#include "walkable/surface.h"

namespace ambula {

using HalfEdge = std::uint32_t;  // 3 · face + i: the edge from corner i to corner i + 1; also the corner

// Which edge of the neighbour is the one to face f. Two faces never share two edges: both are
// counter-clockwise.
[[nodiscard]] inline std::uint32_t mate_of(const Surface& surface, std::uint32_t f, std::uint32_t neighbour) {
  const auto& n = surface.faces[neighbour].neighbour;
  return n[0] == f ? 0 : n[1] == f ? 1 : 2;
}

// From a face's corner to the same corner of the next face counter-clockwise, or clockwise, or kNone.
[[nodiscard]] inline HalfEdge left_of(const Surface& surface, HalfEdge corner) {
  const std::uint32_t n = surface.faces[corner / 3].neighbour[(corner % 3 + 2) % 3];
  return n == Surface::kNone ? n : 3 * n + mate_of(surface, corner / 3, n);
}
[[nodiscard]] inline HalfEdge right_of(const Surface& surface, HalfEdge corner) {
  const std::uint32_t n = surface.faces[corner / 3].neighbour[corner % 3];
  return n == Surface::kNone ? n : 3 * n + (mate_of(surface, corner / 3, n) + 1) % 3;
}

// Makes a surface of faces that welding joined: one vertex for every fan around a dirty one (the others have
// one fan), numbered as the faces name them; faces without corners (kNone) closed up. Fans that would go
// around their vertex more than once are opened where welding closed them: where the border's kind is still
// known although there is a neighbour.
void name_fans(Surface& surface, std::vector<std::uint8_t> dirty);

}  // namespace ambula
