// The first half of the navmesh, whatever the agent's radius: the linked surface with its ramps.
#include "navmesh/make_base.h"

#include <algorithm>
#include <numeric>

#include "core/cancel.h"
#include "navmesh/beyond_sills.h"
#include "navmesh/close_steps.h"
#include "navmesh/drop_patches.h"
#include "navmesh/flaps.h"
#include "navmesh/ground_below.h"
#include "navmesh/joined_surface.h"
#include "navmesh/labels.h"
#include "navmesh/ramps.h"

namespace ambula {
namespace {

constexpr double kFlapBase = 0.005;  // metres: a gap in the surface no wider is none

// The linked surface with ramps over its flights, unless treads are to be kept.
Result<Ramps> lift_flights(const LinkedSurface& linked, const Walkable& walkable, const Links& links,
                           const Scene& scene, const Agent& agent, const NavMeshParams& params,
                           Context* context) {
  stop_if_cancelled(context);
  const double quantum = scene.lattice.quantum;
  JoinedSurface joined =
      without_flaps(join_surface(linked), {.width = kUpright / quantum, .base = kFlapBase / quantum});
  stop_if_cancelled(context);
  if (!params.keep_treads)
    return add_ramps({joined, linked, walkable, links, scene}, agent, params.stair_slope, context);
  std::vector<std::uint32_t> none(joined.surface.triangles.size(), NavMesh::kNone);
  return Ramps{std::move(joined), std::move(none), {}};
}

// How far beyond sills the scene matters, metres: for radius 0 as far as it does for any that may come.
double sill_reach(const Agent& agent, const NavMeshParams& params) {
  const double kept =
      std::max(agent.radius + params.wall_thickness, params.ledge_clearance.value_or(agent.radius));
  constexpr double kWithGap = 1.25;
  return (agent.radius == 0 ? agent.height : std::min(agent.height, kept)) * kWithGap;
}

}  // namespace

Result<LabelledBase> make_base(const Walkable& walkable, const Links& links, const Scene& scene,
                               const Agent& agent, const NavMeshParams& params, Context* context) {
  const LinkedSurface linked = close_steps(linked_surface(walkable, links), links);
  auto ramps = lift_flights(linked, walkable, links, scene, agent, params, context);
  if (!ramps) return fail(ramps.error());
  stop_if_cancelled(context);
  const JoinedSurface joined = std::move(ramps->joined);
  Labels labels = label_ramps(label_triangles(linked, walkable, links, scene, params.areas), linked, links,
                              joined.surface.source, ramps->flight);

  stop_if_cancelled(context);
  NavSurface surface = joined.surface;
  std::iota(surface.source.begin(), surface.source.end(), 0u);  // from here on: triangles of `joined`
  LabelledBase out;
  out.anything = !surface.triangles.empty();
  out.areas = std::move(labels.areas);
  NavBase& base = out.base;
  drop_patches(surface, scene.lattice, params, base.dropped);

  stop_if_cancelled(context);
  const std::size_t n = surface.triangles.size();
  base.border.reserve(n);
  base.kind.reserve(n);
  base.flight.reserve(n);
  base.area_type.reserve(n);
  for (const std::uint32_t s : surface.source) {
    const CellTraits& traits = labels.traits[labels.label[s]];
    base.border.push_back(joined.border[s]);
    base.kind.push_back(traits.kind);
    base.flight.push_back(traits.flight);
    base.area_type.push_back(traits.area_type);
  }
  base.vertices = std::move(surface.vertices);
  base.triangles = std::move(surface.triangles);
  base.neighbours = std::move(surface.neighbours);
  base.ground = ground_below({base.vertices, base.triangles, base.neighbours}, scene,
                             body_limits(agent, agent.radius, scene.lattice.quantum), context);
  stop_if_cancelled(context);
  if (params.sill_clearance < agent.height)
    base.beyond = triangles_beyond(base, scene, body_limits(agent, agent.radius, scene.lattice.quantum),
                                   sill_reach(agent, params) / scene.lattice.quantum, context);
  base.agent = agent;
  base.params = params;
  return out;
}

}  // namespace ambula
