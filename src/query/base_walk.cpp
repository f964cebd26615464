#include "query/base_walk.h"

#include <algorithm>
#include <cmath>

#include "navmesh/surface_view.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = PlanMesh::kNone;
constexpr double kOn = 1e-3;     // quanta: a point this close to a line is on it
constexpr double kBeside = 1.5;  // quanta

Vec2 left_of(Vec2 d) { return {-d.y, d.x}; }

// The triangle around a vertex of another one through which the way goes on from there, or kNone.
std::uint32_t around(const PlanMesh& mesh, std::uint32_t half, Vec2 to) {
  const Vec2 v = mesh.from(half), way = to - v;
  const auto leads = [&](std::uint32_t h) {
    const Vec2 right = mesh.to(h) - v, left = mesh.from(PlanMesh::prev(h)) - v;
    return cross(right, way) >= -kBeside * length(right) && cross(way, left) >= -kBeside * length(left) &&
           (dot(way, right) > 0 || dot(way, left) > 0);
  };
  for (std::uint32_t h = mesh.twin[PlanMesh::prev(half)]; h != kNone && h != half;
       h = mesh.twin[PlanMesh::prev(h)]) {
    if (leads(h)) return h / 3;
  }
  for (std::uint32_t k = mesh.twin[half]; k != kNone;) {
    const std::uint32_t h = PlanMesh::next(k);
    if (h == half) break;
    if (leads(h)) return h / 3;
    k = mesh.twin[h];
  }
  return kNone;
}

}  // namespace

PlanMesh::PlanMesh(std::span<const LatticePoint> vertices,
                   std::span<const std::array<std::uint32_t, 3>> triangles,
                   std::span<const std::array<std::uint32_t, 3>> neighbours) {
  const SurfaceView view{vertices, triangles, neighbours};
  at.reserve(vertices.size());
  for (const LatticePoint p : vertices) at.push_back({static_cast<double>(p.x), static_cast<double>(p.y)});
  corner.resize(3 * triangles.size());
  twin.resize(3 * triangles.size());
  for (std::uint32_t h = 0; h < corner.size(); ++h) {
    corner[h] = view.from(h);
    twin[h] = view.twin(h);
  }
}

double PlanMesh::depth(std::uint32_t triangle, Vec2 p) const {
  double least = 0;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::uint32_t h = 3 * triangle + i;
    const Vec2 d = to(h) - from(h);
    const double inside = cross(d, p - from(h)) / length(d);
    least = i == 0 ? inside : std::min(least, inside);
  }
  return least;
}

std::uint32_t walk_straight(const PlanMesh& mesh, std::uint32_t triangle, Vec2 from, Vec2 to,
                            std::vector<std::uint32_t>* crossed) {
  std::uint32_t t = triangle, entry = kNone;
  // Straight lines do not come back; what does is rounding.
  for (std::uint32_t steps = 0; steps <= 2 * mesh.size(); ++steps) {
    std::uint32_t exit = kNone;
    double best = 0;
    bool inside = true;
    for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
      const Vec2 u = mesh.from(h), w = mesh.to(h), d = w - u;
      const double out = -cross(d, to - u);
      // Points of the clearance mesh may stand beside a border by rounding.
      if (out <= (mesh.twin[h] == kNone ? kBeside : kOn) * length(d)) continue;
      inside = false;
      if (h == entry || mesh.twin[h] == kNone) continue;
      // The way leaves between the ends: the one on the right and the one on the left of it.
      const double fits = std::min(-cross(to - from, u - from), cross(to - from, w - from));
      if (exit != kNone && fits <= best) continue;
      exit = h;
      best = fits;
    }
    if (inside) return t;
    // Where the way does not leave between the ends after all, it goes on around one of them.
    if (exit != kNone && best >= -kBeside * length(to - from)) {
      entry = mesh.twin[exit];
      t = entry / 3;
    } else {
      // Along a border, or past a corner of it: on with the triangles around the corner.
      std::uint32_t further = kNone;
      for (std::uint32_t h = 3 * t; h < 3 * t + 3 && further == kNone; ++h) {
        const Vec2 v = mesh.from(h);
        const double off = std::abs(cross(to - from, v - from));
        if (off > kBeside * length(to - from)) continue;
        further = around(mesh, h, to);
        if (further != kNone) from = v;
      }
      if (further == kNone) return t;
      t = further;
      entry = kNone;
    }
    if (crossed != nullptr) crossed->push_back(t);
  }
  return t;
}

double length_of_arc(const ArcBend& from, Vec2 to) {
  const Vec2 a = from.at - from.centre, b = to - from.centre;
  return length(a) * (from.turn > 0 ? left_turn(a, b) : left_turn(b, a));
}

void points_of_arc(const ArcBend& from, Vec2 to, double step, std::vector<Vec2>& out) {
  const double radius = length(from.at - from.centre);
  const Vec2 a = (from.at - from.centre) * (1 / radius), b = (to - from.centre) * (1 / radius);
  const double turn = from.turn > 0 ? left_turn(a, b) : left_turn(b, a);
  if (turn > step) {
    Vec2 middle = a + b;
    if (dot(middle, middle) < 1e-3) middle = left_of(a - b) * from.turn;
    if (turn > 3.2) middle = middle * -1;
    middle = from.centre + middle * (radius / length(middle));
    points_of_arc(from, middle, step, out);
    ArcBend rest = from;
    rest.at = middle;
    points_of_arc(rest, to, step, out);
    return;
  }
  out.push_back(to);
}

}  // namespace ambula
