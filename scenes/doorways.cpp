// Rooms and doorways, after the first case of the thesis' detail-dependent scene: doorways from 5 % narrower
// to 100 % wider than the agent. The original joins two rooms by all of them at once; here the second room is
// divided into closets, one behind each doorway, so that every doorway is decided alone. The whole stands
// three times, turned by 0, 17 and 45 degrees, because walls along the axes flatter any grid.
//
// A width that is no decimal in a turned wall is met within the 1e-6 m of the position grid; a doorway
// exactly as wide as the agent counts as passable whichever way it was rounded.
#include <cmath>
#include <cstdlib>

#include "core/text.h"
#include "scenes/lab_parts.h"

namespace ambula::scenes {
namespace {

constexpr int kWider[] = {-5, -1, 0, 1, 5, 10, 25, 50, 100};  // per cent of the agent's diameter
constexpr int kTurns[] = {0, 17, 45};                         // degrees
constexpr int kDoors = static_cast<int>(std::size(kWider));
constexpr double kAboveDoor = 0.5;  // metres of wall

// Sizes of one building, metres, walls not counted; its hall's lower left corner is the local origin.
struct Sizes {
  double radius, door_height, closet, hall_depth, length, depth, entrance;

  explicit Sizes(const Options& options)
      : radius(setting(options, kDoorwaysSettings, "radius")),
        door_height(setting(options, kDoorwaysSettings, "door-height")),
        closet(4 * radius + 0.4),
        hall_depth(6 * radius + 1.2),
        length(kDoors * closet + (kDoors - 1) * kWallThickness),
        depth(hall_depth + kWallThickness + closet),
        entrance(6 * radius) {}

  [[nodiscard]] double closet_at(int i) const { return i * (closet + kWallThickness); }
};

std::string percent(int wider) { return text(wider < 0 ? "-" : "+", std::abs(wider), " %"); }

void add_room(Lab& lab, const Placing& placing, const std::string& name, Vec2 min, Vec2 max) {
  const Vec2 size = max - min, middle = (min + max) * 0.5;
  lab.truth.rooms.push_back(
      {name, "ground", at_height(placing(rectangle(min, max)), 0), {}, size.x * size.y});
  lab.places.push_back(
      {{name, placing.at(middle.x, middle.y, 0)}, std::min(size.x, size.y) / 2, kUnlimited, 0});
}

// A doorway at local (x, y) in a wall along x, and the way through it.
void add_door(Lab& lab, const Placing& placing, const std::string& name, std::size_t from, std::size_t to,
              Vec2 at, double width, double height) {
  const Vec2 across = placing.direction(1, 0);
  lab.truth.doors.push_back({name,
                             {lab.places[from].place.name, lab.places[to].place.name},
                             width,
                             height,
                             placing.at(at.x, at.y, 0),
                             {across.x, across.y, 0}});
  lab.ways.push_back({.from = from, .to = to, .width = width, .low = height, .high = height});
}

void add_outer_walls(Lab& lab, const Placing& placing, const Sizes& s, const std::string& turn) {
  const double t = kWallThickness, wall = s.door_height + kAboveDoor;
  const DoorSpan entrance[] = {{(s.length - s.entrance) / 2, (s.length + s.entrance) / 2}};
  lab.wall(text("Front wall ", turn), placing, {-t, -t}, {s.length + t, 0}, wall, entrance, s.door_height);
  lab.block(text("Back wall ", turn), placing, {-t, s.depth}, {s.length + t, s.depth + t}, wall);
  lab.block(text("Left wall ", turn), placing, {-t, 0}, {0, s.depth}, wall);
  lab.block(text("Right wall ", turn), placing, {s.length, 0}, {s.length + t, s.depth}, wall);
  lab.buildings.push_back(at_height(placing(reversed(rectangle({-t, -t}, {s.length + t, s.depth + t}))), 0));
}

void add_building(Lab& lab, const Placing& placing, const Sizes& s, int degrees) {
  const std::string turn = text("at ", degrees, " degrees");
  const double t = kWallThickness, wall = s.door_height + kAboveDoor;
  add_outer_walls(lab, placing, s, turn);

  const std::size_t hall = lab.places.size();
  add_room(lab, placing, text("hall ", turn), {0, 0}, {s.length, s.hall_depth});
  add_door(lab, placing, text("entrance ", turn), 0, hall, {s.length / 2, -t / 2}, s.entrance, s.door_height);

  const double closets = s.hall_depth + t;  // where they begin
  std::vector<DoorSpan> openings;
  for (int i = 0; i < kDoors; ++i) {
    const std::string name = text(percent(kWider[i]), ' ', turn);
    const double x = s.closet_at(i), width = 2 * s.radius * (100 + kWider[i]) / 100;
    const double middle = x + s.closet / 2;
    openings.push_back({middle - width / 2, middle + width / 2});
    const std::size_t closet = lab.places.size();
    add_room(lab, placing, text("closet ", name), {x, closets}, {x + s.closet, s.depth});
    add_door(lab, placing, text("doorway ", name), hall, closet, {middle, s.hall_depth + t / 2}, width,
             s.door_height);
    if (i == 0) continue;
    lab.block(text("Partition ", i, ' ', turn), placing, {x - t, closets}, {x, s.depth}, wall);
  }
  lab.wall(text("Doorway wall ", turn), placing, {0, s.hall_depth}, {s.length, closets}, wall, openings,
           s.door_height);
}

Generated make_doorways(const Options& options) {
  return single_part(add_doorways, options, doorways_agents(options));
}

}  // namespace

Vec2 add_doorways(Lab& lab, Vec2 corner, const Options& options) {
  const Sizes s(options);
  const double t = kWallThickness;
  const Vec2 outer{s.length + 2 * t, s.depth + 2 * t};
  double widest = 0, top = corner.y;
  for (const int degrees : kTurns) {
    const Vec2 u = Placing({}, degrees).direction(1, 0);
    widest = std::max(widest, outer.x * u.x + outer.y * u.y);
  }
  // One above the other, each turned about its middle, all middles on one line.
  for (const int degrees : kTurns) {
    const Placing about({}, degrees);
    const Vec2 u = about.direction(1, 0);
    const double height = outer.x * u.y + outer.y * u.x;
    const Vec2 middle = on_grid(Vec2{corner.x + widest / 2, top + height / 2});
    const Vec2 to_origin = about.direction(-s.length / 2, -s.depth / 2);
    add_building(lab, Placing(middle + to_origin, degrees), s, degrees);
    top += height + kLabMargin;
  }
  return {widest, top - kLabMargin - corner.y};
}

std::vector<Agent> doorways_agents(const Options& options) {
  const double radius = setting(options, kDoorwaysSettings, "radius");
  std::vector<Agent> out{default_agent()};
  // 1 meets the doorway of +0 % exactly; 0.995 decides every doorway as 1 does, but far from any tie.
  for (const double factor : {1.0, 0.995, 0.98, 0.9, 1.15}) {
    out.push_back(default_agent());
    out.back().radius = on_grid(radius * factor);
  }
  out.push_back(default_agent());
  out.back().height = setting(options, kDoorwaysSettings, "door-height") + 0.2;  // stoops at no door
  return out;
}

extern const Generator kDoorways;
constinit const Generator kDoorways{
    "doorways", "doorways from 5 % narrower to 100 % wider than the agent, at three angles",
    kDoorwaysSettings, make_doorways};

}  // namespace ambula::scenes
