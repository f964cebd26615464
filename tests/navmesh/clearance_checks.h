// Clearance against brute force: of single points the exact distance to the borders around them, walked to
// from the point.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "navmesh/clearance.h"
#include "navmesh/surfaces.h"

namespace ambula::testing {

constexpr double kTolerance = 50;  // quanta: 5 mm

using Distances = std::vector<std::array<double, 3>>;
[[nodiscard]] Distances everywhere(const TestSurface& s, double distance);

[[nodiscard]] NavSurface cleared(const TestSurface& s, const Distances& distance, Context* context = nullptr);

// Whether p lies in a triangle, its sides included or not.
[[nodiscard]] bool inside(const SurfaceView& view, std::uint32_t t, Point2 p, bool closed);

// What is wrong with the mesh itself.
[[nodiscard]] std::string mesh_faults(const TestSurface& s, const NavSurface& c);

// Of so many points of the surface none is left that is too close to a border, none gone that is not; the
// mesh is sound, and so are cells made of it.
void expect_exact(const TestSurface& s, const Distances& distance, std::size_t points,
                  bool some_is_kept = true);

}  // namespace ambula::testing
