// Components that are too small a patch to stay, whatever closing cracks does to them.
//
//   const SmallPatches small = find_small_patches(surface, components_of(surface), least, 100);
//   if (small.component[c]) ...                                   // nothing that could be kept is near it
//
// Rubble on shelves and sills has more border than the floors, and closing its cracks only to drop it would
// cost more than all the rest.
#pragma once

#include <cstdint>
#include <vector>

#include "walkable/finish.h"
#include "walkable/surface.h"

namespace ambula {

struct SmallPatches {
  std::vector<char> component;  // per component: 1 where it goes
  std::uint32_t count = 0;      // that go
};

// least: twice an area in plan, quanta². reach: quanta, as far as welding may come. Components whose weldable
// borders come within reach of each other are judged together, by the sum of their areas.
[[nodiscard]] SmallPatches find_small_patches(const Surface& surface, const Components& components,
                                              const Int128& least, std::int32_t reach);

}  // namespace ambula
