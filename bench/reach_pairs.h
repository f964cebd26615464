// Which pairs of places each of two meshes joins: ours, and what Recast bakes, as Detour searches it.
//
//   auto reach = compare_reach(own, baked.mesh, agent, 0.05, {.pairs = 400});
//   for (const ReachPair& pair : reach->differing) print(pair.from, pair.to, pair.own);
//
// Places are drawn uniformly by area from our mesh; those count over which Recast has a polygon within a step
// too. A pair that only Detour joins is followed along Detour's path: where the path leaves the component of
// ours that it started in, and where it comes into another one, is the place to look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ambula/agent.h"
#include "ambula/navmesh.h"
#include "ambula/vec.h"
#include "bench/recast_peer.h"

namespace ambula::bench {

struct ReachParams {
  std::size_t pairs = 400;
  std::uint64_t seed = 1;
};

// The place at which Detour's path leaves one of our components and enters another; scene frame.
struct ReachCrossing {
  Vec3 left, entered;
  std::uint32_t from = NavMesh::kNone, to = NavMesh::kNone;  // components
};

struct ReachPair {
  Vec3 from, to;                                                                 // scene frame
  std::uint32_t from_component = NavMesh::kNone, to_component = NavMesh::kNone;  // of ours
  bool own = false;                      // joined by us, and not by Detour
  std::vector<ReachCrossing> crossings;  // where own is false
};

struct Reach {
  std::size_t pairs = 0;  // drawn: fewer than asked for where the meshes have too little in common
  std::size_t both = 0, neither = 0, only_own = 0, only_peer = 0;
  std::vector<ReachPair> differing;
};

// Nothing where Detour refuses the mesh. The same for the same seed.
[[nodiscard]] std::optional<Reach> compare_reach(const NavMesh& own, const PeerMesh& peer, const Agent& agent,
                                                 double cell, const ReachParams& params = {});

}  // namespace ambula::bench
