// A height field: rolling hills of value noise (lattice values by hash, smoothly interpolated, three octaves;
// no libm), with features whose heights are exact: an escarpment across the map with a ramp up it, a mesa
// with a steep ramp, a mesa with none, and a pit. Cliffs are one cell wide and at least 2 1/2 cells high, so
// they are steeper than 63 degrees whatever the hills do; hills stay below 27 degrees, because each term's
// slope is bounded (see hill()). So it is known who reaches what, and areas are sums over the facets the
// generator made.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "scenes/angle.h"
#include "scenes/generate.h"
#include "scenes/grid.h"
#include "scenes/random.h"

namespace ambula::scenes {
namespace {

constexpr std::array<Setting, 4> kSettings{{
    {"size", 240, 100, 20000, "side of the map, m"},
    {"cells", 160, 64, 4000, "cells a side; two triangles each"},
    {"relief", 4, 0, 300, "height of the hills, m (at most 1/60 of the size)"},
    {"cliffs", 4, 2, 400, "height of the cliffs, m (at most 1/50 of the size, at least 2 1/2 cells)"},
}};

// The first climbs both ramps, the second only the gentle one, the third none.
constexpr std::array<Agent, 3> kAgents{{
    default_agent(),
    {.height = 1.8, .radius = 0.3, .max_slope = 30, .max_step = 0.4, .max_gap = 0.3},
    {.height = 1.4, .radius = 0.35, .max_slope = 10, .max_step = 0.02, .max_gap = 0.05},
}};

constexpr double kGentle = 0.33, kSteep = 0.75;  // rise over run of the ramps: 18 and 37 degrees at most

// Vertices i0..i1 by j0..j1, both included.
struct Patch {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;

  [[nodiscard]] bool holds(int i, int j) const { return i >= i0 && i <= i1 && j >= j0 && j <= j1; }
  // Cells from the patch, in the larger of both directions.
  [[nodiscard]] int away(int i, int j) const { return std::max({i0 - i, i - i1, j0 - j, j - j1, 0}); }
};

// Level ground of known height, with a place on it.
struct Level {
  const char* name;
  Patch patch;
  double height;
};

// Rises from i0 (at `low`) to i1 (at `high`), along i.
struct Ramp {
  Patch patch;
  double low, high;
};

struct Map {
  int cells;
  double cell;    // metres
  double relief;  // metres
  double cliff;   // metres
  std::uint64_t seed;
  std::vector<int> fault;     // per row j: vertices beyond this column stand `cliff` higher
  std::vector<Level> levels;  // mesas, pit and pads
  std::vector<Ramp> ramps;
};

double smooth(double t) { return t * t * (3 - 2 * t); }  // slope at most 3/2

double lattice_value(std::uint64_t seed, std::int64_t i, std::int64_t j) {
  const auto key = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ULL + static_cast<std::uint64_t>(j);
  return static_cast<double>(mix_bits(seed ^ mix_bits(key)) >> 11) * 0x1.0p-53;
}

// Value noise in 0..1 over a lattice of spacing 1: |d/dx| and |d/dy| are at most 3/2.
double value_noise(std::uint64_t seed, double x, double y) {
  const double fx = std::floor(x), fy = std::floor(y);
  const auto i = static_cast<std::int64_t>(fx), j = static_cast<std::int64_t>(fy);
  const double u = smooth(x - fx), v = smooth(y - fy);
  const double a = lattice_value(seed, i, j), b = lattice_value(seed, i + 1, j);
  const double c = lattice_value(seed, i, j + 1), d = lattice_value(seed, i + 1, j + 1);
  return (a + (b - a) * u) * (1 - v) + (c + (d - c) * u) * v;
}

// Hills, level near features. Amplitude and wavelength halve together, so each of the three octaves adds at
// most 3/2 * (4/7 relief) / (16 relief) of slope along an axis, 0.161 together; growing from level ground to
// hills over 8 reliefs adds 3/2 / 8 = 0.188. Along both axes: at most sqrt(2) * 0.349, which is 26.3 degrees.
double hill(const Map& map, int i, int j) {
  if (map.relief <= 0) return 0;
  double away = 1e300;
  for (const Level& level : map.levels) away = std::min(away, static_cast<double>(level.patch.away(i, j)));
  for (const Ramp& ramp : map.ramps) away = std::min(away, static_cast<double>(ramp.patch.away(i, j)));
  const double grown = smooth(std::clamp((away - 2) * map.cell / (8 * map.relief), 0.0, 1.0));
  if (grown <= 0) return 0;
  double h = 0, amplitude = map.relief * 4 / 7, wave = 16 * map.relief;
  for (std::uint64_t octave = 0; octave < 3; ++octave) {
    h += amplitude * value_noise(map.seed + octave, i * map.cell / wave, j * map.cell / wave);
    amplitude /= 2;
    wave /= 2;
  }
  return h * grown;
}

double height_at(const Map& map, int i, int j) {
  for (const Ramp& ramp : map.ramps) {
    const Patch& p = ramp.patch;
    if (p.holds(i, j)) return ramp.low + (ramp.high - ramp.low) * (i - p.i0) / (p.i1 - p.i0);
  }
  for (const Level& level : map.levels) {
    if (level.patch.holds(i, j)) return level.height;
  }
  return hill(map, i, j) + (i > map.fault[static_cast<std::size_t>(j)] ? map.cliff : 0);
}

// Where everything is; fractions of the map, moved a little by the seed. The escarpment wanders in the last
// third of the map and is straight where its ramp meets it; the rest lies in the lower part.
Map make_map(const Options& options) {
  const auto get = [&](const char* name) { return setting(options, kSettings, name); };
  Map map;
  const double size = get("size");
  map.cells = static_cast<int>(std::lround(get("cells")));
  map.cell = size / map.cells;
  map.relief = std::min(get("relief"), size / 60);
  map.cliff = on_grid(std::max(std::min(get("cliffs"), size / 50), 2.5 * map.cell));
  map.seed = mix_bits(options.seed);

  Random random(options.seed);
  const int n = map.cells;
  const auto part = [&](double share) { return static_cast<int>(share * n); };
  const auto jitter = [&] { return part(random.between(-0.015, 0.015)); };
  const int gentle = static_cast<int>(std::ceil(map.cliff / (kGentle * map.cell)));
  const int steep = static_cast<int>(std::ceil(map.cliff / (kSteep * map.cell)));
  const int wide = std::max(2, part(0.04));

  const int fault = part(0.72) + jitter(), pass = part(0.5) + jitter();
  map.fault.assign(static_cast<std::size_t>(n) + 1, fault);
  int wander = 0;
  for (int j = pass + 3 * wide; j <= n; ++j) {
    if (random.below(3) == 0)
      wander = std::clamp(wander + static_cast<int>(random.below(3)) - 1, -n / 20, n / 20);
    map.fault[static_cast<std::size_t>(j)] = fault + wander;
  }
  wander = 0;
  for (int j = pass - 3 * wide; j >= 0; --j) {
    if (random.below(3) == 0)
      wander = std::clamp(wander + static_cast<int>(random.below(3)) - 1, -n / 20, n / 20);
    map.fault[static_cast<std::size_t>(j)] = fault + wander;
  }
  // The ramp ends on the first raised column, where a pad goes on.
  const int top = fault + 1;
  map.ramps.push_back({{top - gentle, pass, top, pass + wide}, 0, map.cliff});
  map.levels.push_back({"Highland", {top, pass, top + 2 * wide, pass + wide}, map.cliff});
  map.levels.push_back({"Pass foot", {top - gentle - 2 * wide, pass, top - gentle, pass + wide}, 0});

  const auto box = [&](double x, double y) {
    const int i = part(x) + jitter(), j = part(y) + jitter(), side = part(0.12);
    return Patch{i, j, i + side, j + side};
  };
  const Patch mesa = box(0.36, 0.14);
  map.levels.push_back({"Mesa", mesa, map.cliff});
  const int middle = (mesa.j0 + mesa.j1) / 2;
  map.ramps.push_back({{mesa.i0 - steep, middle, mesa.i0, middle + wide}, 0, map.cliff});
  map.levels.push_back(
      {"Mesa foot", {mesa.i0 - steep - 2 * wide, middle, mesa.i0 - steep, middle + wide}, 0});
  map.levels.push_back({"Table", box(0.16, 0.72), on_grid(1.5 * map.cliff)});
  map.levels.push_back({"Pit", box(0.45, 0.74), -map.cliff});
  return map;
}

// Squares of the largest gradients the agents walk on, and the areas found so far.
struct Areas {
  std::array<double, kAgents.size()> steepest{}, area{};
  void add(Vec3 a, Vec3 b, Vec3 c) {
    const Vec3 n = cross(b - a, c - a);
    const double gradient2 = (n.x * n.x + n.y * n.y) / (n.z * n.z), size = length(n) / 2;
    for (std::size_t k = 0; k < area.size(); ++k) area[k] += gradient2 <= steepest[k] ? size : 0;
  }
};

void add_mesh(const Map& map, Soup& soup, Areas& areas) {
  const int n = map.cells;
  const auto row = static_cast<std::uint32_t>(n + 1);
  soup.positions.reserve(static_cast<std::size_t>(row) * row);
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      soup.positions.push_back(on_grid(Vec3{i * map.cell, j * map.cell, height_at(map, i, j)}));
    }
  }
  const std::size_t count = 2 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  soup.triangles.reserve(count);
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    soup.triangles.push_back({a, b, c});
    areas.add(soup.positions[a], soup.positions[b], soup.positions[c]);
  };
  for (std::uint32_t j = 0; j + 1 < row; ++j) {
    for (std::uint32_t i = 0; i + 1 < row; ++i) {
      const std::uint32_t a = j * row + i, b = a + 1, c = b + row, d = a + row;
      // Diagonals alternate, so that the facets favour no direction.
      if ((i + j) % 2 == 0) {
        add(a, b, c);
        add(a, c, d);
      } else {
        add(a, b, d);
        add(b, c, d);
      }
    }
  }
  soup.objects = {{"Terrain", "IfcSite"}};
  soup.materials = {"soil"};
  soup.triangle_object.assign(count, 0);
  soup.triangle_material.assign(count, 0);
}

// Names: its own, the lower floor's, the upper floor's.
StairsTruth ramp_truth(const Map& map, const Ramp& ramp, std::array<const char*, 3> names) {
  const Patch& p = ramp.patch;
  const Vec2 low = on_grid(Vec2{p.i0 * map.cell, p.j0 * map.cell});
  const Vec2 high = on_grid(Vec2{p.i1 * map.cell, p.j1 * map.cell});
  const double y = (low.y + high.y) / 2, beyond = map.cell / 2;
  StairsTruth truth;
  truth.name = names[0];
  truth.kind = "ramp";
  truth.floors[0] = names[1];
  truth.floors[1] = names[2];
  truth.rise = ramp.high - ramp.low;
  truth.run = high.x - low.x;
  truth.width = high.y - low.y;
  truth.line = {{low.x - beyond, y, ramp.low},
                {(low.x + high.x) / 2, y, (ramp.low + ramp.high) / 2},
                {high.x + beyond, y, ramp.high}};
  return truth;
}

Generated make(const Options& options) {
  const Map map = make_map(options);
  Generated scene;
  Truth& truth = scene.truth;
  truth.scene = scene.soup.source = "terrain";
  truth.seed = options.seed;
  Areas areas;
  for (std::size_t k = 0; k < kAgents.size(); ++k) {
    const Turn t = turn(kAgents[k].max_slope + 1e-6);
    areas.steepest[k] = (t.sin / t.cos) * (t.sin / t.cos);
  }
  add_mesh(map, scene.soup, areas);

  for (const Level& level : map.levels) {
    const Patch& p = level.patch;
    const Vec3 a{on_grid(p.i0 * map.cell), on_grid(p.j0 * map.cell), 0};
    const Vec3 b{on_grid(p.i1 * map.cell), on_grid(p.j1 * map.cell), 0};
    truth.floors.push_back({level.name, level.height, (b.x - a.x) * (b.y - a.y)});
    truth.places.push_back({level.name, {(a.x + b.x) / 2, (a.y + b.y) / 2, on_grid(level.height)}});
  }
  truth.stairs = {ramp_truth(map, map.ramps[0], {"Pass", "Pass foot", "Highland"}),
                  ramp_truth(map, map.ramps[1], {"Mesa ramp", "Mesa foot", "Mesa"})};
  truth.agents = {
      {kAgents[0], areas.area[0], 0, {{"Pass foot", "Highland", "Mesa foot", "Mesa"}, {"Table"}, {"Pit"}}},
      {kAgents[1], areas.area[1], 0, {{"Pass foot", "Highland", "Mesa foot"}, {"Mesa"}, {"Table"}, {"Pit"}}},
      // Whether wheels get from one foot to the other depends on the hills: one of them is left out.
      {kAgents[2], areas.area[2], 0, {{"Pass foot"}, {"Highland"}, {"Mesa"}, {"Table"}, {"Pit"}}}};
  return scene;
}

}  // namespace

extern const Generator kTerrain;
const Generator kTerrain{"terrain", "a height field of hills, cliffs, mesas and ramps, of any size",
                         kSettings, make};

}  // namespace ambula::scenes
