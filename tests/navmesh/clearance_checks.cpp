#include "navmesh/clearance_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "geometry/rationals.h"
#include "navmesh/cell_checks.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;

// Whether a lattice point is closer to a segment than a whole number of quanta.
bool closer(Point2 p, Point2 a, Point2 b, std::int64_t distance) {
  const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
  const std::int64_t px = std::int64_t{p.x} - a.x, py = std::int64_t{p.y} - a.y;
  const std::int64_t along = px * dx + py * dy, length = dx * dx + dy * dy;
  if (along <= 0) return px * px + py * py < distance * distance;
  if (along >= length) {
    const std::int64_t qx = std::int64_t{p.x} - b.x, qy = std::int64_t{p.y} - b.y;
    return qx * qx + qy * qy < distance * distance;
  }
  const Int128 away = orient2d(a, b, p);
  return away * away < Int128{distance} * distance * length;
}

std::set<double> values_of(const Distances& distance) {
  std::set<double> out;
  for (const auto& d : distance) out.insert(d.begin(), d.end());
  out.erase(0);
  return out;
}

// Whether a border is walked to from p, a point of triangle t, within the disc around p of its distance and
// `more`.
bool near_border(const TestSurface& s, const Distances& distance, std::uint32_t t, Point2 p,
                 std::int64_t more) {
  const SurfaceView view = s.view();
  for (const double value : values_of(distance)) {
    std::set<std::uint32_t> seen{t};
    std::vector<std::uint32_t> waiting{t};
    while (!waiting.empty()) {
      const std::uint32_t f = waiting.back();
      waiting.pop_back();
      for (std::uint32_t i = 0; i < 3; ++i) {
        const Point2 a = view.plan_of(s.triangles[f][i]), b = view.plan_of(s.triangles[f][(i + 1) % 3]);
        if (!closer(p, a, b, static_cast<std::int64_t>(value) + more)) continue;
        const std::uint32_t n = s.neighbours[f][i];
        if (n == kNone && distance[f][i] == value) return true;
        if (n != kNone && seen.insert(n).second) waiting.push_back(n);
      }
    }
  }
  return false;
}

// Whether t is walked to from a border that p is near in plan, without leaving the border's own
// neighbourhood. With one distance for all borders this is no more than the above; where it is 0 at some, one
// may look past them.
bool near_some_border(const TestSurface& s, const Distances& distance, std::uint32_t t, Point2 p,
                      std::int64_t more) {
  const SurfaceView view = s.view();
  for (std::uint32_t h = 0; h < 3 * s.triangles.size(); ++h) {
    const double value = distance[h / 3][h % 3];
    const auto reach = static_cast<std::int64_t>(value) + more;
    const Point2 a = view.plan_of(view.from(h)), b = view.plan_of(view.to(h));
    if (s.neighbours[h / 3][h % 3] != kNone || value <= 0 || !closer(p, a, b, reach)) continue;
    std::set<std::uint32_t> seen{h / 3};
    std::vector<std::uint32_t> waiting{h / 3};
    while (!waiting.empty()) {
      const std::uint32_t f = waiting.back();
      waiting.pop_back();
      if (f == t) return true;
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t n = s.neighbours[f][i];
        if (n == kNone || seen.contains(n)) continue;
        const Point2 c = view.plan_of(s.triangles[f][i]), d = view.plan_of(s.triangles[f][(i + 1) % 3]);
        if (meet(a, b, c, d) == Meeting::none && !closer(a, c, d, reach) && !closer(b, c, d, reach) &&
            !closer(c, a, b, reach) && !closer(d, a, b, reach))
          continue;
        seen.insert(n);
        waiting.push_back(n);
      }
    }
  }
  return false;
}

TestSurface as_surface(const NavSurface& c) {
  return {c.vertices, c.triangles, c.neighbours, std::vector<std::uint32_t>(c.triangles.size(), 0)};
}

// Triangle t and those joined to it across edges within two quanta of p.
std::set<std::uint32_t> triangles_at(const TestSurface& s, std::uint32_t t, Point2 p) {
  const SurfaceView view = s.view();
  std::set<std::uint32_t> out{t};
  std::vector<std::uint32_t> waiting{t};
  while (!waiting.empty()) {
    const std::uint32_t f = waiting.back();
    waiting.pop_back();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t n = s.neighbours[f][i];
      if (n == kNone ||
          !closer(p, view.plan_of(s.triangles[f][i]), view.plan_of(s.triangles[f][(i + 1) % 3]), 2))
        continue;
      if (out.insert(n).second) waiting.push_back(n);
    }
  }
  return out;
}

struct Judged {
  std::size_t points = 0, unsound = 0, lost = 0, kept = 0;
};
Judged judge(const TestSurface& s, const Distances& distance, const NavSurface& c, std::size_t points,
             std::uint64_t seed) {
  Judged out;
  Random random(seed);
  const SurfaceView view = s.view(), cleared = c.view();
  std::vector<std::vector<std::uint32_t>> parts(s.triangles.size());
  for (std::uint32_t t = 0; t < c.triangles.size(); ++t) parts[c.source[t]].push_back(t);
  for (std::size_t k = 0; k < points; ++k) {
    const auto t = static_cast<std::uint32_t>(k % s.triangles.size());
    double u = (random.within(1000) + 1000) / 2000.0, v = (random.within(1000) + 1000) / 2000.0;
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const Point2 a = view.plan_of(s.triangles[t][0]), b = view.plan_of(s.triangles[t][1]),
                 d = view.plan_of(s.triangles[t][2]);
    const Point2 p{static_cast<std::int32_t>(std::lround(a.x + u * (b.x - a.x) + v * (d.x - a.x))),
                   static_cast<std::int32_t>(std::lround(a.y + u * (b.y - a.y) + v * (d.y - a.y)))};
    if (!inside(view, t, p, false)) continue;
    // Rounding bends borders that are not cleared by up to a quantum; what is that close to one is not
    // judged.
    bool at_rim = false;
    for (std::size_t i = 0; i < 3; ++i) {
      at_rim = at_rim ||
               (s.neighbours[t][i] == kNone &&
                closer(p, view.plan_of(s.triangles[t][i]), view.plan_of(s.triangles[t][(i + 1) % 3]), 2));
    }
    if (at_rim) continue;
    ++out.points;
    bool in = false, well_in = false;
    for (const std::uint32_t part : parts[t]) {
      in = in || inside(cleared, part, p, true);
      well_in = well_in || inside(cleared, part, p, false);
    }
    // It bends inner edges as well: the point may have changed sides, of several where triangles are that
    // thin.
    for (const std::uint32_t n : triangles_at(s, t, p)) {
      in = in || std::any_of(parts[n].begin(), parts[n].end(),
                             [&](std::uint32_t part) { return inside(cleared, part, p, true); });
    }
    out.kept += in ? 1u : 0u;
    if (well_in && near_border(s, distance, t, p, -2)) ++out.unsound;
    const auto most = static_cast<std::int64_t>(kTolerance) + 2;
    if (!in && !near_border(s, distance, t, p, most) &&
        (values_of(distance).size() < 2 || !near_some_border(s, distance, t, p, most)))
      ++out.lost;
  }
  return out;
}

}  // namespace

Distances everywhere(const TestSurface& s, double distance) {
  return Distances(s.triangles.size(), {distance, distance, distance});
}

bool inside(const SurfaceView& view, std::uint32_t t, Point2 p, bool closed) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::int64_t side =
        orient2d(view.plan_of(view.triangles[t][i]), view.plan_of(view.triangles[t][(i + 1) % 3]), p);
    if (side < 0 || (side == 0 && !closed)) return false;
  }
  return true;
}

std::string mesh_faults(const TestSurface& s, const NavSurface& c) {
  const SurfaceView view = c.view();
  std::vector<std::uint32_t> borders;
  std::vector<std::vector<std::uint32_t>> borders_of(s.triangles.size());  // by source
  for (std::uint32_t h = 0; h < 3 * c.triangles.size(); ++h) {
    const auto& t = c.triangles[h / 3];
    if (orient2d(view.plan_of(t[0]), view.plan_of(t[1]), view.plan_of(t[2])) <= 0)
      return "a triangle without area";
    const std::uint32_t n = c.neighbours[h / 3][h % 3];
    if (n == kNone) {
      borders.push_back(h);
      borders_of[c.source[h / 3]].push_back(h);
    } else if (view.twin(h) == kNone || view.twin(view.twin(h)) != h || view.twin(h) / 3 != n) {
      return "neighbours are not mutual";
    }
  }
  // Borders that lie along each other where the surface was whole: a T-junction, or a seam left open.
  for (const std::uint32_t g : borders) {
    const std::uint32_t f = c.source[g / 3];
    std::array<std::uint32_t, 4> near{f, s.neighbours[f][0], s.neighbours[f][1], s.neighbours[f][2]};
    for (const std::uint32_t e : near) {
      if (e == kNone) continue;
      for (const std::uint32_t h : borders_of[e]) {
        const Point2 a = view.plan_of(view.from(g)), b = view.plan_of(view.to(g));
        const Point2 p = view.plan_of(view.from(h)), q = view.plan_of(view.to(h));
        if (g >= h || orient2d(a, b, p) != 0 || orient2d(a, b, q) != 0) continue;
        if (meet(a, b, p, q) == Meeting::overlap && (a < b) != (p < q)) return "an open seam";
      }
    }
  }
  return "";
}

NavSurface cleared(const TestSurface& s, const Distances& distance, Context* context) {
  auto out = clear_borders(s.view(), distance, kTolerance, context);
  EXPECT_TRUE(out) << out.error().message;
  return out ? std::move(*out) : NavSurface{};
}

void expect_exact(const TestSurface& s, const Distances& distance, std::size_t points, bool some_is_kept) {
  const NavSurface c = cleared(s, distance);
  EXPECT_EQ(mesh_faults(s, c), "");
  const Judged j = judge(s, distance, c, points, points);
  EXPECT_GT(j.points, points / 2);
  EXPECT_EQ(j.unsound, 0u) << "of " << j.points;
  EXPECT_EQ(j.lost, 0u) << "of " << j.points;
  if (some_is_kept) {
    EXPECT_GT(j.kept, 0u) << "or this proves nothing";
    EXPECT_LT(j.kept, j.points);
  }
  const TestSurface result = as_surface(c);
  EXPECT_EQ(faults(result, merge_cells(result.view(), result.label)), "") << "cells of it";
}

}  // namespace ambula::testing
