// Everything a clearance triangulation promises that can be seen without its base. Values may come out of a
// hostile file, so nothing is used before it was compared.
#include <algorithm>
#include <cmath>
#include <string>

#include "ambula/clearance_mesh.h"
#include "core/text.h"
#include "geometry/predicates.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = ClearanceMesh::kNone;

Failure broken(std::string message, std::uint64_t element = Error::kNoElement) {
  return fail(ErrorCode::broken, "clearance mesh: " + std::move(message), element);
}

bool in_reach(LatticePoint p) {
  const auto within = [](std::int32_t c) { return c >= -Lattice::kReach && c <= Lattice::kReach; };
  return within(p.x) && within(p.y) && within(p.z);
}

bool is_clearance(double value) { return value >= 0; }  // infinity is one, what is no number is not

// Nothing, or what is wrong with a triangle.
const char* fault_of(const ClearanceMesh& m, std::uint32_t t) {
  const auto& c = m.triangles[t];
  const auto plan = [&](std::size_t i) { return Point2{m.vertices[c[i]].x, m.vertices[c[i]].y}; };
  if (orient2d(plan(0), plan(1), plan(2)) <= 0) return " is not counter-clockwise";
  if (!std::all_of(m.wall[t].begin(), m.wall[t].end(), is_clearance) ||
      !std::all_of(m.ledge[t].begin(), m.ledge[t].end(), is_clearance))
    return " has a clearance that is no distance";
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t n = m.neighbours[t][i];
    if (m.border[t][i] > BorderKind::wall) return " has no known kind of border";
    // Short borders of which no kind is told are allowed, as in the base.
    if (n != kNone && m.border[t][i] != BorderKind::none) return " has a border where there is a neighbour";
    if (n == kNone) continue;
    const auto& o = m.triangles[n];
    bool mutual = false;
    for (std::size_t j = 0; j < 3; ++j)
      mutual = mutual || (o[j] == c[(i + 1) % 3] && o[(j + 1) % 3] == c[i] && m.neighbours[n][j] == t);
    if (!mutual) return " and its neighbour do not have an edge in common";
  }
  return nullptr;
}

}  // namespace

Result<void> validate(const ClearanceMesh& mesh) {
  const std::size_t n = mesh.triangles.size();
  if (n >= kNone / 3 || mesh.vertices.size() >= kNone) return broken("too large");
  if (mesh.neighbours.size() != n || mesh.border.size() != n || mesh.wall.size() != n ||
      mesh.ledge.size() != n)
    return broken("not every triangle has neighbours, borders and clearances");
  for (const auto& t : mesh.triangles) {
    if (!std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return v < mesh.vertices.size(); }))
      return broken("a triangle has a vertex that is not there");
  }
  for (const auto& t : mesh.neighbours) {
    if (!std::all_of(t.begin(), t.end(), [&](std::uint32_t k) { return k == kNone || k < n; }))
      return broken("a triangle has a neighbour that is not there");
  }
  if (!std::all_of(mesh.home.begin(), mesh.home.end(), [&](std::uint32_t t) { return t < n; }))
    return broken("a triangle of the base is at home in one that is not there");
  const auto out = std::find_if_not(mesh.vertices.begin(), mesh.vertices.end(), in_reach);
  if (out != mesh.vertices.end()) {
    const auto v = static_cast<std::uint64_t>(out - mesh.vertices.begin());
    return broken(text("vertex ", v, " lies outside the lattice"), v);
  }
  for (std::uint32_t t = 0; t < n; ++t) {
    if (const char* fault = fault_of(mesh, t)) return broken(text("triangle ", t, fault), t);
  }
  return {};
}

}  // namespace ambula
