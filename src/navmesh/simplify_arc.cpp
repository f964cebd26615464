// Extending one edge after the other until its neighbours meet ends where no two can be joined any more: of
// eight equal corners four are left where three would do. The fewest are a shortest path from the first edge
// to the last, by steps from an edge to another whose lines meet close enough to what lies between them.
#include "navmesh/simplify_arc.h"

#include <algorithm>
#include <limits>

#include "navmesh/simplify_hole.h"

namespace ambula {
namespace {

constexpr double kCorner = 40;      // what a corner is worth: squares of the tolerance, twice
constexpr std::size_t kReach = 16;  // edges that one step may pass; arcs have no more in half a turn

struct Vec {
  double x, y;
};
Vec operator-(Point2 a, Point2 b) { return {double{1} * a.x - b.x, double{1} * a.y - b.y}; }
double cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }

// What is given up, twice, by letting edges i and j meet; negative where they do not, or too far away.
double given_up(std::span<const Point2> chain, std::size_t i, std::size_t j, double tolerance) {
  const Point2 a = chain[i], b = chain[i + 1], c = chain[j], d = chain[j + 1];
  const Vec u = b - a, w = d - c, between = c - a;
  const double across = cross(u, w);
  if (across >= 0) return -1;  // half a turn or more
  const double along = cross(between, w) / across, back = cross(between, u) / across;
  if (along < 1 || back > 0) return -1;
  const Vec p{a.x + along * u.x, a.y + along * u.y};
  if (std::max({p.x, -p.x, p.y, -p.y}) > 1 << 28) return -1;
  const Point2 at{static_cast<std::int32_t>(p.x), static_cast<std::int32_t>(p.y)};
  double least = std::numeric_limits<double>::infinity(), area = 0;
  for (std::size_t k = i + 1; k < j; ++k) {
    least = std::min(least, squared_distance(at, chain[k], chain[k + 1]));
    area += cross({chain[k].x - p.x, chain[k].y - p.y}, {chain[k + 1].x - p.x, chain[k + 1].y - p.y});
  }
  // Less by what rounding may move.
  const double most = std::max(0.0, tolerance - 2);
  return least > most * most ? -1 : std::max(0.0, area);
}

}  // namespace

ArcPlan plan_arc(std::span<const Point2> chain, double tolerance) {
  const std::size_t n = chain.size() - 1;
  struct Step {
    double price = 0, area = 0;
    std::size_t from = 0;
  };
  const double corner = kCorner * tolerance * tolerance;
  std::vector<Step> best(n);
  for (std::size_t j = 1; j < n; ++j) {
    best[j] = {best[j - 1].price + corner, best[j - 1].area, j - 1};
    for (std::size_t i = j - 1; i-- > 0 && j - i <= kReach;) {
      if (best[i].price + corner >= best[j].price) continue;
      const double area = given_up(chain, i, j, tolerance);
      if (area >= 0 && best[i].price + corner + area < best[j].price)
        best[j] = {best[i].price + corner + area, best[i].area + area, i};
    }
  }
  ArcPlan plan{std::vector<char>(n, 0), best.back().area};
  plan.keep[0] = 1;
  for (std::size_t j = n - 1; j > 0; j = best[j].from) plan.keep[j] = 1;
  return plan;
}

}  // namespace ambula
