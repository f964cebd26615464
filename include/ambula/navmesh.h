// The navigation mesh: convex cells and the portals between them, for an agent of one radius.
//
//   Result<NavMesh> mesh = build_navmesh(*walkable, *links, scene, agent, {}, &context);
//   for (std::uint32_t c = 0; c < mesh->size(); ++c) {
//     for (std::uint32_t s = mesh->cell_begin[c]; s < mesh->cell_begin[c + 1]; ++s) {
//       if (mesh->neighbour[s] != NavMesh::kNone) walk(mesh->neighbour[s]);   // through side s
//     }
//   }
//
// Cells are convex in plan, exactly, and counter-clockwise. Two cells share a whole side or none, so there
// are no T-junctions: a cell has a vertex on a straight side where a neighbour has it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/clearance_mesh.h"
#include "ambula/context.h"
#include "ambula/lattice.h"
#include "ambula/links.h"
#include "ambula/result.h"
#include "ambula/scene.h"
#include "ambula/vec.h"
#include "ambula/walkable.h"

namespace ambula {

// What an area is known by. Both globs have to match; the first rule that does decides.
struct AreaRule {
  std::string area;            // its name
  std::string object = "*";    // names of objects, or IFC classes
  std::string material = "*";  // names of materials
};

enum class CellRule : std::uint8_t {
  triangles,  // every triangle is a cell
  fast,       // merged once, the longest edges first
  fewest,     // then solved anew in neighbourhoods
};
[[nodiscard]] const char* name_of(CellRule rule) noexcept;  // "fewest"

struct NavMeshParams {
  bool keep_treads = false;  // no ramps over flights of stairs
  double stair_slope = 60;   // degrees; steeper flights keep their treads; 0 .. 89
  // m² in plan; smaller parts that nothing reaches are dropped; 0 keeps all. Unless given: 0.5, and for
  // agents lower than the default one less, by the square of their height.
  std::optional<double> min_patch = {};
  // Scene coordinates; when given, only what is reached from there is kept.
  std::vector<Vec3> keep_from = {};
  // Metres kept from ledges; the agent's radius unless given; 0 .. 100.
  std::optional<double> ledge_clearance = {};
  // Metres kept from sills higher than the lip; 0 .. 1000. Below the agent's height a body stands over what
  // is no higher than a step, and walls and drops beyond a sill are kept from in any case. From the agent's
  // height on, the radius is kept from every sill and ledge.
  double sill_clearance = 0;
  double lip = 0.05;  // metres; sills no higher keep no distance where a body stands over sills; 0 .. 10
  double wall_thickness = 0;       // metres added to the distance from walls; 0 .. 10
  double border_tolerance = 0.02;  // metres by which borders may move inwards; 0 .. 1, 0 keeps them
  double height_tolerance = 0.05;  // metres by which heights may be off; 0 .. 1, 0 keeps every vertex
  CellRule cells = CellRule::fewest;
  std::uint32_t max_vertices = 0;  // of a cell; 0: no limit, else 3 or more
  std::vector<AreaRule> areas = {};
};
// The same with what is not given filled in.
[[nodiscard]] NavMeshParams for_agent(NavMeshParams params, const Agent& agent);

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

// What clearance starts from: the linked surface with its ramps, before anything is kept away from. A mesh of
// radius 0 keeps it, and meshes of other radii come from it (eroded).
struct NavBase {
  std::vector<LatticePoint> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;   // counter-clockwise in plan, with area
  std::vector<std::array<std::uint32_t, 3>> neighbours;  // across the edge from corner i to i + 1, or kNone
  std::vector<std::array<BorderKind, 3>> border;         // per edge; none where there is a neighbour
  std::vector<CellKind> kind;                            // per triangle, as in NavMesh
  std::vector<std::uint32_t> flight;
  std::vector<std::uint16_t> area_type;
  std::vector<DroppedPatch> dropped;  // before clearance
  // Triangles of the scene below the surface that a body beside it may bend with instead, where there are
  // steps.
  std::vector<std::array<LatticePoint, 3>> ground;
  // Triangles of the scene that a body standing over a sill may meet beyond it.
  std::vector<std::array<LatticePoint, 3>> beyond;
  Agent agent = {};  // what it was built for
  NavMeshParams params = {};
};

struct NavMesh {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Lattice lattice;                     // the scene's
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
  std::optional<NavBase> base;
  std::optional<ClearanceMesh> clearance;
  std::vector<std::string> warnings;  // sentences for the user; not part of the hash

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(cell_begin.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> corners(std::uint32_t cell) const {
    return {vertex.data() + cell_begin[cell], cell_begin[cell + 1] - cell_begin[cell]};
  }
};

// Never fails on geometry: where the agent fits nowhere there are no cells and a warning that says why.
// Errors: parameters out of range, stages that do not belong together, cancelled, not enough memory.
[[nodiscard]] Result<NavMesh> build_navmesh(const Walkable& walkable, const Links& links, const Scene& scene,
                                            const Agent& agent, const NavMeshParams& params = {},
                                            Context* context = nullptr);

// The mesh of a larger radius from one of radius 0, without going back to the scene: equal to building with
// that radius (and NavMeshParams::ledge_clearance, where one is given), but for the warnings. Errors: a mesh
// without a base, one with a triangle that rises by more than the agent climbs, a radius out of range, as
// build_navmesh.
[[nodiscard]] Result<NavMesh> eroded(const NavMesh& mesh, double radius,
                                     std::optional<double> ledge_clearance = {}, Context* context = nullptr);

// Whether the parameters lie in their ranges; says which does not.
[[nodiscard]] Result<void> validate(const NavMeshParams& params);

// Checks every promise above; the first broken one is the error. Never uses a number before it was compared.
[[nodiscard]] Result<void> validate(const NavMesh& mesh);
[[nodiscard]] Result<void> validate(const NavBase& base, std::size_t areas);  // that many area types

// A cell as triangles, counter-clockwise from above, each with area in plan: its height triangles where it
// has some, else between its own vertices.
[[nodiscard]] std::vector<std::array<std::uint32_t, 3>> cell_triangles(const NavMesh& mesh,
                                                                       std::uint32_t cell);

// Cells in the order of their components, within one in their own.
[[nodiscard]] std::vector<std::uint32_t> cells_by_component(const NavMesh& mesh);

[[nodiscard]] std::uint64_t navmesh_hash(const NavMesh& mesh);

}  // namespace ambula
