// Plane geometry of designed polygons: shoelace sums, clipping by half-planes after Sutherland and Hodgman
// (1974), and distances between convex polygons edge by edge.
#include "scenes/polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambula::scenes {
namespace {

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 ab = b - a;
  const double t = std::clamp(dot(p - a, ab) / dot(ab, ab), 0.0, 1.0);
  return length(p - (a + ab * t));
}

}  // namespace

Vec2 heading(double degrees) {
  const Turn t = turn(degrees);
  return {t.cos, t.sin};
}

Polygon rectangle(Vec2 min, Vec2 max) { return {min, {max.x, min.y}, max, {min.x, max.y}}; }

double signed_area(std::span<const Vec2> polygon) {
  // Relative to the first corner, so that a polygon far from the origin keeps its digits.
  double twice = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    twice += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  }
  return twice / 2;
}

Vec2 centroid(std::span<const Vec2> polygon) {
  Vec2 sum;
  double twice = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const Vec2 u = polygon[i - 1] - polygon[0], v = polygon[i] - polygon[0];
    const double w = cross(u, v);
    sum = sum + (u + v) * (w / 3);
    twice += w;
  }
  return polygon[0] + sum * (1 / twice);
}

Polygon reversed(Polygon polygon) {
  std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

std::vector<Vec3> at_height(std::span<const Vec2> polygon, double z) {
  std::vector<Vec3> out;
  out.reserve(polygon.size());
  for (const Vec2 p : polygon) out.push_back({p.x, p.y, z});
  return out;
}

Polygon clip_left(std::span<const Vec2> polygon, Vec2 a, Vec2 b) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const double sp = cross(b - a, p - a), sq = cross(b - a, q - a);
    if (sp >= 0) out.push_back(p);
    if ((sp > 0 && sq < 0) || (sp < 0 && sq > 0)) out.push_back(p + (q - p) * (sp / (sp - sq)));
  }
  return out;
}

double overlap(std::span<const Vec2> a, std::span<const Vec2> b) {
  Polygon shared(a.begin(), a.end());
  for (std::size_t i = 0; i < b.size() && !shared.empty(); ++i) {
    shared = clip_left(shared, b[i], b[(i + 1) % b.size()]);
  }
  return signed_area(shared);
}

double distance(std::span<const Vec2> a, std::span<const Vec2> b) {
  if (overlap(a, b) > 0) return 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      nearest = std::min(nearest, distance_to_segment(a[i], b[j], b[(j + 1) % b.size()]));
      nearest = std::min(nearest, distance_to_segment(b[j], a[i], a[(i + 1) % a.size()]));
    }
  }
  return nearest;
}

}  // namespace ambula::scenes
