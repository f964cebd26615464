// Chosen fillers as links: ends of intervals put together, rounded to the lattice and numbered.
#pragma once

#include <span>
#include <vector>

#include "ambula/values/links.h"
#include "geometry/predicates.h"
#include "links/choose.h"

namespace ambula {

// Fills links (steps and gaps), intervals, triangles and vertices. Ends of intervals that lie within kSnap of
// each other on one edge, or of its end, become one. `candidate_of[l]` is the candidate link l comes from.
void assemble(const Walkable& walkable, const Borders& borders, std::span<const Candidate> candidates,
              std::span<const ChosenPart> chosen, const Reach& reach, Links& links,
              std::vector<std::uint32_t>& candidate_of);

// Whether a point as good as on a border edge may divide it: its face, drawn out to the point, must still be
// cut into triangles. So the point lies on the edge, outside of the face, or within the face's other two
// sides.
[[nodiscard]] bool can_stand_on_edge(const Walkable& walkable, std::uint32_t half_edge, Point2 p);
// The nearest lattice point that may.
[[nodiscard]] Point2 round_to_edge(const Walkable& walkable, std::uint32_t half_edge, Vec2 at);

// Where a corner of a filler stands.
[[nodiscard]] inline LatticePoint place_of(const Walkable& w, const Links& links, std::uint32_t vertex) {
  return vertex < links.walkable_vertices ? w.vertices[vertex]
                                          : links.vertices[vertex - links.walkable_vertices].at;
}

}  // namespace ambula
