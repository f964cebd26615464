// Walls with their doors, and rooms with their places: drawn once, into the mesh and into the truth.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "scenes/building_kit.h"
#include "scenes/truth.h"
#include "scenes/ways.h"

namespace ambula::scenes {

struct Doorway {
  std::string name;
  std::array<std::string, 2> rooms;  // as in the truth
  double at = 0;                     // middle, along the wall
  double width = 0.9, height = 2.1;  // clear
  std::array<std::string, 2> spots;  // spots of NamedWays it joins; empty: the rooms
  double step = 0;                   // metres at its threshold
};

struct Window {
  double at = 0, width = 1.2, sill = 0.9, height = 1.2;
};

// What the buildings' truth is given for: each is stopped by something the one before is not.
[[nodiscard]] std::vector<Agent> building_agents();

class BuildingPlan {
 public:
  // `frame`: width of door and window frames; 0 for none. Truth is moved by `origin`.
  BuildingPlan(BuildingKit& kit, Truth& truth, NamedWays& ways, double frame, Vec2 origin = {})
      : kit_(kit), truth_(truth), ways_(ways), frame_(frame), origin_(origin) {}

  // Rooms, doors and places that follow are on this floor.
  void floor(std::string name, double elevation);
  void room(const std::string& name, std::span<const Vec2> outline);
  void room(const std::string& name, const Rect& plan);
  // A place in the spot `in` (by default the one of its own name), `clear` metres from the nearest wall.
  void place(const std::string& name, Vec2 at, double clear, const std::string& in = "");
  // A wall on the floor, up to z1.
  void wall(const Part& part, const Rect& plan, Axis along, double z1, std::span<const Doorway> doors = {},
            std::span<const Window> windows = {});
  // Boards along the walls of every room of this floor, left out at doors and inside `gaps`.
  void skirting(std::span<const Rect> gaps);

 private:
  struct Room {
    std::string name;
    std::vector<Vec2> outline;
  };

  BuildingKit& kit_;
  Truth& truth_;
  NamedWays& ways_;
  double frame_;
  Vec2 origin_;
  std::string floor_;
  double z_ = 0;
  std::vector<Room> rooms_;     // of this floor
  std::vector<Rect> doorways_;  // of this floor, with their frames
};

// Adds an entry to truth.agents for each of building_agents().
void add_agents(Truth& truth, const NamedWays& ways, const std::function<LedgerAreas(const Agent&)>& areas);

[[nodiscard]] std::vector<Vec2> corners(const Rect& r);  // counter-clockwise

// The middle of each tread of BuildingKit::flight, upwards, with `before` and `after` metres more at either
// end, on the floors it joins.
[[nodiscard]] std::vector<Vec3> walking_line(const Rect& plan, Heading heading, double z0, double z1,
                                             int treads, double before, double after, Vec2 origin = {});

}  // namespace ambula::scenes
