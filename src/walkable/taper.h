// Steps that taper to nothing: their low ends are no cracks.
#pragma once

#include <cstdint>

#include "walkable/surface.h"

namespace ambula {

// A tread that lies on a slope stands higher and higher above it: the sill begins at nothing and grows. Its
// first few centimetres would count as a crack, and closing them would leave a slit that the links stage does
// not step over. Sets `tapers` on such sills no higher than `distance` (quanta): those that go straight on,
// seen from above, in a higher border, at about the same gradient, directly or through others like them.
void mark_tapers(Surface& surface, std::int32_t distance);

void clear_tapers(Surface& surface);

}  // namespace ambula
