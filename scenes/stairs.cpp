// Stairs of every kind, each in a bay of its own: a flight between its own two floors, metres away from the
// next bay, so that whether an agent gets up is decided by that flight alone. What real flights look like
// guided the sizes: nosings of some centimetres, undersides that cut the floor below, rises that grow and
// shrink at the ends of an escalator.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scenes/angle.h"
#include "scenes/generate.h"
#include "scenes/grid.h"
#include "scenes/stairs_kinds.h"

namespace ambula::scenes {
namespace {

constexpr std::array<Setting, 10> kSettings{{
    {"kind", 0, 0, 11,
     "0 all, 1 straight, 2 nosing, 3 open riser, 4 spiral, 5 curved, 6 winder, 7 landing, 8 uneven, 9 too "
     "steep, "
     "10 ramps, 11 escalator"},
    {"steps", 16, 8, 60, "rises from floor to floor (a spiral has as many as it needs to lie over itself)"},
    {"rise", 0.175, 0.12, 0.3, "height of a step, m"},
    {"run", 0.28, 0.2, 0.5, "depth of a tread at the walking line, m"},
    {"width", 1.2, 0.8, 3, "width of a flight, m (a curved one is half as wide again)"},
    {"nosing", 0.03, 0.02, 0.04, "how far a nosing projects, m"},
    {"uneven", 0.15, 0.01, 0.3, "how far uneven rises are off, as a share of the rise"},
    {"steep_rise", 0.5, 0.42, 1, "height of a step that is too steep, m"},
    {"ramp", 8, 3, 40, "slope of the ramp, degrees"},
    {"steep_ramp", 55, 50, 80, "slope of the ramp that is too steep, degrees"},
}};

// Someone on foot; someone who climbs low steps only, as a robot; someone on wheels, who climbs none.
constexpr std::array<Agent, 3> kAgents{{
    default_agent(),
    {.height = 1.0, .radius = 0.2, .max_slope = 30, .max_step = 0.19, .max_gap = 0.1},
    {.height = 1.4, .radius = 0.35, .max_slope = 10, .max_step = 0.02, .max_gap = 0.05},
}};

std::vector<Bay> make_bays(int kind, const StairsSizes& sizes, Random& random) {
  std::vector<Bay> bays;
  const auto wanted = [&](int k) { return kind == 0 || kind == k; };
  if (wanted(1)) bays.push_back(straight_bay(sizes));
  if (wanted(2)) bays.push_back(nosing_bay(sizes));
  if (wanted(3)) bays.push_back(open_riser_bay(sizes));
  if (wanted(4)) bays.push_back(spiral_bay(sizes));
  if (wanted(5)) bays.push_back(curved_bay(sizes));
  if (wanted(6)) bays.push_back(winder_bay(sizes));
  if (wanted(7)) bays.push_back(landing_bay(sizes));
  if (wanted(8)) bays.push_back(uneven_bay(sizes, random));
  if (wanted(9)) bays.push_back(steep_bay(sizes));
  if (wanted(10)) {
    bays.push_back(ramp_bay(sizes, sizes.ramp, "Ramp"));
    bays.push_back(ramp_bay(sizes, sizes.steep_ramp, "Ramp too steep"));
  }
  if (wanted(11)) bays.push_back(escalator_bay(sizes));
  return bays;
}

// Where each bay goes: in rows of four, bays of a row aligned at their feet.
std::vector<Vec2> lay_out(const std::vector<Bay>& bays) {
  constexpr double kApart = 3;
  constexpr std::size_t kRow = 4;
  std::vector<Vec2> out;
  double y = 0;
  for (std::size_t row = 0; row < bays.size(); row += kRow) {
    double x = 0, deepest = 0;
    for (std::size_t i = row; i < std::min(bays.size(), row + kRow); ++i) {
      // Whole metres, so that positions keep their short form.
      out.push_back({std::ceil(x - bays[i].min().x), std::ceil(y - bays[i].min().y)});
      x = out.back().x + bays[i].max().x + kApart;
      deepest = std::max(deepest, out.back().y + bays[i].max().y);
    }
    y = deepest + kApart;
  }
  const Vec2 first = out.empty() ? Vec2{} : out.front();  // the first foot is the origin
  for (Vec2& p : out) p = p - first;
  return out;
}

void append(Soup& soup, Soup&& bay, Vec3 by) {
  const auto first = static_cast<std::uint32_t>(soup.positions.size());
  const auto first_object = static_cast<std::uint32_t>(soup.objects.size());
  for (const Vec3 p : bay.positions) {
    soup.positions.push_back({on_grid(p.x + by.x), on_grid(p.y + by.y), p.z});
  }
  for (const Triangle& t : bay.triangles)
    soup.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  for (const std::uint32_t o : bay.triangle_object) soup.triangle_object.push_back(o + first_object);
  for (const std::uint32_t m : bay.triangle_material) {
    const auto known = std::find(soup.materials.begin(), soup.materials.end(), bay.materials[m]);
    soup.triangle_material.push_back(static_cast<std::uint32_t>(known - soup.materials.begin()));
    if (known == soup.materials.end()) soup.materials.push_back(bay.materials[m]);
  }
  std::move(bay.objects.begin(), bay.objects.end(), std::back_inserter(soup.objects));
}

// Places of a bay are one group where its flight joins its floors, and apart where it does not. A place on
// the way (a half-landing) then has a group of its own.
void add_reach(AgentTruth& truth, const Bay& bay) {
  const bool joined = bay.joins(truth.agent);
  for (std::size_t i = 0; i < bay.places.size(); ++i) {
    if (i == 0 || !joined) truth.reach.emplace_back();
    truth.reach.back().push_back(bay.places[i].name);
  }
}

Generated make(const Options& options) {
  const auto get = [&](const char* name) { return setting(options, kSettings, name); };
  StairsSizes sizes;
  sizes.steps = static_cast<int>(std::lround(get("steps")));
  sizes.rise = on_grid(get("rise"));
  sizes.run = on_grid(get("run"));
  sizes.width = on_grid(get("width"));
  sizes.nosing = on_grid(get("nosing"));
  sizes.uneven = get("uneven");
  sizes.steep_rise = on_grid(get("steep_rise"));
  sizes.ramp = get("ramp");
  sizes.steep_ramp = get("steep_ramp");
  Random random(options.seed);
  std::vector<Bay> bays = make_bays(static_cast<int>(std::lround(get("kind"))), sizes, random);
  const std::vector<Vec2> origins = lay_out(bays);

  Generated scene;
  scene.truth.scene = "stairs";
  scene.truth.seed = options.seed;
  for (const Agent& agent : kAgents) scene.truth.agents.push_back({agent, 0, 0, {}});
  for (std::size_t i = 0; i < bays.size(); ++i) {
    Bay& bay = bays[i];
    const Vec3 by{origins[i].x, origins[i].y, 0};
    for (AgentTruth& truth : scene.truth.agents) {
      truth.free_area += bay.free_area(truth.agent);
      truth.enclosed_area += bay.enclosed_area(truth.agent);
      add_reach(truth, bay);
    }
    for (const FloorTruth& floor : bay.floors) scene.truth.floors.push_back(floor);
    for (Vec3& p : bay.stairs.line) p = p + by;
    scene.truth.stairs.push_back(bay.stairs);
    for (const PlaceTruth& place : bay.places) scene.truth.places.push_back({place.name, place.at + by});
    append(scene.soup, bay.mesh.take(), by);
  }
  scene.soup.source = scene.truth.scene;
  return scene;
}

}  // namespace

extern const Generator kStairs;
const Generator kStairs{"stairs", "flights of every kind, each between its own two floors", kSettings, make};

}  // namespace ambula::scenes
