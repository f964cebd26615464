// What the walled laboratory scenes are made of: parts that stand side by side on one ground at z = 0, each
// adding its walls to the mesh and what is known of them to the books from which the truth is made.
//
//   Lab lab;
//   const Vec2 size = add_spiral_maze(lab, {2, 2}, options);
//   Generated scene = lab.finish({4 + size.x, 4 + size.y}, agents);
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scenes/generate.h"
#include "scenes/mesh_builder.h"
#include "scenes/polygon.h"
#include "scenes/ways.h"

namespace ambula::scenes {

inline constexpr double kWallThickness = 0.2;  // metres

// Where a part stands: turned about z, then moved. Corners come out on the 1e-6 m grid.
class Placing {
 public:
  Placing(Vec2 origin, double degrees);
  [[nodiscard]] Vec2 operator()(double x, double y) const;
  [[nodiscard]] Vec3 at(double x, double y, double z) const;
  [[nodiscard]] Vec2 direction(double x, double y) const;  // turned only, not on the grid
  [[nodiscard]] Polygon operator()(std::span<const Vec2> polygon) const;

 private:
  Vec2 origin_;
  Turn turn_;
};

// Something standing on the ground or hanging over a part of it. Covers do not overlap in plan.
struct Cover {
  double area = 0;           // m², in plan
  double low = 0, high = 0;  // height of its underside, rising evenly from low to high; 0, 0: it stands
  double top = 0;            // height of its top; where it slopes, its least
  double top_area = 0;       // m², in space; ground for every agent
};

// A doorway in a straight wall, from x = from to x = to.
struct DoorSpan {
  double from = 0, to = 0;
};

class Lab {
 public:
  Lab();

  MeshBuilder mesh;
  Truth truth;  // rooms, doors, stairs; and floors above the ground
  std::vector<Cover> covers;
  std::vector<Standing> places;  // the first is "outside", which finish() puts into the ground's corner
  std::vector<Way> ways;
  std::vector<std::vector<Vec3>> buildings;  // outlines, clockwise: the holes of "outside"

  // Each a closed solid of its own, with its cover.
  void block(std::string_view name, const Placing& placing, Vec2 min, Vec2 max, double height);
  // A wall along the placing's x with doorways of one height; openings in order, within the wall, not
  // touching.
  void wall(std::string_view name, const Placing& placing, Vec2 min, Vec2 max, double height,
            std::span<const DoorSpan> openings, double door_height);

  // The ground from (0, 0) to `size`, and the truth for these agents.
  [[nodiscard]] Generated finish(Vec2 size, std::span<const Agent> agents);

 private:
  [[nodiscard]] AgentTruth judge(const Agent& agent, double ground) const;
};

}  // namespace ambula::scenes
