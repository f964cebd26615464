// Bases of radius 0 for tests, from surfaces by hand.
#pragma once

#include <cstdint>

#include "ambula/navmesh.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {

// All borders of one kind, or, with a seed, walls, sills and ledges by where they are.
[[nodiscard]] NavBase base_of(const TestSurface& surface, BorderKind kind = BorderKind::wall);
[[nodiscard]] NavBase mixed_base_of(const TestSurface& surface, std::uint64_t seed);

// A square floor with so many pillars (polygons) in it that do not touch; lattice quanta.
[[nodiscard]] TestSurface pillared_floor(std::int32_t size, std::uint32_t pillars, std::uint64_t seed);

}  // namespace ambula::testing
