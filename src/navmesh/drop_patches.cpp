#include "navmesh/drop_patches.h"

#include <algorithm>
#include <cstdlib>

#include "navmesh/nearest_triangle.h"
#include "navmesh/patches.h"

namespace ambula {

void drop_patches(NavSurface& surface, const Lattice& lattice, const NavMeshParams& params,
                  std::vector<DroppedPatch>& dropped) {
  const Patches patches = find_patches(surface.view());
  std::vector<char> left_out(patches.area.size(), 0), reached(patches.area.size(), params.keep_from.empty());
  for (const Vec3 p : params.keep_from) {
    const std::uint32_t t = nearest_triangle(surface.view(), lattice, p);
    if (t != SurfaceView::kNone) reached[patches.of[t]] = 1;
  }
  std::vector<DroppedPatch> found(patches.area.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double area = patches.area[k] * lattice.quantum * lattice.quantum;
    // Whoever names a point wants what is there, however small.
    const bool small = params.keep_from.empty() && area < params.min_patch.value_or(0);
    left_out[k] = small || !reached[k];
    found[k] = {{Lattice::kReach, Lattice::kReach, Lattice::kReach},
                area,
                small ? DropReason::small : DropReason::unreachable,
                {}};
  }
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    LatticePoint& least = found[patches.of[t]].at;
    for (const std::uint32_t v : surface.triangles[t]) least = std::min(least, surface.vertices[v]);
  }
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    DroppedPatch& patch = found[patches.of[t]];
    for (const std::uint32_t v : surface.triangles[t]) {
      const LatticePoint p = surface.vertices[v];
      patch.extent = {std::max(patch.extent.x, std::abs(p.x - patch.at.x)),
                      std::max(patch.extent.y, std::abs(p.y - patch.at.y)),
                      std::max(patch.extent.z, std::abs(p.z - patch.at.z))};
    }
  }
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (left_out[k]) dropped.push_back(found[k]);
  }
  NavSurface left = without_patches(surface, patches, left_out);
  for (std::uint32_t& s : left.source) s = surface.source[s];
  surface = std::move(left);
}

}  // namespace ambula
