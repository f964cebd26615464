// Brute force, in the order of the contract.
#include "geometry/triangulation_checks.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/text.h"

namespace ambula {
namespace {

bool is_constrained(const Triangulation& mesh, std::size_t t, std::size_t i) {
  return ((unsigned{mesh.constrained[t]} >> i) & 1u) != 0;
}

struct Side {
  std::uint32_t from, to, triangle, place;
};

// All sides by their ends.
std::vector<Side> sides_of(const Triangulation& mesh) {
  std::vector<Side> out;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::uint32_t i = 0; i < 3; ++i) {
      out.push_back({mesh.triangles[t][i], mesh.triangles[t][(i + 1) % 3], t, i});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const Side& a, const Side& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  return out;
}

const Side* find_side(const std::vector<Side>& sides, std::uint32_t from, std::uint32_t to) {
  const auto at = std::lower_bound(sides.begin(), sides.end(), std::pair(from, to),
                                   [](const Side& a, const std::pair<std::uint32_t, std::uint32_t>& b) {
                                     return std::pair(a.from, a.to) < b;
                                   });
  return at != sides.end() && at->from == from && at->to == to ? &*at : nullptr;
}

// In a place that is none of the points.
bool cross(std::span<const Point2> points, const Constraint& a, const Constraint& b) {
  const Point2 a0 = points[a.from], a1 = points[a.to], b0 = points[b.from], b1 = points[b.to];
  if (meet(a0, a1, b0, b1) != Meeting::cross) return false;
  return std::none_of(points.begin(), points.end(),
                      [&](Point2 p) { return on_segment(a0, a1, p) && on_segment(b0, b1, p); });
}

bool on_one_line(std::span<const Point2> points) {
  for (std::size_t i = 2; i < points.size(); ++i) {
    if (orient2d(points[0], points[1], points[i]) != 0) return false;
  }
  return true;
}

}  // namespace

std::string broken_mesh(std::span<const Point2> points, const Triangulation& mesh) {
  const std::size_t count = mesh.triangles.size();
  if (mesh.neighbours.size() != count || mesh.constrained.size() != count || mesh.winding.size() != count) {
    return "the arrays differ in length";
  }
  for (std::size_t t = 0; t < count; ++t) {
    const auto& v = mesh.triangles[t];
    for (const std::uint32_t corner : v) {
      if (corner >= points.size()) return text("triangle ", t, " has a corner that is no point");
    }
    const Point2 a = points[v[0]], b = points[v[1]], c = points[v[2]];
    if (orient2d(a, b, c) <= 0) return text("triangle ", t, " is not counter-clockwise");
    if (b < a || c < a) return text("triangle ", t, " does not begin at its smallest corner");
    if (mesh.constrained[t] > 7) return text("triangle ", t, " has more than three marks");
    if (t == 0) continue;
    const auto& w = mesh.triangles[t - 1];
    if (std::pair(a, b) <= std::pair(points[w[0]], points[w[1]]))
      return text("triangle ", t, " is out of order");
  }
  const std::vector<Side> sides = sides_of(mesh);
  for (std::size_t k = 1; k < sides.size(); ++k) {
    if (sides[k].from == sides[k - 1].from && sides[k].to == sides[k - 1].to) {
      return text("edge ", sides[k].from, " → ", sides[k].to, " has two triangles on one side");
    }
  }
  for (const Side& s : sides) {
    const Side* other = find_side(sides, s.to, s.from);
    if (mesh.neighbours[s.triangle][s.place] != (other ? other->triangle : Triangulation::kNone)) {
      return text("neighbour ", s.place, " of triangle ", s.triangle, " is not what shares the edge");
    }
    if (!other) continue;
    const bool fixed = is_constrained(mesh, s.triangle, s.place);
    if (fixed != is_constrained(mesh, other->triangle, other->place)) {
      return text("edge ", s.from, " → ", s.to, " is constrained on one side only");
    }
    if (fixed) continue;
    if (mesh.winding[s.triangle] != mesh.winding[other->triangle]) {
      return text("the winding number changes at edge ", s.from, " → ", s.to);
    }
    const Point2 a = points[s.from], b = points[s.to],
                 c = points[mesh.triangles[s.triangle][(s.place + 2) % 3]],
                 d = points[mesh.triangles[other->triangle][(other->place + 2) % 3]];
    const int side = incircle(a, b, c, d);
    if (side > 0) return text("edge ", s.from, " → ", s.to, " is not Delaunay");
    // Of four points on a circle the smallest is cut off: the diagonal joins its neighbours.
    if (side == 0 && std::min(a, b) < std::min(c, d)) {
      return text("edge ", s.from, " → ", s.to, " breaks the rule of ties");
    }
  }
  return {};
}

std::int64_t twice_hull_area(std::span<const Point2> points) {
  std::vector<Point2> p(points.begin(), points.end()), hull;
  std::sort(p.begin(), p.end());
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t base = hull.size();
    for (const Point2 q : p) {
      while (hull.size() >= base + 2 && orient2d(hull[hull.size() - 2], hull.back(), q) <= 0) hull.pop_back();
      hull.push_back(q);
    }
    if (!hull.empty()) hull.pop_back();
    std::reverse(p.begin(), p.end());
  }
  std::int64_t twice = 0;
  for (std::size_t i = 1; i + 1 < hull.size(); ++i) twice += orient2d(hull[0], hull[i], hull[i + 1]);
  return twice;
}

std::int64_t twice_area(std::span<const Point2> points, const Triangulation& mesh) {
  std::int64_t twice = 0;
  for (const auto& t : mesh.triangles) twice += orient2d(points[t[0]], points[t[1]], points[t[2]]);
  return twice;
}

std::string broken_cover(std::span<const Point2> points, const Triangulation& mesh) {
  return twice_area(points, mesh) == twice_hull_area(points) ? "" : "the triangles do not cover the hull";
}

std::int64_t winding_at_third(std::int64_t x, std::int64_t y, std::span<const Point2> points,
                              std::span<const Constraint> constraints) {
  std::int64_t winding = 0;
  for (const Constraint& c : constraints) {
    std::int64_t ax = 3 * std::int64_t{points[c.from].x}, ay = 3 * std::int64_t{points[c.from].y};
    std::int64_t bx = 3 * std::int64_t{points[c.to].x}, by = 3 * std::int64_t{points[c.to].y};
    std::int64_t rise = c.winding;  // going up across it: its left is above when it runs to the right
    if (bx < ax) {
      std::swap(ax, bx);
      std::swap(ay, by);
      rise = -rise;
    }
    if (ax <= x && x < bx && (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0) winding += rise;
  }
  return winding;
}

std::string broken_promise(std::span<const Point2> points, std::span<const Constraint> constraints,
                           const Triangulation& mesh) {
  if (std::string broken = broken_cover(points, mesh); !broken.empty()) return broken;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& v = mesh.triangles[t];
    const Point2 a = points[v[0]], b = points[v[1]], c = points[v[2]];
    for (std::uint32_t p = 0; p < points.size(); ++p) {
      if (p == v[0] || p == v[1] || p == v[2]) continue;
      if (orient2d(a, b, points[p]) >= 0 && orient2d(b, c, points[p]) >= 0 &&
          orient2d(c, a, points[p]) >= 0) {
        return text("triangle ", t, " holds point ", p);
      }
    }
    const std::int64_t x = std::int64_t{a.x} + b.x + c.x, y = std::int64_t{a.y} + b.y + c.y;
    if (mesh.winding[t] != winding_at_third(x, y, points, constraints)) {
      return text("triangle ", t, " has a wrong winding number");
    }
  }
  const std::vector<Side> sides = sides_of(mesh);
  std::set<std::pair<std::uint32_t, std::uint32_t>> wanted;
  for (const Constraint& c : constraints) {
    std::vector<std::uint32_t> on;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
      if (on_segment(points[c.from], points[c.to], points[p])) on.push_back(p);
    }
    std::sort(on.begin(), on.end(), [&](std::uint32_t a, std::uint32_t b) { return points[a] < points[b]; });
    for (std::size_t i = 1; i < on.size(); ++i) {
      wanted.insert({on[i - 1], on[i]});
      wanted.insert({on[i], on[i - 1]});
    }
  }
  for (const auto& [from, to] : wanted) {
    if (!mesh.triangles.empty() && !find_side(sides, from, to) && !find_side(sides, to, from)) {
      return text("edge ", from, " → ", to, " of a constraint is missing");
    }
  }
  for (const Side& s : sides) {
    if (is_constrained(mesh, s.triangle, s.place) != (wanted.count({s.from, s.to}) != 0)) {
      return text("edge ", s.from, " → ", s.to, " is marked wrongly");
    }
  }
  return {};
}

bool is_inside_of(const Triangulation& inside, const Triangulation& hull) {
  std::vector<std::uint32_t> id(hull.triangles.size(), Triangulation::kNone);
  std::uint32_t count = 0;
  for (std::size_t t = 0; t < hull.triangles.size(); ++t) {
    if (hull.winding[t] != 0) id[t] = count++;
  }
  if (inside.triangles.size() != count) return false;
  for (std::size_t t = 0; t < hull.triangles.size(); ++t) {
    if (id[t] == Triangulation::kNone) continue;
    if (inside.triangles[id[t]] != hull.triangles[t] || inside.winding[id[t]] != hull.winding[t] ||
        inside.constrained[id[t]] != hull.constrained[t]) {
      return false;
    }
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t across = hull.neighbours[t][i];
      if (inside.neighbours[id[t]][i] != (across == Triangulation::kNone ? across : id[across])) return false;
    }
  }
  return true;
}

Refusal must_refuse(std::span<const Point2> points, std::span<const Constraint> constraints) {
  if (std::set<Point2>(points.begin(), points.end()).size() != points.size()) return Refusal::equal_points;
  for (const Constraint& c : constraints) {
    if (c.from >= points.size() || c.to >= points.size() || c.from == c.to) return Refusal::bad_constraint;
  }
  if (points.size() < 3 || on_one_line(points)) return Refusal::none;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Constraint &a = constraints[i], &b = constraints[k];
      if (cross(points, a, b)) return Refusal::crossing;
    }
  }
  std::vector<std::int64_t> balance(points.size(), 0);
  for (const Constraint& c : constraints) {
    balance[c.from] += c.winding;
    balance[c.to] -= c.winding;
  }
  for (const std::int64_t b : balance) {
    if (b != 0) return Refusal::open_outline;
  }
  return Refusal::none;
}

}  // namespace ambula
