// Pieces of furniture that know what they cover and what of them faces the sky.
//
//   Furniture sofa = make_furniture(FurnitureKind::sofa, random);
//   double lost = sofa.covered;                  // m² of floor
//   double won = exposed_area(sofa, 60, 1.5);    // m² up to 60 degrees steep, no higher than 1.5 m
//
// A piece stands on z = 0, its middle at the origin, its back towards +y. Any part of it lies over something
// else of it, or over the floor, by less than a metre: under it nobody of a metre or more stands.
#pragma once

#include <array>
#include <vector>

#include "ambula/vec.h"
#include "scenes/mesh_builder.h"
#include "scenes/random.h"

namespace ambula::scenes {

enum class FurnitureKind { chair, table, round_table, coffee_table, sofa, bed, shelf };
inline constexpr int kFurnitureKinds = 7;

// A facet that nothing of the piece lies over; or, with weight -1, the part of such a level facet that
// something does.
struct Facet {
  Vec3 a, b, c;
  double weight = 1;
};

struct Furniture {
  const char* name = "";  // "Chair"
  const char* material = "";
  bool at_wall = false;  // it stands with its back to a wall
  Vec2 half;             // half its sizes in plan
  double height = 0;     // metres
  double covered = 0;    // m² of plan
  std::vector<std::array<Vec3, 3>> triangles;
  std::vector<Facet> exposed;  // all that face up, however steep
};

[[nodiscard]] Furniture make_furniture(FurnitureKind kind, Random& random);

// m² of what is exposed, at most `slope` degrees steep and below `top`.
[[nodiscard]] double exposed_area(const Furniture& piece, double slope, double top);

}  // namespace ambula::scenes
