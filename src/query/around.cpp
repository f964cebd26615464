// What is around a place: walls and cells.
#include <cmath>

#include "query/query_state.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;

// From a point of a side towards one it is the nearest to, in plan; into the cell where they are the same.
Vec3 normal_at(const QueryMesh& m, std::uint32_t side, std::uint32_t cell, Vec2 at, Vec2 p) {
  Vec2 n = p - at;
  if (!(dot(n, n) > 1e-12)) {
    const Vec2 d = m.sides[m.next(side, cell)].at() - m.sides[side].at();
    n = {-d.y, d.x};
  }
  const double whole = length(n);
  return {n.x / whole, n.y / whole, 0};
}

// The part of a segment within a box; false where there is none.
bool clip(Vec3& a, Vec3& b, const CornerBox& box) {
  double from = 0, to = 1;
  const Vec3 d = b - a;
  for (double Vec3::* axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
    const double low = box.low.*axis - a.*axis, high = box.high.*axis - a.*axis, step = d.*axis;
    if (step == 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    from = std::max(from, (step > 0 ? low : high) / step);
    to = std::min(to, (step > 0 ? high : low) / step);
  }
  if (!(from <= to)) return false;
  b = a + d * to;
  a = a + d * from;
  return true;
}

Vec3 closest_on_segment(Vec3 a, Vec3 b, Vec3 p) {
  const Vec3 d = b - a;
  const double whole = dot(d, d), along = dot(p - a, d);
  if (!(along > 0)) return a;
  return along >= whole ? b : a + d * (along / whole);
}

}  // namespace

std::optional<BorderPoint> Query::closest_on_border(Vec3 p, Vec3 extents) {
  const QueryMesh& m = shared_->mesh;
  const Vec3 at = m.inwards(p);
  Vec3 half = extents * (1 / m.mesh->lattice.quantum);
  if (!is_finite(p) || !is_near(at) || !(half.x >= 0 && half.y >= 0 && half.z >= 0)) return {};
  half = {std::min(half.x, kFarAway), std::min(half.y, kFarAway), std::min(half.z, kFarAway)};
  const CornerBox box{at - half, at + half};
  Vec3 best;
  std::uint32_t side = kNone, cell = kNone;
  shared_->tree.search(BoxAround(at, half), dot(half, half), [&](FlatPiece piece, double& most) {
    for (std::uint32_t s = m.begin(piece.cell); s < m.end(piece.cell); ++s) {
      if (m.sides[s].neighbour != kNone) continue;
      Vec3 a = m.vertex(m.mesh->vertex[s]), b = m.vertex(m.mesh->vertex[m.next(s, piece.cell)]);
      if (!clip(a, b, box)) continue;
      const Vec3 q = closest_on_segment(a, b, at);
      const double off = dot(q - at, q - at);
      if (off > most || (side != kNone && off == most && s >= side)) continue;
      most = off;
      best = q;
      side = s;
      cell = piece.cell;
    }
  });
  if (side == kNone) return {};
  const double plan = length(best.xy() - at.xy()) * m.mesh->lattice.quantum;
  return BorderPoint{m.outwards(best), side, plan, normal_at(m, side, cell, best.xy(), at.xy())};
}

std::optional<BorderPoint> Query::distance_to_wall(Place from, double most, const Filter* filter) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  MeshPlace place;
  if (!own.enter(*shared_, from, filter, place) || !(most >= 0)) return {};
  Vec2 best;
  std::uint32_t side = kNone, cell = kNone;
  const auto wall = [&](std::uint32_t s, std::uint32_t c, double& limit) {
    const Vec2 q = closest_on(m.sides[s].at(), m.sides[m.next(s, c)].at(), place.at.xy());
    const double off = length(q - place.at.xy());
    if (off > limit || (side != kNone && off == limit && s >= side)) return;
    limit = off;
    best = q;
    side = s;
    cell = c;
  };
  own.circle.run(
      m, own.toll, place, most / m.mesh->lattice.quantum, [](std::uint32_t, double, double&) {}, wall);
  if (side == kNone) return {};
  const Vec3 at = m.outwards({best.x, best.y, height_in(m, cell, best)});
  return BorderPoint{at, side, length(best - place.at.xy()) * m.mesh->lattice.quantum,
                     normal_at(m, side, cell, best, place.at.xy())};
}

void Query::cells_around(Place centre, double radius, const Filter* filter, std::vector<std::uint32_t>& out) {
  out.clear();
  Scratch& own = *scratch_;
  MeshPlace place;
  if (!own.enter(*shared_, centre, filter, place) || !(radius >= 0)) return;
  own.circle.run(
      shared_->mesh, own.toll, place, radius / mesh().lattice.quantum,
      [&](std::uint32_t cell, double, double&) { out.push_back(cell); },
      [](std::uint32_t, std::uint32_t, double&) {});
}

}  // namespace ambula
