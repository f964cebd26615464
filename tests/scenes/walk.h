// Who gets where, by brute force: a walker that tries every cell of a grid around it on the raw triangles.
#pragma once

#include <vector>

#include "ambula/agent.h"
#include "scenes/measure.h"

namespace ambula::scenes {

// Whether each of `goals` can be walked to from `from` without leaving `domain` in plan. The agent is a disc
// tried at its middle and on two circles of sixteen points; every point needs ground within a step of the
// middle's, the agent's height free above it, and must lie outside of solids. Exact to about two cells of
// width; steps over gaps are not taken.
[[nodiscard]] std::vector<bool> walk(const RayScene& scene, const Agent& agent, Vec3 from,
                                     const std::vector<Vec3>& goals, const Box3& domain, double cell);

}  // namespace ambula::scenes
