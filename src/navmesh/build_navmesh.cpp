// From the linked surface to the navmesh, in two halves: what does not depend on the radius, and what does.
#include <new>

#include "ambula/navmesh.h"
#include "core/cancel.h"
#include "navmesh/erode.h"
#include "navmesh/make_base.h"
#include "navmesh/make_clearance_mesh.h"

namespace ambula {
namespace {

Result<NavMesh> build(const Walkable& walkable, const Links& links, const Scene& scene, const Agent& agent,
                      const NavMeshParams& params, Context* context) {
  Stage stage(context, "navmesh");
  stage.progress(0, 0.2);
  auto from = make_base(walkable, links, scene, agent, for_agent(params, agent), context);
  if (!from) return fail(from.error());
  stage.progress(0.2, 0.4);
  if (stage.cancelled()) return cancelled_failure("navmesh");
  auto mesh = erode(walkable.lattice, *from, agent.radius, stage, context);
  if (!mesh) return mesh;
  mesh->frame = scene.frame;
  if (agent.radius > 0) return mesh;
  mesh->base = std::move(from->base);
  mesh->clearance = make_clearance_mesh(*mesh->base);
  return mesh;
}

}  // namespace

Result<NavMesh> build_navmesh(const Walkable& walkable, const Links& links, const Scene& scene,
                              const Agent& agent, const NavMeshParams& params, Context* context) {
  if (auto ok = validate(agent); !ok) return fail(ok.error());
  if (auto ok = validate(params); !ok) return fail(ok.error());
  if (walkable.lattice != scene.lattice || links.lattice != scene.lattice ||
      links.walkable_vertices != walkable.vertices.size()) {
    return fail(ErrorCode::invalid_argument,
                "navmesh: the walkable surface and the links are not of this scene and of each other");
  }
  try {
    return build(walkable, links, scene, agent, params, context);
  } catch (const Cancelled&) {
    return cancelled_failure("navmesh");
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::too_large, "navmesh: there is not enough memory for this scene");
  }
}

}  // namespace ambula
