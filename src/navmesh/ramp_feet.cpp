// Quads are rectangles in plan. Where a riser turns towards the landing they overlap, and the higher one
// counts; where it turns away, fans close the gap: no mitres, which would reach too far at sharp corners.
// All of a piece must be found on the surface, walking from the riser from triangle to triangle; what is
// missing may be no more than rounding explains.
#include "navmesh/ramp_feet.h"

#include <algorithm>
#include <cmath>

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kRounding = 4;     // quanta that outlines and borders may be off
constexpr double kSameWay = 0.75;   // cosine; fans turn by no more a piece
constexpr double kLeastPart = 0.5;  // of a riser's width: a foot before less of it is none
constexpr double kInside = 2;       // quanta; points so little outside count as inside

Vec2 to_vec(Point2 p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }
Point2 rounded(Vec2 p) {
  return {static_cast<std::int32_t>(std::floor(p.x + 0.5)), static_cast<std::int32_t>(std::floor(p.y + 0.5))};
}
Vec2 unit(Vec2 d) { return d * (1 / length(d)); }
Vec2 left_of(Vec2 d) { return {-d.y, d.x}; }

bool is_convex(std::span<const Point2> c) {
  if (c.size() < 3) return false;
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (orient2d(c[k], c[(k + 1) % c.size()], c[(k + 2) % c.size()]) <= 0) return false;
  }
  return true;
}

double area_of(std::span<const Vec2> polygon) {
  double twice = 0;
  for (std::size_t k = 2; k < polygon.size(); ++k)
    twice += cross(polygon[k - 1] - polygon[0], polygon[k] - polygon[0]);
  return twice / 2;
}

// The part of a convex polygon to the left of p → p + d.
std::vector<Vec2> left_part(const std::vector<Vec2>& polygon, Vec2 p, Vec2 d) {
  std::vector<Vec2> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 from = polygon[i], to = polygon[(i + 1) % polygon.size()];
    const double at = cross(d, from - p), then = cross(d, to - p);
    if (at >= 0) out.push_back(from);
    if ((at > 0 && then < 0) || (at < 0 && then > 0)) out.push_back(from + (to - from) * (at / (at - then)));
  }
  return out;
}

// What two convex polygons have in common.
double common_area(std::span<const Point2> a, std::span<const Point2> b) {
  std::vector<Vec2> left;
  for (const Point2 p : a) left.push_back(to_vec(p));
  for (std::size_t k = 0; k < b.size() && !left.empty(); ++k)
    left = left_part(left, to_vec(b[k]), to_vec(b[(k + 1) % b.size()]) - to_vec(b[k]));
  return area_of(left);
}

double rounding_area(std::span<const Point2> c) {
  double around = 0;
  for (std::size_t k = 0; k < c.size(); ++k) around += length(to_vec(c[(k + 1) % c.size()]) - to_vec(c[k]));
  return kRounding * around;
}

}  // namespace

bool FootPiece::lift(Point2 at, Lift& out) const {
  const std::vector<Point2>& c = outline.corners;
  const Vec2 p = to_vec(at);
  for (std::size_t k = 0; k < c.size(); ++k) {
    const Vec2 a = to_vec(c[k]), d = to_vec(c[(k + 1) % c.size()]) - a;
    if (cross(d, p - a) < -kInside * length(d)) return false;
  }
  const Vec2 a = to_vec(c[0]);
  if (riser_edge == kNone) {
    const Vec2 b = to_vec(c[1]), d = to_vec(c[2]) - b;
    out = {std::clamp(cross(d, p - b) / cross(d, a - b), 0.0, 1.0), static_cast<double>(z0)};
    return true;
  }
  const Vec2 along = to_vec(c[1]) - a;
  const double size = length(along);
  const double u = std::clamp(dot(along, p - a) / (size * size), 0.0, 1.0);
  out = {std::clamp(1 - cross(along, p - a) / size / depth, 0.0, 1.0), z0 + u * (z1 - z0)};
  return true;
}

// Fills in the triangles the piece lies on.
bool FootRoom::fits(FootPiece& piece, std::uint32_t triangle, std::span<const char> allowed) const {
  const std::vector<Point2>& c = piece.outline.corners;
  if (!is_convex(c)) return false;
  std::vector<std::uint32_t> seen{triangle};
  piece.outline.triangles.clear();
  double covered = 0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const std::uint32_t t = seen[k];
    std::array<Point2, 3> at{};
    for (std::size_t i = 0; i < 3; ++i) at[i] = surface_.plan_of(surface_.triangles[t][i]);
    const double common = common_area(at, c);
    if (common > 0) {
      covered += common;
      piece.outline.triangles.push_back(t);
      for (const std::uint32_t o : taken_[t]) {
        if (common_area(outlines_[o], c) > rounding_area(c)) return false;
      }
    }
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t n = surface_.neighbours[t][i];
      const Point2 a = at[i], b = at[(i + 1) % 3];
      // A fan begins around its corner, which all triangles there have.
      const bool on = passes_inside(c, a, b) || (piece.riser_edge == kNone && (a == c[0] || b == c[0]));
      if (n == kNone || !on || !allowed[n] || std::find(seen.begin(), seen.end(), n) != seen.end()) continue;
      seen.push_back(n);
    }
  }
  std::vector<Vec2> outline;
  for (const Point2 p : c) outline.push_back(to_vec(p));
  return area_of(outline) - covered <= rounding_area(c);
}

void FootRoom::add_fans(Foot& foot, std::span<const RiserEdge> riser, std::span<const char> allowed) const {
  const auto way = [&](const RiserEdge& e) {
    return left_of(unit(to_vec(surface_.plan_of(surface_.to(e.half_edge))) -
                        to_vec(surface_.plan_of(surface_.from(e.half_edge)))));
  };
  const std::size_t quads = foot.pieces.size();
  for (std::size_t i = 0; i < quads; ++i) {
    for (std::size_t j = 0; j < quads; ++j) {
      const RiserEdge &a = riser[foot.pieces[i].riser_edge], &b = riser[foot.pieces[j].riser_edge];
      if (i == j || a.last != b.first) continue;
      const Vec2 first = way(a), last = way(b);
      if (cross(first, last) >= 0) continue;
      std::vector<Vec2> ways{first, last};
      for (std::size_t k = 0; k + 1 < ways.size() && ways.size() < 32;) {
        const Vec2 middle = ways[k] + ways[k + 1];
        if (dot(ways[k], ways[k + 1]) >= kSameWay || length(middle) < 0.1) {
          ++k;
        } else {
          ways.insert(ways.begin() + static_cast<std::ptrdiff_t>(k) + 1, unit(middle));
        }
      }
      const Point2 apex = surface_.plan_of(surface_.to(a.half_edge));
      for (std::size_t k = 0; k + 1 < ways.size(); ++k) {
        const auto far = [&](Vec2 w) { return rounded(to_vec(apex) + w * foot.depth); };
        FootPiece fan{{{apex, far(ways[k + 1]), far(ways[k])}, {}}, std::max(a.z1, b.z0), 0};
        if (fits(fan, a.half_edge / 3, allowed)) foot.pieces.push_back(std::move(fan));
      }
    }
  }
}

// The two corners on the riser first. Neighbours that turn towards the landing cut it off.
std::vector<Point2> FootRoom::quad_before(std::span<const RiserEdge> riser, std::uint32_t e,
                                          double depth) const {
  const auto from = [&](const RiserEdge& r) { return to_vec(surface_.plan_of(surface_.from(r.half_edge))); };
  const auto to = [&](const RiserEdge& r) { return to_vec(surface_.plan_of(surface_.to(r.half_edge))); };
  const Vec2 a = from(riser[e]), b = to(riser[e]), in = left_of(unit(b - a)) * depth;
  std::vector<Vec2> quad{a, b, b + in, a + in};
  for (const RiserEdge& other : riser) {
    if (other.first != riser[e].last && other.last != riser[e].first) continue;
    const Vec2 way = to(other) - from(other);
    const bool towards = other.first == riser[e].last ? cross(b - a, way) > 0 : cross(way, b - a) > 0;
    if (towards) quad = left_part(quad, from(other), way);
  }
  std::vector<Point2> out;
  for (const Vec2 p : quad) {
    if (out.empty() || rounded(p) != out.back()) out.push_back(rounded(p));
  }
  return out;
}

Foot FootRoom::best_of(std::span<const RiserEdge> riser, std::span<const double> depths, double level,
                       std::span<const char> allowed, double& best_width) const {
  Foot best;
  best_width = 0;
  for (const double depth : depths) {
    Foot foot;
    foot.depth = depth;
    double width = 0;
    for (std::uint32_t e = 0; e < riser.size(); ++e) {
      const std::uint32_t h = riser[e].half_edge;
      const Point2 from = surface_.plan_of(surface_.from(h)), to = surface_.plan_of(surface_.to(h));
      const auto has_room = [&](FootPiece& quad) {
        const std::vector<Point2>& c = quad.outline.corners;
        return c.size() >= 3 && c[0] == from && c[1] == to && fits(quad, h / 3, allowed);
      };
      FootPiece quad{{quad_before(riser, e, depth), {}}, riser[e].z0, riser[e].z1, e, depth};
      if (!has_room(quad)) continue;
      FootPiece more{{quad_before(riser, e, depth + level), {}}, 0, 0, e, depth + level};
      if (level > 0 && !has_room(more)) continue;
      width += length(to_vec(to) - to_vec(from));
      foot.pieces.push_back(std::move(quad));
    }
    if (width > best_width) {
      best = std::move(foot);
      best_width = width;
    }
    if (best.pieces.size() == riser.size()) break;
  }
  return best;
}

Foot FootRoom::place(std::span<const RiserEdge> riser, std::span<const double> depths, double level,
                     std::span<const char> allowed) {
  double width = 0, all = 0;
  for (const RiserEdge& e : riser) {
    all += length(to_vec(surface_.plan_of(surface_.to(e.half_edge))) -
                  to_vec(surface_.plan_of(surface_.from(e.half_edge))));
  }
  Foot best = best_of(riser, depths, level, allowed, width);
  if (best.pieces.size() < riser.size()) best = best_of(riser, depths, 0, allowed, width);
  if (best.pieces.empty() || width < kLeastPart * all) return {};
  add_fans(best, riser, allowed);
  for (const FootPiece& piece : best.pieces) {
    const auto o = static_cast<std::uint32_t>(outlines_.size());
    outlines_.push_back(piece.outline.corners);
    for (const std::uint32_t t : piece.outline.triangles) taken_[t].push_back(o);
  }
  return best;
}

}  // namespace ambula
