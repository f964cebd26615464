// The parts of buildings: walls with openings, slabs with openings, flights, frames, railings, roofs. All
// three building generators are made of these and of nothing else.
//
//   BuildingKit kit(mesh, &ledger);
//   kit.slab({"Floor", "IfcSlab", "concrete"}, {0, 0, 8, 6}, -0.2, 0, {});
//   kit.wall({"North wall", "IfcWall", "plaster"}, {0, 5.7, 8, 6}, Axis::x, 0, 2.6, openings);
//
// Every part is one object, closed and facing outwards; what goes into the mesh goes into the ledger. Metres;
// rectangles are seen from above.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenes/ledger.h"
#include "scenes/mesh_builder.h"
#include "scenes/plan.h"

namespace ambula::scenes {

enum class Axis { x, y };
enum class Heading { east, north, west, south };  // +x, +y, -x, -y

struct Part {
  std::string name;
  const char* ifc_class;
  const char* material;
};

// The same kind of part under another name.
inline Part named(Part part, std::string name) {
  part.name = std::move(name);
  return part;
}

// A hole through a wall: along it (x or y) and upwards.
struct Opening {
  double from = 0, to = 0, bottom = 0, top = 0;
};

// A cut through a solid that keeps its section across: bottom and top at one place along it.
struct Station {
  double at = 0, bottom = 0, top = 0;
};

class BuildingKit {
 public:
  // `ledger` may be null: a repeated building is booked once. All coordinates are moved by `origin` in the
  // mesh, not in the ledger.
  BuildingKit(MeshBuilder& mesh, Ledger* ledger, Vec2 origin = {})
      : mesh_(mesh), ledger_(ledger), origin_(origin) {}

  // Faces of walls, slabs and roofs are cut into pieces no larger than this.
  void set_cell(double metres) { cell_ = metres; }

  void box(const Part& part, const Rect& plan, double z0, double z1);
  // Several boxes as one object.
  void boxes(const Part& part, std::span<const Rect> plans, double z0, double z1);
  // A solid along `axis` through the stations (at least two, in order), between lo and hi across it.
  void profile(const Part& part, Axis axis, double lo, double hi, std::span<const Station> stations);
  void wall(const Part& part, const Rect& plan, Axis along, double z0, double z1,
            std::span<const Opening> openings);
  void slab(const Part& part, const Rect& plan, double z0, double z1, std::span<const Rect> holes);

  // `treads` treads over the length of `plan`, rising along `heading` from z0 to one rise below z1. Solid to
  // z0, or with an inclined underside one rise below the inner corners.
  void flight(const Part& part, const Rect& plan, Heading heading, double z0, double z1, int treads,
              bool solid);

  // A frame `size` wide around the clear opening of a wall, 1 cm proud of it on both sides; with a bottom
  // member for windows. The wall's own opening must be larger by `size` on each side.
  void frame(const Part& part, const Rect& wall, Axis along, const Opening& clear, double size, bool bottom);

  // Boards along the inside of an outline (counter-clockwise, sides along x and y), left out inside `gaps`.
  void skirting(const Part& part, std::span<const Vec2> outline, double z, std::span<const Rect> gaps);

  // A handrail over `plan`, its top at `top` along `axis`, on posts at the places `posts` that stand on
  // floor(place).
  void railing(const Part& part, const Rect& plan, Axis axis, Incline top, std::span<const double> posts,
               const std::function<double(double)>& floor);

  // A roof over the outer faces `walls` with its ridge along `ridge`, its underside at `eaves` over those
  // faces; `rise` metres per metre; and the two gables under it, `gable` thick.
  struct Roof {
    Axis ridge = Axis::x;
    double eaves = 0, rise = 0.7, thickness = 0.2, overhang = 0.4, gable = 0.3;
  };
  void gable_roof(std::string_view name, const Rect& walls, const Roof& roof);

 private:
  struct Sheet;
  void sheet(const Sheet& sheet);
  void solid_profile(Axis axis, double lo, double hi, std::span<const Station> stations, double cell);
  void quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d);
  void begin(const Part& part) { mesh_.object(part.name, part.ifc_class, part.material); }
  void book(const Rect& plan, Incline bottom, Incline top) {
    if (ledger_) ledger_->solid(plan, bottom, top);
  }
  [[nodiscard]] Vec3 place(double x, double y, double z) const {
    return on_grid(Vec3{x + origin_.x, y + origin_.y, z});
  }

  MeshBuilder& mesh_;
  Ledger* ledger_;
  Vec2 origin_;
  double cell_ = std::numeric_limits<double>::infinity();
};

}  // namespace ambula::scenes
