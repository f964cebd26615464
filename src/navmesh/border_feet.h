// Passages between a vertex and the middle of a border across that the triangulation does not show.
//
// How wide a way is, is decided where the distance to the borders has a saddle: halfway between two points of
// them, when the open disc over both as its diameter has no border in it. Two vertices that far apart are
// joined by an edge of the Delaunay triangulation. A vertex and the foot of its perpendicular on a border are
// not, unless the border is the side of a triangle right across from the vertex: then the foot is given to
// the border as a point. After that every way through the triangles goes through an edge or between a corner
// and the border across from it wherever it is narrow, and is as wide as the narrowest of these, exactly.
//
// (Kallmann, Dynamic and robust local clearance triangulations, 2014, looks for vertices that disturb a
// traversal and refines with fewer points; what is left is the same promise.)
#pragma once

#include <cstdint>
#include <vector>

#include "ambula/vec.h"
#include "navmesh/border_mesh.h"

namespace ambula {

// A passage that could not be made an edge.
struct HiddenPassage {
  std::uint32_t half;  // begins at the vertex; the passage begins in its triangle
  Vec2 to;             // the foot, from the vertex on, quanta
};

struct FeetReport {
  std::uint32_t inserted = 0;
  std::vector<HiddenPassage> hidden;
};
FeetReport insert_feet(BorderMesh& mesh);

}  // namespace ambula
