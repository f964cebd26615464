// Caps: every opaque face that crosses the cut gives a directed segment with the solid on its left; segments
// whose ends agree to the bit are chained into rings; a ring turning left is the outside of a solid, one
// turning right a hollow in the smallest solid around it.
//
// A scene may hold shells that enclose whole rooms rather than walls; filling those would hide what the cut
// is meant to show. So a solid is filled only where it is thin: twice its area over its whole outline is its
// mean thickness.
#include "draw/caps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "draw/view.h"

namespace ambula {
namespace {

constexpr double kThickest = 1.5;           // metres
constexpr std::uint64_t kBudget = 1 << 29;  // point-in-ring steps; a scene beyond that gets no caps

struct Segment {
  std::uint32_t from = 0, to = 0;  // indices of points
};

bool before(Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; }

// Crossings of one face, two and two along the section, solid on the left.
void add_sections(std::span<const Vec3> corners, double cut, std::vector<Vec2>& ends) {
  std::vector<Vec2> crossings;
  bool rising = false;  // of the last crossing
  Vec3 last = corners.back(), normal;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 p = corners[i];
    if ((p.z <= cut) != (last.z <= cut)) {
      crossings.push_back(cut_point(last, p, cut).xy());
      rising = p.z > cut;
    }
    normal = normal + cross(last - corners[0], p - corners[0]);
    last = p;
  }
  if (crossings.size() < 2) return;
  if (crossings.size() == 2) {
    if (!rising) std::swap(crossings[0], crossings[1]);
  } else {
    const Vec2 along{-normal.y, normal.x};
    std::sort(crossings.begin(), crossings.end(), [&](Vec2 a, Vec2 b) {
      const double da = dot(a, along), db = dot(b, along);
      return da != db ? da < db : before(a, b);
    });
  }
  ends.insert(ends.end(), crossings.begin(),
              crossings.end() - static_cast<std::ptrdiff_t>(crossings.size() % 2));
}

// Equal segments count once, opposite ones (double-sided sheets) cancel.
std::vector<Segment> net_segments(std::vector<Segment> all) {
  const auto key = [](Segment s) { return std::pair(std::min(s.from, s.to), std::max(s.from, s.to)); };
  std::sort(all.begin(), all.end(), [&](Segment a, Segment b) { return key(a) < key(b); });
  std::vector<Segment> out;
  for (std::size_t i = 0; i < all.size();) {
    std::int64_t net = 0;
    std::size_t end = i;
    for (; end < all.size() && key(all[end]) == key(all[i]); ++end)
      net += all[end].from < all[end].to ? 1 : -1;
    const auto [low, high] = key(all[i]);
    if (net != 0 && low != high) out.push_back(net > 0 ? Segment{low, high} : Segment{high, low});
    i = end;
  }
  return out;
}

using Ring = std::vector<std::uint32_t>;

// Walks along segments; a walk that meets itself has closed a ring, one that ends is taken back.
std::vector<Ring> chain(const std::vector<Segment>& segments, std::size_t points) {
  std::vector<std::uint32_t> first(points + 1, 0), next_of(segments.size());
  for (const Segment& s : segments) ++first[s.from + 1];
  for (std::size_t p = 0; p < points; ++p) first[p + 1] += first[p];
  std::vector<std::uint32_t> cursor(first.begin(), first.end() - 1);
  for (const Segment& s : segments) next_of[cursor[s.from]++] = s.to;
  cursor.assign(first.begin(), first.end() - 1);

  std::vector<Ring> rings;
  std::vector<char> on_walk(points, 0);
  std::vector<std::uint32_t> walk;
  for (std::uint32_t start = 0; start < points; ++start) {
    walk.assign(1, start);
    on_walk[start] = 1;
    while (!walk.empty()) {
      const std::uint32_t here = walk.back();
      if (cursor[here] == first[here + 1]) {
        on_walk[here] = 0;
        walk.pop_back();
        continue;
      }
      const std::uint32_t to = next_of[cursor[here]++];
      if (on_walk[to] == 0) {
        on_walk[to] = 1;
        walk.push_back(to);
        continue;
      }
      Ring ring;
      while (walk.back() != to) {
        ring.push_back(walk.back());
        on_walk[walk.back()] = 0;
        walk.pop_back();
      }
      ring.push_back(to);
      std::reverse(ring.begin(), ring.end());
      rings.push_back(std::move(ring));
    }
  }
  return rings;
}

struct Shape {
  std::vector<Vec2> points;
  double area = 0, outline = 0;  // area is negative for a hollow
  Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
};

Shape shape_of(const Ring& ring, const std::vector<Vec2>& points) {
  Shape shape;
  const Vec2 origin = points[ring[0]];
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 p = points[ring[i]], q = points[ring[(i + 1) % ring.size()]];
    shape.points.push_back(p);
    shape.area += cross(p - origin, q - origin) / 2;
    shape.outline += length(q - p);
    shape.low = {std::min(shape.low.x, p.x), std::min(shape.low.y, p.y)};
    shape.high = {std::max(shape.high.x, p.x), std::max(shape.high.y, p.y)};
  }
  return shape;
}

bool in_box(Vec2 p, const Shape& shape) {
  return p.x >= shape.low.x && p.x <= shape.high.x && p.y >= shape.low.y && p.y <= shape.high.y;
}

bool inside(Vec2 p, const Shape& shape) {
  bool odd = false;
  Vec2 last = shape.points.back();
  for (const Vec2 q : shape.points) {
    if ((q.y <= p.y) != (last.y <= p.y) && p.x < last.x + (q.x - last.x) * (p.y - last.y) / (q.y - last.y))
      odd = !odd;
    last = q;
  }
  return odd;
}

// Gives each hollow to the smallest solid around it and returns the thin solids with their hollows.
std::vector<const Shape*> thin_solids(const std::vector<Shape>& shapes) {
  std::vector<std::size_t> solids;
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    if (shapes[s].area > 0) solids.push_back(s);
  }
  std::sort(solids.begin(), solids.end(), [&](std::size_t a, std::size_t b) {
    return shapes[a].area != shapes[b].area ? shapes[a].area < shapes[b].area : a < b;
  });
  std::vector<std::vector<const Shape*>> hollows(shapes.size());
  std::uint64_t steps = 0;
  for (const Shape& hollow : shapes) {
    if (!(hollow.area < 0)) continue;
    for (const std::size_t s : solids) {
      ++steps;
      if (shapes[s].area < -hollow.area || !in_box(hollow.points[0], shapes[s])) continue;
      steps += shapes[s].points.size();
      if (inside(hollow.points[0], shapes[s])) {
        hollows[s].push_back(&hollow);
        break;
      }
    }
    if (steps > kBudget) return {};
  }
  std::vector<const Shape*> kept;
  for (const std::size_t s : solids) {
    double area = shapes[s].area, outline = shapes[s].outline;
    for (const Shape* hollow : hollows[s]) {
      area += hollow->area;
      outline += hollow->outline;
    }
    if (!(2 * area <= kThickest * outline)) continue;
    kept.push_back(&shapes[s]);
    kept.insert(kept.end(), hollows[s].begin(), hollows[s].end());
  }
  return kept;
}

}  // namespace

Caps make_caps(const Draw& draw, double cut) {
  std::vector<Vec2> ends;
  for (const Draw::Face& face : draw.faces) {
    if (face.fill.a < 255) continue;
    add_sections(std::span(draw.corners).subspan(face.first, face.count), cut, ends);
  }
  std::vector<Vec2> points = ends;
  std::sort(points.begin(), points.end(), before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const auto index = [&](Vec2 p) {
    return static_cast<std::uint32_t>(std::lower_bound(points.begin(), points.end(), p, before) -
                                      points.begin());
  };
  std::vector<Segment> segments;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    segments.push_back({index(ends[i]), index(ends[i + 1])});

  std::vector<Shape> shapes;
  for (const Ring& ring : chain(net_segments(std::move(segments)), points.size())) {
    shapes.push_back(shape_of(ring, points));
  }
  Caps caps;
  for (const Shape* shape : thin_solids(shapes)) {
    for (const Vec2 p : shape->points) caps.points.push_back({p.x, p.y, cut});
    caps.offsets.push_back(static_cast<std::uint32_t>(caps.points.size()));
  }
  return caps;
}

}  // namespace ambula
