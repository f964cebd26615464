// Why a part of the linked surface is joined to no other.
#pragma once

#include <cstdint>
#include <string>

#include "ambula/why.h"
#include "navmesh/joined_surface.h"

namespace ambula {

// A sentence about the part of all others that is closest to being joined to this one, and the limit that
// stops it. `component` is one of the linked surface.
[[nodiscard]] std::string why_apart(const WhyStages& stages, const LinkedSurface& linked,
                                    const JoinedSurface& joined, std::uint32_t component);

}  // namespace ambula
