// A path with a radius on the base: what it stands on, and its heights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "query/clearance_graph.h"

namespace ambula {

struct TracePoint {
  Vec3 at;                 // scene coordinates
  std::uint32_t base = 0;  // triangle
  Vec3 centre = {};        // of the arc that begins here, at this height
  std::int8_t turn = 0;
};

struct PathTrace {
  std::vector<TracePoint> points;        // the bends, and two over each other where a step is climbed
  std::vector<std::uint32_t> triangles;  // of the base, in the order they are entered
  std::vector<double> lengths = {};      // metres in plan, on each of them
  std::vector<Vec3> middles = {};        // of the straight parts of the way on them, the last ones
  double length_3d = 0;                  // metres; steps without run count with their height
  std::vector<Vec2> scratch = {};
  std::vector<std::uint32_t> crossed = {};
};

// From a place along bends, the first of which is there.
void trace_path(const ClearanceGraph& graph, const ClearPlace& start, std::span<const ArcBend> bends,
                PathTrace& out);

}  // namespace ambula
