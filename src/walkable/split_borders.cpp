#include "walkable/split_borders.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/plane_height.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = Surface::kNone;
constexpr double kGrow =
    1;  // quanta: beyond a sliver's edge some lattice point lies as near, if none does in it
constexpr int kReach = 3;  // quanta along the edge by which a place may move to a point of the lattice

std::uint32_t after(std::uint32_t i) { return i == 2 ? 0 : i + 1; }

// The lattice point nearest to a place on the edge a → b that divides the face (a, b, c) there. It lies in
// the face, or within `outside` quanta of the edge.
std::optional<Point2> dividing_point(Point2 a, Point2 b, Point2 c, double x, double y, double outside) {
  const double dx = static_cast<double>(b.x) - a.x, dy = static_cast<double>(b.y) - a.y,
               length = std::sqrt(dx * dx + dy * dy);
  const auto column = static_cast<std::int32_t>(std::floor(x)),
             row = static_cast<std::int32_t>(std::floor(y));
  std::optional<Point2> best;
  double least = 0;
  for (std::int32_t i = -kReach; i <= kReach + 1; ++i) {
    for (std::int32_t j = -kReach; j <= kReach + 1; ++j) {
      const Point2 p{column + i, row + j};
      if (orient2d(a, p, c) <= 0 || orient2d(p, b, c) <= 0) continue;
      if (static_cast<double>(orient2d(a, b, p)) < -outside * length) continue;
      const double px = p.x - x, py = p.y - y;
      // To lie off the line costs more than to move along it.
      const double off = (dx * py - dy * px) / length, along = (dx * px + dy * py) / length;
      const double cost = 4 * off * off + along * along;
      if (best && cost >= least) continue;
      best = p;
      least = cost;
    }
  }
  return best;
}

// The face keeps the part of its side up to the new vertex; the new face gets the rest, as its side 0.
std::uint32_t split(Surface& surface, std::uint32_t f, std::uint32_t side, LatticePoint at) {
  const auto g = static_cast<std::uint32_t>(surface.faces.size()),
             vertex = static_cast<std::uint32_t>(surface.vertices.size());
  surface.vertices.push_back(at);
  const std::uint32_t next = after(side), last = after(next);
  SurfaceFace made = surface.faces[f];
  if (made.neighbour[next] != kNone) surface.faces[made.neighbour[next]].neighbour[surface.mate(f, next)] = g;
  SurfaceFace& face = surface.faces[f];
  made.corner = {vertex, face.corner[next], face.corner[last]};
  made.neighbour = {kNone, face.neighbour[next], f};
  made.border = {face.border[side], face.border[next], Border{}};
  face.corner[next] = vertex;
  face.neighbour[next] = g;
  face.border[next] = {};
  surface.faces.push_back(made);
  return g;
}

Border higher(const Border& a, const Border& b) {
  const bool second =
      static_cast<int>(b.kind) > static_cast<int>(a.kind) || (a.kind == b.kind && b.height > a.height);
  return second ? b : a;
}

}  // namespace

void split_borders(Surface& surface, const Prepared& prepared, std::vector<BorderSplit> splits) {
  std::size_t most = 0;
  for (const BorderSplit& split : splits) most += split.parts.size() - 1;
  surface.faces.reserve(surface.faces.size() + most);
  surface.vertices.reserve(surface.vertices.size() + most);
  for (std::size_t k = 0; k < splits.size(); ++k) {
    std::uint32_t f = splits[k].face, side = splits[k].side;
    Border border = splits[k].parts[0].border;
    for (std::size_t i = 0; i + 1 < splits[k].parts.size(); ++i) {
      const BorderSplit::Part& part = splits[k].parts[i];
      const Border& rest = splits[k].parts[i + 1].border;
      const SurfaceFace& face = surface.faces[f];
      const auto at = [&](std::uint32_t corner) { return plan(surface.vertices[face.corner[corner]]); };
      const auto point = [&](double outside) {
        return dividing_point(at(side), at(after(side)), at(after(after(side))), part.x, part.y, outside);
      };
      auto p = point(0);
      if (!p && splits[k].may_grow) p = point(kGrow);
      if (!p) {
        border = higher(border, rest);
        continue;
      }
      surface.faces[f].border[side] = border;
      const std::uint32_t g =
          split(surface, f, side, {p->x, p->y, plane_height(prepared.solids[face.source], *p)});
      // The side after the one that was split is the new face's.
      for (std::size_t later = k + 1; later < std::min(splits.size(), k + 3); ++later) {
        if (splits[later].face != f || splits[later].side != after(side)) continue;
        splits[later].face = g;
        splits[later].side = 1;
      }
      f = g;
      side = 0;
      border = rest;
    }
    surface.faces[f].border[side] = border;
  }
}

}  // namespace ambula
