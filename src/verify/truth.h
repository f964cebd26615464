// The brute-force answer at one point of the plan, on the scene's raw triangles.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/agent.h"
#include "ambula/context.h"
#include "ambula/values/scene.h"
#include "ambula/vec.h"
#include "verify/plan_tree.h"

namespace ambula::checker {

enum class Answer : std::uint8_t {
  free,     // there is ground here, with the height free above it
  taken,    // there is none, or it is blocked
  unclear,  // a surface so close to a threshold that the lattice may decide either way
};

enum class Kind : std::uint8_t {
  ground,         // within the slope limit
  nearly_ground,  // within 1e-6 of the slope limit with its tie: may be taken for either
  other,
  vertical,  // no area in plan: never at a point
};

struct Hit {
  std::uint32_t triangle;
  double z;
  Kind kind;
};

// Working memory of one thread.
struct Scratch {
  std::vector<Hit> hits;
  std::vector<std::uint32_t> triangles;
  std::vector<double> heights;
};

// Lower end of what blocks besides ground; the extraction's rule, in metres.
inline constexpr double kLowest = 0.001;

// Surfaces no further apart count as one and the same: far above the noise of doubles 100 km from the
// origin, far below the lattice.
inline constexpr double kSame = 1e-7;

class Truth {
 public:
  // both_sides, per triangle: 1 where it is ground whichever way it faces.
  Truth(const Scene& scene, const Agent& agent, const std::vector<std::uint8_t>& both_sides, double band);

  // Whether t is so narrow in plan that it has no area to speak of on the lattice: no place to be in, but a
  // line that separates. Ground is never thin.
  [[nodiscard]] bool thin(std::uint32_t t) const { return thin_[t] != 0; }

  // Whether there is free ground within `reach` of height z. Heights of the free places go to
  // scratch.heights.
  Answer at(Vec2 p, double z, double reach, Scratch& scratch) const;

  // The same by the bare rule, nothing unclear; only what lies within `reach`.
  bool free_by_rule(Vec2 p, double z, double reach, Scratch& scratch) const;

  // Whether, within the band around p, the answer is anywhere other than `here`. `gradient` is the slope of
  // the surface the question is about.
  bool changes_near(Vec2 p, double z, Vec2 gradient, Answer here, Scratch& scratch) const;

  // Whether there is ground over p within the band of z, but not at z.
  bool beside_other_ground(Vec2 p, double z, Scratch& scratch) const;

  // The next triangle above z + above, at any height; false when there is none.
  bool next_above(Vec2 p, double z, double above, Hit& hit) const;

  // Every triangle whose box meets `range`.
  template <class Visit>
  void within(const Box3& range, Visit&& visit) const {
    tree_.within(range, visit);
  }

  [[nodiscard]] const std::array<Vec3, 3>& corners(std::uint32_t t) const { return corners_[t]; }
  [[nodiscard]] Kind kind(std::uint32_t t) const { return kind_[t]; }
  [[nodiscard]] Vec2 gradient(std::uint32_t t) const;
  [[nodiscard]] std::size_t size() const { return corners_.size(); }
  [[nodiscard]] double band() const { return band_; }
  [[nodiscard]] double height() const { return height_; }

 private:
  void collect(Vec2 p, double z_low, double z_high, std::vector<Hit>& hits) const;
  [[nodiscard]] bool wall_near(std::uint32_t t, Vec2 p, double z, Vec2 gradient) const;
  struct Around;
  void probe(Vec2 q, Vec2 p, double z, Vec2 gradient, Around& around, Scratch& scratch) const;

  std::vector<std::array<Vec3, 3>> corners_;
  std::vector<Kind> kind_;
  std::vector<std::uint8_t> thin_;
  PlanTree tree_;
  double height_, band_;
  double steepest_;  // rise per metre of the steepest ground
};

// Height of the triangle over p, when p lies in its plan (borders included).
[[nodiscard]] inline bool height_at(const std::array<Vec3, 3>& t, Vec2 p, double& z) {
  const Vec2 a = t[0].xy() - p, b = t[1].xy() - p, c = t[2].xy() - p;
  const double u = cross(b, c), v = cross(c, a), w = cross(a, b);
  if (!((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))) return false;
  const double sum = u + v + w;
  if (sum == 0) return false;
  // From weights, not from the plane: stays between the corners however thin the triangle is.
  z = (u * t[0].z + v * t[1].z + w * t[2].z) / sum;
  return true;
}

[[nodiscard]] inline Box3 box_of(const std::array<Vec3, 3>& t) {
  Box3 box;
  for (const Vec3& corner : t) box.add(corner);
  return box;
}

// The corner before the longest edge in plan.
[[nodiscard]] std::size_t longest_edge(const std::array<Vec3, 3>& t);

// Heights of a wall triangle over the point `part` along its longest edge in plan.
[[nodiscard]] std::array<double, 2> wall_span(const std::array<Vec3, 3>& t, double part);

// The point of segment ab nearest to p.
[[nodiscard]] inline Vec2 nearest_on(Vec2 a, Vec2 b, Vec2 p) {
  const Vec2 d = b - a;
  const double square = dot(d, d);
  if (square == 0) return a;
  return a + d * std::clamp(dot(p - a, d) / square, 0.0, 1.0);
}

}  // namespace ambula::checker
