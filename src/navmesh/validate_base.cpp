// What NavBase promises, checked. Values may come out of a hostile file, so nothing is used before it was
// compared.
#include <cmath>
#include <string>

#include "ambula/values/nav_base.h"
#include "ambula/values/navmesh.h"
#include "core/text.h"
#include "navmesh/surface_view.h"

namespace ambula {
namespace {

Failure broken(std::string message, std::uint64_t element = Error::kNoElement) {
  return fail(ErrorCode::broken, "navmesh's base: " + std::move(message), element);
}

bool within_reach(std::int32_t c) { return c >= -Lattice::kReach && c <= Lattice::kReach; }

Result<void> check_counts(const NavBase& b) {
  const std::size_t n = b.triangles.size();
  if (b.neighbours.size() != n || b.border.size() != n || b.kind.size() != n || b.flight.size() != n ||
      b.area_type.size() != n) {
    return broken("not every triangle has neighbours, borders, a kind, a flight and an area type");
  }
  if (n >= NavMesh::kNone / 3 || b.vertices.size() >= NavMesh::kNone) return broken("too large");
  for (std::size_t v = 0; v < b.vertices.size(); ++v) {
    const LatticePoint p = b.vertices[v];
    if (!within_reach(p.x) || !within_reach(p.y) || !within_reach(p.z))
      return broken(text("vertex ", v, " lies outside the lattice"), v);
  }
  for (std::size_t t = 0; t < b.ground.size(); ++t) {
    for (const LatticePoint p : b.ground[t]) {
      if (!within_reach(p.x) || !within_reach(p.y) || !within_reach(p.z))
        return broken(text("triangle ", t, " of the ground lies outside the lattice"), t);
    }
  }
  for (std::size_t t = 0; t < b.beyond.size(); ++t) {
    for (const LatticePoint p : b.beyond[t]) {
      if (!within_reach(p.x) || !within_reach(p.y) || !within_reach(p.z))
        return broken(text("triangle ", t, " beyond sills lies outside the lattice"), t);
    }
  }
  for (const DroppedPatch& d : b.dropped) {
    if (d.extent.x < 0 || d.extent.y < 0 || d.extent.z < 0)
      return broken("a dropped patch has a negative extent");
    if (!within_reach(d.at.x) || !within_reach(d.at.y) || !within_reach(d.at.z) || !std::isfinite(d.area) ||
        d.area < 0 || d.why > DropReason::unreachable)
      return broken("a dropped patch has no place, area or reason");
  }
  return {};
}

// Nothing, or what is wrong with a triangle. Its corners may be used as numbers once this was asked for all.
const char* fault_of(const NavBase& b, std::size_t t, std::size_t areas) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (b.triangles[t][i] >= b.vertices.size()) return " has a corner that is not there";
    const std::uint32_t other = b.neighbours[t][i];
    if (other != NavMesh::kNone && other >= b.triangles.size()) return " has a neighbour that is not there";
    if (b.border[t][i] > BorderKind::wall || (b.border[t][i] != BorderKind::none && other != NavMesh::kNone))
      return " has a border of no known kind, or one where there is a neighbour";
  }
  if (b.kind[t] > CellKind::ramp) return " has no known kind";
  if (b.area_type[t] >= areas) return " has no known area type";
  return nullptr;
}

}  // namespace

Result<void> validate(const NavBase& base, std::size_t areas) {
  if (auto ok = check_counts(base); !ok) return ok;
  if (auto ok = validate(base.agent); !ok) return ok;
  if (auto ok = validate(base.params); !ok) return ok;
  for (std::size_t t = 0; t < base.triangles.size(); ++t) {
    if (const char* fault = fault_of(base, t, areas)) return broken(text("triangle ", t, fault), t);
  }
  const SurfaceView view{base.vertices, base.triangles, base.neighbours};
  for (std::uint32_t t = 0; t < base.triangles.size(); ++t) {
    const auto& c = base.triangles[t];
    if (orient2d(view.plan_of(c[0]), view.plan_of(c[1]), view.plan_of(c[2])) <= 0)
      return broken(text("triangle ", t, " has no area"), t);
    for (std::uint32_t i = 0; i < 3; ++i) {
      if (base.neighbours[t][i] == NavMesh::kNone) continue;
      const std::uint32_t twin = view.twin(3 * t + i);
      if (twin == NavMesh::kNone || view.twin(twin) != 3 * t + i)
        return broken(text("triangle ", t, " and its neighbour do not have an edge in common"), t);
    }
  }
  return {};
}

}  // namespace ambula
