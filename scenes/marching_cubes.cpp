#include "scenes/marching_cubes.h"

#include <bit>

namespace ambula::scenes {
namespace {

// Corners of a cube by the bits of their number: 1 for x, 2 for y, 4 for z. An edge is its lower corner and
// its axis: 3 * corner + axis, of which twelve are used.
using Loop = std::vector<std::uint8_t>;  // edges around a piece of surface
using Case = std::vector<Loop>;

std::uint8_t edge_between(int a, int b) {
  const int axis = std::countr_zero(static_cast<unsigned>(a ^ b));
  return static_cast<std::uint8_t>(3 * (a & b) + axis);
}

// The corners of a face, counter-clockwise seen from outside.
std::array<int, 4> face_corners(int axis, bool far) {
  const int u = 1 << ((axis + 1) % 3), v = 1 << ((axis + 2) % 3), at = far ? 1 << axis : 0;
  if (far) return {at, at | u, at | u | v, at | v};
  return {at, at | v, at | u | v, at | u};
}

// The loops of the cube whose inside corners are the bits of `inside`. On every face, the way from where the
// inside ends to where it begins again is one piece of a loop. Seen from outside the surface, loops are
// clockwise.
Case loops(unsigned inside) {
  const auto in = [&](int corner) { return ((inside >> corner) & 1) != 0; };
  std::array<int, 24> next{};
  next.fill(-1);
  for (int face = 0; face < 6; ++face) {
    const auto c = face_corners(face / 2, face % 2 == 1);
    for (std::size_t i = 0; i < 4; ++i) {
      if (!in(c[i]) || in(c[(i + 1) % 4])) continue;
      std::size_t j = i + 1;
      while (!in(c[(j + 1) % 4])) ++j;
      next[edge_between(c[i], c[(i + 1) % 4])] = edge_between(c[j % 4], c[(j + 1) % 4]);
    }
  }
  Case out;
  for (int start = 0; start < 24; ++start) {
    Loop loop;
    for (int e = start; next[static_cast<std::size_t>(e)] >= 0;) {
      loop.push_back(static_cast<std::uint8_t>(e));
      e = std::exchange(next[static_cast<std::size_t>(e)], -1);
    }
    if (!loop.empty()) out.push_back(std::move(loop));
  }
  return out;
}

const std::array<Case, 256>& table() {
  static const std::array<Case, 256> all = [] {
    std::array<Case, 256> made;
    for (unsigned i = 0; i < 256; ++i) made[i] = loops(i);
    return made;
  }();
  return all;
}

// Values of the nodes of one block and of those just after it.
class Corners {
 public:
  Corners(const ScanField& field, const ScanField::Block& block) : block_(block) {
    for (int i = 0; i < 8; ++i) {
      const Node at{block.at[0] + (i & 1), block.at[1] + ((i >> 1) & 1), block.at[2] + ((i >> 2) & 1)};
      around_[static_cast<std::size_t>(i)] = i == 0 ? &block : field.block_at(at);
    }
  }
  // The eight values of the cell at (x, y, z) in the block; false where some are not known or none differs.
  bool get(int x, int y, int z, std::array<float, 8>& values, unsigned& inside) const {
    inside = 0;
    for (int i = 0; i < 8; ++i) {
      const Node n{x + (i & 1), y + ((i >> 1) & 1), z + ((i >> 2) & 1)};
      const ScanField::Block* from =
          around_[static_cast<std::size_t>((n[0] >> 3) + 2 * (n[1] >> 3) + 4 * (n[2] >> 3))];
      if (!from) return false;
      const float value = from->values[ScanField::within(n)];
      values[static_cast<std::size_t>(i)] = value;
      inside |= static_cast<unsigned>(value < 0) << i;
    }
    return inside != 0 && inside != 255;
  }
  [[nodiscard]] Node node(int x, int y, int z) const {
    return {block_.at[0] * 8 + x, block_.at[1] * 8 + y, block_.at[2] * 8 + z};
  }

 private:
  const ScanField::Block& block_;
  std::array<const ScanField::Block*, 8> around_{};
};

template <class Visit>
void for_cells(const ScanField& field, Visit&& visit) {
  std::array<float, 8> values{};
  unsigned inside = 0;
  for (const ScanField::Block& block : field.blocks()) {
    const Corners corners(field, block);
    for (int z = 0; z < 8; ++z) {
      for (int y = 0; y < 8; ++y) {
        for (int x = 0; x < 8; ++x) {
          if (corners.get(x, y, z, values, inside)) visit(corners.node(x, y, z), values, inside);
        }
      }
    }
  }
}

Vec3 place_on_edge(const Node& cell, const std::array<float, 8>& values, std::uint8_t edge) {
  const std::size_t corner = edge / 3, axis = edge % 3;
  const double a = static_cast<double>(values[corner]),
               b = static_cast<double>(values[corner | (std::size_t{1} << axis)]);
  std::array<double, 3> p{};
  for (std::size_t i = 0; i < 3; ++i)
    p[i] = static_cast<double>(cell[i]) + static_cast<double>((corner >> i) & 1);
  p[axis] += a / (a - b);
  return {p[0], p[1], p[2]};
}

SurfaceCell surface_cell(const Node& node, const std::array<float, 8>& values, unsigned inside) {
  Vec3 slope, middle;
  for (std::size_t i = 0; i < 8; ++i) {
    const double v = static_cast<double>(values[i]);
    slope = slope + Vec3{(i & 1) != 0 ? v : -v, (i & 2) != 0 ? v : -v, (i & 4) != 0 ? v : -v};
  }
  double count = 0;
  for (const Loop& loop : table()[inside]) {
    for (const std::uint8_t e : loop) {
      middle = middle + place_on_edge(node, values, e);
      ++count;
    }
  }
  const double size = length(slope);
  return {node, middle * (1 / count), size > 0 ? slope * (1 / size) : Vec3{0, 0, 1}};
}

// Numbers the edges that carry a vertex: one bit for each edge of a block, and how many came before.
class Vertices {
 public:
  static constexpr std::size_t kWords = 3 * ScanField::kNodes / 64;
  explicit Vertices(const ScanField& field) : field_(field), blocks_(field.blocks().size()) {}

  void mark(const Node& cell, std::uint8_t edge) {
    const auto [block, bit] = find(cell, edge);
    blocks_[block].bits[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  std::size_t number() {
    std::uint32_t count = 0;
    for (PerBlock& block : blocks_) {
      for (std::size_t w = 0; w < kWords; ++w) {
        block.before[w] = count;
        count += static_cast<std::uint32_t>(std::popcount(block.bits[w]));
      }
    }
    return count;
  }
  [[nodiscard]] std::uint32_t of(const Node& cell, std::uint8_t edge) const {
    const auto [block, bit] = find(cell, edge);
    const PerBlock& b = blocks_[block];
    const std::uint64_t below = b.bits[bit / 64] & ((std::uint64_t{1} << (bit % 64)) - 1);
    return b.before[bit / 64] + static_cast<std::uint32_t>(std::popcount(below));
  }

 private:
  struct PerBlock {
    std::array<std::uint64_t, kWords> bits{};
    std::array<std::uint32_t, kWords> before{};
  };
  [[nodiscard]] std::pair<std::size_t, std::size_t> find(const Node& cell, std::uint8_t edge) const {
    const int corner = edge / 3;
    const Node n{cell[0] + (corner & 1), cell[1] + ((corner >> 1) & 1), cell[2] + ((corner >> 2) & 1)};
    const auto block = static_cast<std::size_t>(field_.block_of(n) - field_.blocks().data());
    return {block, ScanField::within(n) * 3 + edge % 3};
  }
  const ScanField& field_;
  std::vector<PerBlock> blocks_;
};

}  // namespace

void for_surface_cells(const ScanField& field, const std::function<void(const SurfaceCell&)>& visit) {
  for_cells(field, [&](const Node& node, const std::array<float, 8>& values, unsigned inside) {
    visit(surface_cell(node, values, inside));
  });
}

void march(const ScanField& field, const std::function<bool(const SurfaceCell&)>& keep,
           std::vector<Vec3>& positions, std::vector<Triangle>& triangles) {
  struct Kept {
    Node node;
    std::uint8_t inside;
  };
  std::vector<Kept> kept;
  Vertices vertices(field);
  for_cells(field, [&](const Node& node, const std::array<float, 8>& values, unsigned inside) {
    if (!keep(surface_cell(node, values, inside))) return;
    kept.push_back({node, static_cast<std::uint8_t>(inside)});
    for (const Loop& loop : table()[inside]) {
      for (const std::uint8_t e : loop) vertices.mark(node, e);
    }
  });
  positions.resize(vertices.number());
  for (const Kept& cell : kept) {
    std::array<float, 8> values{};
    for (int i = 0; i < 8; ++i) {
      const Node n{cell.node[0] + (i & 1), cell.node[1] + ((i >> 1) & 1), cell.node[2] + ((i >> 2) & 1)};
      values[static_cast<std::size_t>(i)] = field.block_of(n)->values[ScanField::within(n)];
    }
    for (const Loop& loop : table()[cell.inside]) {
      std::vector<std::uint32_t> ids;
      for (const std::uint8_t e : loop) {
        ids.push_back(vertices.of(cell.node, e));
        positions[ids.back()] = field.grid().at(place_on_edge(cell.node, values, e));
      }
      for (std::size_t k = 1; k + 1 < ids.size(); ++k) triangles.push_back({ids[0], ids[k + 1], ids[k]});
    }
  }
}

}  // namespace ambula::scenes
