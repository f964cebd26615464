// The shortest path by brute force, and nothing of the library in it but the mesh: which corners see each
// other along the surface (found by walking from cell to cell with exact fractions), then Dijkstra over all
// of them.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "ambula/navmesh.h"
#include "geometry/predicates.h"
#include "query/meshes.h"

namespace ambula::testing {

class ShortestTruth {
 public:
  // `closed` by cell, 1: closed; may be empty.
  explicit ShortestTruth(const NavMesh& mesh, std::vector<std::uint8_t> closed = {});

  // In quanta, in plan; infinite where there is no way.
  [[nodiscard]] double length(const LatticePlace& start, const LatticePlace& goal);
  // Straight over the surface.
  [[nodiscard]] bool sees(const LatticePlace& from, const LatticePlace& to) {
    return sees(spot_at(from), spot_at(to));
  }

 private:
  struct Spot {  // a place and the cells it is in, joined around it
    Point2 at;
    std::vector<std::uint32_t> cells;
  };

  [[nodiscard]] bool is_portal(std::uint32_t side) const;
  [[nodiscard]] Point2 from(std::uint32_t side) const;
  [[nodiscard]] Point2 to(std::uint32_t side, std::uint32_t cell) const;
  [[nodiscard]] Spot spot_at(const LatticePlace& place) const;
  [[nodiscard]] bool sees(const Spot& a, const Spot& b);
  void find_corners();

  const NavMesh& mesh_;
  std::vector<std::uint8_t> closed_;
  std::vector<Spot> corners_;
  std::vector<std::vector<double>> between_;  // corners that see each other; infinite where not
};

}  // namespace ambula::testing
