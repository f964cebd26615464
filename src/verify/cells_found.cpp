#include "verify/cells_found.h"

#include <algorithm>

#include "verify/convex.h"

namespace ambula::checker {

CellsFound::CellsFound(const NavMesh& mesh) {
  const auto add = [&](std::uint32_t cell, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    corners_.push_back({mesh.lattice.position(mesh.vertices[a]), mesh.lattice.position(mesh.vertices[b]),
                        mesh.lattice.position(mesh.vertices[c])});
    cell_.push_back(cell);
  };
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
    for (std::uint32_t t = mesh.height_begin[cell]; t < mesh.height_begin[cell + 1]; ++t) {
      const auto& v = mesh.height_triangles[t];
      add(cell, v[0], v[1], v[2]);
    }
    if (mesh.height_begin[cell] < mesh.height_begin[cell + 1]) continue;
    const auto v = mesh.corners(cell);
    for (std::size_t i = 2; i < v.size(); ++i) add(cell, v[0], v[i - 1], v[i]);
  }
  std::vector<Box3> boxes;
  boxes.reserve(corners_.size());
  for (const auto& t : corners_) boxes.push_back(box_of(t));
  tree_ = PlanTree(boxes);
}

void CellsFound::at(Vec2 p, double z_low, double z_high, std::vector<Hit>& out) const {
  out.clear();
  tree_.at(p, z_low, z_high, [&](std::uint32_t t) {
    double z = 0;
    if (height_at(corners_[t], p, z) && z >= z_low && z <= z_high) out.push_back({t, z, Kind::ground});
  });
}

double CellsFound::distance(Vec3 p, double reach) const {
  double best = kFar;
  for (double wide = kFar / 256; wide <= kFar; wide *= 4) {
    tree_.within({{p.x - wide, p.y - wide, p.z - reach}, {p.x + wide, p.y + wide, p.z + reach}},
                 [&](std::uint32_t t) {
                   Convex part(corners_[t]);
                   part.cut_to_heights(p.z - reach, p.z + reach);
                   if (part.size > 0) best = std::min(best, length(part.nearest(p.xy()) - p.xy()));
                 });
    if (best <= wide) break;
  }
  return best;
}

}  // namespace ambula::checker
