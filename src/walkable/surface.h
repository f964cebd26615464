// The surface while it is being made: what the steps after the cut (classify, weld, merge, drop) hand to each
// other. `Walkable` is its finished, canonical form.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/values/walkable.h"
#include "geometry/predicates.h"

namespace ambula {

[[nodiscard]] inline Point2 plan(LatticePoint p) { return {p.x, p.y}; }

// What is beyond an edge of a face that has no neighbour there.
struct Border {
  BorderKind kind = BorderKind::none;
  bool inner = false;       // at the back of a wall
  std::int32_t height = 0;  // quanta

  friend bool operator==(const Border&, const Border&) = default;
};

struct SurfaceFace {
  std::array<std::uint32_t, 3> corner;  // indices of Surface::vertices, counter-clockwise in plan, area > 0
  std::array<std::uint32_t, 3> neighbour;  // across the edge from corner i to corner i + 1; Surface::kNone
  std::array<Border, 3> border;            // kind is none exactly where there is a neighbour
  std::uint32_t source;                    // canonical id of the ground triangle it came from
};

// Neighbours are mutual and share both vertices of their edge. Two vertices may stand at one place where the
// surface is not joined. Everything downstream may depend on the order of faces and vertices, which is
// canonical: it follows from the scene's geometry alone.
struct Surface {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  std::vector<LatticePoint> vertices;
  std::vector<SurfaceFace> faces;

  // The side of the neighbour across `side` that leads back to f. Two faces with area share one edge at most.
  [[nodiscard]] std::uint32_t mate(std::uint32_t f, std::uint32_t side) const {
    const auto& back = faces[faces[f].neighbour[side]].neighbour;
    return back[0] == f ? 0u : back[1] == f ? 1u : 2u;
  }
};

// Fills `vertices` and every face's corners from neighbours alone: a vertex is the middle of a fan of faces.
// `place(face, i)` gives where corner i stands; faces of one fan agree on it.
template <class PlaceOf>
void assign_vertices(Surface& surface, PlaceOf place) {
  constexpr std::uint32_t kNone = Surface::kNone;
  const auto after = [](std::uint32_t i) { return i == 2 ? 0 : i + 1; };
  const auto before = [](std::uint32_t i) { return i == 0 ? 2 : i - 1; };
  surface.vertices.clear();
  for (SurfaceFace& face : surface.faces) face.corner = {kNone, kNone, kNone};
  for (std::uint32_t first = 0; first < surface.faces.size(); ++first) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (surface.faces[first].corner[i] != kNone) continue;
      const auto vertex = static_cast<std::uint32_t>(surface.vertices.size());
      surface.vertices.push_back(place(first, i));
      // Counter-clockwise about the corner until the border or the beginning, then the other way.
      std::uint32_t f = first, c = i;
      for (;;) {
        surface.faces[f].corner[c] = vertex;
        const std::uint32_t side = before(c), g = surface.faces[f].neighbour[side];
        if (g == kNone) break;
        c = surface.mate(f, side);
        f = g;
        if (surface.faces[f].corner[c] != kNone) break;
      }
      f = first;
      c = i;
      for (;;) {
        const std::uint32_t g = surface.faces[f].neighbour[c];
        if (g == kNone) break;
        c = after(surface.mate(f, c));
        f = g;
        if (surface.faces[f].corner[c] != kNone) break;
        surface.faces[f].corner[c] = vertex;
      }
    }
  }
}

}  // namespace ambula
