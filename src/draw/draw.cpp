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

void draw_triangle(Draw& draw, const Scene& scene, std::size_t t, Color color) {
  const TriangleId id{t};
  const Vec3 corners[] = {scene.corner(id, 0), scene.corner(id, 1), scene.corner(id, 2)};
  draw.polygon(corners, color);
}

void make_room(Draw& draw, const Scene& scene) {
  draw.corners.reserve(draw.corners.size() + 3 * scene.triangles.size());
  draw.faces.reserve(draw.faces.size() + scene.triangles.size());
}

// The colour of each triangle: by object, else by material, else by height.
class SceneColors {
 public:
  explicit SceneColors(const Scene& scene) : scene_(scene) {
    const auto varied = [](const auto& ids) {
      return std::any_of(ids.begin(), ids.end(), [&](auto id) { return id != ids.front(); });
    };
    by_object_ = varied(scene.triangle_object);
    by_material_ = !by_object_ && varied(scene.triangle_material);
    if (!by_object_ && !by_material_) heights_ = colors_by_height(scene);
  }
  [[nodiscard]] Color of(std::size_t t) const {
    return by_object_     ? palette(scene_.triangle_object[t].index())
           : by_material_ ? palette(scene_.triangle_material[t].index())
                          : heights_[t];
  }

 private:
  const Scene& scene_;
  bool by_object_ = false, by_material_ = false;
  std::vector<Color> heights_;
};

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
  const SceneColors colors(scene);
  draw.layer("scene");
  make_room(draw, scene);
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) draw_triangle(draw, scene, t, colors.of(t));
}

void draw_scene(Draw& draw, const Scene& scene, Color color) {
  draw.layer("scene");
  make_room(draw, scene);
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) draw_triangle(draw, scene, t, color);
}

void draw_objects(Draw& draw, const Scene& scene) {
  if (scene.triangles.empty()) return;
  const SceneColors colors(scene);
  const std::size_t first = draw.layers.size();
  for (const Object& object : scene.objects) draw.layers.push_back(object.name);
  draw.ifc_classes.resize(first);
  for (const Object& object : scene.objects) draw.ifc_classes.push_back(object.ifc_class);
  make_room(draw, scene);
  for (std::size_t t = 0; t < scene.triangles.size(); ++t) {
    draw_triangle(draw, scene, t, colors.of(t));
    draw.faces.back().layer = static_cast<std::uint32_t>(first + scene.triangle_object[t].index());
  }
}

}  // namespace ambula
