// Navmeshes for tests: the whole chain in one call, and where a point is on them.
#pragma once

#include <cstdint>
#include <optional>

#include "ambula/navmesh.h"

namespace ambula::testing {

// From a scene to a valid navmesh; fails the test where a stage does.
[[nodiscard]] NavMesh built(const Scene& scene, const Agent& agent, const NavMeshParams& params = {},
                            Context* context = nullptr);

// The cell that holds a point in plan and is least far from it in height, within `reach` metres. Looks at
// all.
[[nodiscard]] std::optional<std::uint32_t> cell_at(const NavMesh& mesh, Vec3 p, double reach);

}  // namespace ambula::testing
