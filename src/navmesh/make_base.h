// The first half of the navmesh, whatever the agent's radius: the linked surface with its ramps.
#pragma once

#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/navmesh.h"
#include "ambula/values/links.h"
#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"

namespace ambula {

struct LabelledBase {
  NavBase base;
  std::vector<std::string> areas;  // names of area types; the first is ""
  bool anything = false;           // there was a surface before patches were dropped
};
[[nodiscard]] Result<LabelledBase> make_base(const Walkable& walkable, const Links& links, const Scene& scene,
                                             const Agent& agent, const NavMeshParams& params,
                                             Context* context);

}  // namespace ambula
