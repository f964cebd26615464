// Who gets where, by brute force: a walker that knows nothing but the raw triangles.
#pragma once

#include <string>
#include <vector>

#include "ambula/agent.h"
#include "scenes/measure.h"
#include "scenes/truth.h"

namespace ambula::scenes {

// Groups of places that reach each other, found by walking a grid inside of `domain` in plan: columns `cell`
// apart, on ground that is free for the agent and not enclosed, in steps to neighbouring columns no higher
// than max_step, never nearer than radius - slack to a column where such ground ends. A place where one
// cannot stand is a group of its own. Exact to about two cells of width; steps over gaps are not taken.
// Coarse, but it shares nothing with how the truth is made.
[[nodiscard]] std::vector<std::vector<std::string>> walk_groups(const RayScene& scene,
                                                                const std::vector<PlaceTruth>& places,
                                                                const Agent& agent, const Box3& domain,
                                                                double cell, double slack);

// The places with two metres around them: a domain to walk in.
[[nodiscard]] Box3 around(const std::vector<PlaceTruth>& places);

// For comparing: members and groups in a fixed order.
[[nodiscard]] std::vector<std::vector<std::string>> sorted(std::vector<std::vector<std::string>> groups);

}  // namespace ambula::scenes
