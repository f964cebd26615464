#include "query/clearance_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "navmesh/local_clearance.h"
#include "navmesh/radius_tie.h"

namespace ambula {
namespace {

// Bits of both coordinates in turn.
std::uint64_t along_curve(std::int64_t x, std::int64_t y) {
  const auto spread = [](std::uint64_t v) {
    v = (v | v << 16) & 0x0000FFFF0000FFFFull;
    v = (v | v << 8) & 0x00FF00FF00FF00FFull;
    v = (v | v << 4) & 0x0F0F0F0F0F0F0F0Full;
    v = (v | v << 2) & 0x3333333333333333ull;
    return (v | v << 1) & 0x5555555555555555ull;
  };
  const auto shifted = [](std::int64_t v) {
    return static_cast<std::uint64_t>(v + (std::int64_t{1} << 30)) & 0xFFFFFFFFull;
  };
  return spread(shifted(x)) | spread(shifted(y)) << 1;
}

}  // namespace

ClearanceGraph::ClearanceGraph(const NavBase& base, const ClearanceMesh& mesh, const Lattice& lattice)
    : surface_(base),
      mesh_(mesh),
      lattice_(lattice),
      base_plan_(base.vertices, base.triangles, base.neighbours),
      plan_(mesh.vertices, mesh.triangles, mesh.neighbours),
      ends_(borders_at(mesh)) {
  const std::size_t n = base.triangles.size();
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(n);
  for (std::uint32_t t = 0; t < n; ++t) {
    std::int64_t x = 0, y = 0;
    for (const std::uint32_t v : base.triangles[t]) {
      x += base.vertices[v].x;
      y += base.vertices[v].y;
    }
    keys[t] = {along_curve(x / 3, y / 3), t};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<LatticeBox> boxes(n);
  order_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    order_[k] = keys[k].second;
    for (const std::uint32_t v : base.triangles[order_[k]]) boxes[k].add(base.vertices[v]);
  }
  tree_ = BoxTree(boxes);
}

KeptDistance ClearanceGraph::keep_of(double radius, std::optional<double> ledge_clearance) const {
  const auto quanta = [&](double metres) { return std::max(metres / lattice_.quantum - kRadiusTie, 0.0); };
  const double ledge = ledge_clearance ? *ledge_clearance : surface_.params.ledge_clearance.value_or(radius);
  return {quanta(radius + surface_.params.wall_thickness), quanta(ledge)};
}

double ClearanceGraph::height(std::uint32_t base_triangle, Vec2 at) const {
  const auto& c = surface_.triangles[base_triangle];
  const Vec2 a = base_plan_.at[c[0]], u = base_plan_.at[c[1]] - a, v = base_plan_.at[c[2]] - a, p = at - a;
  const double whole = cross(u, v), b = cross(p, v) / whole, d = cross(u, p) / whole;
  const double z0 = surface_.vertices[c[0]].z, z1 = surface_.vertices[c[1]].z, z2 = surface_.vertices[c[2]].z;
  return lattice_.origin.z + (z0 + b * (z1 - z0) + d * (z2 - z0)) * lattice_.quantum;
}

std::optional<ClearPlace> ClearanceGraph::locate(Vec3 p, double reach) const {
  std::uint32_t best = kNone;
  double least = 0;
  visit_at(p, reach, [&](std::uint32_t t, double depth, double z) {
    double off = std::abs(z - p.z);
    if (depth < 0) off += 2 * lattice_.quantum;  // of two at one height the one that holds it
    if (best != kNone && (off > least || (off == least && t > best))) return;
    best = t;
    least = off;
  });
  if (best == kNone) return {};
  return place_in(best, plan_of(p));
}

ClearPlace ClearanceGraph::place_in(std::uint32_t base_triangle, Vec2 at) const {
  const auto& c = surface_.triangles[base_triangle];
  const Vec2 middle = (base_plan_.at[c[0]] + base_plan_.at[c[1]] + base_plan_.at[c[2]]) * (1.0 / 3);
  return {at, base_triangle, walk_straight(plan_, mesh_.home[base_triangle], middle, at)};
}

}  // namespace ambula
