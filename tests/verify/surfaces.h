// Walkable values made by hand: what the extraction should give, or should not.
#pragma once

#include <array>
#include <vector>

#include "ambula/verify.h"

namespace ambula {

using Corners = std::array<Vec3, 3>;

// The rectangle with corners (x0, y0) and (x1, y1) at height z, as two triangles facing up.
std::vector<Corners> rectangle(double x0, double y0, double x1, double y1, double z);
void append(std::vector<Corners>& to, const std::vector<Corners>& from);
std::vector<Corners> moved(std::vector<Corners> triangles, Vec3 by);
std::vector<Corners> turned_over(std::vector<Corners> triangles);  // facing the other way

Scene scene_from(const std::vector<Corners>& triangles);

// Corners at one place are one vertex, faces that share an edge are neighbours, every other edge is a ledge.
// Areas balance: what of the ground is not walkable is called blocked.
Walkable surface_from(const Scene& scene, const std::vector<Corners>& faces, double ground_area);

double plan_area(const std::vector<Corners>& triangles);

}  // namespace ambula
