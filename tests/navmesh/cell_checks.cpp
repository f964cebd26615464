#include "navmesh/cell_checks.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <tuple>

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = Cells::kNone;

}  // namespace

std::int64_t doubled_area(const std::vector<Point2>& polygon) {
  std::int64_t sum = 0;
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
    sum += orient2d(polygon[0], polygon[k], polygon[k + 1]);
  return sum;
}

std::vector<Point2> hull(std::vector<Point2> points) {
  std::sort(points.begin(), points.end());
  std::vector<Point2> out;
  for (int half = 0; half < 2; ++half) {
    const std::size_t first = out.size();
    for (const Point2 p : points) {
      while (out.size() >= first + 2 && orient2d(out[out.size() - 2], out.back(), p) <= 0) out.pop_back();
      out.push_back(p);
    }
    out.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return out;
}

std::string faults(const TestSurface& s, const Cells& cells, std::uint32_t max_vertices) {
  std::ostringstream out;
  const SurfaceView view = s.view();
  std::vector<std::int64_t> area(cells.size(), 0);
  if (cells.cell.size() != s.triangles.size()) return "not every triangle has a cell";
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    const auto& c = s.triangles[t];
    if (cells.cell[t] >= cells.size()) return "a triangle without a cell";
    area[cells.cell[t]] += orient2d(view.plan_of(c[0]), view.plan_of(c[1]), view.plan_of(c[2]));
    if (cells.label[cells.cell[t]] != s.label[t])
      out << "triangle " << t << " has another label than its cell\n";
  }
  // Sides, by the vertices they run between: inner ones twice, in opposite directions.
  std::map<std::tuple<std::uint32_t, std::uint32_t>, std::uint32_t> side;
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    std::vector<Point2> polygon;
    for (const std::uint32_t v : cells.corners(c)) polygon.push_back(view.plan_of(v));
    if (polygon.size() < 3) return "a cell of less than three corners";
    if (max_vertices >= 3 && polygon.size() > max_vertices) out << "cell " << c << " has too many vertices\n";
    const std::int64_t own = doubled_area(polygon);
    if (own <= 0) out << "cell " << c << " has no area\n";
    if (own != area[c]) out << "cell " << c << " has not the area of its triangles\n";
    if (own != doubled_area(hull(polygon))) out << "cell " << c << " is not convex\n";
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const std::size_t n = polygon.size();
      if (orient2d(polygon[k], polygon[(k + 1) % n], polygon[(k + 2) % n]) < 0)
        out << "cell " << c << " turns right\n";
      const std::uint32_t a = cells.corners(c)[k], b = cells.corners(c)[(k + 1) % n];
      const std::uint32_t h = cells.half_edge[cells.begin[c] + k];
      if (view.from(h) != a || view.to(h) != b || cells.cell[h / 3] != c)
        out << "a side of cell " << c << " is not its half-edge\n";
      if (!side.try_emplace({a, b}, c).second) out << "two cells on one side of an edge\n";
    }
  }
  for (std::uint32_t c = 0; c < cells.size(); ++c) {
    const auto corners = cells.corners(c);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const std::uint32_t n = cells.neighbour[cells.begin[c] + k];
      const auto other = side.find({corners[(k + 1) % corners.size()], corners[k]});
      if (n == kNone ? other != side.end() : other == side.end() || other->second != n)
        out << "side " << k << " of cell " << c << " is not shared as it should be\n";
    }
  }
  // Every border is a side, so no cell skips a vertex of it.
  for (std::size_t t = 0; t < s.triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (s.neighbours[t][i] == kNone && !side.contains({s.triangles[t][i], s.triangles[t][(i + 1) % 3]}))
        out << "a border of triangle " << t << " is no side\n";
    }
  }
  return out.str();
}

Bounds bounds_of(const TestSurface& s) {
  const SurfaceView view = s.view();
  const auto n = static_cast<std::uint32_t>(3 * s.triangles.size());
  std::vector<char> inner(s.vertices.size(), 0);  // has triangles, and no border
  for (const auto& t : s.triangles) {
    for (const std::uint32_t v : t) inner[v] = 1;
  }
  std::uint32_t edges = 0, fans = 0, reflex = 0;
  for (std::uint32_t h = 0; h < n; ++h) {
    const std::uint32_t twin = view.twin(h);
    if (twin == kNone || h < twin) ++edges;
    if (twin != kNone) continue;
    inner[view.from(h)] = 0;
    ++fans;  // a fan ends at every border
    // From this border counter-clockwise to the next.
    std::uint32_t in = h % 3 == 0 ? h + 2 : h - 1;
    bool beyond = false;
    const Point2 v = view.plan_of(view.from(h)), first = view.plan_of(view.to(h));
    for (;;) {
      const std::int64_t turn = orient2d(v, first, view.plan_of(view.from(in)));
      beyond = beyond || turn < 0;
      const std::uint32_t next = view.twin(in);
      if (next == kNone) break;
      beyond = beyond || turn == 0;
      in = next % 3 == 0 ? next + 2 : next - 1;
    }
    reflex += beyond ? 1u : 0u;
  }
  // Cells = kept edges + 1 for a disc; with Euler's number in its place for anything else. Parts have one
  // each.
  const auto euler = static_cast<std::int64_t>(fans) - edges + static_cast<std::int64_t>(s.triangles.size());
  Bounds out;
  out.least = static_cast<std::uint32_t>(std::max<std::int64_t>(1, (reflex + 1) / 2 + euler));
  out.greedy = static_cast<std::uint32_t>(std::max<std::int64_t>(1, 2 * std::int64_t{reflex} + euler));
  return out;
}

}  // namespace ambula::testing
