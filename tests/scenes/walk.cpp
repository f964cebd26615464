#include "scenes/walk.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "scenes/polygon.h"

namespace ambula::scenes {
namespace {

// The ground nearest to z within a step, if one can stand there.
std::optional<double> stand(const RayScene& scene, const Agent& agent, double x, double y, double z) {
  std::optional<double> best;
  const auto hits = scene.vertical({x, y, z});
  for (const auto& hit : hits) {
    if (hit.facing < 0.7 || std::abs(hit.distance) > agent.max_step) continue;
    bool blocked = false;
    int inside = 0;
    for (const auto& above : hits) {
      const double up = above.distance - hit.distance;
      if (up > 1e-6 && up < agent.height) blocked = true;
      if (up > agent.height / 2) inside += above.facing > 0 ? 1 : -1;
    }
    if (blocked || inside > 0) continue;
    if (!best || std::abs(hit.distance) < std::abs(*best)) best = hit.distance;
  }
  return best ? std::optional(z + *best) : std::nullopt;
}

bool fits_at(const RayScene& scene, const Agent& agent, Vec3 at) {
  for (int k = 0; k < 32; ++k) {
    const Vec2 d = heading(22.5 * k) * (k < 16 ? agent.radius : agent.radius / 2);
    if (!stand(scene, agent, at.x + d.x, at.y + d.y, at.z)) return false;
  }
  return true;
}

}  // namespace

std::vector<bool> walk(const RayScene& scene, const Agent& agent, Vec3 from, const std::vector<Vec3>& goals,
                       const Box3& domain, double cell) {
  struct Spot {
    std::int64_t x, y, level;  // level: in 0.9 m, to tell floors apart
    auto operator<=>(const Spot&) const = default;
  };
  const auto spot_of = [&](Vec3 p) {
    return Spot{std::llround(p.x / cell), std::llround(p.y / cell), std::llround(p.z / 0.9)};
  };
  std::map<Spot, double> seen{{spot_of(from), from.z}};
  std::vector<std::pair<Spot, double>> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const auto [spot, z] = open.back();
    open.pop_back();
    for (const auto& [dx, dy] :
         {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}) {
      Vec3 p{static_cast<double>(spot.x + dx) * cell, static_cast<double>(spot.y + dy) * cell, z};
      if (p.x < domain.min.x || p.x > domain.max.x || p.y < domain.min.y || p.y > domain.max.y) continue;
      const auto ground = stand(scene, agent, p.x, p.y, z);
      if (!ground) continue;
      p.z = *ground;
      const Spot next = spot_of(p);
      if (seen.count(next) || !fits_at(scene, agent, p)) continue;
      seen.emplace(next, p.z);
      open.emplace_back(next, p.z);
    }
  }
  std::vector<bool> out;
  for (const Vec3 goal : goals) out.push_back(seen.count(spot_of(goal)) > 0);
  return out;
}

}  // namespace ambula::scenes
