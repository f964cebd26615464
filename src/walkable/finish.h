// The finished surface in its canonical form.
#pragma once

#include <vector>

#include "ambula/values/walkable.h"
#include "walkable/surface.h"

namespace ambula {

// Components of faces joined by edges: an id per face, numbered by first face, and how many there are.
struct Components {
  std::vector<std::uint32_t> of_face;
  std::uint32_t count = 0;
};
[[nodiscard]] Components components_of(const Surface& surface);

// Drops the faces for which `keep` is 0; what bordered them becomes a ledge.
void keep_faces(Surface& surface, const std::vector<char>& keep);

// Orders faces by the places of their corners and numbers vertices by first use.
void write_faces(const Surface& surface, Walkable& out);

}  // namespace ambula
