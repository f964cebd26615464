// The walkable surface: the exact part of the ground that has the agent's height free above it, as connected
// triangles with every border classified.
//
//   Result<Walkable> walkable = extract_walkable(scene, agent, {.weld = 0.01}, &context);
//   for (std::size_t f = 0; f < walkable->faces.size(); ++f) draw(walkable->corners(FaceId{f}));
//   print(walkable->components, walkable->areas.walkable, walkable_hash(*walkable));
//
// A point of the ground is walkable when no other ground lies between 0 and the agent's height above it, and
// nothing else between 1 mm and that height. Vertices stand on the scene's lattice, within two quanta of
// their true place; where rounding parted borders that meet, joining them again may move one by two more. The
// value depends on the scene's geometry alone: not on triangle order, thread count, build or platform.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/params/walkable.h"
#include "ambula/result.h"
#include "ambula/scene.h"
#include "ambula/values/walkable.h"

namespace ambula {

// Never fails on geometry: a scene without ground gives a surface without faces and a warning that says why.
// Errors: parameters out of range, cancelled, not enough memory.
[[nodiscard]] Result<Walkable> extract_walkable(const Scene& scene, const Agent& agent,
                                                const WalkableParams& params = {},
                                                Context* context = nullptr);

// Per triangle of the scene: 1 where it is ground whichever way it faces, within the slope limit.
[[nodiscard]] std::vector<std::uint8_t> both_sides_of(const Walkable& walkable, const WalkableParams& params,
                                                      std::size_t scene_triangles);

}  // namespace ambula
