// A truncated signed distance field near the surfaces of a scene, in blocks of 8 x 8 x 8 nodes: what a
// scanner fuses its depth images into. Negative inside. Memory grows with the surface, not with the volume.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "scenes/solid_lines.h"

namespace ambula::scenes {

using Node = std::array<std::int32_t, 3>;

class ScanField {
 public:
  static constexpr std::int32_t kSide = 8;
  static constexpr std::size_t kNodes = 512;

  // One block: its node (x, y, z) within is values[x + 8 y + 64 z].
  struct Block {
    Node at{};  // in blocks
    std::array<float, kNodes> values{};
  };

  // The field of a soup, with noise of this standard deviation. Both in cells; values are cut off at one
  // cell.
  ScanField(const Soup& soup, const Grid& grid, double noise, std::uint64_t seed);

  // In order of their z, y, x.
  [[nodiscard]] const std::vector<Block>& blocks() const { return blocks_; }
  // The block that holds the node, or null where no surface is near.
  [[nodiscard]] const Block* block_of(const Node& node) const;
  [[nodiscard]] const Block* block_at(const Node& block) const;
  [[nodiscard]] static std::size_t within(const Node& node) {
    return static_cast<std::size_t>((node[0] & 7) + 8 * (node[1] & 7) + 64 * (node[2] & 7));
  }

  [[nodiscard]] const Grid& grid() const { return grid_; }
  [[nodiscard]] const SolidLines& upright() const { return upright_; }  // the lines along z

 private:
  void allocate(const std::array<const SolidLines*, 3>& lines);
  void fill_signs();
  void set_distances(const SolidLines& lines, int axis);
  void finish(double noise, std::uint64_t seed);

  Grid grid_;
  SolidLines upright_;
  std::vector<Block> blocks_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
  std::vector<std::array<std::array<std::uint8_t, 4>, kNodes>> raw_;  // while it is made
};

// Smooth noise: a value between -1 and 1 that changes over `reach` nodes; the same for the same seed.
[[nodiscard]] double smooth_noise(Vec3 node, double reach, std::uint64_t seed);

}  // namespace ambula::scenes
