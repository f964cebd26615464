// What searches with a radius need of a mesh of radius 0, prepared once; shared by all threads, never
// changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "geometry/box_tree.h"
#include "navmesh/local_clearance.h"
#include "query/base_walk.h"

namespace ambula {

// A point on the surface: of the base, and of the clearance triangulation.
struct ClearPlace {
  Vec2 at;  // quanta from the lattice's origin
  std::uint32_t base = PlanMesh::kNone;
  std::uint32_t triangle = PlanMesh::kNone;
};

// Quanta to keep from walls and sills, and from ledges.
struct KeptDistance {
  double wall = 0, ledge = 0;
};

class ClearanceGraph {
 public:
  static constexpr std::uint32_t kNone = PlanMesh::kNone;

  // Both must outlive this.
  ClearanceGraph(const NavBase& base, const ClearanceMesh& mesh, const Lattice& lattice);

  // Of an agent of a radius; metres. Walls have their thickness on top.
  [[nodiscard]] KeptDistance keep_of(double radius, std::optional<double> ledge_clearance = {}) const;

  // Calls visit(triangle, depth, height) for the triangles of the base above or below a point within `reach`
  // metres; a point up to a quantum beside one is on it.
  template <class Visit>
  void visit_at(Vec3 p, double reach, Visit&& visit) const;
  // Of those the nearest.
  [[nodiscard]] std::optional<ClearPlace> locate(Vec3 p, double reach) const;
  // The same of a point in a known triangle of the base.
  [[nodiscard]] ClearPlace place_in(std::uint32_t base_triangle, Vec2 at) const;

  [[nodiscard]] Vec2 plan_of(Vec3 p) const {
    return {(p.x - lattice_.origin.x) / lattice_.quantum, (p.y - lattice_.origin.y) / lattice_.quantum};
  }
  [[nodiscard]] Vec3 position(Vec2 plan, double z) const {
    return {lattice_.origin.x + plan.x * lattice_.quantum, lattice_.origin.y + plan.y * lattice_.quantum, z};
  }
  // The height of a triangle of the base there, or where its plane would be; metres.
  [[nodiscard]] double height(std::uint32_t base_triangle, Vec2 at) const;

  [[nodiscard]] const PlanMesh& base() const { return base_plan_; }
  [[nodiscard]] const PlanMesh& plan() const { return plan_; }
  [[nodiscard]] const ClearanceMesh& mesh() const { return mesh_; }
  [[nodiscard]] double quantum() const { return lattice_.quantum; }
  // What has to be kept from a vertex, and from a border edge.
  [[nodiscard]] double from_vertex(std::uint32_t vertex, const KeptDistance& keep) const {
    const std::uint8_t ends = ends_[vertex];
    return std::max((ends & kAtWall) != 0 ? keep.wall : 0.0, (ends & kAtLedge) != 0 ? keep.ledge : 0.0);
  }
  [[nodiscard]] double from_border(std::uint32_t half, const KeptDistance& keep) const {
    return mesh_.border[half / 3][half % 3] == BorderKind::ledge ? keep.ledge : keep.wall;
  }
  // Whether a disc may pass through a triangle around a corner.
  [[nodiscard]] bool passes(std::uint32_t corner, const KeptDistance& keep) const {
    const double own = from_vertex(plan_.corner[corner], keep);
    return own + keep.wall <= mesh_.wall[corner / 3][corner % 3] &&
           own + keep.ledge <= mesh_.ledge[corner / 3][corner % 3];
  }

 private:
  const NavBase& surface_;
  const ClearanceMesh& mesh_;
  Lattice lattice_;
  PlanMesh base_plan_, plan_;
  std::vector<std::uint8_t> ends_;    // by vertex
  std::vector<std::uint32_t> order_;  // triangles of the base along a curve, as the tree has them
  BoxTree tree_;
};

template <class Visit>
void ClearanceGraph::visit_at(Vec3 p, double reach, Visit&& visit) const {
  if (!is_finite(p) || !lattice_.reaches(p)) return;
  const Vec2 at = plan_of(p);
  const LatticePoint near = lattice_.snap(p);
  const double most = std::min(reach / lattice_.quantum, static_cast<double>(2 * Lattice::kReach));
  const auto up = static_cast<std::int32_t>(most) + 1;
  LatticeBox box;
  box.add({near.x - 2, near.y - 2, std::max(near.z, up - 2 * Lattice::kReach) - up});
  box.add({near.x + 2, near.y + 2, std::min(near.z, 2 * Lattice::kReach - up) + up});
  tree_.visit(
      box, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
      [&](std::size_t item) {
        const std::uint32_t t = order_[item];
        const double depth = base_plan_.depth(t, at);
        if (depth < -1) return;
        const double z = height(t, at);
        if (std::abs(z - p.z) <= reach) visit(t, depth, z);
      });
}

}  // namespace ambula
