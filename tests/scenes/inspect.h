// More brute force for generated meshes: whether solids are closed, and who can walk where on a fine grid.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenes/generate.h"
#include "scenes/measure.h"

namespace ambula::scenes {

// Names of objects with an edge that is not met by as many edges the other way round.
[[nodiscard]] std::vector<std::string> open_objects(const Soup& soup);

// Triangles of (nearly) no area: below 1e-12 m².
[[nodiscard]] std::size_t degenerate_count(const Soup& soup);

// Whether p is inside the room in plan, at least `margin` from its border.
[[nodiscard]] bool in_room(const RoomTruth& room, Vec2 p, double margin = 0);

// Groups of places that reach each other, found by walking a grid over all of them: columns `cell` apart, on
// ground that is free for the agent and not enclosed, in steps to neighbouring columns no higher than
// max_step, never nearer than radius - slack to a column where such ground ends. Coarse, but it shares
// nothing with how the truth is made.
[[nodiscard]] std::vector<std::vector<std::string>> walk_groups(const RayScene& scene,
                                                                const std::vector<PlaceTruth>& places,
                                                                const Agent& agent, double cell,
                                                                double slack);

// For comparing: members and groups in a fixed order.
[[nodiscard]] std::vector<std::vector<std::string>> sorted(std::vector<std::vector<std::string>> groups);

}  // namespace ambula::scenes
