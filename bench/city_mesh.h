// A navmesh as large as a city's, made without a scene.
#pragma once

#include <cstdint>

#include "ambula/navmesh.h"

namespace ambula::bench {

// Square cells of 4 m on a grid of side by side, of which about a quarter are built on, in blocks: streets
// remain, and many a dead end. The same for the same seed anywhere.
[[nodiscard]] NavMesh city_mesh(std::uint32_t side, std::uint64_t seed);

}  // namespace ambula::bench
