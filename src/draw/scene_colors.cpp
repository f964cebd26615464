// Height tints. They were laid out in OKLCh (B. Ottosson's perceptual colour space) from water blue over
// green to clay at nearly even lightness, so that shading alone tells form. Triangles are first joined into
// plane patches (union-find over shared edges), since a tint by triangle would show the triangulation
// instead.
#include "draw/scene_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "ambula/hash.h"

namespace ambula {
namespace {

constexpr std::array<Color, 9> kTints{{{185, 217, 230},
                                       {185, 225, 228},
                                       {189, 232, 222},
                                       {197, 235, 211},
                                       {210, 234, 198},
                                       {224, 229, 184},
                                       {237, 220, 173},
                                       {247, 208, 169},
                                       {252, 196, 172}}};
constexpr Color kStone{238, 233, 224};
constexpr int kTintSteps = 32, kSteepSteps = 8;  // few colours: files stay small, faces can be merged
constexpr double kCoplanar = 0.99996;            // cosine of half a degree

std::uint64_t position_key(Vec3 p) {
  return mix_bits(bits_of(p.x) + mix_bits(bits_of(p.y) + mix_bits(bits_of(p.z))));
}

struct Patches {
  std::vector<std::uint32_t> parent;
  std::uint32_t find(std::uint32_t t) {
    while (parent[t] != t) t = parent[t] = parent[parent[t]];
    return t;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent[std::max(a, b)] = std::min(a, b);
  }
};

struct Sides {
  std::uint64_t key = 0;  // of both ends, in no order
  std::uint32_t triangle = 0;
};

struct Surface {
  Vec3 normal;  // unit
  double area = 0, height = 0;
};

std::vector<Surface> surfaces_of(const Scene& scene) {
  std::vector<Surface> out(scene.triangles.size());
  for (std::size_t t = 0; t < out.size(); ++t) {
    const TriangleId id{t};
    const Vec3 a = scene.corner(id, 0), b = scene.corner(id, 1), c = scene.corner(id, 2);
    const Vec3 n = cross(b - a, c - a);
    const double size = length(n);
    out[t] = {size > 0 ? n * (1 / size) : kUpZ, size / 2, (a.z + b.z + c.z) / 3};
  }
  return out;
}

Patches plane_patches(const Scene& scene, const std::vector<Surface>& surfaces) {
  Patches patches;
  patches.parent.resize(surfaces.size());
  std::iota(patches.parent.begin(), patches.parent.end(), 0U);
  std::vector<std::uint64_t> keys(scene.positions.size());
  std::transform(scene.positions.begin(), scene.positions.end(), keys.begin(), position_key);
  std::vector<Sides> sides;
  sides.reserve(3 * surfaces.size());
  for (std::size_t t = 0; t < surfaces.size(); ++t) {
    const Triangle& tri = scene.triangles[t];
    for (std::size_t i = 0; i < 3; ++i) {
      sides.push_back({keys[tri[i]] + keys[tri[(i + 1) % 3]], static_cast<std::uint32_t>(t)});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Sides& a, const Sides& b) {
    return a.key != b.key ? a.key < b.key : a.triangle < b.triangle;
  });
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    if (sides[i].key != sides[i + 1].key) continue;
    const std::uint32_t a = sides[i].triangle, b = sides[i + 1].triangle;
    if (dot(surfaces[a].normal, surfaces[b].normal) >= kCoplanar) patches.join(a, b);
  }
  return patches;
}

struct HeightRange {
  double low = 0, high = 0;
};

// Between which heights most of the surface lies: one percent of the area is left out at either end, so that
// a stray antenna or pit does not wash out the rest.
HeightRange main_heights(const std::vector<Surface>& surfaces) {
  std::vector<std::uint32_t> order(surfaces.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return surfaces[a].height != surfaces[b].height ? surfaces[a].height < surfaces[b].height : a < b;
  });
  double total = 0, below = 0;
  for (const std::uint32_t t : order) total += surfaces[t].area;
  HeightRange range{surfaces[order.front()].height, surfaces[order.back()].height};
  bool low_found = false;
  for (const std::uint32_t t : order) {
    below += surfaces[t].area;
    if (!low_found && below >= 0.01 * total) {
      range.low = surfaces[t].height;
      low_found = true;
    }
    if (below < 0.99 * total) continue;
    range.high = surfaces[t].height;
    break;
  }
  return range;
}

Color mix(Color a, Color b, double t) {
  const auto channel = [t](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * t));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

double in_steps(double part, int steps) { return std::round(std::clamp(part, 0.0, 1.0) * steps) / steps; }

Color tint(double part, double level) {
  const double at = in_steps(part, kTintSteps) * (kTints.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), kTints.size() - 2);
  const Color color = mix(kTints[low], kTints[low + 1], at - static_cast<double>(low));
  // Full tint up to about 40 degrees, none from 70 on.
  return mix(kStone, color, in_steps((level - 0.34) / 0.42, kSteepSteps));
}

}  // namespace

std::vector<Color> colors_by_height(const Scene& scene) {
  if (scene.triangles.empty()) return {};
  const std::vector<Surface> surfaces = surfaces_of(scene);
  Patches patches = plane_patches(scene, surfaces);
  std::vector<Surface> joined(surfaces.size());  // by the patch's first triangle; area and height times area
  for (std::size_t t = 0; t < surfaces.size(); ++t) {
    Surface& patch = joined[patches.find(static_cast<std::uint32_t>(t))];
    patch.area += surfaces[t].area;
    patch.height += surfaces[t].area * surfaces[t].height;
  }
  const HeightRange range = main_heights(surfaces);
  const double span = range.high - range.low;
  std::vector<Color> colors(surfaces.size());
  for (std::size_t t = 0; t < surfaces.size(); ++t) {
    const std::uint32_t first = patches.find(static_cast<std::uint32_t>(t));
    const Surface& patch = joined[first];
    const double height = patch.area > 0 ? patch.height / patch.area : surfaces[t].height;
    colors[t] = tint(span > 0 ? (height - range.low) / span : 0.5, std::abs(surfaces[first].normal.z));
  }
  return colors;
}

}  // namespace ambula
