// Paths with a radius against what is true: whether there is one by the exact offset of the same surface, and
// whether every point of it keeps its distance by looking at all borders around.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "navmesh/surface_view.h"
#include "query/clearance_search.h"

namespace ambula::testing {

// The surface without what is too close to borders: which part of it a point belongs to.
class OffsetTruth {
 public:
  OffsetTruth(const NavBase& base, const KeptDistance& keep);
  // kNone where the point is too close to a border.
  [[nodiscard]] std::uint32_t part_of(std::uint32_t base_triangle, Point2 p) const;
  // How far from p the nearest point is that is left, of those in the square p ± half that are joined to a
  // triangle within it; infinite where there is none. Quanta.
  [[nodiscard]] double distance_from(std::uint32_t base_triangle, Vec2 p, double half) const;
  // From a point to the nearest of one part, in plan.
  [[nodiscard]] double distance_to_part(std::uint32_t part, Vec2 p) const;

 private:
  const NavBase& base_;
  NavSurface surface_;
  std::vector<std::uint32_t> part_;
  std::vector<std::vector<std::uint32_t>> pieces_;  // by triangle of the base
};

// The least of distance minus what is to be kept over all borders that are walked to within the disc, which
// is `beyond` quanta wider than what is kept. A disc that has a corner in it goes around it.
[[nodiscard]] double room_at(const NavBase& base, std::uint32_t triangle, Vec2 p, const KeptDistance& keep,
                             double beyond = 20);

struct BasePoint {
  std::uint32_t triangle;
  Point2 at;
};
// By area, on lattice points.
[[nodiscard]] std::vector<BasePoint> random_points(const NavBase& base, std::size_t count,
                                                   std::uint64_t seed);

// What is wrong with a path: its ends, its bends, its length, and every centimetre of it the distances.
[[nodiscard]] std::string path_faults(const NavBase& base, const ClearanceGraph& graph,
                                      const ClearRequest& request, const ClearPath& path);

// The mesh of radius 0 over a base, as a build has it.
[[nodiscard]] NavMesh mesh_over(const NavBase& base, double border_tolerance = 0);

struct RadiusTally {
  std::size_t pairs = 0, found = 0;
};
// All pairs of so many random points, moved where they are too close: paths between them are sound.
void expect_paths_between_moved(const NavBase& base, double radius, std::size_t points, std::uint64_t seed,
                                RadiusTally& tally);

// All pairs of so many random points at a radius (metres): found exactly when the truth says so, and sound.
void expect_paths(const NavBase& base, double radius, std::size_t points, std::uint64_t seed,
                  RadiusTally& tally, std::optional<double> ledge = {});

}  // namespace ambula::testing
