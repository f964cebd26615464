// A horizontal plane with seventeen holes of different shapes and sizes, after the Holes environment of the
// paper on gap filling (399 vertices, 431 triangles). As there, a reach of a metre closes them all: every
// place of a hole lies on some line across it no longer than that. Departing from the paper, three of the
// holes are moats with an island inside: they make "how wide a gap is crossed" a question with an answer,
// island by island.
#include <algorithm>

#include "scenes/ear_clipping.h"
#include "scenes/generate.h"
#include "scenes/mesh_builder.h"
#include "scenes/polygon.h"
#include "scenes/random.h"
#include "scenes/ways.h"

namespace ambula::scenes {
namespace {

constexpr Setting kSettings[] = {
    {"margin", 0.5, 0.1, 50, "metres of plane around the outermost holes' cells"},
};

constexpr double kCell = 4;  // metres; every hole lies in a square cell of this size, away from its border

struct Hole {
  const char* name;
  Polygon shape;  // counter-clockwise
};

// A hole with an island in it.
struct Moat {
  std::size_t hole;
  const char* island;
  Polygon shape;
  double gap;  // metres; the least distance across
};

Vec2 on_circle(Vec2 center, double radius, double degrees) {
  return on_grid(center + heading(degrees) * radius);
}

Polygon regular(Vec2 center, double radius, int corners) {
  Polygon out;
  for (int i = 0; i < corners; ++i) out.push_back(on_circle(center, radius, 360.0 * i / corners));
  return out;
}

Polygon star(Vec2 center, double outer, double inner, int points, double degrees) {
  Polygon out;
  for (int i = 0; i < 2 * points; ++i) {
    out.push_back(on_circle(center, i % 2 == 0 ? outer : inner, degrees + 180.0 * i / points));
  }
  return out;
}

// A round hole with a wandering radius.
Polygon blob(Vec2 center, int corners, Random& random) {
  const double phase = random.between(0, 360);
  Polygon out;
  for (int i = 0; i < corners; ++i) {
    const double degrees = 360.0 * i / corners;
    const double radius = 0.45 + 0.15 * turn(3 * degrees + phase).sin + random.between(-0.02, 0.02);
    out.push_back(on_circle(center, radius, degrees));
  }
  return out;
}

// A band of the same height everywhere along a wave, with `corners` / 2 corners on either side.
Polygon wave(Vec2 center, double height, int corners) {
  const int side = corners / 2;
  Polygon out;
  const auto at = [&](int i, double lift) {
    const double u = static_cast<double>(i) / (side - 1);
    return on_grid(center + Vec2{3.0 * u - 1.5, 0.8 * turn(360 * u).sin + lift});
  };
  for (int i = 0; i < side; ++i) out.push_back(at(i, -height / 2));
  for (int i = side - 1; i >= 0; --i) out.push_back(at(i, height / 2));
  return out;
}

// What a disc keeps when another takes a bite: pointed at both ends.
Polygon crescent(Vec2 center, int corners) {
  constexpr double kRadius = 0.95;  // and as wide at its middle
  const int outer = corners / 2 + 1, inner = corners - outer;
  Polygon out;
  for (int i = 0; i < outer; ++i) {
    out.push_back(on_circle(center, kRadius, 45 + 270.0 * i / (outer - 1)));
  }
  // The bite's arc runs back between the two tips; its centre is the middle of the square through them.
  const double bite = kRadius * turn(45).cos;
  for (int i = 1; i <= inner; ++i) {
    out.push_back(on_circle(center + Vec2{bite, 0}, bite, 270 - 180.0 * i / (inner + 1)));
  }
  return out;
}

// A bar along the lower side with teeth upwards.
Polygon comb(Vec2 center, int teeth) {
  constexpr double kTooth = 0.2, kBar = 0.3, kLength = 2.0;
  const Vec2 corner = center + Vec2{-kTooth * (2 * teeth - 1) / 2, -1.2};
  Polygon out{corner, corner + Vec2{kTooth * (2 * teeth - 1), 0}};
  for (int i = teeth - 1; i >= 0; --i) {
    const double x = 2 * kTooth * i;
    if (i < teeth - 1) out.push_back(corner + Vec2{x + kTooth, kBar});
    out.push_back(corner + Vec2{x + kTooth, kBar + kLength});
    out.push_back(corner + Vec2{x, kBar + kLength});
    if (i > 0) out.push_back(corner + Vec2{x, kBar});
  }
  for (Vec2& p : out) p = on_grid(p);
  return out;
}

Polygon square(Vec2 center, double size) {
  const Vec2 half{size / 2, size / 2};
  return rectangle(on_grid(center - half), on_grid(center + half));
}

struct Design {
  std::vector<Hole> holes;
  std::vector<Moat> moats;
};

// Four rows of four cells; the middle of cell (i, j) is (4 i + 2, 4 j + 2).
Design design(Random& random) {
  const auto cell = [](int i, int j) { return Vec2{kCell * i + kCell / 2, kCell * j + kCell / 2}; };
  Design d;
  d.holes = {
      {"round, 0.5 m", regular(cell(0, 0), 0.25, 40)},
      {"round, 1 m", regular(cell(1, 0), 0.5, 48)},
      {"square, 0.6 m", square(cell(2, 0), 0.6)},
      {"slit, 0.08 m", rectangle(cell(3, 0) - Vec2{1.25, 0.04}, cell(3, 0) + Vec2{1.25, 0.04})},
      {"star of 5", star(cell(0, 1), 0.9, 0.35, 5, random.between(0, 360))},
      {"star of 12", star(cell(1, 1), 0.7, 0.45, 12, random.between(0, 360))},
      {"wave, 0.25 m", wave(cell(2, 1), 0.25, 48)},
      {"wedge", {cell(3, 1) + Vec2{-1.4, -0.5}, cell(3, 1) + Vec2{1.4, 0}, cell(3, 1) + Vec2{-1.4, 0.5}}},
      {"comb, 0.2 m", comb(cell(0, 2), 7)},
      {"crescent", crescent(cell(1, 2), 34)},
      {"blob", blob(cell(2, 2), 32, random)},
      {"corner, 0.7 m", {}},
      {"nearly touching, left", regular(cell(0, 3) - Vec2{0.46, 0}, 0.45, 20)},
      {"nearly touching, right", regular(cell(0, 3) + Vec2{0.46, 0}, 0.45, 20)},
      {"moat, 0.15 m", square(cell(1, 3), 1.5)},
      {"moat, 0.3 m", square(cell(2, 3), 2)},
      {"moat, 0.5 m", regular(cell(3, 3), 1.5, 32)},
  };
  for (const Vec2 p : {Vec2{-1.2, -1.2}, Vec2{1.2, -1.2}, Vec2{1.2, -0.5}, Vec2{-0.5, -0.5}, Vec2{-0.5, 1.2},
                       Vec2{-1.2, 1.2}}) {
    d.holes[11].shape.push_back(cell(3, 2) + p);
  }
  for (Hole& hole : d.holes) {
    for (Vec2& p : hole.shape) p = on_grid(p);
  }
  // Corner behind corner, the round moat is narrowest between the middles of two sides.
  const double round_gap = 0.5 * turn(180.0 / 32).cos;
  d.moats = {{14, "island behind 0.15 m", square(cell(1, 3), 1.2), 0.15},
             {15, "island behind 0.3 m", square(cell(2, 3), 1.4), 0.3},
             {16, "island behind 0.5 m", regular(cell(3, 3), 1.0, 32), round_gap}};
  return d;
}

void add_plane(MeshBuilder& mesh, std::span<const Polygon> rings) {
  for (const auto& t : triangulate(rings)) {
    mesh.triangle({t[0].x, t[0].y, 0}, {t[1].x, t[1].y, 0}, {t[2].x, t[2].y, 0});
  }
}

Agent agent_with_gap(double max_gap) {
  Agent agent = default_agent();
  agent.max_gap = max_gap;
  agent.height = std::max(agent.height, 2.1 * max_gap);  // a reach is less than half of it
  return agent;
}

Generated make_holes(const Options& options) {
  Random random(options.seed);
  const Design d = design(random);
  const double margin = setting(options, kSettings, "margin");
  const double side = 4 * kCell;

  std::vector<Polygon> rings{
      rectangle(on_grid(Vec2{-margin, -margin}), on_grid(Vec2{side + margin, side + margin}))};
  RoomTruth plane{"plane", "plane", at_height(rings[0], 0), {}, signed_area(rings[0])};
  for (const Hole& hole : d.holes) {
    rings.push_back(reversed(hole.shape));
    plane.holes.push_back(at_height(rings.back(), 0));
    plane.area -= signed_area(hole.shape);
  }
  MeshBuilder mesh;
  mesh.object("Plane", "IfcSlab");
  add_plane(mesh, rings);

  Generated out;
  std::vector<Standing> places{{{"corner of the plane", {0.2, 0.2, 0}}},
                               {{"far corner of the plane", {side - 0.2, side - 0.2, 0}}}};
  std::vector<Way> ways{{.from = 0, .to = 1}};
  double area = plane.area;
  out.truth.rooms.push_back(std::move(plane));
  for (const Moat& moat : d.moats) {
    mesh.object(moat.island, "IfcSlab");
    add_plane(mesh, std::span(&moat.shape, 1));
    const double island = signed_area(moat.shape);
    area += island;
    out.truth.rooms.push_back({moat.island, "plane", at_height(moat.shape, 0), {}, island});
    const Vec2 middle = centroid(moat.shape);
    ways.push_back({.from = 0, .to = places.size(), .gap = moat.gap});
    places.push_back({{moat.island, {middle.x, middle.y, 0}}});
  }
  out.truth.floors.push_back({"plane", 0, area});
  for (const Standing& s : places) out.truth.places.push_back(s.place);
  for (const double gap : {default_agent().max_gap, 0.1, 0.2, 0.6, 1.0}) {
    const Agent agent = agent_with_gap(gap);
    out.truth.agents.push_back({agent, area, 0, reach_groups(places, ways, agent)});
  }
  out.soup = mesh.take();
  return out;
}

}  // namespace

extern const Generator kHoles;
constinit const Generator kHoles{"holes", "a plane with holes of many shapes and sizes, and islands in some",
                                 kSettings, make_holes};

}  // namespace ambula::scenes
