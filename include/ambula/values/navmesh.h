// The navigation mesh as a value. navmesh.h says what it is, and builds it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ambula/boxed.h"
#include "ambula/clearance_mesh.h"
#include "ambula/frame.h"
#include "ambula/lattice.h"
#include "ambula/result.h"
#include "ambula/values/walkable.h"
#include "ambula/vec.h"

namespace ambula {

// What a cell is made of.
enum class CellKind : std::uint8_t {
  floor,  // walkable surface
  step,   // fillers of links
  gap,
  fill,
  ramp,  // over a flight of stairs
};
[[nodiscard]] const char* name_of(CellKind kind) noexcept;  // "floor"

// A part of the surface that was left out though the agent fits there.
enum class DropReason : std::uint8_t {
  small,        // below NavMeshParams::min_patch
  unreachable,  // not reached from NavMeshParams::keep_from
};
[[nodiscard]] const char* name_of(DropReason why) noexcept;  // "small"
struct DroppedPatch {
  LatticePoint at;  // a corner of it, the least
  double area = 0;  // m² in plan
  DropReason why = DropReason::small;
  LatticePoint extent = {};  // quanta: along each axis it reaches no further than this from `at`

  friend bool operator==(const DroppedPatch&, const DroppedPatch&) = default;
};

struct NavBase;  // values/nav_base.h

struct NavMesh {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Lattice lattice;                     // the scene's
  Frame frame;                         // the scene's; not part of the hash. Unknown: z up, metres
  std::vector<LatticePoint> vertices;  // numbered by the first side that begins there

  // Cell c has the sides cell_begin[c] .. cell_begin[c + 1]: per side the vertex it begins at. The one least
  // by (x, y, z) is first, and cells are ordered by the places of their vertices.
  std::vector<std::uint32_t> cell_begin{0};
  std::vector<std::uint32_t> vertex;
  // The portal of a side: the cell across, and the same side as that cell has it. kNone at a border. Both
  // have the same ends in plan; where their heights differ, the portal is a step without run.
  std::vector<std::uint32_t> neighbour, across;

  std::vector<CellKind> kind;            // per cell
  std::vector<std::uint32_t> flight;     // per cell: of Links::flights, for steps and ramps; kNone
  std::vector<std::uint16_t> area_type;  // per cell: of `areas`
  std::vector<std::uint32_t> component;  // per cell: what portals join, numbered by their first cell
  std::uint32_t components = 0;

  // Triangles of the cells that are not planar within tolerance, as vertices: cell c has those from
  // height_begin[c] to height_begin[c + 1], none when it is planar. They cover the cell in plan. Vertices of
  // theirs that no side begins at come last.
  std::vector<std::uint32_t> height_begin{0};
  std::vector<std::array<std::uint32_t, 3>> height_triangles;

  std::vector<std::string> areas{""};  // names of area types; the first is what no rule matches
  double area = 0;                     // m² in plan, of all cells
  double ideal_area = 0;               // m² in plan, of the linked surface minus what is too close to borders
  std::vector<DroppedPatch> dropped;   // in the order of their places
  // Only in meshes of radius 0; not part of the hash.
  Boxed<NavBase> base;
  std::optional<ClearanceMesh> clearance;
  std::vector<std::string> warnings;  // sentences for the user; not part of the hash

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cell_begin.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> corners(std::uint32_t cell) const {
    return {vertex.data() + cell_begin[cell], cell_begin[cell + 1] - cell_begin[cell]};
  }
};

// Checks every promise above; the first broken one is the error. Never uses a number before it was compared.
[[nodiscard]] Result<void> validate(const NavMesh& mesh);

// A point of the scene's own frame (its file's up axis and unit) in the coordinates of meshes and queries,
// metres and z up; and back.
[[nodiscard]] inline Vec3 from_scene_frame(const NavMesh& mesh, Vec3 p) { return mesh.frame.to_scene(p); }
[[nodiscard]] inline Vec3 to_scene_frame(const NavMesh& mesh, Vec3 p) { return mesh.frame.to_input(p); }

// A cell as triangles, counter-clockwise from above, each with area in plan: its height triangles where it
// has some, else between its own vertices.
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> cell_triangles(const NavMesh& mesh,
                                                                       std::uint32_t cell);

// Cells in the order of their components, within one in their own.
[[nodiscard]] std::vector<std::uint32_t> cells_by_component(const NavMesh& mesh);

[[nodiscard]] std::uint64_t navmesh_hash(const NavMesh& mesh);

}  // namespace ambula
