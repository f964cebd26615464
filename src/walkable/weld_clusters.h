// Clusters: what of a surface can be welded by itself, with the same result as welding all at once.
//
//   for (const WeldCluster& cluster : find_clusters(surface, 100)) {
//     WeldPiece piece(surface, cluster);
//     ... weld piece.surface, of which cluster.fixed are fixed ...
//     piece.write_back(surface, cluster);
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "walkable/surface.h"

namespace ambula {

// One cluster, or several small ones.
struct WeldCluster {
  std::vector<std::uint32_t> faces;  // of the surface, ascending
  // Per face: 1 for the outermost, of which only neighbours may change. Empty where the cluster is the whole
  // surface: then no face is fixed.
  std::vector<std::uint8_t> fixed;

  [[nodiscard]] bool is_fixed(std::size_t k) const { return k < fixed.size() && fixed[k] != 0; }
};

// Ordered by their first faces; none where there is nothing to weld within the distance (quanta). A cluster
// stands for itself as long as its WeldMesh has not left it. About 0.3 µs per weldable border edge.
[[nodiscard]] std::vector<WeldCluster> find_clusters(const Surface& surface, std::int32_t distance);

// A cluster's faces as a surface. Faces and vertices keep their order. Beyond fixed faces there is nothing.
struct WeldPiece {
  WeldPiece(const Surface& whole, const WeldCluster& cluster);
  // Puts the piece back as it is now. Faces that are new come last.
  void write_back(Surface& whole, const WeldCluster& cluster) const;

  Surface surface;
  std::vector<std::uint32_t> vertices;  // of the whole
};

}  // namespace ambula
