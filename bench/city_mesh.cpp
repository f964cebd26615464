#include "bench/city_mesh.h"

#include <vector>

#include "bench/components.h"

namespace ambula::bench {
namespace {

constexpr std::uint32_t kBlock = 4;     // cells along a block, one of them its street
constexpr std::int32_t kCell = 40'000;  // quanta

std::uint64_t scrambled(std::uint64_t v) {
  v += 0x9E3779B97F4A7C15u;
  v = (v ^ (v >> 30)) * 0xBF58476D1CE4E5B9u;
  v = (v ^ (v >> 27)) * 0x94D049BB133111EBu;
  return v ^ (v >> 31);
}

// A cell off the streets is a house or a yard.
bool built_on(std::uint32_t x, std::uint32_t y, std::uint64_t seed) {
  if (x % kBlock == 0 || y % kBlock == 0) {
    // Some streets are closed in the middle of a block.
    const bool crossing = x % kBlock == 0 && y % kBlock == 0;
    return !crossing && scrambled(seed ^ (std::uint64_t{x} << 32 | y)) % 16 == 0;
  }
  return scrambled(seed + (std::uint64_t{x} << 32 | y)) % 5 < 2;
}

}  // namespace

NavMesh city_mesh(std::uint32_t side, std::uint64_t seed) {
  NavMesh mesh;
  const std::uint32_t rows = side + 1;
  std::vector<std::uint32_t> cell(std::size_t{side} * side, NavMesh::kNone),
      corner(std::size_t{rows} * rows, NavMesh::kNone);
  // Columns first: cells are in the order of their least corners then.
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      if (built_on(x, y, seed)) continue;
      cell[std::size_t{x} * side + y] = mesh.size();
      const std::uint32_t ends[4][2] = {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
      for (const auto& end : ends) {
        std::uint32_t& v = corner[std::size_t{end[0]} * rows + end[1]];
        if (v == NavMesh::kNone) {
          v = static_cast<std::uint32_t>(mesh.vertices.size());
          mesh.vertices.push_back(
              {(static_cast<std::int32_t>(end[0]) - static_cast<std::int32_t>(side / 2)) * kCell,
               (static_cast<std::int32_t>(end[1]) - static_cast<std::int32_t>(side / 2)) * kCell, 0});
        }
        mesh.vertex.push_back(v);
      }
      mesh.cell_begin.push_back(static_cast<std::uint32_t>(mesh.vertex.size()));
    }
  }
  const std::uint32_t cells = mesh.size();
  mesh.neighbour.assign(mesh.vertex.size(), NavMesh::kNone);
  mesh.across.assign(mesh.vertex.size(), NavMesh::kNone);
  const auto join = [&](std::uint32_t a, std::uint32_t side_a, std::uint32_t b, std::uint32_t side_b) {
    if (a == NavMesh::kNone || b == NavMesh::kNone) return;
    mesh.neighbour[4 * a + side_a] = b;
    mesh.across[4 * a + side_a] = 4 * b + side_b;
    mesh.neighbour[4 * b + side_b] = a;
    mesh.across[4 * b + side_b] = 4 * a + side_a;
  };
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      const std::uint32_t here = cell[std::size_t{x} * side + y];
      if (x + 1 < side) join(here, 1, cell[std::size_t{x + 1} * side + y], 3);
      if (y + 1 < side) join(here, 2, cell[std::size_t{x} * side + y + 1], 0);
    }
  }
  mesh.kind.assign(cells, CellKind::floor);
  mesh.flight.assign(cells, NavMesh::kNone);
  mesh.area_type.assign(cells, 0);
  mesh.height_begin.assign(cells + 1, 0);
  number_components(mesh);
  const double metres = kCell * mesh.lattice.quantum;
  mesh.area = mesh.ideal_area = cells * metres * metres;
  return mesh;
}

}  // namespace ambula::bench
