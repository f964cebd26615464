// A scene as a scanner and the usual reconstruction give it back: a truncated signed distance field of cubic
// cells with noise, what the scanner saw of its zero surface by marching cubes, and nothing else. Edges are
// rounded, flat faces ripple, thin walls are about a cell thick, what lies behind furniture is missing.
#include <algorithm>
#include <cmath>

#include "ambula/hash.h"
#include "core/text.h"
#include "scenes/generate.h"
#include "scenes/scan_field.h"
#include "scenes/scan_view.h"

namespace ambula::scenes {
namespace {

constexpr double kNoise = 0.2;        // standard deviation, cells
constexpr double kMostCells = 2e7;    // of surface
constexpr double kDoorMargin = 0.03;  // metres an agent must be narrower than a scanned doorway
constexpr double kLeastStep =
    0.2;  // metres: kerbs and thresholds are not in the truth, and a scan moves them

// The field between nodes; far from surfaces it is outside.
double value_at(const ScanField& field, Vec3 p) {
  const double x = std::floor(p.x), y = std::floor(p.y), z = std::floor(p.z);
  double out = 0;
  for (int i = 0; i < 8; ++i) {
    const Node n{static_cast<std::int32_t>(x) + (i & 1), static_cast<std::int32_t>(y) + ((i >> 1) & 1),
                 static_cast<std::int32_t>(z) + ((i >> 2) & 1)};
    const ScanField::Block* block = field.block_of(n);
    const double v = block ? static_cast<double>(block->values[ScanField::within(n)]) : 1;
    out += v * ((i & 1) != 0 ? p.x - x : 1 - p.x + x) * ((i & 2) != 0 ? p.y - y : 1 - p.y + y) *
           ((i & 4) != 0 ? p.z - z : 1 - p.z + z);
  }
  return out;
}

// Metres from `from` along a unit direction to the next solid, at most `reach`.
double free_way(const ScanField& field, Vec3 from, Vec3 direction, double reach) {
  const double step = field.grid().cell / 4;
  for (double t = 0; t < reach; t += step) {
    if (value_at(field, field.grid().to_nodes(from + direction * t)) < 0) return t;
  }
  return reach;
}

// The narrowest of a doorway that is left, from knee to head and through the wall's thickness.
double scanned_width(const ScanField& field, const DoorTruth& door) {
  const Vec3 through{-door.across.y, door.across.x, 0};
  double left = door.width, right = door.width;  // from the middle, each to its nearest
  for (double depth = -0.3; depth <= 0.3; depth += field.grid().cell) {
    for (double z = 0.2; z < door.height - 0.2; z += field.grid().cell) {
      const Vec3 p = door.center + through * depth + Vec3{0, 0, z};
      left = std::min(left, free_way(field, p, door.across * -1, left));
      right = std::min(right, free_way(field, p, door.across, right));
    }
  }
  return std::min(door.width, left + right);
}

// Agents for whom nothing hangs on what the scan has changed.
bool decided(const AgentTruth& truth, const Truth& all, const std::vector<double>& clean_widths,
             double cell) {
  const Agent& agent = truth.agent;
  if (agent.max_step < kLeastStep) return false;
  for (std::size_t d = 0; d < all.doors.size(); ++d) {
    const bool passes = 2 * agent.radius + kDoorMargin <= all.doors[d].width;
    const bool blocked = 2 * agent.radius >= clean_widths[d] + cell;
    if (!passes && !blocked) return false;
    if (std::abs(agent.height - all.doors[d].height) < 2 * cell) return false;
  }
  return std::none_of(all.stairs.begin(), all.stairs.end(), [&](const StairsTruth& stairs) {
    return std::abs(stairs.rise - agent.max_step) < cell;
  });
}

// About how many cells the surface of a scene passes through.
double scan_cells(const Generated& scene, double cell) {
  double area = 0;
  for (const Triangle& t : scene.soup.triangles) {
    const Vec3 a = scene.soup.positions[t[0]];
    area += length(cross(scene.soup.positions[t[1]] - a, scene.soup.positions[t[2]] - a)) / 2;
  }
  return area / (cell * cell);
}

}  // namespace

Result<void> scan(Generated& scene, double cell, std::uint64_t seed) {
  if (const double cells = scan_cells(scene, cell); cells > kMostCells) {
    return fail(ErrorCode::invalid_argument,
                text("a scan of this scene with cells of ", cell, " m has about ", std::round(cells / 1e6),
                     " million cells; take larger cells or a smaller scene (at most ", kMostCells / 1e6,
                     " million)"));
  }
  const std::uint64_t own = mix_bits(seed + 0x5CA4);
  const ScanField field(scene.soup, grid_around(scene.soup, cell), kNoise, own);
  const ScanView view(field, scene.truth, own + 16);
  Soup& soup = scene.soup;
  soup.positions.clear();
  soup.triangles.clear();
  march(field, [&](const SurfaceCell& c) { return view.seen(c); }, soup.positions, soup.triangles);
  soup.objects = {{.name = "scan"}};
  soup.materials = {""};
  soup.triangle_object.assign(soup.triangles.size(), 0);
  soup.triangle_material.assign(soup.triangles.size(), 0);
  Truth& truth = scene.truth;
  std::vector<double> clean_widths;
  for (DoorTruth& door : truth.doors) {
    clean_widths.push_back(door.width);
    door.width = scanned_width(field, door);
  }
  std::erase_if(truth.agents, [&](const AgentTruth& a) { return !decided(a, truth, clean_widths, cell); });
  truth.area_slack = 1;
  truth.dirt.emplace_back("scanned", static_cast<int>(soup.triangles.size()));
  return {};
}

}  // namespace ambula::scenes
