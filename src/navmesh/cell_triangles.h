// A cell as triangles between its own corners, whatever its heights are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/values/navmesh.h"

namespace ambula {

void append_corner_triangles(const NavMesh& mesh, std::uint32_t cell,
                             std::vector<std::array<std::uint32_t, 3>>& out);

}  // namespace ambula
