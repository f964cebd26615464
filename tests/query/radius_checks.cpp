#include "query/radius_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>

#include "geometry/rationals.h"
#include "navmesh/clearance.h"
#include "navmesh/erode.h"
#include "navmesh/make_clearance_mesh.h"
#include "navmesh/patches.h"
#include "query/nearest_clear.h"

namespace ambula::testing {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kArcs = 2;  // quanta

SurfaceView view_of(const NavBase& b) { return {b.vertices, b.triangles, b.neighbours}; }
Vec2 place(Point2 p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }

bool holds(const SurfaceView& view, std::uint32_t t, Point2 p) {
  for (std::uint32_t i = 0; i < 3; ++i) {
    if (orient2d(view.plan_of(view.triangles[t][i]), view.plan_of(view.triangles[t][(i + 1) % 3]), p) < 0)
      return false;
  }
  return true;
}

double to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 d = b - a;
  return length(p - (a + d * std::clamp(dot(p - a, d) / dot(d, d), 0.0, 1.0)));
}

std::vector<Vec2> corners(const SurfaceView& of, std::uint32_t t) {
  std::vector<Vec2> out;
  for (const std::uint32_t v : of.triangles[t]) out.push_back(place(of.plan_of(v)));
  return out;
}

// What of a polygon lies in a square, in plan.
std::vector<Vec2> within(std::vector<Vec2> polygon, Vec2 centre, double half) {
  for (int side = 0; side < 4 && !polygon.empty(); ++side) {
    const auto inside = [&](Vec2 q) {
      const Vec2 d = q - centre;
      return half - (side == 0 ? d.x : side == 1 ? -d.x : side == 2 ? d.y : -d.y);
    };
    std::vector<Vec2> left;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Vec2 a = polygon[k], b = polygon[(k + 1) % polygon.size()];
      const double u = inside(a), v = inside(b);
      if (u >= 0) left.push_back(a);
      if ((u < 0) != (v < 0)) left.push_back(a + (b - a) * (u / (u - v)));
    }
    polygon = std::move(left);
  }
  return polygon;
}

double to_polygon(Vec2 p, const std::vector<Vec2>& polygon) {
  double least = 1e300, area = 0;
  bool inside = true;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 a = polygon[k], b = polygon[(k + 1) % polygon.size()];
    area += cross(a - polygon[0], b - polygon[0]);
    inside = inside && cross(b - a, p - a) >= 0;
    least = std::min(least, dot(b - a, b - a) > 0 ? to_segment(p, a, b) : length(p - a));
  }
  return inside && area > 1e-6 ? 0 : least;
}

}  // namespace

double room_at(const NavBase& base, std::uint32_t triangle, Vec2 p, const KeptDistance& keep, double beyond) {
  const SurfaceView view = view_of(base);
  const double most = std::max(keep.wall, keep.ledge) + beyond;
  double least = most;
  std::set<std::uint32_t> seen{triangle};
  std::vector<std::uint32_t> waiting{triangle};
  while (!waiting.empty()) {
    const std::uint32_t t = waiting.back();
    waiting.pop_back();
    for (std::uint32_t i = 0; i < 3; ++i) {
      const double away = to_segment(p, place(view.plan_of(base.triangles[t][i])),
                                     place(view.plan_of(base.triangles[t][(i + 1) % 3])));
      if (away > most) continue;
      const std::uint32_t n = base.neighbours[t][i];
      if (n == kNone)
        least = std::min(least, away - (base.border[t][i] == BorderKind::ledge ? keep.ledge : keep.wall));
      else if (seen.insert(n).second)
        waiting.push_back(n);
    }
  }
  return least;
}

OffsetTruth::OffsetTruth(const NavBase& base, const KeptDistance& keep) : base_(base) {
  std::vector<std::array<double, 3>> distance(base.triangles.size());
  for (std::size_t t = 0; t < distance.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (base.border[t][i] == BorderKind::none) continue;
      distance[t][i] = base.border[t][i] == BorderKind::ledge ? keep.ledge : keep.wall;
    }
  }
  auto cleared = clear_borders(view_of(base), distance, kArcs);
  EXPECT_TRUE(cleared) << cleared.error().message;
  if (!cleared) return;
  surface_ = std::move(*cleared);
  part_ = find_patches(surface_.view()).of;
  pieces_.resize(base.triangles.size());
  for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) pieces_[surface_.source[t]].push_back(t);
}

std::uint32_t OffsetTruth::part_of(std::uint32_t base_triangle, Point2 p) const {
  const auto look = [&](std::uint32_t in) {
    for (const std::uint32_t t : pieces_[in]) {
      if (holds(surface_.view(), t, p)) return part_[t];
    }
    return kNone;
  };
  std::uint32_t part = look(base_triangle);
  // Pieces are rounded: one of a neighbour may reach over the side they share.
  for (const std::uint32_t n : base_.neighbours[base_triangle]) {
    if (part == kNone && n != kNone) part = look(n);
  }
  return part;
}

double OffsetTruth::distance_to_part(std::uint32_t part, Vec2 p) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t t = 0; t < part_.size(); ++t) {
    if (part_[t] == part) least = std::min(least, to_polygon(p, corners(surface_.view(), t)));
  }
  return least;
}

double OffsetTruth::distance_from(std::uint32_t base_triangle, Vec2 p, double half) const {
  const SurfaceView view = view_of(base_), left = surface_.view();
  double least = std::numeric_limits<double>::infinity();
  std::set<std::uint32_t> seen{base_triangle};
  std::vector<std::uint32_t> waiting{base_triangle};
  while (!waiting.empty()) {
    const std::uint32_t t = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t piece : pieces_[t]) {
      const std::vector<Vec2> part = within(corners(left, piece), p, half);
      if (!part.empty()) least = std::min(least, to_polygon(p, part));
    }
    const std::vector<Vec2> c = corners(view, t);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t n = base_.neighbours[t][i];
      if (n == kNone || seen.count(n) != 0 || within({c[i], c[(i + 1) % 3]}, p, half).empty()) continue;
      seen.insert(n);
      waiting.push_back(n);
    }
  }
  return least;
}

std::vector<BasePoint> random_points(const NavBase& base, std::size_t count, std::uint64_t seed) {
  const SurfaceView view = view_of(base);
  std::vector<double> sum;
  for (const auto& c : base.triangles) {
    sum.push_back((sum.empty() ? 0 : sum.back()) +
                  static_cast<double>(orient2d(view.plan_of(c[0]), view.plan_of(c[1]), view.plan_of(c[2]))));
  }
  Random random(seed);
  const auto dice = [&] { return (random.within(1 << 28) + (1 << 28)) / static_cast<double>(1 << 29); };
  std::vector<BasePoint> out;
  while (out.size() < count) {
    const auto t = static_cast<std::uint32_t>(
        std::min<std::ptrdiff_t>(std::upper_bound(sum.begin(), sum.end(), dice() * sum.back()) - sum.begin(),
                                 static_cast<std::ptrdiff_t>(sum.size()) - 1));
    double u = dice(), v = dice();
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const auto& c = base.triangles[t];
    const Vec2 a = place(view.plan_of(c[0]));
    const Vec2 p = a + (place(view.plan_of(c[1])) - a) * u + (place(view.plan_of(c[2])) - a) * v;
    const Point2 at{static_cast<std::int32_t>(std::lround(p.x)), static_cast<std::int32_t>(std::lround(p.y))};
    if (holds(view, t, at)) out.push_back({t, at});
  }
  return out;
}

std::string path_faults(const NavBase& base, const ClearanceGraph& graph, const ClearRequest& request,
                        const ClearPath& path) {
  std::ostringstream out;
  if (path.bends.size() < 2) return "no way";
  if (path.bends.front().at != request.start.at || path.bends.back().at != request.goal.at) out << "ends; ";
  // But for a quantum: who touches a corner does not go around it.
  const KeptDistance keep{std::max(request.keep.wall - 1, 0.0), std::max(request.keep.ledge - 1, 0.0)};
  std::uint32_t t = request.start.base;
  double sum = 0, worst = 0;
  Vec2 where;
  for (std::size_t k = 0; k + 1 < path.bends.size(); ++k) {
    const ArcBend &a = path.bends[k], &b = path.bends[k + 1];
    std::vector<Vec2> points;
    if (a.turn == 0) {
      sum += length(b.at - a.at);
      const int n = static_cast<int>(length(b.at - a.at) / 100) + 1;
      for (int i = 1; i <= n; ++i) points.push_back(a.at + (b.at - a.at) * (static_cast<double>(i) / n));
    } else {
      const Vec2 from = a.at - a.centre, to = b.at - a.centre;
      const double radius = length(from);
      if (std::abs(length(to) - radius) > 1e-3) out << "no arc at " << k << "; ";
      double turn = a.turn * std::atan2(cross(from, to), dot(from, to));
      if (turn < 0) turn += 2 * 3.14159265358979323846;
      sum += turn * radius;
      if (turn > 3.2) out << "an arc of " << turn << " radians; ";
      const int n = static_cast<int>(turn * radius / 100) + 1;
      for (int i = 1; i <= n; ++i) {
        const double c = std::cos(a.turn * turn * i / n), s = std::sin(a.turn * turn * i / n);
        points.push_back(a.centre + Vec2{from.x * c - from.y * s, from.x * s + from.y * c});
      }
    }
    Vec2 at = a.at;
    for (const Vec2 p : points) {
      t = walk_straight(graph.base(), t, at, p);
      const double room = graph.base().depth(t, p) < -1 ? -1e9 : room_at(base, t, p, keep, 0);
      if (room < worst) {
        worst = room;
        where = p;
      }
      at = p;
    }
  }
  if (t != request.goal.base && graph.base().depth(request.goal.base, request.goal.at) > 0.1 &&
      graph.base().depth(t, request.goal.at) < -0.1)
    out << "ends elsewhere; ";
  if (worst < 0) out << "too close by " << -worst << " at " << where.x << " " << where.y << "; ";
  if (std::abs(sum * graph.quantum() - path.length) > 1e-6 * path.length + 1e-9)
    out << "length " << path.length << " not " << sum * graph.quantum() << "; ";
  return out.str();
}

NavMesh mesh_over(const NavBase& base, double border_tolerance) {
  LabelledBase from{base, {""}, true};
  from.base.params.min_patch = 0;
  from.base.params.border_tolerance = border_tolerance;
  Stage stage(nullptr, "navmesh");
  auto mesh = erode({}, from, 0, stage, nullptr);
  EXPECT_TRUE(mesh) << mesh.error().message;
  mesh->base = std::move(from.base);
  mesh->clearance = make_clearance_mesh(*mesh->base);
  return std::move(*mesh);
}

void expect_paths(const NavBase& base, double radius, std::size_t points, std::uint64_t seed,
                  RadiusTally& tally, std::optional<double> ledge) {
  const Lattice lattice;
  const ClearanceMesh mesh = make_clearance_mesh(base);
  EXPECT_EQ(mesh.unrefined, 0u);
  const ClearanceGraph graph(base, mesh, lattice);
  ClearanceSearch search(graph);
  const KeptDistance keep = graph.keep_of(radius, ledge);
  const OffsetTruth truth(base, keep);
  std::vector<ClearPlace> places;
  std::vector<std::uint32_t> parts;
  for (const BasePoint& p : random_points(base, points, seed)) {
    const ClearPlace at = graph.place_in(p.triangle, place(p.at));
    EXPECT_GE(graph.plan().depth(at.triangle, at.at), -1);
    const double room = room_at(base, p.triangle, at.at, keep);
    if (std::abs(room) < kArcs + 3) continue;  // within what the truth itself is rounded by
    const std::uint32_t part = truth.part_of(p.triangle, p.at);
    EXPECT_EQ(search.is_clear(at, keep), room > 0);
    EXPECT_EQ(part != kNone, room > 0) << p.at.x << " " << p.at.y;
    places.push_back(at);
    parts.push_back(part);
  }
  ClearPath path;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      const ClearRequest request{places[i], places[j], keep};
      search.find(request, path);
      ++tally.pairs;
      const bool should = parts[i] != kNone && parts[i] == parts[j];
      ASSERT_EQ(path.status == ClearStatus::found, should)
          << places[i].at.x << " " << places[i].at.y << " to " << places[j].at.x << " " << places[j].at.y
          << " radius " << radius << " status " << static_cast<int>(path.status);
      if (!should) continue;
      ++tally.found;
      ASSERT_EQ(path_faults(base, graph, request, path), "")
          << places[i].at.x << " " << places[i].at.y << " to " << places[j].at.x << " " << places[j].at.y
          << " radius " << radius;
    }
  }
}

void expect_paths_between_moved(const NavBase& base, double radius, std::size_t points, std::uint64_t seed,
                                RadiusTally& tally) {
  const ClearanceMesh mesh = make_clearance_mesh(base);
  const ClearanceGraph graph(base, mesh, {});
  ClearanceSearch search(graph);
  NearestClear nearest(graph);
  const KeptDistance keep = graph.keep_of(radius);
  std::vector<ClearPlace> places;
  for (const BasePoint& p : random_points(base, points, seed)) {
    const ClearPlace from = graph.place_in(p.triangle, place(p.at));
    const auto to = nearest.find(from, graph.position(from.at, graph.height(from.base, from.at)),
                                 {0.5, 0.5, 1}, keep, search);
    if (to) places.push_back(*to);
  }
  ClearPath path;
  for (const ClearPlace& from : places) {
    for (const ClearPlace& to : places) {
      const ClearRequest request{from, to, keep};
      search.find(request, path);
      ++tally.pairs;
      if (path.status != ClearStatus::found) continue;
      ++tally.found;
      ASSERT_EQ(path_faults(base, graph, request, path), "")
          << from.at.x << " " << from.at.y << " to " << to.at.x << " " << to.at.y << " radius " << radius;
    }
  }
}

}  // namespace ambula::testing
