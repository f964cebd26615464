// Sixteen floating platforms that form steps, after the Platforms environment of the paper on gap filling
// (128 vertices, 192 triangles): two large ones joined by a straight flight with a right angle, and a curved
// flight up from the higher one; neighbours are aligned edge to edge, overlap, or stand apart. Departing from
// the paper, four more stand around the lower platform just within and beyond the default agent's limits.
//
// Two platforms are joined when their heights differ by at most the agent's step and their plans lie at most
// its gap apart; both are computed here from the designed outlines.
#include <cmath>

#include "scenes/generate.h"
#include "scenes/mesh_builder.h"
#include "scenes/polygon.h"
#include "scenes/ways.h"

namespace ambula::scenes {
namespace {

constexpr Setting kSettings[] = {
    {"rise", 0.18, 0.05, 0.3, "metres from step to step of the two flights"},
    {"thickness", 0.25, 0.02, 0.5, "metres, of every platform"},
};

struct Platform {
  const char* name;
  Polygon outline;  // convex, counter-clockwise
  double z;         // of its top
};

// A step of the curved flight: between two angles (degrees) and two radii about `center`.
Polygon wedge(Vec2 center, double inner, double outer, double from, double to) {
  const auto at = [&](double radius, double degrees) { return on_grid(center + heading(degrees) * radius); };
  return {at(inner, from), at(outer, from), at(outer, to), at(inner, to)};
}

std::vector<Platform> design(double rise) {
  const Vec2 c{2.0, 7.1};  // the curve's centre, on the higher platform's edge
  std::vector<Platform> all{
      {"low platform", rectangle({0, 0}, {4, 3}), 0},
      // The straight flight: aligned, overlapping, apart, round the corner, apart, aligned, overlapping.
      {"step 1", rectangle({0.2, 3}, {1.4, 3.5}), 1},
      {"step 2", rectangle({0.2, 3.4}, {1.4, 3.9}), 2},
      {"step 3, corner", rectangle({0.2, 4.1}, {1.4, 5.3}), 3},
      {"step 4", rectangle({1.5, 4.1}, {2, 5.3}), 4},
      {"step 5", rectangle({2, 4.1}, {2.5, 5.3}), 5},
      {"high platform", rectangle({2.4, 4.1}, {5.4, 7.1}), 6},
      // The curved flight: two aligned, two apart, one overlapping (a little larger, to cover its neighbour's
      // end from side to side).
      {"curve 1", wedge(c, 0.8, 2, 0, 20), 7},
      {"curve 2", wedge(c, 0.8, 2, 20, 40), 8},
      {"curve 3", wedge(c, 0.8, 2, 46, 66), 9},
      {"curve 4", wedge(c, 0.8, 2, 80, 100), 10},
      {"curve 5", wedge(c, 0.7, 2.1, 97, 117), 11},
  };
  for (Platform& p : all) p.z = on_grid(p.z * rise);
  all.push_back({"across 0.5 m", rectangle({4.5, 0.2}, {5.7, 1.4}), 0.1});
  all.push_back({"up 0.55 m", rectangle({-1.2, 0.2}, {0, 1.4}), 0.55});
  all.push_back({"across 0.3 m exactly", rectangle({0.4, -1.5}, {1.6, -0.3}), -0.2});
  all.push_back({"up 0.4 m exactly", rectangle({2.4, -1.2}, {3.6, 0}), 0.4});
  return all;
}

// What of `lower` is not under `upper`. Every overlap of the design is cut off by one edge of the upper one.
Polygon uncovered(const Polygon& lower, const Polygon& upper) {
  const double left = signed_area(lower) - overlap(lower, upper);
  for (std::size_t i = 0; i < upper.size(); ++i) {
    Polygon cut = clip_left(lower, upper[(i + 1) % upper.size()], upper[i]);
    if (std::abs(signed_area(cut) - left) < 1e-9) return cut;
  }
  return lower;
}

std::vector<Platform> open_parts(const std::vector<Platform>& all) {
  std::vector<Platform> open = all;
  for (Platform& lower : open) {
    for (const Platform& upper : all) {
      if (upper.z > lower.z && overlap(lower.outline, upper.outline) > 0) {
        lower.outline = uncovered(lower.outline, upper.outline);
      }
    }
  }
  return open;
}

Vec3 middle(const Platform& p) {
  const Vec2 c = centroid(p.outline);
  return {c.x, c.y, p.z};
}

std::vector<Vec3> walking_line(Vec3 from, std::span<const Platform> treads, Vec3 to) {
  std::vector<Vec3> line{from};
  for (const Platform& tread : treads) line.push_back(middle(tread));
  line.push_back(to);
  return line;
}

Agent agent_with(double max_step, double max_gap) {
  Agent agent = default_agent();
  agent.max_step = max_step;
  agent.max_gap = max_gap;
  return agent;
}

Generated make_platforms(const Options& options) {
  const double rise = setting(options, kSettings, "rise");
  const double thickness = setting(options, kSettings, "thickness");
  const std::vector<Platform> all = design(rise);
  MeshBuilder mesh;
  for (const Platform& p : all) {
    mesh.object(p.name, "IfcSlab");
    mesh.prism(p.outline, on_grid(p.z - thickness), p.z);
  }

  Generated out;
  const std::vector<Platform> open = open_parts(all);
  std::vector<Standing> places;
  std::vector<Way> ways;
  double area = 0;
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Platform& p = open[i];
    const double own = signed_area(p.outline);
    area += own;
    out.truth.floors.push_back({p.name, p.z, own});
    out.truth.rooms.push_back({p.name, p.name, at_height(p.outline, p.z), {}, own});
    places.push_back({{p.name, middle(p)}});
    out.truth.places.push_back(places.back().place);
    for (std::size_t j = 0; j < i; ++j) {
      ways.push_back({.from = j,
                      .to = i,
                      .rise = std::abs(p.z - open[j].z),
                      .gap = distance(p.outline, open[j].outline)});
    }
  }
  out.truth.stairs = {
      {"straight flight",
       "landing",
       {"low platform", "high platform"},
       6,
       rise,
       0.5,
       1.2,
       walking_line({0.8, 2.7, open[0].z}, std::span(open).subspan(1, 5), {2.7, 4.7, open[6].z})},
      {"curved flight",
       "curved",
       {"high platform", "curve 5"},
       5,
       rise,
       0.5,
       1.2,
       walking_line({3.4, 6.8, open[6].z}, std::span(open).subspan(7, 4), places[11].place.at)}};
  // The default agent; all reach; short of reach; flat feet but a long stride; high steps but no stride.
  const Agent d = default_agent();
  for (const Agent& agent :
       {d, agent_with(0.6, 0.52), agent_with(0.25, 0.15), agent_with(0.15, 0.52), agent_with(0.6, 0.05)}) {
    out.truth.agents.push_back({agent, area, 0, reach_groups(places, ways, agent)});
  }
  out.soup = mesh.take();
  return out;
}

}  // namespace

extern const Generator kPlatforms;
constinit const Generator kPlatforms{"platforms",
                                     "floating steps: overlapping, aligned and apart, straight and curved",
                                     kSettings, make_platforms};

}  // namespace ambula::scenes
