// Components of meshes that no build made.
#pragma once

#include "ambula/navmesh.h"

namespace ambula::bench {

// Numbers what portals join, by their first cells.
void number_components(NavMesh& mesh);

}  // namespace ambula::bench
