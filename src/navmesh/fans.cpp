#include "navmesh/fans.h"

#include <algorithm>

namespace ambula {
namespace {

std::uint32_t before(std::uint32_t half_edge) { return half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1; }

// Differences of lattice points take 30 bits.
std::int64_t turn(Point2 a, Point2 b) { return std::int64_t{a.x} * b.y - std::int64_t{a.y} * b.x; }

bool is_lower(Point2 d) { return d.y < 0 || (d.y == 0 && d.x < 0); }

}  // namespace

Fans::Fans(const SurfaceView& surface, std::span<const std::uint32_t> label) {
  const auto n = static_cast<std::uint32_t>(3 * surface.triangles.size());
  twin_.resize(n);
  edge_.resize(n);
  fan_.assign(n, kNone);
  kept_.assign(n, 0);
  is_free_.assign(n, 0);
  for (std::uint32_t h = 0; h < n; ++h) {
    twin_[h] = surface.twin(h);
    edge_[h] = std::min(h, twin_[h]);
    if (edge_[h] != h) continue;
    kept_[h] = 1;
    if (twin_[h] == kNone || label[h / 3] != label[twin_[h] / 3] || surface.is_step(h, twin_[h])) continue;
    is_free_[h] = 1;
    free_.push_back(h);
  }
  for (std::uint32_t h = 0; h < n; ++h) {
    if (fan_[h] == kNone) walk(surface, h);
  }
}

void Fans::walk(const SurfaceView& surface, std::uint32_t half_edge) {
  // Clockwise to the border, if there is one.
  std::uint32_t first = half_edge;
  bool closed = false;
  while (twin_[first] != kNone) {
    const std::uint32_t t = twin_[first];
    first = t % 3 == 2 ? t - 2 : t + 1;
    if (first != half_edge) continue;
    closed = true;
    break;
  }
  const auto fan = static_cast<std::uint32_t>(closed_.size());
  const Point2 middle = surface.plan_of(surface.from(first));
  const auto add = [&](std::uint32_t edge, std::uint32_t vertex) {
    const Point2 p = surface.plan_of(vertex);
    spokes_.push_back(edge);
    away_.push_back({p.x - middle.x, p.y - middle.y});
  };
  for (std::uint32_t h = first;;) {
    fan_[h] = fan;
    add(edge_[h], surface.to(h));
    const std::uint32_t in = before(h);
    if (twin_[in] == kNone) add(edge_[in], surface.from(in));
    h = twin_[in];
    if (h == kNone || h == first) break;
  }
  begin_.push_back(static_cast<std::uint32_t>(spokes_.size()));
  closed_.push_back(closed ? 1 : 0);
  // Every triangle turns by less than half a turn, so this counts the turns.
  std::uint32_t turns = 0;
  for (std::uint32_t k = begin_[fan]; closed && k < begin_[fan + 1]; ++k) {
    const std::uint32_t next = k + 1 < begin_[fan + 1] ? k + 1 : begin_[fan];
    if (is_lower(away_[k]) && !is_lower(away_[next])) ++turns;
  }
  once_.push_back(turns == 1 ? 1 : 0);
}

bool Fans::content(std::uint32_t fan) const {
  const std::uint32_t begin = begin_[fan], end = begin_[fan + 1], n = end - begin;
  std::uint32_t first = 0;
  while (first < n && !kept(spokes_[begin + first])) ++first;
  if (first == n) return once_[fan] != 0;
  // From kept edge to kept edge; what lies between must stay to the left of the former.
  Point2 last = away_[begin + first];
  const std::uint32_t steps = closed_[fan] ? n : n - 1 - first;
  for (std::uint32_t k = 1, s = first; k <= steps; ++k) {
    s = s + 1 == n ? 0 : s + 1;
    const std::int64_t side = turn(last, away_[begin + s]);
    if (kept(spokes_[begin + s])) {
      if (side < 0) return false;
      // Straight back on itself: all the way around.
      if (side == 0 &&
          std::int64_t{last.x} * away_[begin + s].x + std::int64_t{last.y} * away_[begin + s].y > 0)
        return false;
      last = away_[begin + s];
    } else if (side <= 0) {
      return false;
    }
  }
  return true;
}

}  // namespace ambula
