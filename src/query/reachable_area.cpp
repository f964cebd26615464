// reachable_area: the shortest paths to everywhere within a length, and how much of each cell they reach.
//
// Of a cell, what is reached is the union of parts of discs: each around the last corner of a path, cut to
// what that corner sees of the cell. Its area is measured along lines.
#include <algorithm>
#include <cmath>

#include "query/query_state.h"

namespace ambula {
namespace {

constexpr int kLines = 128;  // across a cell: its area is good to about a thousandth

// Parts of a line are Vec2: from x to y.
//
// What of a line at height y lies to the left of another line; `sign` -1: to its right.
bool cut(Vec2& part, double y, const TautSearch::Ray& ray, double sign) {
  const double a = sign * ray.left({part.x, y}), b = sign * ray.left({part.y, y});
  if (a < 0 && b < 0) return false;
  if (a < 0) part.x += (part.y - part.x) * (a / (a - b));
  if (b < 0) part.y = part.x + (part.y - part.x) * (a / (a - b));
  return true;
}

// What of a line at height y is in a cell.
bool line_in(const QueryMesh& m, std::uint32_t cell, double y, Vec2& out) {
  out = {kFarAway, -kFarAway};
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s) {
    const Vec2 a = m.sides[s].at(), b = m.sides[m.next(s, cell)].at();
    if ((a.y < y) == (b.y < y)) continue;
    const double x = a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y));
    out = {std::min(out.x, x), std::max(out.y, x)};
  }
  return out.x < out.y;
}

double covered(std::vector<Vec2>& parts) {
  std::sort(parts.begin(), parts.end(),
            [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  double sum = 0, to = -kFarAway;
  for (const Vec2& p : parts) {
    sum += std::max(0.0, p.y - std::max(p.x, to));
    to = std::max(to, p.y);
  }
  return sum;
}

double reached_area(const QueryMesh& m, std::span<const TautSearch::SeenPart> seen, double limit,
                    std::vector<Vec2>& parts) {
  const std::uint32_t cell = seen.front().cell;
  double low = kFarAway, high = -kFarAway, sum = 0;
  for (std::uint32_t s = m.begin(cell); s < m.end(cell); ++s) {
    low = std::min(low, m.sides[s].at().y);
    high = std::max(high, m.sides[s].at().y);
  }
  for (int k = 0; k < kLines; ++k) {
    const double y = low + (high - low) * (k + 0.5) / kLines;
    Vec2 whole;
    if (!line_in(m, cell, y, whole)) continue;
    parts.clear();
    for (const TautSearch::SeenPart& s : seen) {
      const double radius = limit - s.g, off = y - s.root.y;
      if (!(std::abs(off) < radius)) continue;
      const double half = std::sqrt(radius * radius - off * off);
      Vec2 part{std::max(whole.x, s.root.x - half), std::min(whole.y, s.root.x + half)};
      if (!(part.x < part.y)) continue;
      if (s.has_right && !cut(part, y, s.right, 1)) continue;
      if (s.has_left && !cut(part, y, s.left, -1)) continue;
      parts.push_back(part);
    }
    sum += covered(parts);
  }
  return sum * (high - low) / kLines;
}

}  // namespace

void Query::reachable_area(Place from, double length, const Filter* filter, std::vector<ReachedCell>& out) {
  const QueryMesh& m = shared_->mesh;
  Scratch& own = *scratch_;
  out.clear();
  MeshPlace start;
  if (!own.enter(*shared_, from, filter, start) || !(length >= 0)) return;
  const double quantum = m.mesh->lattice.quantum, limit = std::min(length / quantum, kFarAway);
  own.entries.assign(m.size(), NavMesh::kNone);
  own.taut.flood(shared_->taut_world(), own.toll, start, limit, [&](std::uint32_t cell, double distance) {
    if (own.entries[cell] != NavMesh::kNone) return;
    own.entries[cell] = static_cast<std::uint32_t>(out.size());
    out.push_back({cell, distance * quantum, 0});
  });
  auto& parts = own.taut.parts();
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.number < b.number;
  });
  for (std::size_t k = 0; k < parts.size();) {
    std::size_t end = k;
    while (end < parts.size() && parts[end].cell == parts[k].cell) ++end;
    const double area = reached_area(m, {parts.data() + k, end - k}, limit, own.on_line);
    out[own.entries[parts[k].cell]].area = area * quantum * quantum;
    k = end;
  }
}

}  // namespace ambula
