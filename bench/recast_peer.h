// The peer: bakes a scene with Recast, the navigation mesh builder most games use today.
//
//   PeerResult peer = bake_recast(scene, {.agent = agent, .cell = 0.1}, &context);
//   if (!peer.ok) print(peer.reason);
//   else print(peer.median_seconds, peer.peak_bytes, peer.mesh.polygon_count(), peer.area);
//
// One solo mesh with watershed regions, set up as Recast's own sample does it: cell height 2/3 of the cell;
// the three filters on (low hanging obstacles, ledge spans, low height); regions of at least 8 x 8 cells,
// merged below 20 x 20; border edges of at most 12 m, within 1.3 cells of the raw contour; polygons of up to
// 6 corners; detail mesh sampled every 6 cells, within one cell height. From the agent come height, radius,
// slope and, as climb, max_step; Recast has no gap.
//
// What is timed: from the arrays Recast takes (float positions, integer triangles, both already in memory) to
// the finished detail mesh, with marking triangles by slope, building and freeing every intermediate value,
// and the allocator hook's counting. Not timed: reading the file, turning the scene into Recast's frame,
// turning the answer back, freeing the answer.
//
// What is counted as memory: the most bytes Recast held at once, by the sizes it asked its allocator hook
// for. The input arrays are not in it, nor the heap's own overhead. The same scene and parameters give the
// same number every time.
//
// The bake runs in a child process where the system can fork (elsewhere in this one), so that an assertion or
// a crash in Recast becomes a reason and not the end of the benchmark.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/scene.h"
#include "ambula/vec.h"

namespace ambula::bench {

inline constexpr std::size_t kDefaultMemoryLimit = std::size_t{4} << 30;  // bytes

struct PeerParams {
  Agent agent = default_agent();
  double cell = 0.3;                               // metres; 0.001 .. 100
  int runs = 5;                                    // 1 .. 1000
  std::size_t memory_limit = kDefaultMemoryLimit;  // bytes Recast may hold at once
};

// z up, metres, where the scene is.
struct PeerMesh {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::vector<Vec3> positions;                  // corners of polygons, on the voxel grid
  std::vector<std::uint32_t> polygon_begin{0};  // polygon p owns corners [begin[p], begin[p + 1])
  std::vector<std::uint32_t> polygon_corners;   // indices of positions, counter-clockwise from above
  std::vector<std::uint32_t>
      polygon_neighbors;  // per corner: the polygon across the edge to the next, or kNone

  std::vector<Vec3> detail_positions;         // Recast lifts these by one cell height
  std::vector<Triangle> detail_triangles;     // indices of detail_positions, counter-clockwise from above
  std::vector<std::uint32_t> detail_polygon;  // per triangle: the polygon it details

  [[nodiscard]] std::size_t polygon_count() const { return polygon_begin.size() - 1; }
};

struct PeerResult {
  bool ok = false;
  std::string reason;                 // why it could not be baked, in words; empty when ok
  std::vector<std::string> warnings;  // what Recast logged, each line once

  double median_seconds = 0;      // by the clock on the wall
  double median_cpu_seconds = 0;  // by the processor: Recast has one thread, so on an idle machine the same
  std::vector<double> seconds;    // per run, in order, by the clock on the wall
  std::size_t peak_bytes = 0;

  PeerMesh mesh;
  double area = 0;      // m² of the polygons seen from above
  int grid_width = 0;   // cells along x; of the refused grid too, where it can be counted
  int grid_height = 0;  // cells along y
};

// Never fails otherwise than by ok = false and a reason. Refused before anything is allocated: a grid whose
// columns alone exceed the memory limit, and sizes that Recast's packed integers cannot hold.
[[nodiscard]] PeerResult bake_recast(const Scene& scene, const PeerParams& params,
                                     Context* context = nullptr);

}  // namespace ambula::bench
