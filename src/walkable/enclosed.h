// Ghosts: floor inside solids (a wall's core, a crate, a column), which has free height and is no place.
//
//   Result<Enclosed> ghosts = find_enclosed({.triangles = triangles, .surface = surface, ...}, context);
//   drop faces f with ghosts->component[component[f]]
//
// A component is enclosed when points half the agent's height above it (four in five) lie inside one part of
// the scene (parts.h), or inside the sum of all consistently oriented parts, by a generalised winding number
// of at least 0.75. So solids need no bottom and may have holes, and levels that face inwards enclose
// nothing. An inner skin that faces in takes back what the part around it encloses. A solid that would take
// more than half of the surface is passed over with a warning.
//
// About 0.15 µs a triangle in furnished flats, 0.04 less with the caller's corners; 0.05 where nothing is
// suspect.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ambula/context.h"
#include "ambula/lattice.h"
#include "ambula/result.h"
#include "ambula/values/scene.h"
#include "geometry/box_tree.h"
#include "geometry/winding_number.h"
#include "walkable/parts.h"
#include "walkable/surface.h"

namespace ambula {

struct EnclosedInput {
  std::span<const LatticeTriangle> triangles;  // the whole scene's, in canonical order
  // The same triangles as indices of distinct places, where the caller has them; else they are found here.
  std::span<const LatticePoint> places = {};
  std::span<const std::array<std::uint32_t, 3>> corners = {};
  const Parts* parts = nullptr;   // of the triangles, where the caller has them
  const BoxTree* tree = nullptr;  // over the triangles' boxes, where the caller has it
  const Surface& surface;
  std::span<const std::uint32_t> component;  // per face
  std::uint32_t components = 0;
  Lattice lattice;         // the scene's
  Frame frame = {};        // for what is said of places
  double half_height = 0;  // metres: half of the agent's height
};

struct Enclosed {
  std::vector<char> component;        // per component: 1 where it is enclosed
  std::uint32_t count = 0;            // of enclosed components
  std::vector<std::string> warnings;  // sentences for the user

  // What it took, for measurements.
  std::uint32_t candidates = 0;  // components that a look along the axes did not rule out
  std::uint32_t parts = 0;       // of the scene; 0 where there were no candidates
};

// Errors: cancelled.
[[nodiscard]] Result<Enclosed> find_enclosed(const EnclosedInput& input, Context* context = nullptr);

}  // namespace ambula
