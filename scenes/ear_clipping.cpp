// Ear clipping (Meisters 1975) of a polygon whose holes have been joined to its outline by bridges, then
// Lawson's edge flips (1977), which turn the slivers ears leave into a constrained Delaunay triangulation.
//
// Corners become integers (micrometres), so every test of side is exact. The best-shaped ear goes first
// instead of the first one found: fewer flips are left to do.
#include "scenes/ear_clipping.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

namespace ambula::scenes {
namespace {

constexpr double kReach = 1000;  // metres

struct Point {
  std::int64_t x = 0, y = 0;  // micrometres, at most 1e9: products and their sums fit

  friend bool operator==(Point, Point) = default;
  friend auto operator<=>(Point, Point) = default;
};

using Ring = std::vector<Point>;
using Corners = std::array<Point, 3>;

// Twice the area of a, b, c; above 0 when counter-clockwise.
std::int64_t side(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

// Whether p, known to be on the line through a and b, lies between them or on them.
bool between(Point a, Point b, Point p) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

bool on_segment(Point a, Point b, Point p) { return side(a, b, p) == 0 && between(a, b, p); }

int sign(std::int64_t v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

// Whether the bridge a-b meets edge c-d anywhere but in a corner they share.
bool meets(Point a, Point b, Point c, Point d) {
  const bool c_shared = c == a || c == b, d_shared = d == a || d == b;
  if (c_shared || d_shared) {  // then only lying upon each other counts
    return (c_shared && d_shared) || (!c_shared && on_segment(a, b, c)) ||
           (!d_shared && on_segment(a, b, d)) || (a != c && a != d && on_segment(c, d, a)) ||
           (b != c && b != d && on_segment(c, d, b));
  }
  const int s1 = sign(side(a, b, c)), s2 = sign(side(a, b, d));
  const int s3 = sign(side(c, d, a)), s4 = sign(side(c, d, b));
  if (s1 * s2 < 0 && s3 * s4 < 0) return true;
  return (s1 == 0 && between(a, b, c)) || (s2 == 0 && between(a, b, d)) || (s3 == 0 && between(c, d, a)) ||
         (s4 == 0 && between(c, d, b));
}

// Whether `to` lies inside the corner (before, at, after) of a counter-clockwise ring.
bool in_corner(Point before, Point at, Point after, Point to) {
  const bool left_of_in = side(before, at, to) > 0, left_of_out = side(at, after, to) > 0;
  return side(before, at, after) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
}

bool crosses_any(Point a, Point b, const std::vector<const Ring*>& rings) {
  for (const Ring* ring : rings) {
    for (std::size_t i = 0; i < ring->size(); ++i) {
      if (meets(a, b, (*ring)[i], (*ring)[(i + 1) % ring->size()])) return true;
    }
  }
  return false;
}

// Joins `hole` to `ring` by the shortest bridge from its rightmost corner that crosses nothing.
bool join(Ring& ring, const Ring& hole, const std::vector<const Ring*>& waiting) {
  const std::size_t start =
      static_cast<std::size_t>(std::max_element(hole.begin(), hole.end()) - hole.begin());
  const Point from = hole[start];
  std::vector<std::pair<std::int64_t, std::size_t>> order;  // squared length, corner of the ring
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::int64_t dx = ring[i].x - from.x, dy = ring[i].y - from.y;
    order.emplace_back(dx * dx + dy * dy, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<const Ring*> all = waiting;
  all.push_back(&ring);
  for (const auto& [size, i] : order) {
    const Point before = ring[(i + ring.size() - 1) % ring.size()], after = ring[(i + 1) % ring.size()];
    if (!in_corner(before, ring[i], after, from) || crosses_any(from, ring[i], all)) continue;
    Ring bridge;
    for (std::size_t k = 0; k <= hole.size(); ++k) bridge.push_back(hole[(start + k) % hole.size()]);
    bridge.push_back(ring[i]);
    ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(i) + 1, bridge.begin(), bridge.end());
    return true;
  }
  return false;
}

// 0 for a line, 1 for the half square: area over the longest side's square, doubled.
double shape(Point a, Point b, Point c) {
  const auto square = [](Point p, Point q) {
    const double dx = static_cast<double>(p.x - q.x), dy = static_cast<double>(p.y - q.y);
    return dx * dx + dy * dy;
  };
  return 2 * static_cast<double>(side(a, b, c)) / std::max({square(a, b), square(b, c), square(c, a)});
}

bool is_ear(const Ring& ring, std::size_t i) {
  const std::size_t n = ring.size();
  const Point a = ring[(i + n - 1) % n], b = ring[i], c = ring[(i + 1) % n];
  if (side(a, b, c) <= 0) return false;
  // Corners that only share a position with a, b or c (the two ends of a bridge) do not count; the cut must
  // then run inside the corner at both of its own ends.
  if (n > 3 && (!in_corner(ring[(i + n - 2) % n], a, b, c) || !in_corner(b, c, ring[(i + 2) % n], a))) {
    return false;
  }
  for (const Point p : ring) {
    if (p == a || p == b || p == c) continue;
    if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
  }
  return true;
}

bool clip_ears(Ring ring, std::vector<Corners>& out) {
  while (ring.size() >= 3) {
    const std::size_t n = ring.size();
    double best = 0;
    std::size_t ear = n;
    for (std::size_t i = 0; i < n; ++i) {
      const double quality = shape(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
      if (quality > best && is_ear(ring, i)) {
        best = quality;
        ear = i;
      }
    }
    if (ear == n) return false;
    out.push_back({ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
    if (n == 3) return true;
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return false;
}

// Cotangent of the angle at p between a and b.
double cotangent(Point p, Point a, Point b) {
  const double ax = static_cast<double>(a.x - p.x), ay = static_cast<double>(a.y - p.y);
  const double bx = static_cast<double>(b.x - p.x), by = static_cast<double>(b.y - p.y);
  return (ax * bx + ay * by) / std::abs(ax * by - ay * bx);
}

// Flips every inner edge whose two opposite angles add up to more than half a turn. Each flip enlarges the
// smallest angles, so this ends.
void flip_edges(std::vector<Corners>& triangles) {
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::pair<Point, Point>, std::pair<std::size_t, std::size_t>> owner;  // directed edge
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (std::size_t k = 0; k < 3; ++k) owner[{triangles[t][k], triangles[t][(k + 1) % 3]}] = {t, k};
    }
    std::vector<char> touched(triangles.size(), 0);
    for (const auto& [edge, place] : owner) {
      const auto [a, b] = edge;
      const auto other = owner.find({b, a});
      if (b < a || other == owner.end()) continue;
      const auto [t, k] = place;
      const auto [u, m] = other->second;
      if (touched[t] || touched[u]) continue;
      const Point c = triangles[t][(k + 2) % 3], d = triangles[u][(m + 2) % 3];
      if (side(a, d, c) <= 0 || side(b, c, d) <= 0) continue;  // exact, where the sum below is rounded
      if (cotangent(c, a, b) + cotangent(d, a, b) >= -1e-9) continue;
      triangles[t] = {a, d, c};
      triangles[u] = {b, c, d};
      touched[t] = touched[u] = 1;
      changed = true;
    }
  }
}

}  // namespace

std::vector<std::array<Vec2, 3>> triangulate(std::span<const Polygon> polygons) {
  std::vector<Ring> rings;
  for (const Polygon& polygon : polygons) {
    Ring& ring = rings.emplace_back();
    for (const Vec2 p : polygon) {
      if (!(std::abs(p.x) <= kReach && std::abs(p.y) <= kReach)) return {};
      ring.push_back({std::llround(p.x * 1e6), std::llround(p.y * 1e6)});
    }
    if (ring.size() < 3) return {};
  }
  if (rings.empty()) return {};
  // The rightmost hole first: its bridge is the least likely to be walled in by other holes.
  std::sort(rings.begin() + 1, rings.end(), [](const Ring& a, const Ring& b) {
    return *std::max_element(a.begin(), a.end()) > *std::max_element(b.begin(), b.end());
  });
  Ring ring = rings[0];
  for (std::size_t i = 1; i < rings.size(); ++i) {
    std::vector<const Ring*> waiting;
    for (std::size_t j = i; j < rings.size(); ++j) waiting.push_back(&rings[j]);
    if (!join(ring, rings[i], waiting)) return {};
  }
  std::vector<Corners> triangles;
  if (!clip_ears(std::move(ring), triangles)) return {};
  flip_edges(triangles);
  std::vector<std::array<Vec2, 3>> out;
  out.reserve(triangles.size());
  const auto metres = [](Point p) {
    return Vec2{static_cast<double>(p.x) / 1e6, static_cast<double>(p.y) / 1e6};
  };
  for (const Corners& t : triangles) out.push_back({metres(t[0]), metres(t[1]), metres(t[2])});
  return out;
}

}  // namespace ambula::scenes
