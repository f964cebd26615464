// What a disc meets that passes through a triangle around one of its corners (clearance_mesh.h).
#pragma once

#include <cstdint>
#include <span>

#include "ambula/clearance_mesh.h"
#include "ambula/vec.h"

namespace ambula {

// What ends at a vertex.
constexpr std::uint8_t kAtWall = 1;  // a wall or a sill
constexpr std::uint8_t kAtLedge = 2;
[[nodiscard]] std::vector<std::uint8_t> borders_at(const ClearanceMesh& mesh);  // by vertex

// Fills `wall` and `ledge` of a mesh whose triangles, neighbours and borders are known.
void measure_clearance(ClearanceMesh& mesh);

// Lowers both values of every triangle that a straight way from the corner of a half-edge (3 * triangle + i)
// passes through to its own length, by corner: who crosses that way is told.
void lower_clearance(ClearanceMesh& mesh, std::uint32_t half, Vec2 way);

}  // namespace ambula
