// The field is made from the lines of the grid: each end of a solid interval lies between two nodes of its
// line and gives both their distance along it. A plane through the distances along the axes gives the
// distance to the surface; it is exact for a flat one and rounds edges, as fusing does. Faces where two
// solids touch end no interval and leave no trace.
//
// Walls thinner than two cells would get lost between nodes or in the noise. A scanner sees them from both
// sides, and fusing keeps them about a cell thick: their middle node is inside whatever the noise.
#include "scenes/scan_field.h"

#include <algorithm>
#include <cmath>

#include "ambula/hash.h"

namespace ambula::scenes {
namespace {

constexpr std::uint8_t kFar = 255;  // no surface within a cell along this axis
constexpr double kScale = 254;      // stored distances per cell
constexpr std::uint8_t kSolid = 1, kThin = 2;
constexpr double kThinCells = 2;     // intervals shorter than this have a middle node that stays
constexpr double kThinDepth = 0.6;   // cells that this node lies inside, at least
constexpr double kMostNoise = 0.45;  // cells; less than kThinDepth

std::uint64_t key(const Node& block) {
  return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(block[2])) << 42) ^
         (static_cast<std::uint64_t>(static_cast<std::uint32_t>(block[1])) << 21) ^
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(block[0]));
}

Node block_of_node(const Node& n) { return {n[0] >> 3, n[1] >> 3, n[2] >> 3}; }

Node on_line(const SolidLines::Line& line, int axis, std::int32_t along) {
  Node n{};
  n[static_cast<std::size_t>(axis)] = along;
  n[static_cast<std::size_t>((axis + 1) % 3)] = line.u;
  n[static_cast<std::size_t>((axis + 2) % 3)] = line.v;
  return n;
}

std::int32_t node_below(double at) { return static_cast<std::int32_t>(std::floor(at)); }

double lattice_noise(std::int64_t x, std::int64_t y, std::int64_t z, std::uint64_t seed) {
  std::uint64_t h = mix_bits(seed ^ static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ULL);
  h = mix_bits(h ^ static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FULL);
  h = mix_bits(h ^ static_cast<std::uint64_t>(z) * 0x165667B19E3779F9ULL);
  return static_cast<double>(h >> 11) * 0x1.0p-52 - 1;
}

}  // namespace

double smooth_noise(Vec3 node, double reach, std::uint64_t seed) {
  const Vec3 p = node * (1 / reach);
  const double fx = std::floor(p.x), fy = std::floor(p.y), fz = std::floor(p.z);
  const auto ease = [](double t) { return t * t * (3 - 2 * t); };
  const double tx = ease(p.x - fx), ty = ease(p.y - fy), tz = ease(p.z - fz);
  const auto x = static_cast<std::int64_t>(fx), y = static_cast<std::int64_t>(fy),
             z = static_cast<std::int64_t>(fz);
  double out = 0;
  for (int i = 0; i < 8; ++i) {
    const double w =
        ((i & 1) != 0 ? tx : 1 - tx) * ((i & 2) != 0 ? ty : 1 - ty) * ((i & 4) != 0 ? tz : 1 - tz);
    out += w * lattice_noise(x + (i & 1), y + ((i >> 1) & 1), z + ((i >> 2) & 1), seed);
  }
  return out;
}

ScanField::ScanField(const Soup& soup, const Grid& grid, double noise, std::uint64_t seed)
    : grid_(grid), upright_(soup, closed_objects(soup), grid, 2) {
  const std::vector<std::uint8_t> closed = closed_objects(soup);
  const SolidLines along_x(soup, closed, grid, 0), along_y(soup, closed, grid, 1);
  allocate({&along_x, &along_y, &upright_});
  fill_signs();
  set_distances(along_x, 0);
  set_distances(along_y, 1);
  set_distances(upright_, 2);
  finish(noise, seed);
}

const ScanField::Block* ScanField::block_at(const Node& block) const {
  const auto it = index_.find(key(block));
  return it == index_.end() ? nullptr : &blocks_[it->second];
}

const ScanField::Block* ScanField::block_of(const Node& node) const { return block_at(block_of_node(node)); }

// Blocks of all nodes of the cells around each end of an interval.
void ScanField::allocate(const std::array<const SolidLines*, 3>& lines) {
  std::vector<Node> wanted;
  for (int axis = 0; axis < 3; ++axis) {
    const SolidLines& all = *lines[static_cast<std::size_t>(axis)];
    for (const SolidLines::Line& line : all.lines()) {
      for (const SolidInterval& i : all.intervals(line)) {
        for (const double at : {i.from, i.to}) {
          const Node n = on_line(line, axis, node_below(at));
          for (int corner = 0; corner < 8; ++corner) {
            const Node b =
                block_of_node({n[0] + ((corner & 1) != 0 ? 2 : -1), n[1] + ((corner & 2) != 0 ? 2 : -1),
                               n[2] + ((corner & 4) != 0 ? 2 : -1)});
            if (wanted.empty() || wanted.back() != b) wanted.push_back(b);
          }
        }
      }
      if (wanted.size() > (1u << 22)) {
        std::sort(wanted.begin(), wanted.end());
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
      }
    }
  }
  const auto by_height = [](const Node& a, const Node& b) {
    return std::array{a[2], a[1], a[0]} < std::array{b[2], b[1], b[0]};
  };
  std::sort(wanted.begin(), wanted.end(), by_height);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  blocks_.resize(wanted.size());
  raw_.resize(wanted.size());
  index_.reserve(wanted.size());
  for (std::size_t b = 0; b < wanted.size(); ++b) {
    blocks_[b].at = wanted[b];
    for (auto& node : raw_[b]) node = {kFar, kFar, kFar, 0};
    index_.emplace(key(wanted[b]), static_cast<std::uint32_t>(b));
  }
}

// Nodes on an upright line inside one of its intervals.
void ScanField::fill_signs() {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Node& at = blocks_[b].at;
    for (std::int32_t y = 0; y < kSide; ++y) {
      for (std::int32_t x = 0; x < kSide; ++x) {
        for (const SolidInterval& i : upright_.intervals(at[0] * kSide + x, at[1] * kSide + y)) {
          const double low = std::max(std::ceil(i.from) - at[2] * kSide, 0.0),
                       high = std::min(std::floor(i.to) - at[2] * kSide, kSide - 1.0);
          for (auto z = static_cast<std::int32_t>(low); z <= high; ++z) {
            raw_[b][within({x, y, z})][3] |= kSolid;
          }
        }
      }
    }
  }
}

void ScanField::set_distances(const SolidLines& lines, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  const auto mark = [&](const Node& n, double distance, std::uint8_t flags) {
    const auto it = index_.find(key(block_of_node(n)));
    if (it == index_.end()) return;
    auto& node = raw_[it->second][within(n)];
    node[a] = std::min(node[a], static_cast<std::uint8_t>(std::clamp(distance, 0.0, 1.0) * kScale + 0.5));
    node[3] |= flags;
  };
  for (const SolidLines::Line& line : lines.lines()) {
    for (const SolidInterval& i : lines.intervals(line)) {
      for (const double at : {i.from, i.to}) {
        const std::int32_t below = node_below(at);
        mark(on_line(line, axis, below), at - below, 0);
        mark(on_line(line, axis, below + 1), below + 1 - at, 0);
      }
      if (i.to - i.from < kThinCells) {
        mark(on_line(line, axis, static_cast<std::int32_t>(std::floor((i.from + i.to) / 2 + 0.5))), 1,
             kSolid | kThin);
      }
      // Sheets that stand upright are not seen by upright lines.
      for (auto n = static_cast<std::int32_t>(std::ceil(i.from)); n <= i.to && i.to - i.from < kThinCells;
           ++n) {
        mark(on_line(line, axis, n), 1, kSolid);
      }
    }
  }
}

// Distances and noise. Values that no surface is near to stay far beyond what noise can turn.
void ScanField::finish(double noise, std::uint64_t seed) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const Node& at = blocks_[b].at;
    for (std::size_t n = 0; n < kNodes; ++n) {
      const auto& raw = raw_[b][n];
      double inverse = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        if (raw[a] == kFar) continue;
        const double d = std::max(raw[a] / kScale, 1e-3);
        inverse += 1 / (d * d);
      }
      double value = 1 / std::sqrt(std::max(inverse, 1.0));
      if ((raw[3] & kThin) != 0) value = std::max(value, kThinDepth);
      if ((raw[3] & kSolid) != 0) value = -value;
      if (inverse > 0) {
        const Vec3 p{static_cast<double>(at[0] * kSide) + static_cast<double>(n % 8),
                     static_cast<double>(at[1] * kSide) + static_cast<double>(n / 8 % 8),
                     static_cast<double>(at[2] * kSide) + static_cast<double>(n / 64)};
        // Depth images average out to noise over a few nodes; drift of the poses to ripples over many. Smooth
        // noise has a deviation of about a third.
        const double sum = 1.2 * smooth_noise(p, 1, seed) + 1.9 * smooth_noise(p, 4.3, seed + 1) +
                           1.9 * smooth_noise(p, 17.9, seed + 2);
        value += std::clamp(noise * sum, -kMostNoise, kMostNoise);
      }
      blocks_[b].values[n] = static_cast<float>(value);
    }
  }
  raw_ = {};
}

}  // namespace ambula::scenes
