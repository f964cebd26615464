// The sink itself, the palette, and how a scene draws itself.
//
// Palette and height tints were laid out in OKLCh (B. Ottosson's perceptual colour space): the palette turns
// the hue by the golden angle over three lightness levels, the tints run from water blue over green to clay
// at nearly even lightness, so that shading alone tells form.
#include "ambula/draw.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace ambula {
namespace {

constexpr std::array<Color, 20> kPalette{
    {{148, 194, 243}, {218, 141, 132}, {169, 223, 198}, {200, 177, 236}, {196, 158, 93},
     {161, 220, 237}, {234, 167, 192}, {142, 178, 115}, {192, 208, 253}, {236, 173, 142},
     {84, 184, 172},  {230, 195, 234}, {202, 192, 127}, {104, 173, 217}, {249, 192, 195},
     {148, 206, 164}, {164, 154, 220}, {238, 202, 164}, {119, 206, 216}, {206, 141, 181}}};

constexpr std::array<Color, 9> kTints{{{154, 197, 215},
                                       {160, 213, 218},
                                       {171, 226, 214},
                                       {186, 233, 204},
                                       {204, 232, 189},
                                       {220, 225, 172},
                                       {231, 211, 157},
                                       {236, 193, 149},
                                       {234, 174, 147}}};
constexpr int kTintSteps = 32;  // few enough that files with one material a colour stay small

Color height_tint(double part) {
  const double step = std::round(std::clamp(part, 0.0, 1.0) * kTintSteps) / kTintSteps;
  const double at = step * (kTints.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(at), kTints.size() - 2);
  const double t = at - static_cast<double>(low);
  const auto mix = [t](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * t));
  };
  const Color a = kTints[low], b = kTints[low + 1];
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

struct HeightRange {
  double low = 0, high = 0;
};

// Between which heights most of the surface lies: one percent of the area is left out at either end, so that
// a stray antenna or pit does not wash out the rest.
HeightRange main_heights(const Scene& scene, const std::vector<double>& heights) {
  std::vector<double> areas(scene.triangles.size());
  double total = 0;
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const TriangleId id{t};
    const Vec3 a = scene.corner(id, 0);
    areas[t] = length(cross(scene.corner(id, 1) - a, scene.corner(id, 2) - a)) / 2;
    total += areas[t];
  }
  std::vector<std::uint32_t> order(heights.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return heights[a] != heights[b] ? heights[a] < heights[b] : a < b;
  });
  HeightRange range{heights[order.front()], heights[order.back()]};
  double below = 0;
  bool low_found = false;
  for (const std::uint32_t t : order) {
    below += areas[t];
    if (!low_found && below >= 0.01 * total) {
      range.low = heights[t];
      low_found = true;
    }
    if (below >= 0.99 * total) {
      range.high = heights[t];
      break;
    }
  }
  return range;
}

std::vector<Color> colors_by_height(const Scene& scene) {
  std::vector<double> heights(scene.triangles.size());
  for (std::size_t t = 0; t < heights.size(); ++t) {
    const TriangleId id{t};
    heights[t] = (scene.corner(id, 0).z + scene.corner(id, 1).z + scene.corner(id, 2).z) / 3;
  }
  const HeightRange range = main_heights(scene, heights);
  const double span = range.high - range.low;
  std::vector<Color> colors(heights.size());
  for (std::size_t t = 0; t < heights.size(); ++t) {
    colors[t] = height_tint(span > 0 ? (heights[t] - range.low) / span : 0.5);
  }
  return colors;
}

}  // namespace

Color palette(std::size_t n) { return kPalette[n % kPalette.size()]; }

void Draw::layer(std::string_view name) {
  const auto found = std::find(layers.begin(), layers.end(), name);
  current_ = static_cast<std::uint32_t>(found - layers.begin());
  if (found == layers.end()) layers.emplace_back(name);
}

void Draw::polygon(std::span<const Vec3> polygon_corners, Color fill) {
  if (polygon_corners.size() < 3) return;
  assert(corners.size() + polygon_corners.size() <= std::numeric_limits<std::uint32_t>::max());
  faces.push_back({static_cast<std::uint32_t>(corners.size()),
                   static_cast<std::uint32_t>(polygon_corners.size()), fill, current_});
  corners.insert(corners.end(), polygon_corners.begin(), polygon_corners.end());
}

void Draw::edge(Vec3 a, Vec3 b, Color color, double width) {
  edges.push_back({a, b, color, width, current_});
}

void Draw::point(Vec3 at, Color color, double size) { points.push_back({at, color, size, current_}); }

void Draw::label(Vec3 at, std::string_view text, Color color) {
  labels.push_back({at, std::string(text), color, current_});
}

Box3 Draw::extent() const {
  Box3 box;
  for (const Vec3 p : corners) box.add(p);
  for (const Edge& e : edges) {
    box.add(e.a);
    box.add(e.b);
  }
  for (const Point& p : points) box.add(p.at);
  for (const Label& l : labels) box.add(l.at);
  return box;
}

void draw_scene(Draw& draw, const Scene& scene) {
  if (scene.triangles.empty()) return;
  const auto varied = [](const auto& ids) {
    return std::any_of(ids.begin(), ids.end(), [&](auto id) { return id != ids.front(); });
  };
  const bool by_object = varied(scene.triangle_object);
  const bool by_material = !by_object && varied(scene.triangle_material);
  std::vector<Color> heights;
  if (!by_object && !by_material) heights = colors_by_height(scene);

  draw.layer("scene");
  draw.corners.reserve(draw.corners.size() + 3 * scene.triangles.size());
  draw.faces.reserve(draw.faces.size() + scene.triangles.size());
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const TriangleId id{t};
    const Vec3 corners[] = {scene.corner(id, 0), scene.corner(id, 1), scene.corner(id, 2)};
    Color color = by_object     ? palette(scene.triangle_object[t].index())
                  : by_material ? palette(scene.triangle_material[t].index())
                                : heights[t];
    draw.polygon(corners, color);
  }
}

}  // namespace ambula
