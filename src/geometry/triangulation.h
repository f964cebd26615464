// Constrained Delaunay triangulation on the lattice: exact, with holes and inner constraints.
//
//   const std::vector<Point2> points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
//   const std::vector<Constraint> outline = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}};
//   auto mesh = triangulate(points, outline);                  // two triangles
//
// The result depends on the points and constraints as sets, not on their order: four points on a circle are
// decided by a symbolic perturbation of the lexicographically smallest.
//
// Cost: n log n for n points, whatever their shape, plus about one step for every edge that a constraint
// finds in its way when it is inserted. For many small inputs keep a Triangulator, one a thread:
//
//   Triangulator triangulator;
//   Triangulation mesh;
//   for (const Region& region : regions) {
//     if (auto ok = triangulator.run(region.points, region.outline, Keep::inside, mesh); !ok) ...
//   }
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ambula/context.h"
#include "ambula/result.h"
#include "geometry/predicates.h"

namespace ambula {

// An edge that must be in the triangulation. Coming from its right side to its left, the winding number rises
// by `winding`: 1 for an outline (counter-clockwise) or a hole (clockwise) around what is kept, 0 for an
// inner edge. Constraints may pass through points and meet there; they may coincide (windings add up, and
// must stay within 32 bits); they must not cross anywhere else.
struct Constraint {
  std::uint32_t from = 0, to = 0;
  std::int32_t winding = 0;
};

enum class Keep : std::uint8_t {
  inside,  // triangles whose winding number is not 0
  hull,    // all triangles of the convex hull
};

struct Triangulation {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  // Counter-clockwise, the lexicographically smallest corner first; triangles ordered by their corners'
  // positions.
  std::vector<std::array<std::uint32_t, 3>> triangles;
  // Across the edge from corner i to corner i + 1; kNone where nothing is kept there.
  std::vector<std::array<std::uint32_t, 3>> neighbours;
  // Bit i: the edge from corner i to corner i + 1 is constrained.
  std::vector<std::uint8_t> constrained;
  std::vector<std::int32_t> winding;  // per triangle
};

// Keeps its memory between calls, as does the mesh given to it: once both have grown, a call allocates
// nothing. Not for two threads at once.
class Triangulator {
 public:
  Triangulator();
  ~Triangulator();
  Triangulator(Triangulator&&) noexcept;
  Triangulator& operator=(Triangulator&&) noexcept;

  // Points must be distinct. Errors: equal points, a constraint without length or out of range, crossing
  // constraints, an outline that does not close (each with the constraint or point as the error's element);
  // they leave `mesh` without triangles. No triangles when all points are on one line. The context is asked
  // for cancellation only, so that bodies of parallel_for may pass theirs.
  [[nodiscard]] Result<void> run(std::span<const Point2> points, std::span<const Constraint> constraints,
                                 Keep keep, Triangulation& mesh, const Context* context = nullptr);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

// The same for one input, as a stage of its own.
[[nodiscard]] Result<Triangulation> triangulate(std::span<const Point2> points,
                                                std::span<const Constraint> constraints,
                                                Keep keep = Keep::inside, Context* context = nullptr);

}  // namespace ambula
