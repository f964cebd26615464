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

#include <optional>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/links.h"
#include "ambula/params/navmesh.h"
#include "ambula/result.h"
#include "ambula/scene.h"
#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "ambula/walkable.h"

namespace ambula {

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

}  // namespace ambula
