// What one triangle of the scene does beyond a border of the surface: along which stretches of the border it
// blocks, and how high it is there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"

namespace ambula {

// How far beyond a border something counts as standing on it, quanta: past all rounding.
inline constexpr double kBeyond = 3;

// A border as a straight line, with the ground going on beyond it. Quanta.
struct BorderLine {
  double x, y, z;     // where it begins: at the lesser end, so that borders on both sides of a wall agree
  double ux, uy, uz;  // one quantum along it in plan
  double length;      // in plan
  double nx, ny;      // outwards
  double rise;        // of the ground per quantum outwards
};

// A stretch of a border beyond which something blocks.
struct BlockedSpan {
  double from, to;  // quanta along the border, from < to
  double height;    // quanta, of what blocks above the border; the greatest along the stretch
};

// Quanta.
struct BorderLimits {
  double millimetre;
  double least_wall;  // vertical triangles that rise no higher do not count
  double weld;        // what is no higher is welded over: a span lies on one side of it ...
  double step;        // ... and of this; what is higher is a wall
  double height;      // the agent's; no span is higher
};

// A triangle in the frame of a border: along it, outwards, up.
struct BesideBorder {
  std::array<double, 3> s, w, z;

  BesideBorder(const BorderLine& line, const std::array<LatticePoint, 3>& corners);
  // False: it is nowhere within reach beyond the border.
  [[nodiscard]] bool is_near(const BorderLine& line) const;
};

enum class CoverKind : std::uint8_t {
  ground,
  underside,  // facing down, no steeper than ground: it counts by its height at the border, like ground
  side,       // steeper: it counts by its top
};

// A triangle with area in plan, over the line kBeyond outside the border.
void add_cover(const BorderLine& line, const BorderLimits& limits, const BesideBorder& triangle,
               CoverKind kind, std::vector<BlockedSpan>& out);

// A vertical triangle that stands on the border.
void add_wall(const BorderLine& line, const BorderLimits& limits, const BesideBorder& triangle,
              std::vector<BlockedSpan>& out);

// A steep triangle, of which there may be nothing over that line.
void add_steep(const BorderLine& line, const BorderLimits& limits, const BesideBorder& triangle,
               std::vector<BlockedSpan>& out);

}  // namespace ambula
