// The foot of a ramp: what of a landing lies before a riser and is lifted, so that the ramp goes down to the
// landing. A quad before every link of the riser, cut off by the links beside it where the riser turns
// towards the landing, and fans where it turns away.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/vec.h"
#include "navmesh/cut_surface.h"
#include "navmesh/surface_view.h"

namespace ambula {

// A link of a riser: an edge of the surface, and the heights its ends are lifted to.
struct RiserEdge {
  std::uint32_t half_edge = 0;        // the landing is to its left
  std::uint32_t first = 0, last = 0;  // what its ends are known by: equal ones are one corner of the riser
  std::int32_t z0 = 0, z1 = 0;        // quanta
};

// A convex part of a foot.
struct FootPiece {
  CutOutline outline;  // the corners on the riser first: two of a quad, one of a fan
  std::int32_t z0 = 0, z1 = 0;
  std::uint32_t riser_edge = kNone;  // of a quad; kNone for fans
  double depth = 0;                  // quanta, of a quad

  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  // By how much of its height above the ground the nosing lifts a point of the piece, and that nosing's
  // height; false for points outside, but for rounding.
  struct Lift {
    double part = 0, z = 0;
  };
  [[nodiscard]] bool lift(Point2 p, Lift& out) const;
};

struct Foot {
  std::vector<FootPiece> pieces;  // none: there is no room
  double depth = 0;               // quanta
};

// Where feet lie already.
class FootRoom {
 public:
  explicit FootRoom(const SurfaceView& surface) : surface_(surface), taken_(surface.triangles.size()) {}

  // The deepest foot there is room for, of one of the given depths (quanta, the greatest first), before as
  // much of the riser as possible, half of its width at least. It lies wholly on the triangles `allowed`, and
  // on no other foot. One that leaves `level` quanta of the landing level before it is preferred: who steps
  // onto the landing there would find it lifted by more than a step.
  [[nodiscard]] Foot place(std::span<const RiserEdge> riser, std::span<const double> depths, double level,
                           std::span<const char> allowed);

 private:
  // Of as much of the riser as possible; and how much that is.
  [[nodiscard]] Foot best_of(std::span<const RiserEdge> riser, std::span<const double> depths, double level,
                             std::span<const char> allowed, double& width) const;
  [[nodiscard]] bool fits(FootPiece& piece, std::uint32_t triangle, std::span<const char> allowed) const;
  [[nodiscard]] std::vector<Point2> quad_before(std::span<const RiserEdge> riser, std::uint32_t e,
                                                double depth) const;
  void add_fans(Foot& foot, std::span<const RiserEdge> riser, std::span<const char> allowed) const;

  SurfaceView surface_;
  std::vector<std::vector<Point2>> outlines_;
  std::vector<std::vector<std::uint32_t>> taken_;  // by triangle: outlines of other feet
};

}  // namespace ambula
