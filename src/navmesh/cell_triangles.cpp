// A cell as triangles: its height mesh, or its outline cut corner by corner. A fan would not do: corners on a
// straight side give triangles without area.
#include "navmesh/cell_triangles.h"

#include <algorithm>
#include <numeric>

#include "geometry/predicates.h"

namespace ambula {

void append_corner_triangles(const NavMesh& mesh, std::uint32_t cell,
                             std::vector<std::array<std::uint32_t, 3>>& out) {
  const auto turn = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const auto plan = [&](std::uint32_t v) { return Point2{mesh.vertices[v].x, mesh.vertices[v].y}; };
    return orient2d(plan(a), plan(b), plan(c));
  };
  const auto corners = mesh.corners(cell);
  std::vector<std::uint32_t> left(corners.begin(), corners.end());
  Int128 area = 0;
  for (std::size_t k = 1; k + 1 < left.size(); ++k) area += turn(left[0], left[k], left[k + 1]);
  // A corner may go when it has area and is not all the area there is: what is left is convex again, and has
  // such a corner as long as it is no triangle. Two neighbours of one that went have area.
  for (std::size_t k = 0; left.size() > 3;) {
    const std::size_t n = left.size(), before = (k + n - 1) % n, after = (k + 1) % n;
    const std::int64_t own = turn(left[before], left[k], left[after]);
    if (own <= 0 || own >= area) {
      k = after;
      continue;
    }
    out.push_back({left[before], left[k], left[after]});
    area -= own;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    k = k == 0 ? n - 2 : k - 1;
  }
  out.push_back({left[0], left[1], left[2]});
}

std::vector<std::array<std::uint32_t, 3>> cell_triangles(const NavMesh& mesh, std::uint32_t cell) {
  const auto* first = mesh.height_triangles.data();
  if (mesh.height_begin[cell] < mesh.height_begin[cell + 1])
    return {first + mesh.height_begin[cell], first + mesh.height_begin[cell + 1]};
  std::vector<std::array<std::uint32_t, 3>> out;
  append_corner_triangles(mesh, cell, out);
  return out;
}

std::vector<std::uint32_t> cells_by_component(const NavMesh& mesh) {
  std::vector<std::uint32_t> order(mesh.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return mesh.component[a] < mesh.component[b]; });
  return order;
}

}  // namespace ambula
