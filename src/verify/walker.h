// Decides whether a walker fits at a point of the raw ground: the second rule by which a navmesh is complete.
//
//   Walker walker(truth, agent, further);
//   if (walker.fits({x, y, z}, scratch)) ...
//
// Unlike holds_disc of sheet.h, the rule knows no surface, no border and no joint, only raw triangles:
// - The body. No triangle lies within radius + 1 cm in plan, higher than z + step and lower than z + height.
// - The ground. Everywhere under that disc the highest of what lies no further than a step from z is ground,
//   or there is a gap that a foot spans (in the ground, or something low and steep upon it): every gap
//   narrower than a sixth of the radius (5 cm), none wider than a third, and no gap wider than max_gap where
//   that is less. Between the two a gap counts as open.
// - The feet. Nothing lies over the point itself between 1 mm and a step: what lies there is asked instead,
//   if it is ground.
// Every margin is taken so that a point in doubt does not fit: it is not asked for.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "ambula/agent.h"
#include "ambula/vec.h"
#include "verify/truth.h"

namespace ambula::checker {

// What is highest within a step, over a point of the raster; relative to where the walker stands.
struct RasterTop {
  double any = -std::numeric_limits<double>::infinity(), ground = any;
};

// Working memory of one thread.
struct WalkerScratch {
  std::vector<RasterTop> tops;
};

class Walker {
 public:
  // `further`: metres kept beyond the radius.
  Walker(const Truth& truth, const Agent& agent, double further);

  // Without a radius there is no body to ask about.
  [[nodiscard]] bool asks() const { return radius_ > 0; }
  [[nodiscard]] bool fits(Vec3 p, WalkerScratch& scratch) const;

  // Whether p is inside a solid or below the terrain, by all skins together: a hall between an outer skin and
  // one that faces in is not. Rays go up and along both axes, from several places of the body; more than half
  // of them, or of those that go up, must leave solids more often than they enter some.
  [[nodiscard]] bool inside_solid(Vec3 p) const;

 private:
  [[nodiscard]] bool feet_free(Vec3 p) const;
  [[nodiscard]] bool body_free(Vec3 p) const;
  [[nodiscard]] bool ground_below(Vec3 p, WalkerScratch& scratch) const;
  void raise_tops(const std::array<Vec3, 3>& t, bool ground, WalkerScratch& scratch) const;

  const Truth& truth_;
  double radius_;  // of the disc; 0 where the agent has none
  double step_, height_;
  double spacing_ = 0;  // metres between points of the raster
  int half_ = 0;        // points of the raster from its middle to its end
};

}  // namespace ambula::checker
