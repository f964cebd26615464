// A ramp over a path, after the third case of the thesis' detail-dependent scene. In a walled court a ramp
// leads up to a deck; the only way from the court's south to its north leads under the ramp, along the deck's
// foot, where the headroom falls from above the agent's height to nothing.
//
// Everything follows from the ramp's straight underside z = slope * x - thickness. An agent of height h has
// room beneath it from x = (h + thickness) / slope on, up to the deck: that line bounds the free ground, and
// its distance from the deck is the width of the passage for that agent.
#include <cmath>

#include "scenes/lab_parts.h"

namespace ambula::scenes {
namespace {

constexpr double kThickness = 0.2;   // metres of ramp, measured upright
constexpr double kHalfWidth = 1;     // metres; the ramp lies between y = -1 and y = 1
constexpr double kDeck = 2.5;        // metres, length of the deck
constexpr double kAround = 3;        // metres of court around ramp and deck
constexpr double kWall = 2.8;        // metres, height of the court's walls
constexpr double kLowWall = 1.2;     // metres; too high to step on, too low to reach the deck from
constexpr double kBarrierEnd = 1.2;  // metres, height of the ramp where the wall along it ends: no way down
constexpr double kGate = 2, kGateHeight = 2.4;

// Local x runs up the ramp, from its foot.
struct Sizes {
  double slope, passage, rise, length, barrier, west, east;

  explicit Sizes(const Options& options)
      : slope(setting(options, kOverhangSettings, "slope")),
        passage(setting(options, kOverhangSettings, "passage")),
        rise(on_grid(default_agent().height + kThickness + slope * passage)),
        length(on_grid(rise / slope)),
        barrier(on_grid(kBarrierEnd / slope)),
        west(-kAround),
        east(on_grid(length + kDeck + kAround)) {}

  [[nodiscard]] double south() const { return -kHalfWidth - kAround; }
  [[nodiscard]] double north() const { return kHalfWidth + kWallThickness + kAround; }
  [[nodiscard]] double foot() const {
    return on_grid(kThickness / slope);
  }  // here the underside leaves the ground
  [[nodiscard]] double under(double x) const { return slope * x - kThickness; }
};

void add_ramp(Lab& lab, const Placing& placing, const Sizes& s) {
  lab.mesh.object("Ramp", "IfcRamp", "concrete");
  // Its outline seen from the south, counter-clockwise, pulled through from y = -1 to y = 1.
  const Vec2 profile[] = {
      {0, 0}, {s.foot(), 0}, {s.length, on_grid(s.rise - kThickness)}, {s.length, s.rise}};
  std::vector<Vec3> front, back;
  for (const Vec2 p : profile) {
    front.push_back(placing.at(p.x, -kHalfWidth, p.y));
    back.insert(back.begin(), placing.at(p.x, kHalfWidth, p.y));
  }
  lab.mesh.fan(front);
  lab.mesh.fan(back);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t j = (i + 1) % 4;
    lab.mesh.quad(front[j], front[i], back[3 - i], back[3 - j]);
  }
  const double width = 2 * kHalfWidth, per_metre = std::sqrt(1 + s.slope * s.slope);
  lab.covers.push_back({s.foot() * width, 0, 0, 0, s.foot() * width * per_metre});
  const double rest = (s.length - s.foot()) * width;
  lab.covers.push_back({rest, 0, s.rise - kThickness, s.slope * s.foot(), rest * per_metre});
}

void add_walls(Lab& lab, const Placing& placing, const Sizes& s) {
  const double t = kWallThickness, deck_end = s.length + kDeck;
  lab.block("Deck", placing, {s.length, -kHalfWidth}, {deck_end, kHalfWidth}, s.rise);
  lab.block("Wall along the ramp", placing, {s.west, kHalfWidth}, {s.barrier, kHalfWidth + t}, kWall);
  lab.block("Low wall", placing, {deck_end, kHalfWidth - t}, {s.east, kHalfWidth}, kLowWall);
  const DoorSpan gate[] = {{-kGate / 2, kGate / 2}};
  lab.wall("Court wall south", placing, {s.west - t, s.south() - t}, {s.east + t, s.south()}, kWall, gate,
           kGateHeight);
  lab.block("Court wall north", placing, {s.west - t, s.north()}, {s.east + t, s.north() + t}, kWall);
  lab.block("Court wall west", placing, {s.west - t, s.south()}, {s.west, s.north()}, kWall);
  lab.block("Court wall east", placing, {s.east, s.south()}, {s.east + t, s.north()}, kWall);
  lab.buildings.push_back(
      at_height(placing(reversed(rectangle({s.west - t, s.south() - t}, {s.east + t, s.north() + t}))), 0));
}

void add_rooms(Lab& lab, const Placing& placing, const Sizes& s) {
  const double t = kWallThickness, w = kHalfWidth, end = s.length + kDeck;
  const auto add = [&](const char* name, const char* floor, double z, const Polygon& outline) {
    lab.truth.rooms.push_back({name, floor, at_height(placing(outline), z), {}, signed_area(outline)});
  };
  add("south yard", "ground", 0,
      {{s.west, s.south()},
       {s.east, s.south()},
       {s.east, w - t},
       {end, w - t},
       {end, -w},
       {0, -w},
       {0, w},
       {s.west, w}});
  add("under the ramp", "ground", 0, rectangle({s.foot(), -w}, {s.length, w}));
  add("north yard", "ground", 0,
      {{s.west, s.north()},
       {s.west, w + t},
       {s.barrier, w + t},
       {s.barrier, w},
       {s.east, w},
       {s.east, s.north()}});
  add("deck", "deck", s.rise, rectangle({s.length, -w}, {end, w}));
  lab.truth.floors.push_back({"deck", s.rise, kDeck * 2 * w});
  lab.truth.stairs.push_back({"ramp",
                              "ramp",
                              {"ground", "deck"},
                              0,
                              s.rise,
                              s.length,
                              2 * w,
                              {placing.at(-0.5, 0, 0), placing.at(s.length + 0.5, 0, s.rise)}});
  const Vec2 across = placing.direction(1, 0);
  lab.truth.doors.push_back({"gate",
                             {"outside", "south yard"},
                             kGate,
                             kGateHeight,
                             placing.at(0, s.south() - t / 2, 0),
                             {across.x, across.y, 0}});
}

void add_ways(Lab& lab, const Placing& placing, const Sizes& s) {
  const double slope = std::atan(s.slope) * 180 / kPi;
  const std::size_t south = lab.places.size(), north = south + 1, deck = south + 2, on = south + 3,
                    under = south + 4;
  lab.places.push_back(
      {{"south yard", placing.at(2, s.south() + kAround / 2, 0)}, kAround / 2, kUnlimited, 0});
  lab.places.push_back(
      {{"north yard", placing.at(2, s.north() - kAround / 2, 0)}, kAround / 2, kUnlimited, 0});
  lab.places.push_back({{"deck", placing.at(s.length + kDeck / 2, 0, s.rise)}});
  // One above the other, in the middle of the default agent's passage.
  const double x = s.length - s.passage / 2;
  lab.places.push_back({{"on the ramp", placing.at(x, 0, s.slope * x)}});
  lab.places.push_back({{"under the ramp", placing.at(x, 0, 0)}, s.passage / 2, s.under(x), s.slope});

  lab.ways.push_back({.from = 0, .to = south, .width = kGate, .low = kGateHeight, .high = kGateHeight});
  lab.ways.push_back({.from = south, .to = on, .slope = slope, .width = 2 * kHalfWidth});
  lab.ways.push_back({.from = on, .to = deck, .slope = slope, .width = 2 * kHalfWidth});
  // The opening towards the north reaches from the end of the wall along the ramp to the deck.
  const Way passage{.from = south,
                    .to = north,
                    .width = s.length - s.barrier,
                    .low = s.under(s.barrier),
                    .high = s.rise - kThickness};
  lab.ways.push_back(passage);
  lab.ways.push_back(passage);
  lab.ways.back().to = under;
}

Generated make_overhang(const Options& options) {
  return single_part(add_overhang, options, overhang_agents());
}

}  // namespace

Vec2 add_overhang(Lab& lab, Vec2 corner, const Options& options) {
  const Sizes s(options);
  const double t = kWallThickness;
  const Placing placing(corner + Vec2{t - s.west, t - s.south()}, 0);
  add_ramp(lab, placing, s);
  add_walls(lab, placing, s);
  add_rooms(lab, placing, s);
  add_ways(lab, placing, s);
  return {s.east - s.west + 2 * t, s.north() - s.south() + 2 * t};
}

std::vector<Agent> overhang_agents() {
  const auto agent = [](double height, double radius) {
    Agent out = default_agent();
    out.height = height;
    out.radius = radius;
    return out;
  };
  return {default_agent(), agent(2, 0.3), agent(1.8, 0.4), agent(1.6, 0.5), agent(2.2, 0.3)};
}

Generated single_part(Vec2 (*add)(Lab&, Vec2, const Options&), const Options& options,
                      std::span<const Agent> agents) {
  Lab lab;
  const Vec2 size = add(lab, {kLabMargin, kLabMargin}, options);
  return lab.finish(size + Vec2{2 * kLabMargin, 2 * kLabMargin}, agents);
}

extern const Generator kOverhang;
constinit const Generator kOverhang{"overhang", "a ramp over a path, with headroom falling to nothing",
                                    kOverhangSettings, make_overhang};

}  // namespace ambula::scenes
