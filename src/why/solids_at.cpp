#include "why/solids_at.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/plane_height.h"

namespace ambula {
namespace {

Point2 plan(LatticePoint p) { return {p.x, p.y}; }

std::array<LatticePoint, 3> corners_of(const Scene& scene, std::size_t t) {
  std::array<LatticePoint, 3> out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = scene.lattice.snap(scene.positions[scene.triangles[t][i]]);
  return out;
}

// The part of a triangle's heights within `reach` of a place in plan: of its corners there, and where its
// edges and its plane pass. Empty: low above high.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double z) {
    low = std::min(low, z);
    high = std::max(high, z);
  }
};

Range heights_near(const std::array<LatticePoint, 3>& t, Point2 place, double reach) {
  Range range;
  if (const auto z = height_over(t, place)) range.add(*z);
  const Vec2 p{static_cast<double>(place.x), static_cast<double>(place.y)};
  for (std::size_t i = 0; i < 3; ++i) {
    const LatticePoint a = t[i], b = t[(i + 1) % 3];
    const Vec2 from{static_cast<double>(a.x), static_cast<double>(a.y)},
        d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y};
    const double squared = dot(d, d), rise = static_cast<double>(b.z) - a.z;
    if (squared == 0) {
      if (length(p - from) > reach) continue;
      range.add(a.z);
      range.add(b.z);
      continue;
    }
    // The chord of the disc around the place, as parameters of the edge.
    const double middle = dot(p - from, d) / squared;
    const Vec2 off = p - (from + d * middle);
    const double left = reach * reach - dot(off, off);
    if (left < 0) continue;
    const double half = std::sqrt(left / squared);
    const double first = std::max(0.0, middle - half), last = std::min(1.0, middle + half);
    if (first > last) continue;
    range.add(a.z + first * rise);
    range.add(a.z + last * rise);
  }
  return range;
}

}  // namespace

std::optional<std::int32_t> height_over(const std::array<LatticePoint, 3>& t, Point2 place) {
  std::array<LatticePoint, 3> turned = t;
  const std::int64_t area = orient2d(plan(t[0]), plan(t[1]), plan(t[2]));
  if (area == 0) return std::nullopt;
  if (area < 0) std::swap(turned[1], turned[2]);
  for (std::size_t i = 0; i < 3; ++i) {
    if (orient2d(plan(turned[i]), plan(turned[(i + 1) % 3]), place) < 0) return std::nullopt;
  }
  return plane_height(turned, place);
}

std::vector<SolidAt> solids_at(const Scene& scene, Point2 place) {
  std::vector<SolidAt> out;
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const std::array<LatticePoint, 3> corners = corners_of(scene, t);
    const auto z = height_over(corners, place);
    if (!z) continue;
    const TriangleId id{t};
    const Vec3 n =
        cross(scene.corner(id, 1) - scene.corner(id, 0), scene.corner(id, 2) - scene.corner(id, 0));
    const double size = length(n);
    out.push_back({static_cast<std::uint32_t>(t), *z,
                   orient2d(plan(corners[0]), plan(corners[1]), plan(corners[2])) > 0,
                   size > 0 ? std::abs(n.z) / size : 0});
  }
  std::sort(out.begin(), out.end(), [](const SolidAt& a, const SolidAt& b) {
    return a.z != b.z ? a.z < b.z : a.triangle < b.triangle;
  });
  return out;
}

std::string object_at(const Scene& scene, Point2 place, double reach, double z_low, double z_high) {
  double most = -1;
  std::string name;
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const std::array<LatticePoint, 3> corners = corners_of(scene, t);
    const auto outside = [&](auto of, double at) {
      const auto [low, high] =
          std::minmax({static_cast<double>(of(corners[0])), static_cast<double>(of(corners[1])),
                       static_cast<double>(of(corners[2]))});
      return at < low - reach || at > high + reach;
    };
    if (outside([](LatticePoint p) { return p.x; }, place.x)) continue;
    if (outside([](LatticePoint p) { return p.y; }, place.y)) continue;
    const Range range = heights_near(corners, place, reach);
    const double shared = std::min(range.high, z_high) - std::max(range.low, z_low);
    if (shared < 0 || shared <= most) continue;
    most = shared;
    name = name_of_object(scene, static_cast<std::uint32_t>(t));
  }
  return name;
}

std::string name_of_object(const Scene& scene, std::uint32_t triangle) {
  const Object& object = scene.objects[scene.triangle_object[triangle].index()];
  return object.name.empty() ? object.ifc_class : object.name;
}

double plan_distance(Point2 p, Point2 a, Point2 b) {
  const Vec2 d{static_cast<double>(b.x) - a.x, static_cast<double>(b.y) - a.y},
      q{static_cast<double>(p.x) - a.x, static_cast<double>(p.y) - a.y};
  const double squared = dot(d, d);
  const double part = squared > 0 ? std::clamp(dot(q, d) / squared, 0.0, 1.0) : 0;
  return length(q - d * part);
}

}  // namespace ambula
