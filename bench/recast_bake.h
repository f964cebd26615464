// Recast's bake, step by step, in this process. recast_peer.h is the way in; this is its engine room.
#pragma once

#include <Recast.h>

#include <cstddef>
#include <vector>

#include "ambula/vec.h"
#include "bench/recast_peer.h"

namespace ambula::bench {

// A scene as Recast takes it: y up, floats relative to `origin`.
struct RecastInput {
  Vec3 origin;  // z up, metres: the middle of the scene's box
  std::vector<float> positions;
  std::vector<int> triangles;
  rcConfig config{};
};

// Bakes `runs` times and keeps the last mesh. An answer that Recast's packed integers cannot hold is refused
// as soon as that is known, as is one over the memory limit.
[[nodiscard]] PeerResult bake_here(const RecastInput& input, int runs, std::size_t memory_limit);

}  // namespace ambula::bench
