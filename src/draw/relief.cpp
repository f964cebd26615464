// Outlines and corner shade from the z-buffer.
//
// Outlines compare samples half a pixel apart (Saito and Takahashi 1990, on depth and normal): a jump beyond
// what the faces' own slopes explain gives a line whose weight grows with the jump, as draughtsmen weigh
// them; a fold gives a thin one. Corner shade is screen-space occlusion over fixed rings of neighbours, with
// the surface taken as reaching down behind what is seen, so that a wall shades the floor at its foot even in
// a plan. No random offsets: the same picture every time, and no grain.
#include "draw/relief.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ambula {
namespace {

constexpr float kJumpInk = 0.8F, kFoldInk = 0.33F, kSilhouetteInk = 0.8F;
constexpr float kLeastJump = 2.0F, kFullJump = 24.0F;  // pixels of depth
constexpr float kShadeStrength = 0.5F;

float smooth(float from, float to, float value) {
  const float t = std::clamp((value - from) / (to - from), 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

struct Seen {
  const Page::Face* face = nullptr;
  float depth = 0;
};

// Ink between two samples (dx, dy) pixels apart.
float ink_between(Seen a, Seen b, float dx, float dy) {
  if (!a.face || !b.face) return kSilhouetteInk;
  const float rise = b.depth - a.depth;
  const float by_a = std::abs(rise - (a.face->slope_x * dx + a.face->slope_y * dy));
  const float by_b = std::abs(rise - (b.face->slope_x * dx + b.face->slope_y * dy));
  const float jump = kJumpInk * smooth(kLeastJump, kFullJump, std::min(by_a, by_b));
  const Vec3 na = a.face->normal, nb = b.face->normal;
  const float bend = static_cast<float>(1 - dot(na, nb));
  return std::max(jump, kFoldInk * smooth(0.1F, 0.45F, bend));
}

struct Offset {
  int dx = 0, dy = 0;
  float weight = 0;
};

std::vector<Offset> ring_offsets(double reach) {
  std::vector<Offset> out;
  float total = 0;
  for (const double part : {0.12, 0.3, 0.6, 1.0}) {
    for (int i = 0; i < 12; ++i) {
      const double angle = (i + part) * 0.5235987755982988;
      const Offset offset{static_cast<int>(std::lround(std::cos(angle) * reach * part)),
                          static_cast<int>(std::lround(std::sin(angle) * reach * part)),
                          static_cast<float>(1.15 - part)};
      if (offset.dx == 0 && offset.dy == 0) continue;
      out.push_back(offset);
      total += offset.weight;
    }
  }
  for (Offset& offset : out) offset.weight /= total;
  return out;
}

}  // namespace

void outlines(const Tile& tile, const Page& page, std::vector<float>& ink) {
  const int columns = tile.columns(), rows = tile.rows();
  const int apart = std::max(1, tile.samples() / 2);
  const float pixels = static_cast<float>(apart) / static_cast<float>(tile.samples());
  ink.assign(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), 0);
  const auto seen = [&](int i, int j) {
    const std::uint32_t f = tile.face(i, j);
    return Seen{f == Tile::kNoFace ? nullptr : &page.faces[f], tile.depth(i, j)};
  };
  const auto mark = [&](int i, int j, float amount) {
    float& here =
        ink[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(i)];
    here = std::max(here, amount);
  };
  const int border = std::max(0, tile.margin() * tile.samples() - apart);
  for (int j = border; j < rows - border; ++j) {
    for (int i = border; i < columns - border; ++i) {
      const std::uint32_t face = tile.face(i, j);
      for (const bool down : {false, true}) {
        const int i2 = down ? i : i + apart, j2 = down ? j + apart : j;
        if (i2 >= columns || j2 >= rows || tile.face(i2, j2) == face) continue;
        const float amount = ink_between(seen(i, j), seen(i2, j2), down ? 0 : pixels, down ? pixels : 0);
        if (amount <= 0) continue;
        mark(i, j, amount);
        mark(i2, j2, amount);
      }
    }
  }
}

void corner_shade(const Tile& tile, const Page& page, std::vector<float>& shade) {
  const int samples = tile.samples(), width = tile.columns() / samples, height = tile.rows() / samples;
  const double reach = std::clamp(page.camera.width / 100.0, 4.0, static_cast<double>(kShadeReach));
  const std::vector<Offset> offsets = ring_offsets(reach);
  shade.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 0);
  const int middle = samples / 2;
  const int margin = tile.margin();
  for (int y = margin; y < height - margin; ++y) {
    for (int x = margin; x < width - margin; ++x) {
      const std::uint32_t f = tile.face(x * samples + middle, y * samples + middle);
      if (f == Tile::kNoFace || page.faces[f].back) continue;
      const float depth = tile.depth(x * samples + middle, y * samples + middle);
      const Vec3 n = page.faces[f].normal;
      const float nx = static_cast<float>(n.x), ny = static_cast<float>(n.y), nz = static_cast<float>(n.z);
      float closed = 0;
      for (const Offset& o : offsets) {
        const int px = x + o.dx, py = y + o.dy;
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const float rise = tile.depth(px * samples + middle, py * samples + middle) - depth;
        if (!(rise > -1e6F)) continue;  // paper closes nothing
        const float dx = static_cast<float>(o.dx), dy = static_cast<float>(-o.dy);
        const float above = nx * dx + ny * dy + nz * rise;
        if (above <= 0.5F) continue;
        closed += o.weight * above / std::sqrt(dx * dx + dy * dy + rise * rise);
      }
      shade[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
          kShadeStrength * closed;
    }
  }
}

}  // namespace ambula
