// The walkable surface: the exact part of the ground that has the agent's height free above it, as connected
// triangles with every border classified.
//
//   Result<Walkable> walkable = extract_walkable(scene, agent, {.weld = 0.01}, &context);
//   for (std::size_t f = 0; f < walkable->faces.size(); ++f) draw(walkable->corners(FaceId{f}));
//   print(walkable->components, walkable->areas.walkable, walkable_hash(*walkable));
//
// A point of the ground is walkable when no other ground lies between 0 and the agent's height above it, and
// nothing else between 1 mm and that height. Vertices stand on the scene's lattice, within two quanta of
// their true place; where rounding parted borders that meet, joining them again may move one by two more. The
// value depends on the scene's geometry alone: not on triangle order, thread count, build or platform.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/ids.h"
#include "ambula/lattice.h"
#include "ambula/result.h"
#include "ambula/scene.h"

namespace ambula {

using FaceId = Id<struct FaceTag>;

// TwoSided tells if triangles that face down within the slope limit are ground, too.
enum class TwoSided : std::uint8_t {
  no,
  yes,
  automatic,  // those of shells whose orientation cannot be trusted: wound both ways, inside out, or a floor
              // that faces down and is the only one there
};
[[nodiscard]] const char* name_of(TwoSided sides) noexcept;  // "no", "yes", "auto"

struct WalkableParams {
  TwoSided two_sided = TwoSided::automatic;
  // Metres; cracks and overlaps up to here are closed; 0 .. 0.2, 0 closes none. Unless given: 0.01, or a
  // sixtieth of a small agent's height.
  std::optional<double> weld = {};
  bool keep_enclosed = false;  // keep floor inside solids (wall cores, crates, columns)
  // m² in plan; smaller components are dropped; 0 keeps all. Unless given: 0.05, and for agents lower
  // than the default one less, by the square of their height.
  std::optional<double> min_patch = {};
};
// The same with what is not given filled in.
[[nodiscard]] WalkableParams for_agent(WalkableParams params, const Agent& agent);

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

// Never fails on geometry: a scene without ground gives a surface without faces and a warning that says why.
// Errors: parameters out of range, cancelled, not enough memory.
[[nodiscard]] Result<Walkable> extract_walkable(const Scene& scene, const Agent& agent,
                                                const WalkableParams& params = {},
                                                Context* context = nullptr);

// Per triangle of the scene: 1 where it is ground whichever way it faces, within the slope limit.
[[nodiscard]] std::vector<std::uint8_t> both_sides_of(const Walkable& walkable, const WalkableParams& params,
                                                      std::size_t scene_triangles);

// Whether the parameters lie in their ranges; says which does not.
[[nodiscard]] Result<void> validate(const WalkableParams& params);

// Checks every promise above, the mesh's topology too; the first broken one is the error.
[[nodiscard]] Result<void> validate(const Walkable& walkable);

// Over everything but warnings, both_sides and input_triangle.
[[nodiscard]] std::uint64_t walkable_hash(const Walkable& walkable);

}  // namespace ambula
