// For every triangle near steps, what is left within the radius and joined to it is looked at: where that is
// too low, all that is closer than the radius to the triangle is forbidden. Triangles that are large or slope
// are cut to what is near, and by height, so that little more is taken than has to be.
#include "navmesh/steep_places.h"

#include <algorithm>
#include <cmath>

#include "ambula/vec.h"
#include "geometry/box_tree.h"
#include "navmesh/cut_surface.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kTie = 2;       // quanta of height: what is exactly as high as may be passes
constexpr double kParts = 16;    // of the reach: what is higher is looked at in parts
constexpr double kRounding = 3;  // quanta of height, and in plan: rounding must not leave more than that

using Polygon = std::vector<Vec3>;

// Keeps the part of a convex polygon where the value is not negative.
template <class Value>
void keep(Polygon& polygon, Value value) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double at = value(a), then = value(b);
    if (at >= 0) out.push_back(a);
    if ((at > 0 && then < 0) || (at < 0 && then > 0)) out.push_back(a + (b - a) * (at / (at - then)));
  }
  polygon = std::move(out);
}

struct Around {
  double low_x, high_x, low_y, high_y;

  Around(const Polygon& polygon, double by) : low_x(1e18), high_x(-1e18), low_y(1e18), high_y(-1e18) {
    for (const Vec3 p : polygon) {
      low_x = std::min(low_x, p.x - by);
      high_x = std::max(high_x, p.x + by);
      low_y = std::min(low_y, p.y - by);
      high_y = std::max(high_y, p.y + by);
    }
  }
};
void keep_within(Polygon& polygon, const Around& box) {
  keep(polygon, [&](Vec3 p) { return p.x - box.low_x; });
  keep(polygon, [&](Vec3 p) { return box.high_x - p.x; });
  keep(polygon, [&](Vec3 p) { return p.y - box.low_y; });
  keep(polygon, [&](Vec3 p) { return box.high_y - p.y; });
}
double lowest(const Polygon& polygon) {
  double z = 1e18;
  for (const Vec3 p : polygon) z = std::min(z, p.z);
  return z;
}
double highest(const Polygon& polygon) {
  double z = -1e18;
  for (const Vec3 p : polygon) z = std::max(z, p.z);
  return z;
}

struct Plane {
  Vec3 at, normal;
  double slope;

  explicit Plane(const Polygon& p) : at(p[0]), normal(cross(p[1] - p[0], p[2] - p[0])) {
    slope = std::sqrt(normal.x * normal.x + normal.y * normal.y) / normal.z;
  }
  [[nodiscard]] double height(Vec3 p) const {
    return at.z - (normal.x * (p.x - at.x) + normal.y * (p.y - at.y)) / normal.z;
  }
};

// On the lattice, counter-clockwise; none where there is no area.
std::vector<Point2> hull(std::vector<Vec2> points) {
  std::vector<Point2> at, out;
  for (const Vec2 p : points)
    at.push_back(
        {static_cast<std::int32_t>(std::nearbyint(p.x)), static_cast<std::int32_t>(std::nearbyint(p.y))});
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  for (int half = 0; half < 2; ++half) {
    const std::size_t first = out.size();
    for (const Point2 p : at) {
      while (out.size() >= first + 2 && orient2d(out[out.size() - 2], out.back(), p) <= 0) out.pop_back();
      out.push_back(p);
    }
    if (!out.empty()) out.pop_back();  // the next half begins with it
    std::reverse(at.begin(), at.end());
  }
  if (out.size() < 3) out.clear();
  return out;
}

Polygon polygon_of(const SurfaceView& surface, std::uint32_t t) {
  Polygon out;
  for (const std::uint32_t v : surface.triangles[t]) {
    const LatticePoint p = surface.vertices[v];
    out.push_back({static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)});
  }
  return out;
}
LatticeBox box_of(const SurfaceView& surface, std::uint32_t t) {
  LatticeBox box;
  for (const std::uint32_t v : surface.triangles[t]) box.add(surface.vertices[v]);
  return box;
}

class Search {
 public:
  Search(const SurfaceView& surface, const NavSurface& cleared, const BodyLimits& limits)
      : surface_(surface),
        cleared_(cleared.view()),
        source_(cleared.source),
        limits_(limits),
        reach_(limits.step + limits.radius * limits.slope) {}

  std::vector<ForbiddenPart> run() {
    find_steep();
    if (steep_boxes_.empty()) return {};
    make_circle();
    std::vector<LatticeBox> boxes;
    for (std::uint32_t t = 0; t < cleared_.triangles.size(); ++t) boxes.push_back(box_of(cleared_, t));
    left_ = BoxTree(boxes);
    seen_.assign(surface_.triangles.size(), kNone);
    for (std::uint32_t q = 0; q < surface_.triangles.size(); ++q) look_around(q);
    return std::move(out_);
  }

 private:
  // Corners of a polygon around the unit circle.
  void make_circle() {
    std::vector<Vec2> directions{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int round = 0; round < 3; ++round) {
      std::vector<Vec2> finer;
      for (std::size_t i = 0; i < directions.size(); ++i) {
        const Vec2 a = directions[i], between = a + directions[(i + 1) % directions.size()];
        finer.push_back(a);
        finer.push_back(between * (1 / std::sqrt(dot(between, between))));
      }
      directions = std::move(finer);
    }
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const Vec2 a = directions[i], b = directions[(i + 1) % directions.size()];
      circle_.push_back((a + b) * (1 / (1 + dot(a, b))));
    }
  }

  // Steps, and triangles steeper than ground may be.
  void find_steep() {
    for (std::uint32_t h = 0; h < 3 * surface_.triangles.size(); ++h) {
      const std::uint32_t twin = surface_.twin(h);
      if (twin == kNone || twin < h || !surface_.is_step(h, twin)) continue;
      LatticeBox box;
      for (const std::uint32_t v : {surface_.from(h), surface_.to(h), surface_.from(twin), surface_.to(twin)})
        box.add(surface_.vertices[v]);
      steep_boxes_.push_back(box);
    }
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) {
      if (Plane(polygon_of(surface_, t)).slope > limits_.slope * (1 + 1e-6))
        steep_boxes_.push_back(box_of(surface_, t));
    }
    steep_ = BoxTree(steep_boxes_);
  }

  static LatticeBox widened(LatticeBox box, double plan, double down, double up) {
    const auto quanta = [](double v) {
      return static_cast<std::int32_t>(std::clamp(std::ceil(v), -1e8, 1e8));
    };
    box.low = {box.low.x - quanta(plan), box.low.y - quanta(plan), box.low.z - quanta(down)};
    box.high = {box.high.x + quanta(plan), box.high.y + quanta(plan), box.high.z + quanta(up)};
    return box;
  }

  // The part of a triangle that is near enough to what is steep below it, as long as that is enough to go
  // further down than a step.
  [[nodiscard]] Polygon part_near_steps(std::uint32_t t) const {
    Polygon out = polygon_of(surface_, t), steep;
    const double top = highest(out);
    double sum = 0;
    steep_.visit(
        widened(box_of(surface_, t), 2 * limits_.radius, limits_.height, 0),
        [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
        [&](std::size_t k) {
          const LatticeBox& box = steep_boxes_[k];
          const double below = std::min(top, static_cast<double>(box.high.z)) - box.low.z;
          if (below <= 0) return;
          sum += below;
          steep.push_back({static_cast<double>(box.low.x), static_cast<double>(box.low.y), 0});
          steep.push_back({static_cast<double>(box.high.x), static_cast<double>(box.high.y), 0});
        });
    if (sum <= limits_.step) return {};
    keep_within(out, Around(steep, 2 * limits_.radius));
    return out;
  }

  [[nodiscard]] std::vector<Point2> around(const Polygon& obstacle) const {
    std::vector<Vec2> points;
    for (const Vec3 p : obstacle) {
      for (const Vec2 d : circle_) points.push_back(p.xy() + d * limits_.radius);
    }
    return hull(std::move(points));
  }

  void look_around(std::uint32_t q) {
    // Is anything left so far below it?
    LatticeBox box = box_of(surface_, q);
    bool any = false;
    left_.visit(
        widened(box, limits_.radius, limits_.height, -reach_),
        [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    if (!any) return;
    const Polygon high = part_near_steps(q);
    if (high.empty()) return;
    box = {};
    for (const Vec3 p : high)
      box.add(
          {static_cast<std::int32_t>(p.x), static_cast<std::int32_t>(p.y), static_cast<std::int32_t>(p.z)});
    const std::size_t first = out_.size();
    left_.visit(
        widened(box, limits_.radius + 1, limits_.height, -reach_),
        [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
        [&](std::size_t t) { look_at(static_cast<std::uint32_t>(t), high); });
    if (out_.size() == first) return;
    mark_joined(q, around(high));
    const auto begin = out_.begin() + static_cast<std::ptrdiff_t>(first);
    out_.erase(std::remove_if(begin, out_.end(),
                              [&](const ForbiddenPart& p) { return seen_[source_[p.triangle]] != q; }),
               out_.end());
  }

  // All that is joined to q within an outline.
  void mark_joined(std::uint32_t q, const std::vector<Point2>& outline) {
    std::vector<std::uint32_t> waiting{q};
    seen_[q] = q;
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      for (std::uint32_t h = 3 * t; h < 3 * t + 3; ++h) {
        const std::uint32_t n = surface_.neighbours[t][h % 3];
        if (n == kNone || seen_[n] == q) continue;
        if (!passes_inside(outline, surface_.plan_of(surface_.from(h)), surface_.plan_of(surface_.to(h))))
          continue;
        seen_[n] = q;
        waiting.push_back(n);
      }
    }
  }

  // What of a triangle that is left is too low for `high`.
  void look_at(std::uint32_t t, Polygon high) {
    Polygon low = polygon_of(cleared_, t);
    if (highest(high) - lowest(low) <= reach_ + kTie) return;
    keep_within(high, Around(low, limits_.radius));
    if (high.empty()) return;
    keep_within(low, Around(high, limits_.radius));
    if (low.empty() || highest(high) - lowest(low) <= reach_ + kTie || apart(high, low)) return;
    if (highest(high) - lowest(high) > reach_ / kParts) {
      const double middle = (highest(high) + lowest(high)) / 2;
      Polygon half = high;
      keep(half, [&](Vec3 p) { return middle - p.z; });
      keep(high, [&](Vec3 p) { return p.z - middle; });
      look_at(t, std::move(half));
      look_at(t, std::move(high));
      return;
    }
    const Plane below(polygon_of(cleared_, t));
    const double reach = reach_ - kRounding * (1 + below.slope);
    // Higher above than the body is high there, it is out of its way.
    const double most = highest(high) - reach, least = lowest(high) - limits_.height;
    keep(low, [&](Vec3 p) { return most - p.z; });
    keep(low, [&](Vec3 p) { return p.z - least; });
    if (low.empty() || apart(high, low)) return;
    Polygon area;
    for (const Point2 p : around(high))
      area.push_back({static_cast<double>(p.x), static_cast<double>(p.y), 0});
    keep_within(area, Around(low, 1));
    keep(area, [&](Vec3 p) { return most - below.height(p); });
    keep(area, [&](Vec3 p) { return below.height(p) - least; });
    std::vector<Vec2> points;
    for (const Vec3 p : area) points.push_back(p.xy());
    ForbiddenPart part{hull(std::move(points)), t};
    if (!part.outline.empty() && meets(part.outline, t)) out_.push_back(std::move(part));
  }
  // Whether a side of one has all of the other further away than the radius.
  [[nodiscard]] bool apart(const Polygon& a, const Polygon& b) const {
    const auto beyond = [&](const Polygon& one, const Polygon& other) {
      for (std::size_t i = 0; i < one.size(); ++i) {
        const Vec2 from = one[i].xy(), along = one[(i + 1) % one.size()].xy() - from;
        const double far = -limits_.radius * std::sqrt(dot(along, along));
        if (std::all_of(other.begin(), other.end(),
                        [&](Vec3 p) { return cross(along, p.xy() - from) < far; }))
          return true;
      }
      return false;
    };
    return beyond(a, b) || beyond(b, a);
  }
  // Whether anything of the triangle lies inside: neither has a side that parts them.
  [[nodiscard]] bool meets(const std::vector<Point2>& outline, std::uint32_t t) const {
    std::vector<Point2> corners;
    for (const std::uint32_t v : cleared_.triangles[t]) corners.push_back(cleared_.plan_of(v));
    const auto parted = [](const std::vector<Point2>& a, const std::vector<Point2>& b) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        const Point2 from = a[i], to = a[(i + 1) % a.size()];
        if (std::all_of(b.begin(), b.end(), [&](Point2 p) { return orient2d(from, to, p) <= 0; }))
          return true;
      }
      return false;
    };
    return !parted(outline, corners) && !parted(corners, outline);
  }

  SurfaceView surface_, cleared_;
  std::span<const std::uint32_t> source_;  // of the cleared surface's triangles
  BodyLimits limits_;
  double reach_;
  std::vector<Vec2> circle_;
  std::vector<LatticeBox> steep_boxes_;
  BoxTree steep_, left_;
  std::vector<std::uint32_t> seen_;  // per triangle: from where last
  std::vector<ForbiddenPart> out_;
};

}  // namespace

std::vector<ForbiddenPart> steep_places(const SurfaceView& surface, const NavSurface& cleared,
                                        const BodyLimits& limits) {
  return Search(surface, cleared, limits).run();
}

}  // namespace ambula
