#include "navmesh/high_part.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/degrees.h"

namespace ambula {
namespace {

constexpr double kFar = 1e18;

template <class Value>
FeetRange range_of(const HighPart& part, Value value) {
  FeetRange out{kFar, -kFar};
  for (const HighCorner& c : part.corners) {
    out.low = std::min(out.low, value(c));
    out.high = std::max(out.high, value(c));
  }
  return out;
}

constexpr double kRounding = 2;  // quanta: what rounding may do to a corner
constexpr int kHalvings = 3;
constexpr std::size_t kCircle = 4u << kHalvings;

// Corners of a polygon around the unit circle, without sines: they differ between platforms.
std::array<Vec2, kCircle> make_circle() {
  std::vector<Vec2> directions{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int round = 0; round < kHalvings; ++round) {
    std::vector<Vec2> finer;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const Vec2 a = directions[i], between = a + directions[(i + 1) % directions.size()];
      finer.push_back(a);
      finer.push_back(between * (1 / std::sqrt(dot(between, between))));
    }
    directions = std::move(finer);
  }
  std::array<Vec2, kCircle> out{};
  for (std::size_t i = 0; i < kCircle; ++i) {
    const Vec2 a = directions[i], b = directions[(i + 1) % kCircle];
    out[i] = (a + b) * (1 / (1 + dot(a, b)));
  }
  return out;
}

}  // namespace

BodyLimits body_limits(const Agent& agent, double radius, double quantum) {
  return {.radius = radius / quantum,
          .step = agent.max_step / quantum,
          .height = agent.height / quantum,
          .slope = tangent_of_degrees(agent.max_slope)};
}

double HighPart::lowest() const {
  return range_of(*this, [](const HighCorner& c) { return c.z; }).low;
}
double HighPart::highest() const {
  return range_of(*this, [](const HighCorner& c) { return c.z; }).high;
}

FeetRange feet_that_bump(const HighPart& part, const BodyLimits& limits) {
  const FeetRange z = range_of(part, [](const HighCorner& c) { return c.z; });
  if (!part.over_ground) return {z.low - limits.height, z.high - limits.reach()};
  const FeetRange ground = range_of(part, [](const HighCorner& c) { return c.ground; });
  // The ground is the nearer one up to the middle between the two.
  const FeetRange middle = range_of(part, [](const HighCorner& c) { return (c.z + c.ground) / 2; });
  return {std::max(z.low - limits.height, ground.low - limits.reach()),
          std::min({z.high - limits.over_ground(), middle.high, ground.high + limits.reach()})};
}

void keep_bumped_into(HighPart& part, FeetRange feet, const BodyLimits& limits) {
  keep(part, [&](const HighCorner& c) { return feet.high - (c.z - limits.height); });
  if (!part.over_ground) {
    keep(part, [&](const HighCorner& c) { return c.z - limits.reach() - feet.low; });
    return;
  }
  keep(part, [&](const HighCorner& c) { return feet.high - (c.ground - limits.reach()); });
  keep(part, [&](const HighCorner& c) { return c.z - limits.over_ground() - feet.low; });
  keep(part, [&](const HighCorner& c) { return (c.z + c.ground) / 2 - feet.low; });
  keep(part, [&](const HighCorner& c) { return c.ground + limits.reach() - feet.low; });
}

HighPart part_over(const HighPart& part, const std::array<LatticePoint, 3>& ground,
                   const BodyLimits& limits) {
  std::array<Vec3, 3> c{};
  for (std::size_t i = 0; i < 3; ++i)
    c[i] = {static_cast<double>(ground[i].x), static_cast<double>(ground[i].y),
            static_cast<double>(ground[i].z)};
  const Vec3 normal = cross(c[1] - c[0], c[2] - c[0]);
  if (normal.z == 0) return {};
  HighPart out = part;
  out.over_ground = true;
  for (HighCorner& corner : out.corners)
    corner.ground = c[0].z - dot(normal.xy(), corner.at - c[0].xy()) / normal.z;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2 from = c[i].xy(), along = (c[(i + 1) % 3].xy() - from) * (normal.z > 0 ? 1 : -1);
    keep(out, [&](const HighCorner& p) { return cross(along, p.at - from); });
  }
  keep(out, [&](const HighCorner& p) { return p.z - limits.over_ground() - p.ground; });
  keep(out, [&](const HighCorner& p) { return p.ground + limits.height - p.z; });
  return out;
}

std::vector<HighPart> halves(const HighPart& part, double range) {
  const auto cut = [&](auto value) {
    const FeetRange all = range_of(part, value);
    if (!(all.high - all.low > range)) return std::vector<HighPart>{};
    const double middle = (all.low + all.high) / 2;
    std::vector<HighPart> out{part, part};
    keep(out[0], [&](const HighCorner& c) { return middle - value(c); });
    keep(out[1], [&](const HighCorner& c) { return value(c) - middle; });
    return out;
  };
  std::vector<HighPart> out = cut([](const HighCorner& c) { return c.z; });
  if (out.empty() && part.over_ground) out = cut([](const HighCorner& c) { return c.ground; });
  return out;
}

std::vector<Point2> hull_on_lattice(const std::vector<Vec2>& points) {
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

std::vector<Point2> around(const HighPart& part, double radius) {
  static const std::array<Vec2, kCircle> circle = make_circle();
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < part.corners.size(); ++i) {
    // A direction that leads on past a neighbour gives no corner of the hull.
    const Vec2 at = part.corners[i].at,
               before = part.corners[i == 0 ? part.corners.size() - 1 : i - 1].at - at,
               next = part.corners[i + 1 == part.corners.size() ? 0 : i + 1].at - at;
    for (const Vec2 d : circle) {
      if (dot(d, before) <= kRounding && dot(d, next) <= kRounding) points.push_back(at + d * radius);
    }
  }
  return hull_on_lattice(points);
}

}  // namespace ambula
