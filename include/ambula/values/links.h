// Links, and the surface joined by them, as values. links.h says what they are, and finds them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ambula/lattice.h"
#include "ambula/result.h"
#include "ambula/values/walkable.h"

namespace ambula {

// Metres in plan. Borders that coincide seen from above lie less than this apart, before or behind each
// other: rounding, and what closing cracks moves.
inline constexpr double kUpright = 0.002;

enum class LinkKind : std::uint8_t {
  step,  // the same place seen from above, another height; or something no higher than a step in between
  gap,   // apart seen from above
  fill,  // a hole of one border cycle, closed
};
[[nodiscard]] const char* name_of(LinkKind kind) noexcept;  // "step"

// A part of a border edge of the walkable surface.
struct BorderInterval {
  std::uint32_t half_edge = 0;        // 3 * face + i: the edge from corner i to corner i + 1
  std::uint32_t first = 0, last = 0;  // vertices at its ends, in the direction of the half-edge
  double from = 0, to = 1;            // the same as parameters along the edge, from < to
};

struct Link {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  LinkKind kind = LinkKind::step;
  // Ranges of Links::intervals and Links::triangles. Steps and gaps have two intervals, the lower one first;
  // a fill has those it meets.
  std::uint32_t first_interval = 0, intervals = 0;
  std::uint32_t first_triangle = 0, triangles = 0;
  double rise = 0;         // metres from the lower side up to the highest point to be stepped over
  double run = 0;          // metres in plan, the longer connection
  double width = 0;        // metres, the shorter of its two intervals
  double free_height = 0;  // metres free above the filler; not looked for beyond height + step
  std::uint32_t flight = kNone, step = kNone;  // index of Links::flights and, from below, of the step in it
};

// Steps one after the other of similar rise and run.
struct Flight {
  std::uint32_t steps = 0;  // rises from landing to landing
  double rise = 0;          // metres, the mean
  double run = 0;           // metres from riser to riser at the middle of the treads, the median
  double width = 0;         // metres, of the narrowest step
  std::array<std::uint32_t, 2> landings = {};  // walkable components it begins and ends on, lower first
};

// A vertex that is not the walkable surface's.
struct LinkVertex {
  LatticePoint at;
  std::uint32_t half_edge = Walkable::kNone;  // the border edge it stands on; kNone inside a fill
  double part = 0;                            // where on it, 0 .. 1
};

struct Links {
  Lattice lattice;  // the walkable surface's
  std::vector<Link> links;
  std::vector<BorderInterval> intervals;
  // Counter-clockwise from above where they have area in plan, in the faces' orientation where they have not:
  // those are upright, with a side of less than kUpright in plan from border to border.
  // A corner below `walkable_vertices` is the walkable surface's, the others are vertices[corner - that].
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<LinkVertex> vertices;
  std::uint32_t walkable_vertices = 0;
  std::vector<Flight> flights;
  std::vector<std::uint32_t> component;  // per walkable component: what it is part of once linked
  std::uint32_t components = 0;          // numbered by their first walkable component
  double filled_area = 0;                // m² in plan, of all fillers
};

// Checks every promise that needs no scene; the first broken one is the error.
[[nodiscard]] Result<void> validate(const Links& links, const Walkable& walkable);

[[nodiscard]] std::uint64_t links_hash(const Links& links);

// The walkable surface and its fillers as one mesh. Vertices of the walkable surface keep their index and
// place; border edges are divided where intervals end, and the faces along them into triangles that know
// their face. Triangles of faces have area in plan; of fillers all do but the upright ones.
struct LinkedSurface {
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  Lattice lattice;
  std::vector<LatticePoint> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::array<std::uint32_t, 3>> neighbours;  // across corner i to i + 1; kNone
  std::vector<std::uint32_t> face;                       // walkable face of the triangle, or kNone
  std::vector<std::uint32_t> link;                       // link of the triangle, or kNone
  std::vector<std::array<BorderKind, 3>> border;         // sides of fillers without a neighbour are ledges
  std::vector<std::uint32_t> component;                  // per triangle, as in Links::component
};
[[nodiscard]] LinkedSurface linked_surface(const Walkable& walkable, const Links& links);

}  // namespace ambula
