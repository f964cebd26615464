// The triangles that rise enough above something left nearby are collected, and the scene's ground below them
// is found in one pass. Then what is left within the radius of each, and joined to it, is looked at: where
// that is too low, all that is closer than the radius is forbidden. Triangles that are large or slope are cut
// to what is near, and by height, so that little more is taken than has to be.
#include "navmesh/steep_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "geometry/box_tree.h"
#include "navmesh/cut_surface.h"

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
LatticeBox box_of(const LatticeTriangle& t) {
  LatticeBox box;
  for (const LatticePoint p : t) box.add(p);
  return box;
}
LatticeBox box_of(const HighPart& part) {
  LatticeBox box;
  for (const HighCorner& c : part.corners)
    box.add({static_cast<std::int32_t>(c.at.x), static_cast<std::int32_t>(c.at.y),
             static_cast<std::int32_t>(c.z)});
  return box;
}
LatticeBox widened(LatticeBox box, double plan, double down, double up) {
  const auto quanta = [](double v) { return static_cast<std::int32_t>(std::clamp(std::ceil(v), -1e8, 1e8)); };
  box.low = {box.low.x - quanta(plan), box.low.y - quanta(plan), box.low.z - quanta(down)};
  box.high = {box.high.x + quanta(plan), box.high.y + quanta(plan), box.high.z + quanta(up)};
  return box;
}
constexpr auto kInto = [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; };

template <class Visit>
void each_triangle(const RawGround& ground, Visit visit) {
  for (const LatticeTriangle& t : ground.kept) visit(t);
  if (ground.scene == nullptr) return;
  const Scene& scene = *ground.scene;
  for (const auto& t : scene.triangles) {
    LatticeTriangle corners{};
    for (std::size_t i = 0; i < 3; ++i) corners[i] = scene.lattice.snap(scene.positions[t[i]]);
    visit(corners);
  }
}

// Whichever way it faces: a surface may have been looked for on both sides.
bool is_ground(const LatticeTriangle& t, const BodyLimits& limits) {
  const Vec3 n = cross(to_vec(t[1]) - to_vec(t[0]), to_vec(t[2]) - to_vec(t[0]));
  return n.z != 0 && length(n.xy()) <= std::fabs(n.z) * limits.slope * (1 + 1e-3);
}

// Steps, and triangles steeper than ground may be.
std::vector<LatticeBox> steep_boxes(const SurfaceView& surface, const BodyLimits& limits) {
  std::vector<LatticeBox> out;
  for (std::uint32_t h = 0; h < 3 * surface.triangles.size(); ++h) {
    const std::uint32_t twin = surface.twin(h);
    if (twin == kNone || twin < h || !surface.is_step(h, twin)) continue;
    LatticeBox box;
    for (const std::uint32_t v : {surface.from(h), surface.to(h), surface.from(twin), surface.to(twin)})
      box.add(surface.vertices[v]);
    out.push_back(box);
  }
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t) {
    if (Plane(polygon_of(surface, t)).slope > limits.slope * (1 + 1e-6)) out.push_back(box_of(surface, t));
  }
  return out;
}

class Search {
 public:
  Search(const SurfaceView& surface, const NavSurface& cleared, const BodyLimits& limits)
      : surface_(surface), cleared_(cleared.view()), source_(cleared.source), limits_(limits) {}

  std::vector<ForbiddenPart> run(const RawGround& ground) {
    steep_boxes_ = steep_boxes(surface_, limits_);
    if (steep_boxes_.empty()) return {};
    steep_ = BoxTree(steep_boxes_);
    std::vector<LatticeBox> boxes;
    for (std::uint32_t t = 0; t < cleared_.triangles.size(); ++t) boxes.push_back(box_of(cleared_, t));
    left_ = BoxTree(boxes);
    for (std::uint32_t t = 0; t < surface_.triangles.size(); ++t) {
      HighPart part = part_to_look_at(t);
      if (!part.empty()) high_.push_back({t, {std::move(part)}});
    }
    if (high_.empty()) return {};
    find_ground_below(ground);
    seen_.assign(surface_.triangles.size(), kNone);
    for (const High& high : high_) look_around(high);
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

  void find_ground_below(const RawGround& ground) {
    std::vector<LatticeBox> boxes;
    for (const High& high : high_)
      boxes.push_back(widened(box_of(high.parts.front()), 1, limits_.height, -limits_.over_ground()));
    const BoxTree tree(boxes);
    struct Pair {
      std::size_t high;
      LatticeTriangle ground;
      auto operator<=>(const Pair&) const = default;
    };
    std::vector<Pair> pairs;
    each_triangle(ground, [&](const LatticeTriangle& corners) {
      const std::size_t first = pairs.size();
      tree.visit(box_of(corners), kInto, [&](std::size_t k) { pairs.push_back({k, corners}); });
      if (pairs.size() > first && !is_ground(corners, limits_)) pairs.resize(first);
    });
    // The scene's order must not matter.
    for (Pair& pair : pairs) std::sort(pair.ground.begin(), pair.ground.end());
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const Pair& pair : pairs) {
      std::vector<HighPart>& parts = high_[pair.high].parts;
      HighPart over = part_over(parts.front(), pair.ground, limits_);
      if (!over.empty()) parts.push_back(std::move(over));
    }
  }

  void look_around(const High& high) {
    bool marked = false;
    for (const HighPart& part : high.parts) {
      const FeetRange feet = feet_that_bump(part, limits_);
      const LatticeBox box = box_of(part);
      left_.visit(widened(box, limits_.radius + 1, box.low.z - feet.low + 1, feet.high - box.high.z + 1),
                  kInto, [&](std::size_t t) {
                    if (!marked) mark_joined(high.triangle, around(high.parts.front(), limits_.radius));
                    marked = true;
                    if (seen_[source_[t]] == high.triangle) look_at(static_cast<std::uint32_t>(t), part);
                  });
    }
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
    const std::vector<HighPart> parts = halves(high, limits_.reach() / kParts);
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
  std::vector<LatticeBox> steep_boxes_;
  BoxTree steep_, left_;
  std::vector<High> high_;
  std::vector<std::uint32_t> seen_;  // per triangle: from where last
  std::vector<ForbiddenPart> out_;
};

}  // namespace

std::vector<ForbiddenPart> steep_places(const SurfaceView& surface, const NavSurface& cleared,
                                        const RawGround& ground, const BodyLimits& limits) {
  return Search(surface, cleared, limits).run(ground);
}

std::vector<LatticeTriangle> ground_below(const SurfaceView& surface, const Scene& scene,
                                          const BodyLimits& limits) {
  if (steep_boxes(surface, limits).empty()) return {};
  std::vector<LatticeBox> boxes;
  for (std::uint32_t t = 0; t < surface.triangles.size(); ++t)
    boxes.push_back(widened(box_of(surface, t), 1, limits.height, -limits.step));
  const BoxTree tree(boxes);
  std::vector<LatticeTriangle> out;
  each_triangle({.scene = &scene}, [&](LatticeTriangle t) {
    if (!is_ground(t, limits)) return;
    bool any = false;
    tree.visit(
        box_of(t),
        [&](const LatticeBox&, std::size_t, std::size_t) { return any ? Descend::past : Descend::into; },
        [&](std::size_t) { any = true; });
    if (!any) return;
    std::sort(t.begin(), t.end());
    out.push_back(t);
  });
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace ambula
