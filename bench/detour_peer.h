// The peer of queries: Detour over a mesh that Recast baked.
//
//   auto peer = DetourPeer::make(baked.mesh, agent, 0.1);
//   if (peer) { DetourPath path; peer->find(start, goal, path); }
//
// Set up as Recast's sample does it: a single tile with its bounding volume tree and detail mesh, all
// costs 1. The node pool holds every polygon, so that no search ends for want of nodes. Points are z up,
// where the scene is.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "ambula/agent.h"
#include "ambula/vec.h"
#include "bench/recast_peer.h"

namespace ambula::bench {

struct DetourPlace {
  std::uint64_t polygon = 0;
  Vec3 at;
};

class DetourPeer {
 public:
  // Nothing where Detour refuses the mesh.
  [[nodiscard]] static std::optional<DetourPeer> make(const PeerMesh& mesh, const Agent& agent, double cell);
  DetourPeer(DetourPeer&&) noexcept;
  DetourPeer& operator=(DetourPeer&&) noexcept;
  ~DetourPeer();

  // findNearestPoly within the box p ± extents.
  [[nodiscard]] std::optional<DetourPlace> nearest(Vec3 p, Vec3 extents);
  // findPath and findStraightPath. True when the goal's polygon is reached.
  [[nodiscard]] bool find(const DetourPlace& start, const DetourPlace& goal);
  // Of the path found last: its corners, z up.
  [[nodiscard]] std::vector<Vec3> points() const;
  // In plan, of the path found last.
  [[nodiscard]] double length() const;

 private:
  struct State;
  explicit DetourPeer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace ambula::bench
