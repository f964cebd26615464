// After Kallmann's local clearance triangulations: the borders triangulated, points given to borders where a
// passage would not show, clearances measured. Steps are files of their own.
#include "navmesh/make_clearance_mesh.h"

#include "navmesh/border_feet.h"
#include "navmesh/border_mesh.h"
#include "navmesh/local_clearance.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = ClearanceMesh::kNone;

}  // namespace

ClearanceMesh make_clearance_mesh(const NavBase& base) {
  BorderMesh mesh(base);
  mesh.make_delaunay();
  mesh.remove_inner();
  const FeetReport feet = insert_feet(mesh);

  ClearanceMesh out;
  std::vector<std::uint32_t> number(mesh.end() / 3, kNone), vertex(mesh.vertices().size(), kNone);
  for (std::uint32_t t = 0, kept = 0; t < number.size(); ++t) {
    if (!mesh.is_removed(3 * t)) number[t] = kept++;
  }
  for (std::uint32_t t = 0; t < number.size(); ++t) {
    if (number[t] == kNone) continue;
    auto& corners = out.triangles.emplace_back();
    auto& neighbours = out.neighbours.emplace_back();
    auto& border = out.border.emplace_back();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const BorderMesh::Half& half = mesh[3 * t + i];
      if (vertex[half.vertex] == kNone) {
        vertex[half.vertex] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(mesh.vertices()[half.vertex]);
      }
      corners[i] = vertex[half.vertex];
      neighbours[i] = half.twin == kNone ? kNone : number[half.twin / 3];
      border[i] = half.twin == kNone ? mesh.line_of(3 * t + i).kind : BorderKind::none;
    }
  }
  out.home = mesh.homes();
  for (std::uint32_t& t : out.home) t = number[t];
  measure_clearance(out);
  for (const HiddenPassage& p : feet.hidden) lower_clearance(out, 3 * number[p.half / 3] + p.half % 3, p.to);
  out.unrefined = static_cast<std::uint32_t>(feet.hidden.size());
  return out;
}

}  // namespace ambula
