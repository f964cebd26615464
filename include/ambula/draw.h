// Draw: the one sink every stage draws itself into; from it come SVG, GLB and (render.h) PNG pictures.
//
//   Draw draw;
//   draw.layer("walkable");
//   draw.polygon(corners, Color{120, 190, 120});
//   draw.edge(a, b, Color{60, 64, 80}, 2);
//   write_svg(draw, View{}, "plan.svg");
//   write_glb(draw, scene.frame, "plan.glb");
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ambula/ids.h"
#include "ambula/result.h"
#include "ambula/values/links.h"
#include "ambula/values/navmesh.h"
#include "ambula/values/scene.h"
#include "ambula/values/walkable.h"
#include "ambula/vec.h"

namespace ambula {

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend bool operator==(const Color&, const Color&) = default;
};

// A colour for the n-th thing of a kind: neighbours in n differ clearly.
[[nodiscard]] Color palette(std::size_t n);

// Positions are metres, z up.
class Draw {
 public:
  struct Face {                          // a planar polygon, counter-clockwise from its front
    std::uint32_t first = 0, count = 0;  // range of `corners`
    Color fill;
    std::uint32_t layer = 0;
  };
  struct Edge {
    Vec3 a, b;
    Color color;
    double width = 1;  // pixels
    std::uint32_t layer = 0;
  };
  struct Point {
    Vec3 at;
    Color color;
    double size = 4;  // pixels across
    std::uint32_t layer = 0;
  };
  struct Label {
    Vec3 at;
    std::string text;
    Color color;
    std::uint32_t layer = 0;
  };

  void layer(std::string_view name);  // what follows belongs to this named group; names may come back
  void polygon(std::span<const Vec3> corners, Color fill);  // fewer than 3 corners: nothing
  void edge(Vec3 a, Vec3 b, Color color, double width = 1);
  void point(Vec3 at, Color color, double size = 4);
  void label(Vec3 at, std::string_view text, Color color = {});

  std::vector<std::string> layers{""};
  std::vector<std::string> ifc_classes;  // of layers that are objects; may be shorter than `layers`
  std::vector<Vec3> corners;
  std::vector<Face> faces;
  std::vector<Edge> edges;
  std::vector<Point> points;
  std::vector<Label> labels;

  [[nodiscard]] Box3 extent() const;

 private:
  std::uint32_t current_ = 0;  // of `layers`
};

// From where a picture is taken: orthographic.
struct View {
  double azimuth = 0;              // degrees the eye is turned about z; 0 looks along +y ("north up")
  double elevation = 90;           // degrees above the horizon; 90 is the plan
  std::optional<double> cut = {};  // leaves out what is above this z, metres
  int width = 1200;                // pixels, 16 .. 16384
  int height = 0;                  // 0: from the picture's own proportions
  bool scale_bar = true;           // of metres; where there is room for one
  // Pixels, 16 .. 16384; when given, width and height follow from the picture's own proportions, and neither
  // is more.
  int longest = 0;
};

// Draws the scene's triangles into a layer "scene", one colour per object; a scene of one object by material,
// and one of a single material by height.
void draw_scene(Draw& draw, const Scene& scene);

// The same in one colour: the ground other stages are drawn over.
void draw_scene(Draw& draw, const Scene& scene, Color color);

// The same into one layer per object, by its name, also where names are equal: GLB makes a node of each.
void draw_objects(Draw& draw, const Scene& scene);

// Draws the surface into a layer "walkable", one colour per component, with its borders over it (walls dark
// red, sills orange, ledges blue), and what was taken out into a layer "removed", translucent grey. `lift`
// metres above its place, so that it is seen over the scene it lies in.
void draw_walkable(Draw& draw, const Walkable& walkable, double lift = 0);

// Draws the surface into a layer "walkable" in one colour, and the links' fillers into layers "step", "gap"
// and "fill": steps orange, gaps green, fills violet, and the steps of a flight by turns red and yellow.
void draw_links(Draw& draw, const Walkable& walkable, const Links& links, double lift = 0);

enum class NavMeshColors : std::uint8_t {
  automatic,  // by component where there are several, else by kind
  kind,       // floors blue, or in a colour of their area type; ramps yellow, steps orange, gaps green, fills
              // violet
  component,  // the largest blue; what is no floor is a little darker
};

// Draws every component of the navmesh into a layer of its own, `component_N`. Portals are thin lines,
// borders dark.
void draw_navmesh(Draw& draw, const NavMesh& mesh, double lift = 0,
                  NavMeshColors colors = NavMeshColors::automatic);

// Far faces first, hidden ones left out; edges, points and labels over them. Layers are groups named by id
// and stack in their order, a later one over an earlier one. Written to a temporary name and renamed.
[[nodiscard]] Result<void> write_svg(const Draw& draw, const View& view, const std::filesystem::path& path);

// The text of such a file. Ids begin with `id_prefix`, so that several can stand in one document.
[[nodiscard]] Result<std::string> svg_text(const Draw& draw, const View& view,
                                           std::string_view id_prefix = "");

// Coordinates in the scene's own frame (`frame.to_input`), relative to a node translation so that float32
// holds them to better than a micrometre per metre of extent. Labels become named empty nodes.
[[nodiscard]] Result<void> write_glb(const Draw& draw, const Frame& frame, const std::filesystem::path& path);

}  // namespace ambula
