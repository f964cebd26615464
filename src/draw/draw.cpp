// The sink itself, the palette, and how a scene draws itself.
//
// The palette was laid out in OKLCh (B. Ottosson's perceptual colour space): hue turns by the golden angle
// over three levels of lightness, so that neighbours differ in both, and chroma stays low, for a calm page.
#include "ambula/draw.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "draw/scene_colors.h"

namespace ambula {
namespace {

constexpr std::array<Color, 20> kPalette{
    {{148, 194, 243}, {218, 141, 132}, {169, 223, 198}, {200, 177, 236}, {196, 158, 93},
     {161, 220, 237}, {234, 167, 192}, {142, 178, 115}, {192, 208, 253}, {236, 173, 142},
     {84, 184, 172},  {230, 195, 234}, {202, 192, 127}, {104, 173, 217}, {249, 192, 195},
     {148, 206, 164}, {164, 154, 220}, {238, 202, 164}, {119, 206, 216}, {206, 141, 181}}};

template <class ColorOf>
void draw_triangles(Draw& draw, const Scene& scene, ColorOf color_of) {
  draw.layer("scene");
  draw.corners.reserve(draw.corners.size() + 3 * scene.triangles.size());
  draw.faces.reserve(draw.faces.size() + scene.triangles.size());
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    const TriangleId id{t};
    const Vec3 corners[] = {scene.corner(id, 0), scene.corner(id, 1), scene.corner(id, 2)};
    draw.polygon(corners, color_of(t));
  }
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
  draw_triangles(draw, scene, [&](std::size_t t) {
    return by_object     ? palette(scene.triangle_object[t].index())
           : by_material ? palette(scene.triangle_material[t].index())
                         : heights[t];
  });
}

void draw_scene(Draw& draw, const Scene& scene, Color color) {
  draw_triangles(draw, scene, [color](std::size_t) { return color; });
}

}  // namespace ambula
