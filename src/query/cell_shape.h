// One cell as a shape in space: what it covers, how high it is, what of it is nearest.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "ambula/vec.h"
#include "query/query_mesh.h"

namespace ambula {

// How far to the left of a side's line a point is, times the side's length. Taken from the lesser end, so
// that the two cells of a portal see the same number with other signs: no point between them is in neither.
[[nodiscard]] inline double left_of(Vec2 a, Vec2 b, Vec2 p) {
  if (a.x < b.x || (a.x == b.x && a.y < b.y)) return cross(b - a, p - a);
  return -cross(a - b, p - b);
}

// Whether a place stands on a side, as far as coordinates tell.
[[nodiscard]] bool stands_on(Vec2 a, Vec2 b, Vec2 p);

// In plan, borders included.
[[nodiscard]] bool holds(const QueryMesh& mesh, std::uint32_t cell, Vec2 p);

// Of the cell's surface at a point of it in plan; beyond it what is nearest goes on.
[[nodiscard]] double height_in(const QueryMesh& mesh, std::uint32_t cell, Vec2 p);

// A flat piece of the mesh: a cell, where it is planar, or one triangle of it.
struct FlatPiece {
  std::uint32_t cell = 0;
  std::uint32_t triangle = NavMesh::kNone;

  friend constexpr auto operator<=>(const FlatPiece&, const FlatPiece&) = default;
};

// In plan, borders included, as with `holds`.
[[nodiscard]] bool piece_holds(const QueryMesh& mesh, FlatPiece piece, Vec2 p);
[[nodiscard]] double piece_height(const QueryMesh& mesh, FlatPiece piece, Vec2 p);

// Its corners in order.
void outline_of(const QueryMesh& mesh, FlatPiece piece, std::vector<Vec3>& out);

// The point of the piece nearest to p. False where it is plain that it is further away than the root of
// `most`.
[[nodiscard]] bool closest_in(const QueryMesh& mesh, FlatPiece piece, Vec3 p, double most, Vec3& out);

struct CornerBox {
  Vec3 low, high;

  [[nodiscard]] bool holds(Vec3 p) const {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && p.z >= low.z && p.z <= high.z;
  }
};
// The same, of what lies within a box; false where nothing does. `scratch` is for outlines.
[[nodiscard]] bool closest_within(const QueryMesh& mesh, FlatPiece piece, Vec3 p, const CornerBox& box,
                                  std::vector<Vec3>& scratch, Vec3& out);

// What of an outline lies in the square around a circle, in plan.
void clip_to_square(std::vector<Vec3>& outline, Vec2 centre, double radius);

// The length of the surface under a segment of a cell that is not planar, from a to b in plan. `edge` of one
// of its triangles has a on it (QueryMesh::side_edge), or is kNone.
[[nodiscard]] double surface_length(const QueryMesh& mesh, std::uint32_t cell, Vec2 a, Vec2 b,
                                    std::uint32_t edge = NavMesh::kNone);

[[nodiscard]] inline Vec2 closest_on(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double along = dot(p - a, d), whole = dot(d, d);
  if (!(along > 0)) return a;
  return along >= whole ? b : a + d * (along / whole);
}

// Where a way from p is taken to cross a portal before it is pulled taut: as near to p as can be, but not
// within a part of its ends. (The point that makes the way to the goal shortest sounds better and is not: a
// goal on the floor below draws it away.)
[[nodiscard]] inline Vec2 likely_crossing(double margin, Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double part = dot(p - a, along) / dot(along, along);
  return a + along * (part < margin ? margin : part > 1 - margin ? 1 - margin : part);
}

// Where a straight stretch crosses a portal. One that runs along it crosses at once.
[[nodiscard]] inline Vec2 crossing_of(Vec2 from, Vec2 to, Vec2 right, Vec2 left, Vec2 at) {
  const double r = cross(to - from, right - from), l = cross(to - from, left - from);
  if (!(r < 0 && l > 0)) {
    if (r == l) return closest_on(right, left, at);
    return std::abs(r) < std::abs(l) ? right : left;  // it touches an end
  }
  return right + (left - right) * (r / (r - l));
}

}  // namespace ambula
