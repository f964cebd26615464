// The walkable surface as a value. walkable.h says what it is, and makes it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ambula/ids.h"
#include "ambula/lattice.h"
#include "ambula/result.h"

namespace ambula {

using FaceId = Id<struct FaceTag>;

// What is on the other side of an edge.
enum class BorderKind : std::uint8_t {
  none,   // another face: no border
  ledge,  // nothing: the ground ends in the air
  sill,   // something no higher than the agent's step
  wall,   // something higher
};
[[nodiscard]] const char* name_of(BorderKind kind) noexcept;  // "ledge"

// Why a part of the surface was taken out after the cut.
enum class Removal : std::uint8_t {
  enclosed,  // inside a solid
  small,     // a component below WalkableParams::min_patch
};
[[nodiscard]] const char* name_of(Removal removal) noexcept;

// Square metres in plan. ground = blocked + duplicate + enclosed + small + (walkable - closed), but for the
// rounding of vertices to the lattice.
struct WalkableAreas {
  double ground = 0;     // all triangles within the slope limit
  double blocked = 0;    // too little height free, or below other ground
  double duplicate = 0;  // the same place given by several coplanar triangles, but for one of them
  double enclosed = 0;   // ghosts: floor inside solids
  double small = 0;      // components below min_patch
  double closed = 0;     // gained (or, below 0, lost) by closing cracks and small overlaps
  double walkable = 0;   // the surface

  friend bool operator==(const WalkableAreas&, const WalkableAreas&) = default;
};

struct Walkable {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Lattice lattice;  // the scene's
  std::vector<LatticePoint> vertices;
  // Triangles, counter-clockwise from above, never without area in plan. The corner least by (x, y, z) is
  // first, and faces are ordered by the places of their corners. A vertex is the middle of one fan of faces.
  std::vector<std::array<std::uint32_t, 3>> faces;
  // For every face and i = 0, 1, 2: what lies across the edge from corner i to corner i + 1.
  std::vector<std::array<std::uint32_t, 3>> neighbours;    // the face there, or kNone
  std::vector<std::array<BorderKind, 3>> border;           // none where there is a face
  std::vector<std::array<std::int32_t, 3>> border_height;  // quanta from the ground up to the top of what
                                                           // blocks within the agent's height; 0 for others
  std::vector<std::uint8_t> inner_wall;                    // bit i: the border is at the back of a wall
  std::vector<std::uint32_t> component;                    // per face; numbered by their first face
  std::vector<std::uint32_t> face_triangle;                // canonical id of the ground triangle
  std::vector<ObjectId> face_object;
  std::vector<MaterialId> face_material;
  std::uint32_t components = 0;

  // What was taken out or moved, so that a check can tell it from an error.
  std::vector<std::array<LatticePoint, 3>> removed;  // faces taken out, in canonical order
  std::vector<Removal> removed_why;                  // per removed face
  std::vector<std::array<LatticePoint, 2>> closed;  // stretches of border that closing cracks moved or joined

  WalkableAreas areas;
  std::uint32_t ground_triangles = 0;
  std::uint32_t removed_enclosed = 0, removed_small = 0;  // components
  std::vector<std::string> warnings;                      // sentences for the user

  // Canonical ids, ascending, of the triangles that TwoSided::automatic took on both sides. Not part of the
  // hash: it follows from the scene.
  std::vector<std::uint32_t> both_sides;

  // Canonical id → index of scene.triangles. Not part of the hash: it names the input's own order.
  std::vector<std::uint32_t> input_triangle;

  [[nodiscard]] std::array<Vec3, 3> corners(FaceId f) const {
    const auto& v = faces[f.index()];
    return {lattice.position(vertices[v[0]]), lattice.position(vertices[v[1]]),
            lattice.position(vertices[v[2]])};
  }
};

// Checks every promise above, the mesh's topology too; the first broken one is the error.
[[nodiscard]] Result<void> validate(const Walkable& walkable);

// Over everything but warnings, both_sides and input_triangle.
[[nodiscard]] std::uint64_t walkable_hash(const Walkable& walkable);

}  // namespace ambula
