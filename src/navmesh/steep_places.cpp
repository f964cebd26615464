// The triangles that rise enough above something left nearby are collected. Then what is left within the
// radius of each, and joined to it, is looked at: where that is too low, all that is closer than the radius
// is forbidden. Triangles that are large or slope are cut to what is near, and by height, so that little more
// is taken than has to be.
#include "navmesh/steep_places.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cancel.h"
#include "geometry/box_tree.h"
#include "navmesh/cut_surface.h"
#include "navmesh/ground_below.h"

namespace ambula {
namespace {

constexpr std::uint32_t kNone = SurfaceView::kNone;
constexpr double kTie = 5;       // quanta of height: what links let pass as a step high passes
constexpr double kParts = 16;    // of the reach: what is higher is looked at in parts
constexpr double kRounding = 3;  // quanta of height: rounding must not leave more than that

using Polygon = std::vector<Vec3>;

template <class Value>
void keep(Polygon& polygon, Value value) {
  keep_positive(polygon, value, [](Vec3 a, Vec3 b, double t) { return a + (b - a) * t; });
}

// A rectangle in plan.
struct Around {
  Vec2 low{1e18, 1e18}, high{-1e18, -1e18};

  void add(Vec2 p, double by) {
    low = {std::min(low.x, p.x - by), std::min(low.y, p.y - by)};
    high = {std::max(high.x, p.x + by), std::max(high.y, p.y + by)};
  }
};
Around around_low(const Polygon& polygon, double by) {
  Around out;
  for (const Vec3 p : polygon) out.add(p.xy(), by);
  return out;
}
Around around_high(const HighPart& part, double by) {
  Around out;
  for (const HighCorner& c : part.corners) out.add(c.at, by);
  return out;
}
Vec2 place_of(Vec3 p) { return p.xy(); }
Vec2 place_of(const HighCorner& c) { return c.at; }
template <class Shape>
void keep_within(Shape& shape, const Around& box) {
  keep(shape, [&](const auto& p) { return place_of(p).x - box.low.x; });
  keep(shape, [&](const auto& p) { return box.high.x - place_of(p).x; });
  keep(shape, [&](const auto& p) { return place_of(p).y - box.low.y; });
  keep(shape, [&](const auto& p) { return box.high.y - place_of(p).y; });
}
FeetRange heights_of(const Polygon& polygon) {
  FeetRange out{1e18, -1e18};
  for (const Vec3 p : polygon) {
    out.low = std::min(out.low, p.z);
    out.high = std::max(out.high, p.z);
  }
  return out;
}

struct Plane {
  Vec3 at, normal;
  double slope;

  explicit Plane(const Polygon& p) : at(p[0]), normal(cross(p[1] - p[0], p[2] - p[0])) {
    slope = length(normal.xy()) / std::fabs(normal.z);
  }
  [[nodiscard]] double height(Vec3 p) const { return at.z - dot(normal.xy(), p.xy() - at.xy()) / normal.z; }
};

Vec3 to_vec(LatticePoint p) {
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
Polygon polygon_of(const SurfaceView& surface, std::uint32_t t) {
  Polygon out;
  for (const std::uint32_t v : surface.triangles[t]) out.push_back(to_vec(surface.vertices[v]));
  return out;
}
LatticeBox box_of(const SurfaceView& surface, std::uint32_t t) {
  LatticeBox box;
  for (const std::uint32_t v : surface.triangles[t]) box.add(surface.vertices[v]);
  return box;
}
LatticeBox box_of(const HighPart& part) {
  LatticeBox box;
  for (const HighCorner& c : part.corners)
    box.add({static_cast<std::int32_t>(c.at.x), static_cast<std::int32_t>(c.at.y),
             static_cast<std::int32_t>(c.z)});
  return box;
}
constexpr auto kInto = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };

class Search {
 public:
  Search(const SurfaceView& surface, const NavSurface& cleared, const BodyLimits& limits,
         const Context* context)
      : surface_(surface),
        cleared_(cleared.view()),
        source_(cleared.source),
        limits_(limits),
        context_(context) {}

  std::vector<ForbiddenPart> run(std::span<const std::array<LatticePoint, 3>> ground) {
    steep_boxes_ = steep_boxes(surface_, limits_.slope);
    if (steep_boxes_.empty()) return {};
    std::vector<LatticeBox> boxes;
    for (std::uint32_t t = 0; t < cleared_.triangles.size(); ++t) boxes.push_back(box_of(cleared_, t));
    left_ = BoxTree(boxes);
    steep_ = BoxTree(steep_boxes_);
    stop_if_cancelled(context_);
    CancelCheck check(context_);
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) {
      check();
      HighPart part = part_to_look_at(t);
      if (!part.empty()) high_.push_back({t, {std::move(part)}});
    }
    if (high_.empty()) return {};
    find_ground_below(ground);
    seen_.assign(surface_.triangles.size(), kNone);
    for (const High& high : high_) {
      stop_if_cancelled(context_);
      look_around(high);
    }
    return std::move(out_);
  }

 private:
  struct High {
    std::uint32_t triangle;
    std::vector<HighPart> parts;  // all of it, then what is over ground
  };

  // A triangle with something left far enough below it within the radius; of it what is near enough to steps
  // that, together with ground as steep as may be, lead down that far.
  [[nodiscard]] HighPart part_to_look_at(std::uint32_t t) const {
    const LatticeBox box = box_of(surface_, t);
    bool any = false;
    left_.visit(
        widened(box, limits_.radius, limits_.height, -limits_.over_ground()),
        [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    if (!any) return {};
    HighPart out;
    for (const Vec3 p : polygon_of(surface_, t)) out.corners.push_back({p.xy(), p.z, 0});
    Around near;
    double sum = 0;
    steep_.visit(widened(box, 2 * limits_.radius, limits_.height, 0), kInto, [&](std::size_t k) {
      const LatticeBox& steep = steep_boxes_[k];
      const double below = std::min(box.high.z, steep.high.z) - static_cast<double>(steep.low.z);
      if (below <= 0) return;
      sum += below;
      near.add(to_vec(steep.low).xy(), 2 * limits_.radius);
      near.add(to_vec(steep.high).xy(), 2 * limits_.radius);
    });
    if (sum <= limits_.over_ground() - limits_.radius * limits_.slope) return {};
    keep_within(out, near);
    return out;
  }

  void find_ground_below(std::span<const std::array<LatticePoint, 3>> ground) {
    std::vector<LatticeBox> boxes(ground.size());
    for (std::size_t g = 0; g < ground.size(); ++g) {
      for (const LatticePoint p : ground[g]) boxes[g].add(p);
    }
    const BoxTree tree(boxes);
    CancelCheck check(context_);
    for (High& high : high_) {
      check();
      const HighPart all = high.parts.front();
      tree.visit(widened(box_of(all), 1, limits_.height, -limits_.over_ground()), kInto, [&](std::size_t g) {
        HighPart over = part_over(all, ground[g], limits_);
        if (!over.empty()) high.parts.push_back(std::move(over));
      });
    }
  }

  // What is joined is asked last: it takes longest, and hardly anything is low enough.
  void look_around(const High& high) {
    const std::size_t first = out_.size();
    for (const HighPart& part : high.parts) {
      const FeetRange feet = feet_that_bump(part, limits_);
      const LatticeBox box = box_of(part);
      left_.visit(widened(box, limits_.radius + 1, box.low.z - feet.low + 1, feet.high - box.high.z + 1),
                  kInto, [&](std::size_t t) { look_at(static_cast<std::uint32_t>(t), part); });
    }
    if (out_.size() == first) return;
    mark_joined(high.triangle, around(high.parts.front(), limits_.radius));
    out_.erase(std::remove_if(
                   out_.begin() + static_cast<std::ptrdiff_t>(first), out_.end(),
                   [&](const ForbiddenPart& part) { return seen_[source_[part.triangle]] != high.triangle; }),
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

  // What of a triangle that is left is too low for a part.
  void look_at(std::uint32_t t, const HighPart& all) {
    Polygon low = polygon_of(cleared_, t);
    if (apart(all, low)) return;
    HighPart high = all;
    keep_within(high, around_low(low, limits_.radius));
    keep_within(low, around_high(high, limits_.radius));
    if (low.empty()) return;
    const FeetRange feet = heights_of(low);
    keep_bumped_into(high, {feet.low + kTie, feet.high}, limits_);
    if (high.empty() || apart(high, low)) return;
    const std::vector<HighPart> parts = halves(high, std::max(limits_.reach() / kParts, kRounding));
    for (const HighPart& part : parts) look_at(t, part);
    if (!parts.empty()) return;
    const Plane below(polygon_of(cleared_, t));
    FeetRange bump = feet_that_bump(high, limits_);
    bump.high += kRounding * (1 + below.slope);
    keep(low, [&](Vec3 p) { return bump.high - p.z; });
    keep(low, [&](Vec3 p) { return p.z - bump.low; });
    if (low.empty() || apart(high, low)) return;
    Polygon area;
    for (const Point2 p : around(high, limits_.radius))
      area.push_back({static_cast<double>(p.x), static_cast<double>(p.y), 0});
    keep_within(area, around_low(low, 1));
    keep(area, [&](Vec3 p) { return bump.high - below.height(p); });
    keep(area, [&](Vec3 p) { return below.height(p) - bump.low; });
    std::vector<Vec2> points;
    for (const Vec3 p : area) points.push_back(p.xy());
    ForbiddenPart part{hull_on_lattice(points), t};
    if (!part.outline.empty() && meets(part.outline, t)) out_.push_back(std::move(part));
  }
  // Whether a side of one has all of the other further away than the radius.
  [[nodiscard]] bool apart(const HighPart& high, const Polygon& low) const {
    const auto beyond = [&](const auto& one, const auto& other) {
      for (std::size_t i = 0; i < one.size(); ++i) {
        const Vec2 from = place_of(one[i]), along = place_of(one[(i + 1) % one.size()]) - from;
        const double far = -limits_.radius * length(along);
        if (std::all_of(other.begin(), other.end(),
                        [&](const auto& p) { return cross(along, place_of(p) - from) < far; }))
          return true;
      }
      return false;
    };
    return beyond(high.corners, low) || beyond(low, high.corners);
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
  const Context* context_;
  std::vector<LatticeBox> steep_boxes_;
  BoxTree steep_, left_;
  std::vector<High> high_;
  std::vector<std::uint32_t> seen_;  // per triangle: from where last
  std::vector<ForbiddenPart> out_;
};

}  // namespace

std::vector<ForbiddenPart> steep_places(const SurfaceView& surface, const NavSurface& cleared,
                                        std::span<const std::array<LatticePoint, 3>> ground,
                                        const BodyLimits& limits, const Context* context) {
  return Search(surface, cleared, limits, context).run(ground);
}

}  // namespace ambula
