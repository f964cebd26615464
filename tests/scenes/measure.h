// Measuring a generated mesh by brute force on its triangles: what the generators' truth is held against.
// Shares no code with any stage.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ambula/agent.h"
#include "ambula/scene.h"

namespace ambula::scenes {

// All triangles of a soup, binned in plan for vertical rays.
class RayScene {
 public:
  explicit RayScene(const Soup& soup);

  struct Hit {
    double distance = 0;
    std::uint32_t triangle = 0;
    double facing = 0;  // the sine of its slope's complement: normal · direction of the ray, -1..1
  };

  // All crossings of the vertical line through p, by height relative to p (below negative), sorted.
  [[nodiscard]] std::vector<Hit> vertical(Vec3 p) const;
  // The first triangle that a ray meets, within `reach`; any direction; tests every triangle.
  [[nodiscard]] std::optional<Hit> first(Vec3 from, Vec3 direction, double reach) const;

  [[nodiscard]] const Soup& soup() const { return soup_; }

 private:
  [[nodiscard]] std::size_t cell(double x, double y) const;

  const Soup& soup_;
  std::vector<Vec3> normals_;  // unit, or zero for degenerate triangles
  Box3 box_;
  int nx_ = 1, ny_ = 1;
  std::vector<std::uint32_t> first_, items_;
};

// Areas of the ground (faces up within the agent's slope), in m² in space, estimated from about `samples`
// points spread evenly over it. A point is free when nothing lies 1 mm .. height above it (other ground: more
// than 0); of coincident ground only the first counts. It is enclosed when, at half the agent's height, it
// lies inside solids: closed and facing outwards, as the clean generators make them.
struct GroundAreas {
  double ground = 0;    // sum of the triangles' areas
  double free = 0;      // free and not enclosed
  double enclosed = 0;  // free and enclosed
  double error = 0;     // three standard deviations of `free`
};
[[nodiscard]] GroundAreas measure_ground(const RayScene& scene, const Agent& agent, std::size_t samples);

// Width of the opening at `center`, along ± across, the narrowest over heights from 5 cm to `height` - 5 cm.
[[nodiscard]] double measure_opening(const RayScene& scene, Vec3 center, Vec3 across, double height);

// Free height above a point on the ground: to the first thing more than 1 mm above it, or `none`.
[[nodiscard]] double measure_headroom(const RayScene& scene, Vec3 at, double none = 1e9);

// Heights of the ground met on the way from a to b in plan, in `samples` equal pieces, each the ground
// nearest to the previous one and within `reach` of it vertically; runs of equal height (1 mm) are one entry.
[[nodiscard]] std::vector<double> measure_profile(const RayScene& scene, Vec3 a, Vec3 b, std::size_t samples,
                                                  double reach);

}  // namespace ambula::scenes
