// What `ambula verify` tells of a navmesh.
//
//   auto checked = verify_navmesh(scene, agent, walkable_params, walkable, links, mesh, params, &context);
//   options.json ? json["navmesh"] = to_json(*checked, frame) : print(*checked, frame);
#pragma once

#include "common.h"

namespace ambula::cli {

// Places in the scene's own frame. Keys: docs/cli.md.
[[nodiscard]] Json to_json(const VerifyNavMeshReport& report, const Frame& frame);
void print(const VerifyNavMeshReport& report, const Frame& frame);

}  // namespace ambula::cli
