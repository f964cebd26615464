#include "query/shortest_truth.h"

#include <algorithm>
#include <cmath>

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = NavMesh::kNone;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// A part of a segment, n / d with d > 0.
struct Part {
  std::int64_t n = 0, d = 1;
};
bool less(Part a, Part b) { return Int128{a.n} * b.d < Int128{b.n} * a.d; }
Part later(Part a, Part b) { return less(a, b) ? b : a; }

std::int64_t along(Point2 a, Point2 b, Point2 p) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{p.x} - a.x) +
         (std::int64_t{b.y} - a.y) * (std::int64_t{p.y} - a.y);
}

// The parts of a → b at which it is on the closed segment u v: first and last. False: nowhere.
bool parts_on(Point2 a, Point2 b, Point2 u, Point2 v, Part& first, Part& last) {
  const std::int64_t su = orient2d(a, b, u), sv = orient2d(a, b, v);
  if (su == 0 && sv == 0) {
    const std::int64_t whole = along(a, b, b);
    Part p{along(a, b, u), whole}, q{along(a, b, v), whole};
    if (less(q, p)) std::swap(p, q);
    first = later(p, {});
    last = less(q, {1, 1}) ? q : Part{1, 1};
    return !less(last, first);
  }
  const std::int64_t sa = orient2d(u, v, a), sb = orient2d(u, v, b);
  if ((su > 0 && sv > 0) || (su < 0 && sv < 0) || (sa > 0 && sb > 0) || (sa < 0 && sb < 0)) return false;
  std::int64_t n = sa, d = sa - sb;
  if (d < 0) {
    n = -n;
    d = -d;
  }
  first = last = {n, d};
  return true;
}

}  // namespace

ShortestTruth::ShortestTruth(const NavMesh& mesh, std::vector<std::uint8_t> closed)
    : mesh_(mesh), closed_(std::move(closed)) {
  closed_.resize(mesh.size(), 0);
  find_corners();
  between_.assign(corners_.size(), std::vector<double>(corners_.size(), kInfinite));
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    for (std::size_t j = i + 1; j < corners_.size(); ++j) {
      if (!sees(corners_[i], corners_[j])) continue;
      const double dx = corners_[i].at.x - corners_[j].at.x, dy = corners_[i].at.y - corners_[j].at.y;
      between_[i][j] = between_[j][i] = std::sqrt(dx * dx + dy * dy);
    }
  }
}

bool ShortestTruth::is_portal(std::uint32_t side) const {
  return mesh_.neighbour[side] != kNone && closed_[mesh_.neighbour[side]] == 0;
}
Point2 ShortestTruth::from(std::uint32_t side) const {
  const LatticePoint p = mesh_.vertices[mesh_.vertex[side]];
  return {p.x, p.y};
}
Point2 ShortestTruth::to(std::uint32_t side, std::uint32_t cell) const {
  return from(side + 1 == mesh_.cell_begin[cell + 1] ? mesh_.cell_begin[cell] : side + 1);
}

ShortestTruth::Spot ShortestTruth::spot_at(const LatticePlace& place) const {
  Spot out{place.at, {place.cell}};
  for (std::size_t k = 0; k < out.cells.size(); ++k) {
    const std::uint32_t c = out.cells[k];
    for (std::uint32_t s = mesh_.cell_begin[c]; s < mesh_.cell_begin[c + 1]; ++s) {
      if (!is_portal(s) || !on_segment(from(s), to(s, c), place.at)) continue;
      const std::uint32_t d = mesh_.neighbour[s];
      if (std::find(out.cells.begin(), out.cells.end(), d) == out.cells.end()) out.cells.push_back(d);
    }
  }
  std::sort(out.cells.begin(), out.cells.end());
  return out;
}

// Every fan of a corner that stands on a border, once.
void ShortestTruth::find_corners() {
  std::map<std::pair<Point2, std::vector<std::uint32_t>>, int> known;
  for (std::uint32_t c = 0; c < mesh_.size(); ++c) {
    if (closed_[c] != 0) continue;
    for (std::uint32_t s = mesh_.cell_begin[c]; s < mesh_.cell_begin[c + 1]; ++s) {
      if (is_portal(s)) continue;
      for (const Point2 end : {from(s), to(s, c)}) {
        Spot spot = spot_at({end, c});
        if (known.try_emplace({spot.at, spot.cells}, 0).second) corners_.push_back(std::move(spot));
      }
    }
  }
}

bool ShortestTruth::sees(const Spot& a, const Spot& b) {
  if (a.at == b.at) {
    return std::any_of(a.cells.begin(), a.cells.end(), [&](std::uint32_t c) {
      return std::find(b.cells.begin(), b.cells.end(), c) != b.cells.end();
    });
  }
  struct Reached {
    std::uint32_t cell;
    Part part;
  };
  std::vector<Reached> waiting;
  std::map<std::uint32_t, Part> best;
  for (const std::uint32_t c : a.cells) waiting.push_back({c, {}});
  while (!waiting.empty()) {
    const Reached at = waiting.back();
    waiting.pop_back();
    const auto known = best.find(at.cell);
    if (known != best.end() && !less(at.part, known->second)) continue;
    best[at.cell] = at.part;
    if (std::find(b.cells.begin(), b.cells.end(), at.cell) != b.cells.end()) return true;
    for (std::uint32_t s = mesh_.cell_begin[at.cell]; s < mesh_.cell_begin[at.cell + 1]; ++s) {
      Part first, last;
      if (!is_portal(s) || !parts_on(a.at, b.at, from(s), to(s, at.cell), first, last)) continue;
      const Part cross = later(first, at.part);
      if (!less(last, cross)) waiting.push_back({mesh_.neighbour[s], cross});
    }
  }
  return false;
}

double ShortestTruth::length(const LatticePlace& start, const LatticePlace& goal) {
  const Spot a = spot_at(start), b = spot_at(goal);
  const auto distance = [](const Spot& p, const Spot& q) {
    const double dx = p.at.x - q.at.x, dy = p.at.y - q.at.y;
    return std::sqrt(dx * dx + dy * dy);
  };
  if (sees(a, b)) return distance(a, b);
  const std::size_t n = corners_.size();
  std::vector<double> off(n, kInfinite), last(n, kInfinite);
  std::vector<std::uint8_t> done(n, 0);
  for (std::size_t k = 0; k < n; ++k) {
    if (sees(a, corners_[k])) off[k] = distance(a, corners_[k]);
    if (sees(corners_[k], b)) last[k] = distance(corners_[k], b);
  }
  double best = kInfinite;
  while (true) {
    std::size_t at = n;
    for (std::size_t k = 0; k < n; ++k) {
      if (done[k] == 0 && off[k] < kInfinite && (at == n || off[k] < off[at])) at = k;
    }
    if (at == n) return best;
    done[at] = 1;
    best = std::min(best, off[at] + last[at]);
    for (std::size_t k = 0; k < n; ++k) off[k] = std::min(off[k], off[at] + between_[at][k]);
  }
}

}  // namespace ambula::testing
