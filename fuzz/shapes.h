// Scenes as text, for the fuzz target of the whole chain: a line is a shape, a letter a number.
//
//   01 400 321 ...         first line: settings (Settings), spaces do not count
//   q 00 kk 0000           a floor: corners in plan, a height for each corner
//   w 05 k5 0a 2           a wall: two points in plan, its foot and its top, how far its top leans
//   n 3 7                  noise: the corners of everything before are moved, each by itself
//
// Letters are 0-9 A-Z a-z + - for 0 to 63. The first letter of a line names the shape (kShapes, by its number
// modulo their count), the next nine are its coarse numbers, the nine after them are quanta added to these.
// Letters that are missing are 0, further ones and other bytes are passed over, so any bytes are some scene,
// and a change of one line leaves the others alone. Coarse numbers are few, so corners, edges and planes meet
// all the time; quanta make slivers, leaning walls and near misses of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ambula/agent.h"
#include "ambula/links.h"
#include "ambula/navmesh.h"
#include "ambula/scene.h"
#include "ambula/walkable.h"

namespace ambula::fuzz {

enum class Shape : std::uint8_t {
  floor,     // a quad with a height at each corner, facing up, down or both ways
  triangle,  // three corners
  wall,      // a quad over a line in plan, facing one way or both, leaning
  box,       // six sides, facing out or in, some left out
  stairs,    // treads with or without risers
  sheet,     // squares of two triangles each, every corner moved by itself
  noise,     // moves every corner of what stands before, by itself or by its place
  copy,      // what stands before once more, moved, turned over or both
};
inline constexpr std::size_t kShapes = 8;

struct ChainCase {
  static constexpr std::size_t kMost = 320;  // triangles; further ones are passed over

  Agent agent;
  WalkableParams walkable;
  LinksParams links;
  NavMeshParams navmesh;
  std::vector<std::array<Vec3, 3>> triangles;
};

[[nodiscard]] ChainCase read_case(std::string_view text);

// The triangles as a soup: as they are; in another order, each from another corner on.
[[nodiscard]] Soup soup_of(const ChainCase& one);
[[nodiscard]] Soup shuffled_soup_of(const ChainCase& one, std::uint64_t seed);

}  // namespace ambula::fuzz
