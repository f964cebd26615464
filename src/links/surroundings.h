// What stands in the way of a filler, and how high above it is free.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ambula/values/scene.h"
#include "geometry/box_tree.h"
#include "links/candidates.h"

namespace ambula {

// Four corners in plan order: p0, q0, q1, p1, where p0 p1 lies on one border and q0 q1 on the other.
struct FillerShape {
  Vec3 p[2], q[2];
};

// A part of a filler, by its parameter from connection 0 to connection 1, that may be walked over.
struct FreePart {
  double from = 0, to = 1;
  double top = 0;          // quanta above the lower side, of what has to be stepped over; at least the rise
  double free_height = 0;  // quanta, as far as looked for: height + step
};

class Surroundings {
 public:
  // Of the scene only what is near the shapes is kept.
  Surroundings(const Scene& scene, const Walkable& walkable, std::span<const FillerShape> shapes,
               const Reach& reach);

  // One per thread.
  struct Scratch {
    struct Corner {
      double x, y, z, u, v, above, top, overhead;
    };
    // Along a filler; and how high above it, and above its lower side, what is there begins or ends.
    struct Range {
      double from, to, above, top;
    };
    // A triangle cut by the four sides of a filler, its sides divided into pieces, and cut by up to three
    // heights.
    struct Polygon {
      std::array<Corner, 80> at;
      std::size_t n = 0;
      void add(const Corner& c) {
        if (n < at.size()) at[n++] = c;
      }
      [[nodiscard]] bool empty() const { return n == 0; }
      [[nodiscard]] const Corner& after(std::size_t i) const { return at[i + 1 == n ? 0 : i + 1]; }
      [[nodiscard]] std::span<const Corner> corners() const { return {at.data(), n}; }
    };
    Polygon polygon;
    bool all_blocked = false;
    std::size_t blocker = ~std::size_t{0};  // of solids_: what blocked all of a filler last
    std::vector<Range> blocked, stood_on, over;
    std::vector<Range> sunk;  // ground under it; where across the filler it begins and ends
  };

  // The free parts of a shape, in order. `over_ground`: whether walkable ground under it blocks too.
  void free_parts(const FillerShape& shape, bool over_ground, Scratch& scratch,
                  std::vector<FreePart>& out) const;

 private:
  struct Frame;
  bool clip(const Frame& frame, const std::array<LatticePoint, 3>& triangle, Scratch& scratch) const;
  static double bend_of(const Frame& frame, const Scratch& scratch);
  static void divide_sides(const Frame& frame, Scratch& scratch);
  static Scratch::Corner between(const Frame& frame, const Scratch::Polygon& polygon, std::size_t i,
                                 double part);
  void meet_solid(const Frame& frame, Scratch& scratch) const;
  void meet_ground(const Frame& frame, Scratch& scratch) const;
  void meet_sunk(const Frame& frame, Scratch& scratch) const;

  Reach reach_;
  std::vector<std::array<LatticePoint, 3>> solids_, ground_;
  BoxTree solid_tree_, ground_tree_;
};

}  // namespace ambula
