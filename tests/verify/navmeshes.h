// Navmeshes made by hand: what the construction should give, or should not.
#pragma once

#include <vector>

#include "ambula/navmesh.h"
#include "ambula/verify_navmesh.h"
#include "verify/surfaces.h"

namespace ambula {

using Outline = std::vector<Vec3>;  // counter-clockwise in plan

struct Rect {
  double x0, y0, x1, y1;
};

Outline quad(Rect r, double z);
void append(std::vector<Outline>& to, const std::vector<Outline>& from);

// A room less what is closer than `radius` to its walls and to a box in it; corners of the box are rounded by
// tangents, `tangents` to the quarter.
std::vector<Outline> around_box(Rect room, Rect box, double radius, double z, int tangents = 4);
// A room less a box, nothing kept from either.
std::vector<Outline> up_to_box(Rect room, Rect box, double z);

// Cells of one kind; sides between the same ends in plan, no further than a step apart, are portals.
NavMesh navmesh_from(const Scene& scene, const std::vector<Outline>& cells,
                     const std::vector<CellKind>& kind = {});

// Four walls around a rectangle, facing inwards.
void add_walls(std::vector<Corners>& to, Rect r, double z0, double z1);

}  // namespace ambula
