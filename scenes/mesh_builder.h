// Puts generated meshes together: named objects, shared corners, closed outward-facing solids.
//
//   MeshBuilder mesh;
//   mesh.object("Wall north", "IfcWall", "plaster");
//   mesh.box({0, 0, 0}, {4, 0.2, 2.6});
//   Soup soup = mesh.take();
//
// All shapes are z up, metres; corners of one object that are equal become one position.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "ambula/scene.h"
#include "ambula/vec.h"

namespace ambula::scenes {

class MeshBuilder {
 public:
  // What follows belongs to a new object of this name.
  void object(std::string_view name, std::string_view ifc_class = "", std::string_view material = "");

  void triangle(Vec3 a, Vec3 b, Vec3 c);      // counter-clockwise from its front
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d);  // planar or nearly so; two triangles along a-c
  void fan(std::span<const Vec3> corners);    // a convex planar polygon
  void box(Vec3 min, Vec3 max);               // closed; 12 triangles
  // A box standing on `corners` (a convex polygon, counter-clockwise from above) between z0 and z1; closed.
  void prism(std::span<const Vec2> corners, double z0, double z1);
  // A rectangle a, a+u, a+u+v, a+v cut into nu x nv quads; front is u x v.
  void grid(Vec3 a, Vec3 u, Vec3 v, int nu, int nv);

  [[nodiscard]] std::size_t triangle_count() const { return soup_.triangles.size(); }
  [[nodiscard]] Soup take();  // the builder is empty afterwards

 private:
  std::uint32_t corner(Vec3 p);

  Soup soup_;
  std::uint32_t material_ = 0;
  std::map<std::tuple<double, double, double>, std::uint32_t> corners_;  // of the current object
};

}  // namespace ambula::scenes
