// The zero surface of a scan's field, by marching cubes (Lorensen and Cline, 1987). The table of cases is
// made by walking around the faces of a cube, not copied: on a face with two outside corners across from each
// other they are cut off one by one, from both sides of the face, so that the surface has no gaps.
#pragma once

#include <functional>

#include "ambula/scene.h"
#include "scenes/scan_field.h"

namespace ambula::scenes {

// A cell that the surface passes through: its first node, and the surface there. Positions are in nodes.
struct SurfaceCell {
  Node node{};
  Vec3 at;       // about the middle of the surface in the cell
  Vec3 outward;  // its unit normal
};

// Calls `visit` for every such cell, in order.
void for_surface_cells(const ScanField& field, const std::function<void(const SurfaceCell&)>& visit);

// Triangles of the cells that `keep` says yes to, facing outwards, in metres. Neighbours share vertices.
void march(const ScanField& field, const std::function<bool(const SurfaceCell&)>& keep,
           std::vector<Vec3>& positions, std::vector<Triangle>& triangles);

}  // namespace ambula::scenes
