// What is in the way of a body that stands at a point: the rule by which a navmesh is sound.
//
//   FreeDisc disc(truth, agent, quantum);
//   Way way = disc.look({x, y, z}, radius, margin, scratch);
//   if (way.distance < radius) print(way.triangle, way.at);
//
// The rule, as it is read here. Over every q of the open disc in plan about p = (x, y, z), no point of any
// raw triangle lies higher than max(g, z) + step and lower than min(g, z) + height. g is the height of the
// ground over q that is nearest to z, among grounds no further from z than step + radius * tan(max slope);
// where there is none, g = z. So a body bends with stairs and slopes it stands on, and a ledge below it
// changes nothing. Ground is what Truth calls so, ground that may be taken for either included, as raw
// triangles: whether it is walkable does not matter. It reaches a quantum beyond its triangle, so that a wall
// at the end of a floor stands on that floor although doubles put it beside. The plain cylinder is the same
// with g = z.
//
// Found exactly, in doubles: triangle and slab have a convex polygon in common. From it the places over any
// ground are subtracted, which leaves what is forbidden where there is none; then for every ground triangle
// what it forbids over itself is taken, less the places where another one is nearer to z.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "ambula/agent.h"
#include "ambula/vec.h"
#include "verify/convex.h"
#include "verify/truth.h"

namespace ambula::checker {

struct Way {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  double distance = std::numeric_limits<double>::infinity();  // in plan, to the nearest that is in the way
  std::uint32_t triangle = kNone;
  Vec2 at;
  double cylinder = std::numeric_limits<double>::infinity();  // the same of the plain cylinder
};

// A ground triangle about the point.
struct NearGround {
  std::array<HalfSpace, 9> region;  // where it is the ground within reach
  Vec2 gradient;
  double height = 0;  // over the point, above it
  Box3 box;
};

// Working memory of one thread.
struct DiscScratch {
  std::vector<std::uint32_t> above;
  std::vector<NearGround> ground;
  std::vector<Convex> pieces, left;
};

class FreeDisc {
 public:
  FreeDisc(const Truth& truth, const Agent& agent, double quantum);

  // Only what is nearer than `radius` is looked for. `margin` (metres, may be below 0) is added to the step
  // and taken from the height.
  Way look(Vec3 p, double radius, double margin, DiscScratch& scratch) const;

  // How far from z ground is looked for.
  [[nodiscard]] double reach() const { return reach_; }

 private:
  struct Looking;
  void gather_ground(Vec3 p, double radius, std::vector<NearGround>& out) const;
  static void look_at(std::uint32_t triangle, const Convex& part, Looking& looking);

  const Truth& truth_;
  double step_, height_, reach_, quantum_;
};

}  // namespace ambula::checker
