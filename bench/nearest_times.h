// How long it takes to put points on the mesh: ours beside Detour's, for the same points.
#pragma once

#include <vector>

#include "ambula/query.h"
#include "bench/detour_peer.h"

namespace ambula::bench {

// Microseconds a point, one value a batch: reading the clock takes about as long as one answer.
struct NearestTimes {
  std::vector<double> own, detour;
};

// Points where a user's may be: drawn from the mesh, the same 0.3 m above it, and 0.2 m beside its borders.
struct NearestCases {
  NearestTimes on, above, beside;
};

[[nodiscard]] NearestCases time_nearest(Query& query, DetourPeer& peer, Vec3 reach);

}  // namespace ambula::bench
