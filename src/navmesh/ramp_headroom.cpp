// The few lifted triangles are put into a tree, and the scene's are passed by it once. Walls stand on the
// borders of treads, and closing cracks may have moved either by a part of the agent's height: that much is
// not looked at there. What is met in less than a millimetre is taken for touching.
#include "navmesh/ramp_headroom.h"

#include <algorithm>
#include <atomic>

#include "geometry/box_tree.h"
#include "links/limits.h"
#include "links/spatial_order.h"

namespace ambula {
namespace {

constexpr double kOfHeight = 180;  // at borders: 1 cm for an agent 1.8 m tall, as far as cracks are closed
constexpr double kSmallest = 1.0 / 4;  // of that: a part this small is near one border, or near none

struct Corner {
  Vec2 at;
  double z, low, high;  // low, high: from where to where it may not be
};

// Keeps the part of a convex polygon where the value is not negative.
template <class Value>
void keep(std::vector<Corner>& polygon, std::vector<Corner>& scratch, Value value) {
  scratch.clear();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Corner &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at = value(a), then = value(b);
    if (at >= 0) scratch.push_back(a);
    if ((at > 0 && then < 0) || (at < 0 && then > 0)) {
      const double t = at / (at - then);
      scratch.push_back({a.at + (b.at - a.at) * t, a.z + (b.z - a.z) * t, a.low + (b.low - a.low) * t,
                         a.high + (b.high - a.high) * t});
    }
  }
  polygon.swap(scratch);
}

Vec2 to_vec(Point2 p) { return {static_cast<double>(p.x), static_cast<double>(p.y)}; }

struct Scratch {
  std::vector<Corner> polygon, other;
};

struct BorderLine {
  Vec2 from, to;

  [[nodiscard]] bool is_near(Vec2 p, double skin) const {
    const Vec2 d = to - from;
    const double part = std::clamp(dot(p - from, d) / dot(d, d), 0.0, 1.0);
    return length(p - (from + d * part)) <= skin;
  }
};

// Of a part that is lifted together.
std::vector<std::vector<BorderLine>> borders_of(std::span<const LiftedTriangle> lifts, std::size_t parts) {
  std::vector<std::vector<BorderLine>> out(parts);
  for (const LiftedTriangle& lift : lifts) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (lift.border[i]) out[lift.part].push_back({to_vec(lift.at[i]), to_vec(lift.at[(i + 1) % 3])});
    }
  }
  return out;
}

// True if all of a convex polygon is near borders, of which each may be near to a part of it: the wall of a
// round post stands on several.
bool lies_along(const std::vector<Corner>& polygon, std::span<const BorderLine> borders, double skin) {
  const auto is_near = [&](const Corner& p, const BorderLine& border) { return border.is_near(p.at, skin); };
  const auto is_near_any = [&](const Corner& p) {
    return std::any_of(borders.begin(), borders.end(), [&](const BorderLine& b) { return is_near(p, b); });
  };
  const auto has_all = [&](const BorderLine& b) {
    return std::all_of(polygon.begin(), polygon.end(), [&](const Corner& p) { return is_near(p, b); });
  };
  if (polygon.empty() || std::any_of(borders.begin(), borders.end(), has_all)) return true;
  if (!std::all_of(polygon.begin(), polygon.end(), is_near_any)) return false;
  Box3 box;
  for (const Corner& p : polygon) box.add({p.at.x, p.at.y, 0});
  const Vec3 size = box.size();
  if (std::max(size.x, size.y) <= skin * kSmallest) return false;
  const bool along_x = size.x > size.y;
  const double middle = along_x ? (box.min.x + box.max.x) / 2 : (box.min.y + box.max.y) / 2;
  std::vector<Corner> half, scratch;
  for (const double sign : {1.0, -1.0}) {
    half = polygon;
    keep(half, scratch, [&](const Corner& p) { return sign * ((along_x ? p.at.x : p.at.y) - middle); });
    if (!lies_along(half, borders, skin)) return false;
  }
  return true;
}

bool is_blocked(const LiftedTriangle& lift, std::span<const BorderLine> borders,
                const std::array<LatticePoint, 3>& solid, double height, Scratch& s) {
  const Vec2 a = to_vec(lift.at[0]), b = to_vec(lift.at[1]), c = to_vec(lift.at[2]);
  const double area = cross(b - a, c - a), skin = std::max(kSkin, height / kOfHeight);
  const auto plane = [&](Vec2 p, const std::array<std::int32_t, 3>& z) {
    const double u = cross(b - p, c - p) / area, v = cross(c - p, a - p) / area;
    return u * z[0] + v * z[1] + (1 - u - v) * z[2];
  };
  s.polygon.clear();
  for (const LatticePoint p : solid) {
    const Vec2 at{static_cast<double>(p.x), static_cast<double>(p.y)};
    s.polygon.push_back({at, static_cast<double>(p.z), plane(at, lift.low) + height - kTie,
                         plane(at, lift.high) + height - kTie});
  }
  for (std::size_t i = 0; i < 3 && !s.polygon.empty(); ++i) {
    const Vec2 from = to_vec(lift.at[i]), d = to_vec(lift.at[(i + 1) % 3]) - from;
    const double off = lift.border[i] ? skin * length(d) : 0;
    keep(s.polygon, s.other, [&](const Corner& p) { return cross(d, p.at - from) - off; });
  }
  keep(s.polygon, s.other, [](const Corner& p) { return p.z - p.low; });
  keep(s.polygon, s.other, [](const Corner& p) { return p.high - p.z; });
  Box3 met;
  for (const Corner& p : s.polygon) met.add({p.at.x, p.at.y, 0});
  if (std::max(met.size().x, met.size().y) <= kSkin) return false;
  // A sliver may lie between the triangle and the wall beside it.
  return !lies_along(s.polygon, borders, skin);
}

LatticeBox box_of(const LiftedTriangle& lift, std::int32_t height) {
  LatticeBox box;
  for (std::size_t i = 0; i < 3; ++i) {
    box.add({lift.at[i].x, lift.at[i].y, lift.low[i] + height - static_cast<std::int32_t>(kTie) - 1});
    box.add({lift.at[i].x, lift.at[i].y, lift.high[i] + height});
  }
  return box;
}

}  // namespace

std::vector<char> blocked_lifts(const Scene& scene, std::span<const LiftedTriangle> lifts, double height,
                                std::size_t parts, Context* context) {
  std::vector<char> out(parts, 0);
  if (lifts.empty()) return out;
  const auto up = static_cast<std::int32_t>(std::min(height, static_cast<double>(Lattice::kReach)));
  std::vector<Point3Order> order(lifts.size());
  for (std::uint32_t k = 0; k < lifts.size(); ++k) {
    order[k] = {spatial_key({static_cast<double>(lifts[k].at[0].x), static_cast<double>(lifts[k].at[0].y),
                             static_cast<double>(lifts[k].low[0])}),
                k};
  }
  std::sort(order.begin(), order.end());
  std::vector<LatticeBox> boxes;
  for (const Point3Order& o : order) boxes.push_back(box_of(lifts[o.item], up));
  const BoxTree tree(boxes);
  const auto borders = borders_of(lifts, parts);
  std::vector<std::atomic<char>> blocked(parts);
  parallel_for(context, scene.triangles.size(), 4096, [&](std::size_t begin, std::size_t end) {
    Scratch scratch;
    for (std::size_t t = begin; t < end; ++t) {
      std::array<LatticePoint, 3> solid{};
      LatticeBox box;
      for (std::size_t i = 0; i < 3; ++i) {
        solid[i] = scene.lattice.snap(scene.positions[scene.triangles[t][i]]);
        box.add(solid[i]);
      }
      tree.visit(
          box, [](const LatticeBox&, std::size_t, std::size_t) { return Descend::into; },
          [&](std::size_t item) {
            const LiftedTriangle& lift = lifts[order[item].item];
            if (blocked[lift.part].load(std::memory_order_relaxed)) return;
            if (is_blocked(lift, borders[lift.part], solid, height, scratch))
              blocked[lift.part].store(1, std::memory_order_relaxed);
          });
    }
  });
  for (std::size_t p = 0; p < parts; ++p) out[p] = blocked[p].load(std::memory_order_relaxed);
  return out;
}

}  // namespace ambula
