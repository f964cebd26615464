// Extracting in tests: soups by hand, and everything that must hold of any answer.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ambula/verify.h"
#include "ambula/walkable.h"

namespace ambula::testing {

// Nothing closed, nothing dropped: what the cut alone makes.
inline constexpr WalkableParams kStrict{
    .two_sided = TwoSided::no, .weld = 0, .keep_enclosed = true, .min_patch = 0};

using Corners3 = std::array<Vec3, 3>;

// A soup put together by hand; everything faces up or outwards.
struct Model {
  std::vector<Corners3> triangles;
  std::vector<std::uint32_t> object;  // per triangle
  std::vector<std::string> names{"thing"};
  std::uint32_t current = 0;

  Model& as(const std::string& name);  // what comes next is this object
  Model& triangle(Vec3 a, Vec3 b, Vec3 c);
  Model& quad(Vec3 a, Vec3 b, Vec3 c, Vec3 d);  // counter-clockwise from outside
  Model& floor(double x0, double y0, double x1, double y1, double z);
  // z goes linearly from z0 at x0 to z1 at x1.
  Model& ramp(double x0, double y0, double x1, double y1, double z0, double z1);
  Model& ceiling(double x0, double y0, double x1, double y1, double z);  // faces down
  // A vertical rectangle over the segment, facing to the left of a → b.
  Model& wall(double ax, double ay, double bx, double by, double z0, double z1);
  Model& box(Vec3 low, Vec3 high);

  [[nodiscard]] Soup soup() const;
  [[nodiscard]] Scene scene(double quantum = Lattice::kDefaultQuantum) const;
};

// Order of triangles and first corners changed.
[[nodiscard]] Soup shuffled(const Soup& soup, std::uint64_t seed);

// An empty text, or what does not hold: validity, structure, areas, and what brute force says of samples. Of
// scenes as fine as the rounding (samples = 0) neither samples nor T-junctions are judged.
[[nodiscard]] std::string faults(const Scene& scene, const Agent& agent, const WalkableParams& params,
                                 const Walkable& walkable, std::uint64_t samples);

// Extracts and expects no faults.
[[nodiscard]] Walkable checked(const Scene& scene, const WalkableParams& params = {}, const Agent& agent = {},
                               std::uint64_t samples = 2000);

// Metres in plan.
[[nodiscard]] double border_length(const Walkable& w, BorderKind kind);
// The greatest height (metres) of borders of a kind, and the least.
[[nodiscard]] double tallest(const Walkable& w, BorderKind kind);
[[nodiscard]] double lowest(const Walkable& w, BorderKind kind);
// The component of the face over a point in plan nearest to height z; kNone where there is none.
[[nodiscard]] std::uint32_t component_at(const Walkable& w, double x, double y, double z);

}  // namespace ambula::testing
