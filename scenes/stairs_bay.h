// One flight of stairs with the two floors it joins, in coordinates of its own, together with what is known
// of its free ground. The generator `stairs` sets such bays side by side.
//
//   Bay bay("Straight", "straight");
//   add_flight(bay, lines_of_treads, shape);
//   bay.floor(...); bay.platform(...);
//
// Walking up goes along the lines: each runs from its left end to its right end across the way.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "scenes/mesh_builder.h"
#include "scenes/truth.h"

namespace ambula::scenes {

struct Line {
  Vec2 left, right;
};

// Part of an extruded body: from line to line, with the heights of top and underside at each. Tops may jump
// up from one piece to the next (a riser) or slope (a ramp).
struct Piece {
  double top[2] = {0, 0};
  double under[2] = {0, 0};
};

// The front of a tread that projects over the riser below.
struct Nosing {
  double depth = 0, thickness = 0;
};

class Bay {
 public:
  Bay(std::string name, std::string kind);

  // A closed body over lines.size() - 1 pieces. Undersides are taken to hang over the lower floor, or to
  // stand on it where they are at its height.
  void body(std::span<const Line> lines, std::span<const Piece> pieces, Nosing nosing = {});
  // A single tread in the air. Its first `lap` metres lie over the one before: they hide as much of that.
  void board(const Line& from, const Line& to, double top, double thickness, double lap);
  // A slab with this rectangle as its top, over the lower floor.
  void slab(Vec2 min, Vec2 max, double top, double thickness);
  // A column standing on the lower floor: convex, counter-clockwise.
  void column(std::span<const Vec2> corners, double top);
  // The lower floor, at height 0. It lies under all bodies of the bay, or under none.
  enum class Under { all, none };
  void floor(Vec2 min, Vec2 max, Under bodies = Under::all);

  // m² free for the agent, outside of solids and inside of them, by construction: the floor without what has
  // too little room under it, and all tops within the slope. Right for agents no taller than kHeadroom.
  [[nodiscard]] double free_area(const Agent& agent) const;
  [[nodiscard]] double enclosed_area(const Agent& agent) const;
  // Whether the agent gets from floor to floor: by rise, slope and width.
  [[nodiscard]] bool joins(const Agent& agent) const;

  [[nodiscard]] Vec2 min() const { return min_; }
  [[nodiscard]] Vec2 max() const { return max_; }

  static constexpr double kHeadroom = 2.05;  // metres kept free over every top

  MeshBuilder mesh;
  FloorTruth floors[2];  // lower, upper
  StairsTruth stairs;
  std::vector<PlaceTruth> places;
  double highest_rise = 0;  // metres
  double slope = 0;         // degrees, of a ramp

 private:
  struct Top {
    double area;  // m² in space; negative takes away what another top hides
    double up;    // cosine of its slope
  };
  struct Core {
    double area, height;
  };

  void top(Vec3 a, Vec3 b, Vec3 c);
  void cover(Vec3 a, Vec3 b, Vec3 c);
  void face(std::span<const Vec3> corners);
  void reach(Vec2 p);
  void piece_sides(const Line& from, const Line& to, const Piece& piece, std::span<const double> joints);
  void riser(const Line& line, double low, double high);
  void nosing_front(const Line& line, const Line& behind, double low, double high, Nosing nosing, bool first);

  double floor_area_ = 0;
  Under floor_under_ = Under::all;
  std::vector<Top> tops_;
  std::vector<std::array<Vec3, 3>> covers_;  // undersides over the floor
  std::vector<Core> cores_;                  // solids standing on the floor
  Vec2 min_{1e300, 1e300}, max_{-1e300, -1e300};
};

// A flight: `treads[i]` are the lines of tread i, from its riser to the next one (shared with treads[i + 1]);
// treads[i].front() of the first is the foot. `heights` are the tops of the treads, and last the height of
// the floor or landing that follows. `from` is the height of the floor or landing it starts on.
struct FlightShape {
  double from = 0;
  std::vector<double> heights = {};
  double waist = 0.15;  // metres from the inner corner of a step straight down to the underside
  bool solid = false;   // down to the floor
  Nosing nosing = {};
};
void add_flight(Bay& bay, std::span<const std::vector<Line>> treads, const FlightShape& shape);

// Heights after each of the rises, rounded to the grid of positions.
[[nodiscard]] std::vector<double> heights_of(double from, std::span<const double> rises);

}  // namespace ambula::scenes
