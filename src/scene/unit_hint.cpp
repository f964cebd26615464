// Guesses whether a scene was read with the wrong unit. People build walls of a few metres: the height of
// wall triangles, weighed by area, lies between 0.1 and 6 m in every real scene measured in metres, and near
// 100 in game levels made in Quake units. Scenes without walls (terrain) may be of any size, so they are
// judged only when they are smaller than a person.
#include "scene/unit_hint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.h"

namespace ambula {
namespace {

constexpr double kTypicalWall = 2.5;               // metres
constexpr double kLowWall = 0.02, kHighWall = 20;  // metres; beyond these the unit is doubted
constexpr double kWallShare = 0.05;                // of the area: below it there are no walls to speak of
constexpr double kSmallestScene = 1;               // metres across

struct Walls {
  double share = 0;   // of the scene's area
  double height = 0;  // median weighed by area
};

Walls measure_walls(const Scene& scene) {
  std::vector<std::pair<double, double>> walls;  // height, area
  double all = 0, vertical = 0;
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const TriangleId id{t};
    const Vec3 a = scene.corner(id, 0), b = scene.corner(id, 1), c = scene.corner(id, 2);
    const Vec3 n = cross(b - a, c - a);
    const double area = length(n);
    all += area;
    if (std::abs(n.z) > 0.05 * area) continue;
    vertical += area;
    walls.push_back({std::max({a.z, b.z, c.z}) - std::min({a.z, b.z, c.z}), area});
  }
  if (walls.empty() || !(all > 0)) return {};
  std::sort(walls.begin(), walls.end());
  double passed = 0;
  for (const auto& [height, area] : walls) {
    passed += area;
    if (passed >= vertical / 2) return {vertical / all, height};
  }
  return {vertical / all, walls.back().first};
}

// Level editors of the Quake family snap to multiples of 4 and more; measured plans do not.
bool snaps_like_quake(const Scene& scene) {
  std::size_t whole = 0, of_four = 0;
  for (const Vec3 p : scene.positions) {
    const Vec3 q = scene.frame.to_input(p);
    for (const double v : {q.x, q.y, q.z}) {
      whole += v == std::round(v);
      of_four += v / 4 == std::round(v / 4);
    }
  }
  return whole * 5 > scene.positions.size() * 3 && of_four * 5 > whole * 3;
}

// The usual unit that makes a wall of `height` units nearest to a typical one.
double likely_unit(const Scene& scene, double height) {
  if (height >= 16 && height <= 512 && snaps_like_quake(scene)) return 0.03125;
  constexpr double kUnits[] = {0.001, 0.01, 0.0254, 0.3048, 1, 10, 100, 1000};
  double best = 1, best_off = HUGE_VAL;
  for (const double unit : kUnits) {
    const double off = std::abs(std::log(height * unit / kTypicalWall));
    if (off < best_off) {
      best_off = off;
      best = unit;
    }
  }
  return best;
}

}  // namespace

std::string unit_hint(const Scene& scene, const Box3& extent) {
  const Vec3 size = extent.size();
  const double wide = std::max(size.x, size.y);
  const Walls walls = measure_walls(scene);
  double unit = scene.frame.unit;
  if (walls.share >= kWallShare && (walls.height < kLowWall || walls.height > kHighWall)) {
    unit = likely_unit(scene, walls.height / scene.frame.unit);
  } else if (std::max(wide, size.z) < kSmallestScene) {
    unit = likely_unit(scene, std::max(wide, size.z) / scene.frame.unit / 4);
  }
  if (unit == scene.frame.unit) return {};
  return text(wide, " m wide; did you mean --unit ", unit, "?");
}

}  // namespace ambula
