// A path over several floors, as plans of one floor at a time.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "common.h"

namespace ambula::cli {

// A part of a path that one plan can show: everything that would hide it is above `cut`.
struct PathFloor {
  struct Run {
    std::vector<Vec3> points;  // two or more
    // The floors that the path comes from and goes to; none at its own ends.
    std::optional<std::size_t> from, to;
  };
  std::vector<Run> runs;
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;  // z of the path
  double ceiling = std::numeric_limits<double>::infinity();                    // least z of what is above it

  [[nodiscard]] std::optional<double> cut() const;  // z; none where nothing is above
};

// The fewest that are found by following the path: a floor ends where something above its beginning would
// hide what follows, or the reverse. `height` is the agent's.
[[nodiscard]] std::vector<PathFloor> floors_of(const std::vector<Vec3>& path, const Scene& scene,
                                               double height);

// The plan of a floor with its part of the path. `number` counts from 0.
[[nodiscard]] Draw draw_floor(const std::vector<PathFloor>& floors, std::size_t number, const Scene& scene,
                              const NavMesh& mesh, NavMeshColors colors);

}  // namespace ambula::cli
